"""A click and the picture of its effect, beside a bare click, two frames and a bare capture.

The effects are those that agents meet: at once in the layout, at once in colour alone, after a wait
of the page, by a transition, none. `shows it` counts the pictures in which the effect can be seen,
whoever took them. Both take turns, each on a page that is loaded anew.
"""

from __future__ import annotations

import asyncio
import base64
import io
import statistics
import time
from typing import TYPE_CHECKING, Any

from PIL import Image

from viewmark.attach_policy import AttachPolicy
from viewmark.browser.launch.browser import launch
from viewmark.page.act import Click, click
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.targets import SelectorTarget

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

ROUNDS = 12
TARGET = 0.7
EFFECTS = {
    "layout, at once": "b.textContent = 'Done, and wider than it was'; s.className = 'on'",
    "colour, at once": "s.className = 'on'",
    "after 40 ms": "setTimeout(() => (s.className = 'on'), 40)",
    "by a transition of 150 ms": "s.style.transition = 'background 150ms'; s.className = 'on'",
    "none": "",
}
PAGE = """<!doctype html><style>
#s {{ position: absolute; left: 600px; top: 100px; width: 200px; height: 200px; background: #ddd }}
#s.on {{ background: #f00 }}</style>
<button id=b style="margin: 40px">Press</button><div id=s></div>{rows}
<script>const b = document.getElementById('b'), s = document.getElementById('s');
b.addEventListener('click', () => {{ {effect} }});</script>"""
ROWS = "".join(f"<p><a href=#{n}>link {n}</a> <button>Save {n}</button>" for n in range(30))
TWO_FRAMES = "() => new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))"
READY = "() => document.readyState === 'complete' && scrollY === 0"


async def _ours(page: PageTarget) -> str | None:
    await click(PageContext(page), Click(target=SelectorTarget("#b")))
    return (await attach_picture(page, AttachPolicy(), now=0.0)).base64


async def _bare(page: PageTarget) -> str | None:
    event = {"x": 60, "y": 60, "button": "left", "clickCount": 1}
    await asyncio.gather(
        page.session.send("Input.dispatchMouseEvent", {**event, "type": "mousePressed"}),
        page.session.send("Input.dispatchMouseEvent", {**event, "type": "mouseReleased"}),
    )
    await page.call(None, TWO_FRAMES)
    asked = {"format": "jpeg", "quality": 60}
    return str((await page.session.send("Page.captureScreenshot", asked))["data"])


def _shows(data: str | None) -> bool:
    if data is None:
        return False
    picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    red, green, _ = picture.getpixel((700, 200))  # type: ignore[misc]
    return bool(red > 200 and green < 100)


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with launch(viewport=(1280, 720)) as browser:
        page = await browser.page()
        for name, effect in EFFECTS.items():
            html = PAGE.format(rows=ROWS, effect=effect)
            address = "data:text/html;base64," + base64.b64encode(html.encode()).decode()
            times: dict[Any, list[float]] = {_ours: [], _bare: []}
            shown = {_ours: 0, _bare: 0}
            for _ in range(ROUNDS):
                for way in (_bare, _ours):
                    await page.session.send("Page.navigate", {"url": address})
                    while not await page.call(None, READY):
                        pass
                    await page.call(None, TWO_FRAMES)
                    began = time.perf_counter()
                    data = await way(page)
                    times[way].append((time.perf_counter() - began) * 1e3)
                    shown[way] += _shows(data)
            rows.append(_row(name, times[_ours], times[_bare], shown[_ours], shown[_bare]))
    return rows


def _row(
    name: str, ours: list[float], bare: list[float], shown: int, bare_shown: int
) -> dict[str, Any]:
    low, value, high = statistics.quantiles(ours, n=4)
    baseline = statistics.median(bare)
    seen = "" if name == "none" else f"; shows it {shown}, bare {bare_shown} of {ROUNDS}"
    return {
        "name": f"click and picture, effect {name} (quartiles {low:.0f} to {high:.0f}{seen})",
        "value": value,
        "unit": "ms",
        "baseline": baseline,
        "ratio": value / baseline,
        "target": f"<= {TARGET}x",
        "ok": value <= TARGET * baseline,
    }


def run() -> list[dict[str, Any]]:
    """The rows of the bench."""
    return asyncio.run(_measure())
