"""`page.observe(annotate=True)` compared with a plain `Page.captureScreenshot` in the same run.

A capture waits for frames, and a browser draws one every 16.7 ms. So the result depends on when
within a frame the call starts, and on whether the browser was idle:

- "in a row" makes six calls of one kind, then six of the other kind. Each call starts right after
  the frame of the previous call, so it waits the longest.
- "from rest" waits for 20 ms before each call, as with an agent that thinks between observations;
  the starts are spread evenly over a frame.

Simply alternating the two calls would be misleading, because the time saved by one is spent waiting
in the other. All values are medians; other load on the machine affects both sides.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import viewmark
from viewmark.demo import serve

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Call = Callable[[], Awaitable[None]]

ROUNDS = 24
SERIES = 5
FRAME = 1 / 60
HERE = Path(__file__).parent
# Number of elements -> maximum cost of an observation in plain captures (the targets).
GRIDS = {100: 1.15, 1_000: 1.15, 5_000: 1.5}


def _grid(elements: int) -> bytes:
    """Return a page with this number of elements, a third interactive, mostly out of view."""
    rows = "".join(
        f"<div class=r><p>Row {n} with some words</p><a href='#{n}'>link {n}</a>"
        f"<input aria-label='Amount {n}'><button>Save {n}</button></div>"
        for n in range(elements // 5)
    )
    style = ".r{display:flex;gap:8px;align-items:center;font:14px sans-serif}p{width:300px}"
    return f"<!doctype html><style>{style}</style>{rows}".encode()


def _pages() -> list[tuple[str, bytes | None, float]]:
    named = [("application", None, 1.25)]
    named += [(p.stem, p.read_bytes(), 1.25) for p in sorted((HERE / "pages").glob("*.html"))]
    return named + [(f"{n:,} elements", _grid(n), limit) for n, limit in GRIDS.items()]


async def _rows(page: viewmark.Page, name: str, limit: float) -> list[dict[str, Any]]:
    found = 0

    async def bare() -> None:
        shot = {"format": "jpeg", "quality": 80}
        await page.browser_page.session.send("Page.captureScreenshot", shot)

    async def ours() -> None:
        nonlocal found
        found = (await page.observe(annotate=True)).total_found

    for _ in range(3):  # warm up both sides
        await bare()
        await ours()
    rows = []
    for regime, measure in (("in a row", _in_a_row), ("from rest", _from_rest)):
        baseline, value = await measure(bare, ours)
        ratio = statistics.median(value) / statistics.median(baseline)
        rows.append(
            {
                "name": f"observe(annotate=True), {name}, {found} found, {regime}",
                "value": statistics.median(value),
                "unit": "ms",
                "baseline": statistics.median(baseline),
                "ratio": ratio,
                "target": f"<= {limit}x bare capture",
                "ok": ratio <= limit,
            }
        )
    return rows


async def _timed(call: Call) -> float:
    started = time.perf_counter()
    await call()
    return (time.perf_counter() - started) * 1000


async def _in_a_row(bare: Call, ours: Call) -> tuple[list[float], list[float]]:
    baseline: list[float] = []
    value: list[float] = []
    for _ in range(SERIES):
        for call, times in ((bare, baseline), (ours, value)):
            # The first call of a series starts at a random time within a frame.
            times += [await _timed(call) for _ in range(7)][1:]
    return baseline, value


async def _from_rest(bare: Call, ours: Call) -> tuple[list[float], list[float]]:
    baseline: list[float] = []
    value: list[float] = []
    for turn in range(ROUNDS):
        for call, times in ((bare, baseline), (ours, value)):
            await asyncio.sleep(0.02)
            # Sleeping is too imprecise for starting at a given part of a frame.
            begin = time.perf_counter() + (turn * 7 % ROUNDS) / ROUNDS * FRAME
            while time.perf_counter() < begin:
                pass
            times.append(await _timed(call))
    return baseline, value


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        for name, body, limit in _pages():
            with serve(body) as url:
                page = await browser.page(url)
                rows += await _rows(page, name, limit)
                await page.close()
    return rows


def run() -> list[dict[str, Any]]:
    """Return medians and their ratio, per page."""
    return asyncio.run(_measure())
