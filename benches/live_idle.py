"""Processor time of pages that are watched (`page.live = "on"`), over what they take unwatched.

A still page that nobody looks at for the time of a window, and one with a spinner at which
somebody looks every two seconds: browser and our process together, in turns with `live` off.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from pathlib import Path
from typing import Any

import viewmark
from viewmark.browser.capture import live_frames
from viewmark.demo import serve

WINDOW_S, TURNS = 10.0, 3
LOOK_EVERY_S = 2.0
SPINNER = b"""<!doctype html><style>@keyframes go{to{transform:rotate(360deg)}}
div{width:40px;height:40px;background:#09f;animation:go 1s linear infinite}</style>
<div></div><button>Save</button>"""
PAGES: dict[str, tuple[bytes | None, bool, float]] = {
    "still page, nobody looks": (None, False, 1.0),
    "spinner, a look every 2 s": (SPINNER, True, 10.0),
}
"""Body, whether somebody looks in the window, the most % of a core more."""


def _cpu_s(root: int) -> float:
    """Processor time of this process and of a process with all below it."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        spent[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    total = time.process_time()
    for pid, cpu in spent.items():
        at = pid
        while at not in (0, root):
            at = parents.get(at, 0)
        total += cpu if at == root else 0.0
    return total


async def _window(page: viewmark.Page, root: int, looks: bool, mode: str) -> float:
    """Percent of a core in one window."""
    page.live = "on" if mode == "on" else "off"
    for _ in range(3):
        await page.observe(annotate=True)
        await asyncio.sleep(0.5)
    began, before = time.perf_counter(), _cpu_s(root)
    while (left := WINDOW_S - (time.perf_counter() - began)) > 0:
        await asyncio.sleep(min(left, LOOK_EVERY_S))
        if looks:
            await page.observe(annotate=True)
    return 100 * (_cpu_s(root) - before) / (time.perf_counter() - began)


async def _measure() -> list[dict[str, Any]]:
    rows = []
    live_frames.IDLE_S = 2 * WINDOW_S  # else it ends within the window
    async with viewmark.launch() as browser:
        process = browser.chrome.process
        assert process is not None
        for name, (body, looks, limit) in PAGES.items():
            with serve(body) as url:
                page = await browser.page(url)
                spent: dict[str, list[float]] = {"off": [], "on": []}
                for _ in range(TURNS):
                    for mode, each in spent.items():
                        each.append(await _window(page, process.pid, looks, mode))
                await page.close()
            value, baseline = (statistics.median(spent[mode]) for mode in ("on", "off"))
            runs = ", ".join(f"{a:.1f}/{b:.1f}" for a, b in zip(*spent.values(), strict=True))
            rows.append(
                {
                    "name": f"{name} (off/on {runs}; {value - baseline:+.2f} % of a core)",
                    "value": value,
                    "unit": "%",
                    "baseline": baseline,
                    "ratio": value / baseline if baseline else None,
                    "target": f"< {limit:g} % of a core more",
                    "ok": value - baseline < limit,
                }
            )
    return rows


def run() -> list[dict[str, Any]]:
    """Percent of a core, watched and not."""
    return asyncio.run(_measure())
