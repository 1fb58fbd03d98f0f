"""Draw mode: the delays for the user (by the page's own clock) and for the agent.

The baselines are measured in the same run: the minimum that any overlay needs (an empty modal
dialog), one walk over the page that reads every box, one `getComputedStyle` in a plain call, and
one plain screenshot. The limits in ms come from the specification and hold on an idle machine, so
run this benchmark alone.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from viewmark.browser.launch.browser import launch
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.read import annotation_detail, read_annotations
from viewmark.page.context import PageContext

ROUNDS = 9
MARKS = 50
PAGE = (
    "<!doctype html><meta charset=utf-8><title>Bench</title>"
    "<style>body{font:14px sans-serif;margin:8px}li{display:inline-block;width:180px}</style><ul>"
    + "".join(
        f"<li><a href=#{i}>Item {i}</a> <button id=b{i}>Buy</button> <span>{i},00</span></li>"
        for i in range(250)
    )
    + "</ul>"
)
"""At least 1,000 elements, half of them in view."""

_EMPTY_DIALOG = """function () {
  const began = performance.now();
  const host = document.createElement('div');
  const root = host.attachShadow({mode: 'closed'});
  const dialog = document.createElement('dialog');
  root.append(dialog);
  document.documentElement.append(host);
  dialog.showModal();
  dialog.getBoundingClientRect();
  const ms = performance.now() - began;
  dialog.close();
  host.remove();
  return ms;
}"""
_WALK = """function () {
  const began = performance.now();
  let n = 0;
  for (const el of document.querySelectorAll('*')) n += el.getBoundingClientRect().width > 0;
  return performance.now() - began;
}"""
_RESTART = """async function () {
  viewmarkDraw.stop();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const shown = viewmarkDraw.start({prompt: 'Look', marks: [], labels: {}, count: 0});
  await null;
  const began = performance.now();
  viewmarkDraw.toolbar.bar.getBoundingClientRect();
  const layout = performance.now() - began;
  return (await shown).ms + layout;
}"""
_CAPTURE = """function (x, y) {
  const began = performance.now();
  viewmarkDraw.under({x, y, width: 160, height: 60});
  return performance.now() - began;
}"""
_WATCH = """function () {
  const times = globalThis.benchTimes = {frames: [], events: [], last: 0};
  const handle = viewmarkDraw.handle;
  viewmarkDraw.handle = (event) => {
    const began = performance.now();
    handle(event);
    times.events.push(performance.now() - began);
  };
  const ask = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (work) => ask((now) => {
    const began = performance.now();
    work(now);
    times.frames.push(performance.now() - began);
  });
}"""
_TIMES = """function () { return globalThis.benchTimes; }"""
_STYLE = """function () { return getComputedStyle(document.querySelector('#b3')).color; }"""


def run() -> list[dict[str, Any]]:
    """Return all rows."""
    return asyncio.run(_run())


async def _run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(PAGE)
        async with launch() as browser:
            page = await browser.page(file.as_uri())
            mode = DrawMode(folder=Path(folder))
            try:
                return await _measure(mode, page)
            finally:
                await mode.close()


async def _measure(mode: DrawMode, page: Any) -> list[dict[str, Any]]:
    context = PageContext(page)
    rows = []
    empty = [await page.call(None, _EMPTY_DIALOG) for _ in range(ROUNDS)]
    await mode.start(context, prompt="Look")
    shown = [await page.call(None, _RESTART) for _ in range(ROUNDS)]
    rows.append(_row("overlay up (page clock)", shown, empty, 50))

    walk = [await page.call(None, _WALK) for _ in range(ROUNDS)]
    found = [await page.call(None, _CAPTURE, 40 + 30 * i, 60 + 40 * i) for i in range(ROUNDS)]
    rows.append(_row("elements under one mark, 1,250 elements (page clock)", found, walk, 100))

    for i in range(MARKS):
        x, y = 20 + (i % 10) * 120, 20 + (i // 10) * 110
        await _drag(page, (x, y), (x + 60, y + 30), 2)
        await page.session.send("Input.insertText", {"text": f"comment number {i} with words"})
        await _key(page, "Enter", 13)
    await page.call(None, _WATCH)
    for _ in range(3):
        await _drag(page, (15, 560), (1200, 700), 40, release=False)
    times = await page.call(None, _TIMES)
    work = sorted(times["frames"] + times["events"])
    late = work[int(len(work) * 0.95)]
    rows.append(
        {
            "name": f"work per move and per frame while a rectangle grows, {MARKS} marks (p95)",
            "value": late,
            "unit": "ms",
            "baseline": 1000 / 60,
            "ratio": late * 60 / 1000,
            "target": "<= 16.7 ms",
            "ok": late <= 1000 / 60,
        }
    )

    bare, detail = [], []
    seen = await read_annotations(mode)
    for mark in seen.annotations[:ROUNDS]:
        began = time.perf_counter()
        await page.call(None, _STYLE)
        bare.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        await annotation_detail(mode, mark.correlation_id, crop=False)
        detail.append((time.perf_counter() - began) * 1000)
    rows.append(_row("detail of one element (round trip)", detail, bare, 200))

    await mode.stop()
    shots, ends = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await page.session.send("Page.captureScreenshot", {"format": "jpeg", "quality": 80})
        shots.append((time.perf_counter() - began) * 1000)
        await mode.start(context)
        for x in (20, 220):
            await _drag(page, (x, 20), (x + 160, 60), 2)
            await page.session.send("Input.insertText", {"text": "darker please"})
            await _key(page, "Enter", 13)
        await mode.settled()
        waiting = asyncio.ensure_future(read_annotations(mode, wait=True))
        began = time.perf_counter()
        await _key(page, "Escape", 27)
        drawing = await waiting
        ends.append((time.perf_counter() - began) * 1000)
        assert drawing.status == "success"
        assert drawing.count == 2
        assert drawing.pictures
    rows.append(_row("Done to the result with pictures", ends, shots, 500))
    return rows


def _row(name: str, values: list[float], baseline: list[float], limit: float) -> dict[str, Any]:
    value, base = statistics.median(values), statistics.median(baseline)
    return {
        "name": name,
        "value": value,
        "unit": "ms",
        "baseline": base,
        "ratio": value / base if base else None,
        "target": f"< {limit:g} ms",
        "ok": value < limit,
    }


async def _mouse(page: Any, kind: str, x: float, y: float, buttons: int = 0) -> None:
    await page.session.send(
        "Input.dispatchMouseEvent",
        {
            "type": kind,
            "x": x,
            "y": y,
            "button": "none" if kind == "mouseMoved" and not buttons else "left",
            "buttons": buttons,
            "clickCount": 1,
        },
    )


async def _drag(
    page: Any,
    start: tuple[float, float],
    end: tuple[float, float],
    steps: int,
    *,
    release: bool = True,
) -> None:
    await _mouse(page, "mouseMoved", *start)
    await _mouse(page, "mousePressed", *start)
    for i in range(1, steps + 1):
        x = start[0] + (end[0] - start[0]) * i / steps
        y = start[1] + (end[1] - start[1]) * i / steps
        await _mouse(page, "mouseMoved", x, y, 1)
    if release:
        await _mouse(page, "mouseReleased", *end)
    else:  # press Esc before the release, which removes the shape
        await _key(page, "Escape", 27)
        await _mouse(page, "mouseReleased", *end)


async def _key(page: Any, key: str, number: int) -> None:
    params = {"key": key, "code": key, "windowsVirtualKeyCode": number}
    text = {"text": "\r"} if key == "Enter" else {}
    await page.session.send("Input.dispatchKeyEvent", params | {"type": "keyDown"} | text)
    await page.session.send("Input.dispatchKeyEvent", params | {"type": "keyUp"})


if __name__ == "__main__":
    for row in run():
        print(row)
