"""`observe(annotate=True)` of pages with moving content, compared with a plain capture.

The pages have 35 controls, of which two move: by style sheet, by script, or rotating; on one page
only pixels change. The calls start from rest and alternate in the same run. The first observations,
which detect moving elements, are not counted. The last rows are first observations of documents,
and the CPU time of our process.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING, Any

import viewmark
from viewmark.demo import serve

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Call = Callable[[], Awaitable[object]]

ROUNDS = 24
FIRST_ROUNDS = 10
WARM = 4
SHOT = {"format": "jpeg", "quality": 80}
STYLE = "p{margin:4px}.m{background:#f00;border:0;width:60px;height:30px;display:block}"
MOVERS = "<button class=m></button><button class=m></button>"
ALTERNATE = "animation:go 3s linear infinite alternate"
SCRIPT = """<script>const all = [...document.querySelectorAll('.m')];
(function go(t) { for (const m of all) m.style.transform = `translateX(${150 + 150 *
  Math.sin(t / 1000)}px)`; requestAnimationFrame(go); })(0)</script>"""
CANVAS = """<canvas width=200 height=60></canvas><script>const pen =
document.querySelector('canvas').getContext('2d'); (function go(t) { pen.fillStyle =
`hsl(${t / 10 % 360} 90% 50%)`; pen.fillRect(0, 0, 200, 60); requestAnimationFrame(go); })(0)
</script>"""
# What moves -> style, body, and maximum cost of an observation in plain captures.
PAGES = {
    "nothing": ("", MOVERS, 1.25),
    "two by style sheet": (
        f"@keyframes go{{to{{transform:translateX(300px)}}}}.m{{{ALTERNATE}}}",
        MOVERS,
        1.5,
    ),
    "two that turn": (
        "@keyframes go{to{transform:rotate(360deg)}}.m{animation:go 1s linear infinite}",
        MOVERS,
        1.5,
    ),
    "two by script": ("", MOVERS + SCRIPT, 1.5),
    "pixels of a canvas": ("", MOVERS + CANVAS, 1.15),
}
CPU_TARGET = 5.0  # ms of our process per observation of 66 elements


def _page(style: str, body: str, rows: int = 11) -> bytes:
    controls = "".join(
        f"<p><a href='#{n}'>link {n}</a> <button>Save {n}</button> <input aria-label='F {n}'></p>"
        for n in range(rows)
    )
    return f"<!doctype html><style>{STYLE}{style}</style>{body}{controls}".encode()


async def _timed(call: Call) -> float:
    started = time.perf_counter()
    await call()
    return (time.perf_counter() - started) * 1000


def _row(name: str, value: list[float], baseline: list[float], limit: float) -> dict[str, Any]:
    ours, bare = statistics.median(value), statistics.median(baseline)
    low, _, high = statistics.quantiles(value, n=4)
    return {
        "name": f"{name} (quartiles {low:.0f} to {high:.0f})",
        "value": ours,
        "unit": "ms",
        "baseline": bare,
        "ratio": ours / bare,
        "target": f"<= {limit}x bare capture",
        "ok": ours / bare <= limit,
    }


async def _from_rest(page: viewmark.Page) -> tuple[list[float], list[float]]:
    session = page.browser_page.session
    value: list[float] = []
    baseline: list[float] = []

    async def bare() -> None:
        await session.send("Page.captureScreenshot", SHOT)

    async def ours() -> None:
        await page.observe(annotate=True)

    for turn in range(ROUNDS + WARM):
        for call, times in (
            (bare, baseline),
            (ours, value),
        ):
            await asyncio.sleep(0.02 + turn * 7 % ROUNDS / ROUNDS / 60)
            taken = await _timed(call)
            if turn >= WARM:
                times.append(taken)
    return value, baseline


async def _first(browser: viewmark.Browser, url: str, *, new_tab: bool) -> dict[str, Any]:
    """Measure the first observation of a document, compared with its first plain capture."""
    value: list[float] = []
    baseline: list[float] = []
    kept = await browser.page(url)
    for turn in range(2 * FIRST_ROUNDS + 2):
        page = await browser.page(url) if new_tab else kept
        if not new_tab:
            await page.goto(url)
        began = time.perf_counter()
        if turn % 2:
            await page.observe(annotate=True)
        else:
            await page.browser_page.session.send("Page.captureScreenshot", SHOT)
        taken = (time.perf_counter() - began) * 1000
        if turn > 1:
            (value if turn % 2 else baseline).append(taken)
        if new_tab:
            await page.close()
    await kept.close()
    where, limit = ("in a new tab", 1.2) if new_tab else ("after goto", 1.05)
    return _row(f"the first look {where}", value, baseline, limit)


async def _cpu(browser: viewmark.Browser) -> dict[str, Any]:
    with serve(_page("p{margin:0}", "", 22)) as url:
        page = await browser.page(url)
        times = []
        for turn in range(ROUNDS + WARM):
            began = time.process_time()
            seen = await page.observe(annotate=True, max_annotations=100)
            if turn >= WARM:
                times.append((time.process_time() - began) * 1000)
        await page.close()
    value = statistics.median(times)
    return {
        "name": f"processor time of our process per look, {len(seen)} elements, unchanged page",
        "value": value,
        "unit": "ms",
        "baseline": CPU_TARGET,
        "ratio": value / CPU_TARGET,
        "target": f"<= {CPU_TARGET} ms",
        "ok": value <= CPU_TARGET,
    }


async def _measure() -> list[dict[str, Any]]:
    rows = []
    async with viewmark.launch() as browser:
        for name, (style, body, limit) in PAGES.items():
            with serve(_page(style, body)) as url:
                page = await browser.page(url)
                rows.append(
                    _row(f"a look from rest; what moves: {name}", *await _from_rest(page), limit)
                )
                await page.close()
        with serve(_page("", MOVERS)) as url:
            rows += [await _first(browser, url, new_tab=new_tab) for new_tab in (False, True)]
        rows.append(await _cpu(browser))
    return rows


def run() -> list[dict[str, Any]]:
    """Return medians and their ratio, per page."""
    return asyncio.run(_measure())
