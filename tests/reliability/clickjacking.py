"""Pages that try to divert a click from its target, and the outcome of such clicks.

Every attempt has one of these outcomes:

- `right`: the page's own log has the click on the good button, and the result reports it;
- `refused`: an error, and no event of the click reached the page's elements;
- `strayed`: the good button was pressed, but the page changed before the release, so the browser
  sent the click to the common ancestor, and the result reports that;
- `wrong`: anything else, such as a press on the other element or an incorrect result.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from own_world import ask

from viewmark.api.page import Page
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ActionError

__all__ = ["PAGES", "attempts", "document"]

OUTCOMES = ("right", "refused", "strayed", "wrong")
OUT = Path(__file__).parents[2] / "out" / "reliability" / "clickjacking.json"

_HEAD = """<!doctype html><style>
  button { position: fixed; left: 200px; top: 150px; width: 160px; height: 60px }
  .away { left: 600px }
  #cover { position: fixed; inset: 0; display: none; background: #fffe }
  #cover.on { display: block }
</style>
<button id=good>Good</button><button id=evil class=away>Evil</button>
<div id=cover role=button aria-label=Cover></div>
<script>
  window.log = [];
  for (const name of ["mousedown", "mouseup", "click"]) {
    // Below the window, where the guard keeps a refused press from the page.
    const note = (e) => log.push([name, e.target.id || e.target.localName]);
    document.addEventListener(name, note, true);
  }
  const swap = () => { good.classList.toggle("away"); evil.classList.toggle("away") };
  const put = (isAway) => {
    good.classList.toggle("away", isAway);
    evil.classList.toggle("away", !isAway);
  };
  const flicker = (on) => cover.classList.toggle("on", on);
  const everyFrame = (act) => requestAnimationFrame(function on() {
    act();
    requestAnimationFrame(on);
  });
"""

PAGES: dict[str, str] = {
    "moves away on hover": "good.addEventListener('mouseover', () => put(true));"
    "evil.addEventListener('mouseout', () => put(false));",
    "two buttons swap every 120 ms": "setInterval(swap, 120);",
    "two buttons swap at 60 Hz": "everyFrame(swap);",
    "two buttons swap on pointerdown": "addEventListener('pointerdown', swap, true);",
    "cover on pointerdown": "addEventListener('pointerdown', () => flicker(true), true);",
    "cover flickers at 60 Hz": "let n = 0; everyFrame(() => flicker(n++ % 2 === 0));",
    "cover flickers every 3 ms at random": "setInterval(() => flicker(Math.random() < .5), 3);",
}
"""What each page does, by name."""


def document(name: str) -> str:
    """Return the page with this name."""
    return f"{_HEAD}{PAGES[name]}</script>"


async def attempts(page: PageTarget, tries: int) -> Counter[str]:
    """Click the good button `tries` times; count the outcomes."""
    over, came = Page(page), Counter[str]()
    for _ in range(tries):
        await ask(page, "log.length = 0, cover.classList.remove('on'), put(false)")
        # Move the mouse away from both elements, so that the next attempt starts with a hover.
        await page.session.send(
            "Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 5, "y": 500, "button": "none"}
        )
        try:
            done: Any = await over.click("#good")
        except ActionError:
            done = None
        log = await ask(page, "log.map((e) => e.join(' '))")
        came[_judge(done, log)] += 1
    return came


def _judge(done: Any, log: list[str]) -> str:
    if done is None:
        return "wrong" if log else "refused"
    pressed, clicked = (
        [each.removeprefix(kind) for each in log if each.startswith(kind)]
        for kind in ("mousedown ", "click ")
    )
    if pressed == clicked == ["good"]:
        return "right" if done.hit.name == "Good" else "wrong"
    is_told = clicked == [done.hit.tag] and done.intended.name == "Good"
    return "strayed" if pressed == ["good"] and is_told else "wrong"


async def run(long: bool) -> dict[str, Any]:
    """Make 20 attempts on each page, or 3 in the short form."""
    from webserver import LocalSite

    from viewmark.browser.launch.browser import launch

    site, rows, tries = LocalSite(), {}, 20 if long else 3
    try:
        async with launch() as browser:
            for name in PAGES:
                site.put("/page.html", document(name))
                page = await browser.page(site.url("/page.html"))
                came = await attempts(page, tries)
                rows[name] = {each: came[each] for each in OUTCOMES}
                await page.close()
    finally:
        site.close()
    wrong = [{"page": name} | row for name, row in rows.items() if row["wrong"]]
    return {"tries": tries * len(rows), "pages": rows, "wrong": wrong}
