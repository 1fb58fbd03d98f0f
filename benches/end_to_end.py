"""`page.observe(annotate=True)` against a bare `Page.captureScreenshot` of the same page, same run.

Rounds alternate between the two, so that a busy moment of the machine hits both; medians of each.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import Any

import viewmark
from viewmark.demo import serve

ROUNDS = 20
HERE = Path(__file__).parent
# Elements of the document -> the most that an observation may take, in bare captures (the targets).
GRIDS = {100: 1.15, 1_000: 1.15, 5_000: 1.5}


def _grid(elements: int) -> bytes:
    """A page of that many elements, a third of them interactive, mostly below the fold."""
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


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        for name, body, limit in _pages():
            with serve(body) as url:
                page = await browser.page(url)
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
