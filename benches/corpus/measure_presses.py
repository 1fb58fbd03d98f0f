"""Presses by number, lines and badges on the screens of `applications.py`.

    python benches/corpus/measure_presses.py [--presses 6] [--lines FILE] [NAME ...]

A press is right if the page's own listener heard it inside the box of the mark; `left` are those
that went to another page. Random lines go into FILE, for the eye. A badge hides a word if it covers
half of it (words that style sheets write are not seen).
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import argparse
import asyncio
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import applications  # noqa: E402
from measure_applications import look  # noqa: E402
from stage import browser, tab  # noqa: E402

import viewmark  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

LISTEN = """window.heard = [];
for (const type of ["mousedown", "click"]) addEventListener(type, event => {
  const path = event.composedPath(), [met] = path, words = [];
  for (const each of path.slice(0, 4)) {
    if (!each.getAttribute || words.some(Boolean)) break;
    words.push(["aria-label", "title", "alt", "placeholder"].map(a => each.getAttribute(a))
      .find(Boolean) || each.innerText?.trim().slice(0, 60) || "");
  }
  heard.push([type, event.clientX, event.clientY, met.tagName, words.join("")]);
  try { sessionStorage.heard = JSON.stringify(heard); } catch {}
}, true);
try { sessionStorage.removeItem("heard"); } catch {}"""
# What was met stays readable on the next page of the same host.
MET = """(() => {
  try { return (window.heard ?? JSON.parse(sessionStorage.heard ?? "[]"))[0]; } catch {}
})()"""
WORDS = """(() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode() && found.length < 4000) {
    const node = walk.currentNode;
    for (const word of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      for (const r of range.getClientRects()) {
        if (r.width < 2 || r.bottom < 0 || r.top > innerHeight) continue;
        const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
        const at = document.elementFromPoint(x, y);
        if (!at || !(at.contains(node) || node.parentElement.contains(at))) continue;
        if (!node.parentElement.checkVisibility({opacityProperty: true})) continue;
        found.push([r.left, r.top, r.width, r.height, word[0]]);
      }
    }
  }
  return found;
})()"""


def hidden(words: list[list[Any]], badges: Sequence[tuple[int, ...]], scale: float) -> list[str]:
    """The words of which one badge covers half."""
    found = []
    for x, y, width, height, word in words:
        for bx, by, bw, bh in badges:
            left, top = max(x, bx / scale), max(y, by / scale)
            right, bottom = min(x + width, (bx + bw) / scale), min(y + height, (by + bh) / scale)
            if (
                right > left
                and bottom > top
                and (right - left) * (bottom - top) > width * height / 2
            ):
                found.append(word)
                break
    return found


async def press(page: Any, stage: Any, pick: random.Random) -> str:
    """One press by number on something that is not disabled: `right`, or what happened instead."""
    seen = await look(page)
    able = [one for one in seen.annotations if not one.element.disabled]
    if not able:
        # The press before took all of it away, or the page shows a spinner now.
        return "nothing to press"
    one = pick.choice(able)
    await stage.evaluate(LISTEN)
    before = await stage.evaluate("location.href")
    box = one.element.bounds
    line = f"[{one.label}] {one.element.role} {one.element.name or one.element.text!r}"
    try:
        result = await page.click(one.label)
    except viewmark.ViewmarkError as error:
        return f"refused {line}: {type(error).__name__}: {str(error)[:120]}"
    heard = await stage.evaluate("window.heard ?? null")
    if heard is None or await stage.evaluate("location.href") != before:
        if not (result.point and _inside(result.point, box)):
            return f"wrong {line}: left"
        return f"left {line} met {await stage.evaluate(MET)}"
    if not heard:
        return f"{'framed' if one.element.frame else 'unheard'} {line}"
    x, y = heard[0][1:3]
    if not _inside((x, y), box):
        return f"wrong {line}: heard at {x}, {y}, box {box}"
    return f"right {line} met {heard[0][3:]}"


def _inside(point: tuple[float, float], box: Any) -> bool:
    x, y = point
    return box.x - 1 <= x <= box.x + box.width + 1 and box.y - 1 <= y <= box.y + box.height + 1


async def measure(
    names: list[str], presses: int, lines: Path | None, sample: int = 200, *, fresh: bool = False
) -> None:
    """With `fresh` each press is made on a new load, and what it met is printed beside its line."""
    pick = random.Random(27)
    said: list[str] = []
    answers: list[str] = []
    covered = badges = 0
    for name in names:
        # A server for each: presses change what the next screen of an application would show.
        with applications.served(applications.SCREENS[name].application) as url:
            async with browser() as endpoint, tab(endpoint) as stage:
                await applications.reach(stage, name, url)
                async with viewmark.attach(endpoint) as chrome:
                    page = await chrome.page(tab_id=stage.target)
                    seen = await look(page)
                    marks = [one.badge for one in seen.annotations if one.badge]
                    scale = applications.SCREENS[name].scale
                    hides = hidden(await stage.evaluate(WORDS), marks, scale)
                    covered, badges = covered + len(hides), badges + len(marks)
                    text = seen.lines()
                    print(f"{name}: {len(marks)} badges hide {hides}, {len(text)} characters")
                    some = [f"{name}: {each}" for each in text.splitlines() if each[:1] == "["]
                    said += some
                    done = []
                    for _ in range(presses):
                        try:
                            if fresh:
                                await stage.open("about:blank", (1280, 800), 1, phone=False)
                                await applications.reach(stage, name, url)
                            what = await asyncio.wait_for(press(page, stage, pick), 40)
                            done.append(what)
                            if what == "nothing to press":
                                await applications.reach(stage, name, url)
                        except (TimeoutError, RuntimeError) as error:
                            done.append(f"stopped {type(error).__name__}")
                            break
                    answers += done
                    for each in done:
                        if fresh or each.split()[0] not in ("right", "left"):
                            print(f"    {each}", flush=True)
    kinds = {each.split()[0] for each in answers}
    print({kind: sum(each.split()[0] == kind for each in answers) for kind in sorted(kinds)})
    print(f"{covered} words below {badges} badges")
    if lines:
        lines.write_text("\n".join(pick.sample(said, min(sample, len(said)))) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--presses", type=int, default=6)
    parser.add_argument("--lines", type=Path)
    args = parser.parse_args()
    asyncio.run(measure(args.names or list(applications.SCREENS), args.presses, args.lines))
