"""`page.observe(annotate=True)` against a bare `Page.captureScreenshot` of the same page, same run.

Rounds alternate between the two, so that a busy moment of the machine hits both; medians of each.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

import viewmark
from viewmark.demo import serve

ROUNDS = 20
PAGES = {"application": None, "form": 12, "table": 100, "long article": 300, "dense": 1000}
TARGET = {"dense": 1.15}


def _page(cells: int) -> str:
    rows = "".join(
        f"<div class=r><p>Row {n} with some words and a <a href=#{n}>link {n}</a> in it.</p>"
        f"<input aria-label='Amount {n}'><button>Save {n}</button></div>"
        for n in range(cells // 3)
    )
    style = ".r{display:flex;gap:8px;align-items:center;font:14px sans-serif}"
    return f"data:text/html,<!doctype html><style>{style}</style>{rows}"


async def _measure() -> list[dict[str, Any]]:
    rows = []
    with serve() as demo:
        async with viewmark.launch() as browser:
            for name, cells in PAGES.items():
                page = await browser.page(demo if cells is None else _page(cells))
                bare: list[float] = []
                ours: list[float] = []
                found = 0
                for turn in range(ROUNDS + 3):
                    started = time.perf_counter()
                    shot = {"format": "jpeg", "quality": 80}
                    await page.browser_page.session.send("Page.captureScreenshot", shot)
                    middle = time.perf_counter()
                    seen = await page.observe(annotate=True)
                    ended = time.perf_counter()
                    found = seen.total_found
                    if turn >= 3:  # the first ones warm caches on both sides
                        bare.append((middle - started) * 1000)
                        ours.append((ended - middle) * 1000)
                await page.close()
                ratio = statistics.median(ours) / statistics.median(bare)
                limit = TARGET.get(name, 1.25)
                rows.append(
                    {
                        "name": f"observe(annotate=True), {name}, {found} found",
                        "value": statistics.median(ours),
                        "unit": "ms",
                        "baseline": statistics.median(bare),
                        "ratio": ratio,
                        "target": f"<= {limit}x bare capture",
                        "ok": ratio <= limit,
                    }
                )
    return rows


def run() -> list[dict[str, Any]]:
    """Medians and their ratio, per page."""
    return asyncio.run(_measure())
