"""Observations of many tabs from one process: rate, CPU time, and delay of the event loop.

Each tab shows a page of 66 controls and is observed repeatedly. 1, 4 or 16 tabs are observed at
once, alternating with plain captures in the same number of tabs. Lag is the delay of a 10 ms timer
while the observations run. CPU time is measured for this process.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from typing import TYPE_CHECKING, Any

from moving import SHOT, _page

import viewmark
from viewmark.background import run_concurrently
from viewmark.demo import serve

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TABS = (1, 4, 16)
TURNS = 4
EACH = 24
"""Observations per turn, over all tabs."""
STEP = 0.01
SHARE = 0.7
"""Target rate of observations, as a share of the rate of plain captures."""


async def _late(lags: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(STEP)
        lags.append((time.perf_counter() - began - STEP) * 1000)


async def _turn(
    pages: list[viewmark.Page], call: Callable[[viewmark.Page], Awaitable[object]]
) -> float:
    """Return the calls per second."""

    async def work(page: viewmark.Page) -> None:
        for _ in range(EACH // len(pages) or 1):
            await call(page)

    began = time.perf_counter()
    await asyncio.gather(*map(work, pages))
    return (EACH // len(pages) or 1) * len(pages) / (time.perf_counter() - began)


async def _bare(page: viewmark.Page) -> None:
    await page.browser_page.session.send("Page.captureScreenshot", SHOT, timeout=60)


async def _look(page: viewmark.Page) -> None:
    await page.observe(annotate=True, max_annotations=100)


async def _rows(browser: viewmark.Browser, url: str, count: int) -> list[dict[str, Any]]:
    pages = [await browser.page(url) for _ in range(count)]
    await asyncio.gather(*map(_look, pages))
    looks, captures, lags, spent, done = [], [], list[float](), 0.0, 0
    for _ in range(TURNS):
        captures.append(await _turn(pages, _bare))
        before = time.process_time()
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(run_concurrently(_late(lags)))
            looks.append(await _turn(pages, _look))
        spent += time.process_time() - before
        done += (EACH // count or 1) * count
    for page in pages:
        await page.close()
    rate, bare = statistics.median(looks), statistics.median(captures)
    lags.sort()
    at = f"{count} tabs" if count > 1 else "1 tab"
    return [
        {
            "name": f"looks a second, {at}",
            "value": rate,
            "unit": "1/s",
            "baseline": bare,
            "ratio": rate / bare,
            "target": f">= {SHARE}",
            "ok": rate / bare >= SHARE,
        },
        _plain(f"processor time of our process a look, {at}", spent / done * 1000),
        _plain(f"lag of the event loop, {at}, median", lags[len(lags) // 2]),
        _plain(f"lag of the event loop, {at}, 95th percentile", lags[len(lags) * 95 // 100]),
    ]


def _plain(name: str, value: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": value,
        "unit": "ms",
        "baseline": None,
        "ratio": None,
        "target": None,
        "ok": None,
    }


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        with serve(_page("p{margin:0}", "", 22)) as url:
            for count in TABS:
                rows += await _rows(browser, url, count)
    return rows


def run() -> list[dict[str, Any]]:
    """Return four rows for each number of tabs."""
    return asyncio.run(_measure())
