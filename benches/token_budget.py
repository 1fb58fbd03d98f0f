"""Downscaling an observation's image to a token budget: in the browser, or afterwards.

The benchmark compares two ways of `page.observe(annotate=True, max_tokens=...)` for a viewport of
3840x2160 image px. As implemented, the browser draws the image at the size that the budget allows.
Without that, the image is captured at full size and then scaled by us. The two ways alternate, so
that other load affects both. The values are medians of wall time.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import viewmark
from viewmark.demo import serve
from viewmark.page.observe_options import PictureOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = ("article", "dashboard", "gallery")
TOKENS = 1568
ROUNDS = 9
HERE = Path(__file__).parent


@contextlib.contextmanager
def _taken_whole() -> Iterator[None]:
    """Capture at full size, ignoring the budget, which is applied afterwards."""
    before = PictureOptions.scale_of
    PictureOptions.scale_of = lambda self, page, view: self.scale  # type: ignore[method-assign]
    try:
        yield
    finally:
        PictureOptions.scale_of = before  # type: ignore[method-assign]


async def _timed(page: viewmark.Page) -> tuple[float, tuple[int, int]]:
    started = time.perf_counter()
    seen = await page.observe(annotate=True, scale="device", max_tokens=TOKENS)
    took = (time.perf_counter() - started) * 1000
    assert seen.image_info is not None, "a picture was asked for"
    return took, (seen.image_info.width, seen.image_info.height)


async def _row(browser: viewmark.Browser, name: str) -> dict[str, Any]:
    with serve((HERE / "pages" / f"{name}.html").read_bytes()) as url:
        page = await browser.page(url)
        ours: list[float] = []
        whole: list[float] = []
        for turn in range(ROUNDS + 1):
            took, size = await _timed(page)
            with _taken_whole():
                took_whole, same = await _timed(page)
            assert max(abs(a - b) for a, b in zip(size, same, strict=True)) <= 2, (size, same)
            if turn:  # the first turn warms up both sides
                ours.append(took)
                whole.append(took_whole)
        await page.close()
    value, baseline = statistics.median(ours), statistics.median(whole)
    return {
        "name": f"4K {name}, {TOKENS} tokens, scaled by the browser (afterwards)",
        "value": value,
        "unit": "ms",
        "baseline": baseline,
        "ratio": value / baseline,
        "target": 1.0,
        "ok": value <= baseline,
    }


async def _measure() -> list[dict[str, Any]]:
    async with viewmark.launch(viewport=(1920, 1080), device_scale_factor=2) as browser:
        return [await _row(browser, name) for name in PAGES]


def run() -> list[dict[str, Any]]:
    """Return a row for every page; takes about twenty seconds."""
    return asyncio.run(_measure())


if __name__ == "__main__":
    for found in run():
        print({k: round(v, 3) if isinstance(v, float) else v for k, v in found.items()})
