"""Measure how a tab that floods the browser affects the calls of another tab.

The load that such a page causes by itself is measured too, with plain captures in a browser without
viewmark. `ratio` is the slowdown of an observation, and `bare_ratio` is the slowdown of a plain
capture. Their quotient is viewmark's share.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from server import Result, Server
from webserver import LocalSite

from viewmark.browser.launch.browser import launch
from viewmark.browser.page_target import PageTarget

FLOODS = {
    "nothing": "",
    "console lines": "for (let i = 0; i < 500; i += 1) console.log('x'.repeat(5000))",
    "one long console line": "console.log('x'.repeat(5e6))",
    "exceptions": "for (let i = 0; i < 500; i += 1)"
    " queueMicrotask(() => { throw Error('y'.repeat(2000)) })",
    "requests": "for (let i = 0; i < 20; i += 1) fetch('/nothing' + i).catch(() => 0)",
    "mutations": "document.body.innerHTML = '<button>x</button>'.repeat(300)",
    "frames": "{ const f = document.createElement('iframe'); document.body.append(f);"
    " setTimeout(() => f.remove(), 50) }",
    "windows": "window.open('/quiet', '_blank')",
}
SHORT = ("nothing", "console lines")
CALLS = 7
ADDED_LIMIT = 2.0
GROWTH_LIMIT_MB = 60


async def _median(call: Callable[[], Awaitable[Result]]) -> tuple[float, list[str]]:
    taken, codes = [], []
    for _ in range(CALLS):
        began = time.perf_counter()
        codes.append((await call()).code)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000, [c for c in codes if c != "ok"]


def _memory_mb(pid: int) -> float:
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * 4096 / 1e6


async def _bare(site: LocalSite) -> tuple[float, float]:
    """Return the median ms of a plain capture of the quiet page, before and during the flood."""

    async def median(page: PageTarget) -> float:
        taken = []
        for _ in range(CALLS):
            began = time.perf_counter()
            await page.session.send("Page.captureScreenshot", {"format": "jpeg"})
            taken.append(time.perf_counter() - began)
        return statistics.median(taken) * 1000

    async with launch() as browser:
        page = await browser.page(site.url("/quiet"))
        await median(page)
        before = await median(page)
        await browser.page(site.url("/flood"))
        return before, await median(page)


async def _one(site: LocalSite, kind: str) -> dict[str, Any]:
    statement = FLOODS[kind]
    site.put("/quiet", "<!doctype html><button>Go</button>")
    script = f"setInterval(() => {{ {statement} }}, 10)"
    site.put("/flood", f"<!doctype html><body>flood<script>{script}</script>")
    async with Server() as server:
        opened = await server.call("interact", what="navigate", url=site.url("/quiet"))
        quiet = opened.json["tab_id"]

        def look() -> Awaitable[Result]:
            return server.call("observe", what="page", annotate_screenshot=True, tab_id=quiet)

        await _median(look)
        before, _ = await _median(look)
        memory = _memory_mb(server.process.pid)
        flooding = (await server.call("interact", what="new_tab", url=site.url("/flood"))).json
        during, failed = await _median(look)
        closed = await server.call("interact", what="close_tab", tab_id=flooding["tab_id"])
        grown = _memory_mb(server.process.pid) - memory
        traces = server.tracebacks
    bare_before, bare_during = await _bare(site)
    return {
        "flood": kind,
        "bare_ratio": round(bare_during / bare_before, 2),
        "before_ms": round(before),
        "during_ms": round(during),
        "failed": failed,
        "close": closed.code,
        "grown_mb": round(grown, 1),
        "tracebacks": traces,
    }


async def run(long: bool) -> dict[str, Any]:
    """Run all floods, or only the one that once blocked everything."""
    site = LocalSite()
    try:
        rows = [await _one(site, kind) for kind in (FLOODS if long else SHORT)]
    finally:
        site.close()
    for row in rows:
        row["ratio"] = round(row["during_ms"] / row["before_ms"], 2)
        row["added"] = round(row["ratio"] / row["bare_ratio"], 2)
    wrong = [
        r
        for r in rows
        if r["failed"] or r["close"] != "ok" or r["tracebacks"] or r["grown_mb"] > GROWTH_LIMIT_MB
    ]
    slow = [r["flood"] for r in rows if r["added"] > ADDED_LIMIT]
    return {"wrong": wrong, "slow": slow, "rows": rows}
