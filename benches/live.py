"""`observe(annotate=True)` with looks kept (`page.live = "on"`), against a bare capture.

Still pages from rest and in a row, in turns with a bare capture while nothing is kept; pages that
move by themselves, where nothing is kept and nothing may be lost. Our process's own work.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

from moving import CANVAS, MOVERS, SHOT, _page

import viewmark
from viewmark.demo import serve

ROUNDS = 20
REST, ROW = 0.6, 0.4
PAGES: dict[str, tuple[bytes | None, float, float]] = {
    "application": (None, REST, ROW),
    "35 controls": (_page("", MOVERS), REST, ROW),
    "66 controls": (_page("p{margin:0}", "", 22), REST, ROW),
    "pixels of a canvas": (_page("", MOVERS + CANVAS), 1.15, 1.5),
}
"""Body, and the most that a look may take from rest and in a row, in bare captures."""


async def _series(page: viewmark.Page, gap: float) -> tuple[list[float], list[float], int, float]:
    session = page.browser_page.session
    bare: list[float] = []
    ours: list[float] = []
    live, cpu = 0, 0.0
    for _ in range(3):
        page.live = "off"
        for _ in range(ROUNDS // 2):
            await asyncio.sleep(gap)
            began = time.perf_counter()
            await session.send("Page.captureScreenshot", SHOT)
            bare.append((time.perf_counter() - began) * 1000)
        page.live = "on"
        for _ in range(4):  # starts the frames, and keeps a look
            await page.observe(annotate=True)
            await asyncio.sleep(0.3)
        for _ in range(ROUNDS):
            await asyncio.sleep(gap)
            began, worked = time.perf_counter(), time.process_time()
            seen = await page.observe(annotate=True)
            ours.append((time.perf_counter() - began) * 1000)
            cpu += time.process_time() - worked
            live += seen.image_info is not None and seen.image_info.source == "live"
    return bare, ours, live, cpu * 1000 / len(ours)


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        for name, (body, rest, row) in PAGES.items():
            with serve(body) as url:
                page = await browser.page(url)
                for regime, gap, limit in (("from rest", 0.03, rest), ("in a row", 0.0, row)):
                    bare, ours, live, cpu = await _series(page, gap)
                    value, baseline = statistics.median(ours), statistics.median(bare)
                    low, _, high = statistics.quantiles(ours, n=4)
                    about = f"quartiles {low:.0f} to {high:.0f}; {live} of {len(ours)} kept"
                    rows.append(
                        {
                            "name": f"{name}, {regime} ({about}; {cpu:.1f} ms of our CPU)",
                            "value": value,
                            "unit": "ms",
                            "baseline": baseline,
                            "ratio": value / baseline,
                            "target": f"<= {limit}x bare capture",
                            "ok": value / baseline <= limit,
                        }
                    )
                await page.close()
    return rows


def run() -> list[dict[str, Any]]:
    """Medians and their ratio, per page and regime."""
    return asyncio.run(_measure())
