"""A batch compared with a plain loop of captures, with the same number of tabs in the same run.

`PAGES=1000 python benches/run.py batch` serves realistic pages of `benches/pages` and of the tests
on the loopback. The loop opens each page in the same number of tabs, waits for its load event,
takes a capture and discards it. Memory is measured for this process after every page, and its slope
over the second half of the pages; the browser's memory is bounded by restarts. CPU time is reported
for this process, which includes the server, and for the browsers.
"""

from __future__ import annotations

import asyncio
import functools
import http.server
import os
import tempfile
import threading
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from viewmark import launch
from viewmark.batch import BatchOptions, BatchProgress, PageView, observe_many, verify

ROOT = Path(__file__).parents[1]
PAGES = int(os.environ.get("PAGES", "120"))
POOL = int(os.environ.get("POOL", "4"))


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        return super().translate_path(urlsplit(path).path)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def _own_memory() -> int:
    pages = Path("/proc/self/statm").read_bytes().split()
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")


def _cpu() -> tuple[float, float]:
    """Return CPU seconds of this process, and of its children that have exited."""
    times = os.times()
    return (times.user + times.system, times.children_user + times.children_system)


def _spent(before: tuple[float, float], views: int) -> tuple[float, float]:
    """Return CPU milliseconds per page view since then, of this process and of the browsers."""
    now = _cpu()
    return ((now[0] - before[0]) / views * 1e3, (now[1] - before[1]) / views * 1e3)


def _urls(port: int) -> list[str]:
    folders = [ROOT / "benches" / "pages", ROOT / "tests" / "pages"]
    found = [path for folder in folders for path in sorted(folder.glob("*.html"))]
    names = [f"/{path.relative_to(ROOT).as_posix()}" for path in found]
    several = islice(cycle(names), PAGES)
    return [f"http://127.0.0.1:{port}{name}?n={n}" for n, name in enumerate(several)]


async def _bare(urls: list[str]) -> float:
    """Return the pages per second of the loop."""
    waiting = list(reversed(urls))
    async with launch(viewport=(1280, 720)) as browser:
        tabs = [await browser.page() for _ in range(POOL)]

        async def work(tab: Any) -> None:
            while waiting:
                await tab.goto(waiting.pop())
                await tab.browser_page.session.send(
                    "Page.captureScreenshot", {"format": "jpeg", "quality": 80}
                )

        began = time.monotonic()
        await asyncio.gather(*map(work, tabs))
        return len(urls) / (time.monotonic() - began)


async def _batch(urls: list[str], out: str) -> tuple[float, list[int], BatchProgress]:
    """Return pages per second of a batch that writes a data set, and memory after each page."""
    options = BatchOptions(concurrency=POOL, per_host=POOL, recycle_after=300, shard_rows=250)
    memory: list[int] = []
    last = BatchProgress()

    def progress(now: BatchProgress) -> None:
        nonlocal last
        last = now

    began = time.monotonic()
    rows = observe_many(urls, out=out, views=[PageView()], options=options, on_progress=progress)
    async for row in rows:
        assert not row.failed, row.error
        memory.append(_own_memory())
    return len(urls) / (time.monotonic() - began), memory, last


def _slope(memory: list[int]) -> float:
    """Return the memory growth in MB per 1,000 pages over the second half, by least squares."""
    half = memory[len(memory) // 2 :]
    mean_x, mean_y = (len(half) - 1) / 2, sum(half) / len(half)
    spread = sum((n - mean_x) ** 2 for n in range(len(half))) or 1.0
    return sum((n - mean_x) * (y - mean_y) for n, y in enumerate(half)) / spread * 1000 / 1e6


def run() -> list[dict[str, Any]]:
    """Return the rows of the benchmark."""
    handler = functools.partial(_Handler, directory=str(ROOT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    urls = _urls(server.server_port)
    try:
        with tempfile.TemporaryDirectory(prefix="viewmark-bench-") as folder:
            # Measure the loop before and after the batch, which reveals other load on the machine.
            before = _cpu()
            first = asyncio.run(_bare(urls))
            bare_own, bare_browser = _spent(before, len(urls))
            before = _cpu()
            rate, memory, _ = asyncio.run(_batch(urls, folder))
            own, browser = _spent(before, len(urls))
            second = asyncio.run(_bare(urls))
            found = verify(folder)
            assert found.sound, found.problems[:3]
            size = sum(path.stat().st_size for path in Path(folder, "data").iterdir())
    finally:
        server.shutdown()
    bare = (first + second) / 2
    slope = _slope(memory)
    return [
        _row("pages a second", rate, "1/s", baseline=bare, target=0.8),
        _row("bare loop before", first, "1/s"),
        _row("bare loop after", second, "1/s"),
        _row("peak memory of the process", max(memory) / 1e6, "MB"),
        _row("memory per 1,000 pages", slope, "MB", ok=slope < 20 if PAGES >= 1000 else None),
        _row("processor time a page view, this process", own, "ms", baseline=bare_own),
        _row("processor time a page view, browsers", browser, "ms", baseline=bare_browser),
        _row("bytes a row in Parquet", size / found.rows / 1000, "kB"),
        _row("marks a page", found.marks / found.rows, ""),
    ]


def _row(
    name: str,
    value: float,
    unit: str,
    *,
    baseline: float | None = None,
    target: float | None = None,
    ok: bool | None = None,
) -> dict[str, Any]:
    ratio = None if baseline is None else value / baseline
    if ratio is not None and target is not None:
        ok = ratio >= target
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "baseline": baseline,
        "ratio": ratio,
        "target": None if target is None else f">= {target}",
        "ok": ok,
    }
