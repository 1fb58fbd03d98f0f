"""Measure actions that report the settled page, as text and with an image, and what these show.

A click makes a large green block appear, in several ways, and the image is checked for this colour.
The measurement alternates with a baseline: the same click with an immediate result (`settle` off),
two animation frames, and a plain capture. The difference is the cost of waiting. If the effect is
an animation, the baseline is `ended`, which waits for animations to end before the capture.
"""

from __future__ import annotations

import asyncio
import base64
import io
import statistics
import time
from typing import TYPE_CHECKING, Any

from PIL import Image

import viewmark
from viewmark.attach_policy import AttachPolicy
from viewmark.demo import serve
from viewmark.page.attach import attach_picture

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ROUNDS = 8
SPOT = (600, 400)
FRAMES = "() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(1))))"
ENDED = """() => Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().endTime < 10000)
    .map((each) => each.finished)).then(() => 1)"""
RESET = "() => { document.querySelector('#box').className = ''; }"
SHOT = {"format": "jpeg", "quality": 60, "optimizeForSpeed": True}
WAIT = 150
"""Maximum milliseconds that a settled result may take beyond an immediate one."""
NOW = "box.className = 'done'"
EFFECTS = {
    "at once": ("", NOW),
    "by a transition of 150 ms": ("#box{transition:background .15s}", NOW),
    "by a timer, 80 ms later": ("", f"setTimeout(() => {{ {NOW} }}, 80)"),
    "none": ("", ""),
    "at once, beside a spinner": (
        "@keyframes turn{to{rotate:1turn}}i{display:block;width:9px;height:40px;"
        "background:red;animation:turn 1s linear infinite}",
        NOW,
    ),
}


def _body(style: str, script: str) -> bytes:
    return (
        "<!doctype html><style>#box{position:fixed;left:300px;top:200px;width:600px;height:400px;"
        f"background:#fff}}#box.done{{background:#0a0}}{style}</style>"
        "<button id=go>Go</button><i></i>"
        f"<div id=box></div><script>go.onclick = () => {{ {script} }}</script>"
    ).encode()


def _shows(picture: str | None) -> bool:
    with Image.open(io.BytesIO(base64.b64decode(picture or ""))) as image:
        red, green, _ = image.convert("RGB").getpixel(SPOT)
    return green > 140 and red < 60


async def _series(page: viewmark.Page) -> dict[str, tuple[float, int]]:
    session = page.browser_page.session

    async def ours() -> str | None:
        policy, began = AttachPolicy(cooldown_s=0.0), asyncio.get_running_loop().time()
        page.settles = True
        await page.click("#go")
        taken = await attach_picture(page.browser_page, policy, now=0.0, since=began)
        return taken.base64

    async def bare() -> str | None:
        page.settles = False
        await page.click("#go")
        await page.browser_page.call(None, FRAMES)
        return str((await session.send("Page.captureScreenshot", SHOT))["data"])

    async def ended() -> str | None:
        page.settles = False
        await page.click("#go")
        await page.browser_page.call(None, ENDED)
        await page.browser_page.call(None, FRAMES)
        return str((await session.send("Page.captureScreenshot", SHOT))["data"])

    ways: dict[str, Callable[[], Awaitable[str | None]]] = {"ours": ours, "bare": bare}
    ways["ended"] = ended
    times: dict[str, list[float]] = {way: [] for way in ways}
    shown = dict.fromkeys(ways, 0)
    for turn in range(ROUNDS + 1):
        for way, look in ways.items():
            await page.browser_page.call(None, RESET)
            await asyncio.sleep(0.4)
            began = time.perf_counter()
            picture = await look()
            if turn:
                times[way].append((time.perf_counter() - began) * 1000)
                shown[way] += _shows(picture)
    return {way: (statistics.median(times[way]), shown[way]) for way in ways}


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        for name, (style, script) in EFFECTS.items():
            with serve(_body(style, script)) as url:
                page = await browser.page(url)
                page.changes = "auto"
                got = await _series(page)
                await page.close()
            (value, seen) = got["ours"]
            baseline, seen_bare = got["ended" if "transition" in name else "bare"]
            rows.append(
                {
                    "name": f"click and picture, effect {name} "
                    f"(shown in {seen} of {ROUNDS}; two frames and a capture: {seen_bare})",
                    "value": value,
                    "unit": "ms",
                    "baseline": baseline,
                    "ratio": value / baseline,
                    "target": f"<= {WAIT} ms more",
                    "ok": value - baseline <= WAIT,
                }
            )
    return rows


def run() -> list[dict[str, Any]]:
    """Return the medians, and how many images show the effect."""
    return asyncio.run(_measure())
