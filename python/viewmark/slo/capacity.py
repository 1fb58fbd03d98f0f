"""Measures capacity: looks per second and latency while more and more pages are looked at.

Closed loop: each page is looked at again as soon as the last look is done, so that a slow system
slows its own load; good for the most it can do. Open loop: looks are due at a rate whatever
happens, and each one's latency counts from when it was due, so that waiting in line is not left
out (coordinated omission).
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from viewmark import Browser, Page, attach, launch
from viewmark.demo import serve
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.slo.noise import processes
from viewmark.slo.plan import DEMO
from viewmark.slo.statistics import quantile

__all__ = ["Capacity", "LoadStep", "load"]

GAIN = 1.1
"""Twice the pages must give this much more looks per second, or the machine is saturated."""
KEPT = 0.9
"""Share of a rate that must be done, or it is too much."""
LATE = 2.0
"""An open loop is saturated where its 95th percentile is this many times that of one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadStep:
    """One level of load."""

    pages: int
    rate: float | None
    """Looks per second that were due; None: closed loop."""
    done: int
    undone: int
    """Looks that were due and were not begun when the time was over twice."""
    errors: int
    per_second: float
    p50: float
    """Milliseconds; in an open loop from when the look was due."""
    p95: float
    p99: float
    memory_mb: float | None
    """Resident memory of this process and the browser together."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape; null for a latency where no look was done."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return {n: None if isinstance(v, float) and math.isnan(v) else v for n, v in fields.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """All levels, and where more load brings nothing."""

    steps: tuple[LoadStep, ...]
    saturated_at: int | None
    """Pages (closed loop) or looks per second (open loop); None: not reached. Where the smallest
    rate was too much already, the looks per second that were done of it."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {"saturated_at": self.saturated_at, "steps": [s.to_json() for s in self.steps]}

    def table(self) -> str:
        """For people."""
        head = ("pages", "due/s", "looks/s", "p50 ms", "p95 ms", "p99 ms", "undone", "errors", "MB")
        rows = [
            (
                str(s.pages),
                "closed" if s.rate is None else f"{s.rate:g}",
                f"{s.per_second:.1f}",
                *(f"{v:.0f}" for v in (s.p50, s.p95, s.p99)),
                str(s.undone),
                str(s.errors),
                "-" if s.memory_mb is None else f"{s.memory_mb:.0f}",
            )
            for s in self.steps
        ]
        widths = [max(len(r[i]) for r in (head, *rows)) for i in range(len(head))]
        lines = [
            "  ".join(c.rjust(w) for c, w in zip(r, widths, strict=True)) for r in (head, *rows)
        ]
        at = "not reached" if self.saturated_at is None else f"at {self.saturated_at}"
        return "\n".join([*lines, f"saturation: {at}"])


async def load(
    url: str,
    *,
    pages: int,
    rate: float | None = None,
    seconds: float = 5.0,
    attach_to: str | None = None,
    progress: Callable[[str, str, int, int], None] = lambda *_: None,
) -> Capacity:
    """Look at up to so many pages at once.

    Args:
        url: an address, or `demo`.
        pages: tabs; the levels are 1, 2, 4, ... and this.
        rate: looks per second that are due in all; the levels are shares of it, always with all
            the pages. Without it each page is looked at in a closed loop.
        seconds: of each level.
        attach_to: CDP address of a running browser; without it one is started.
        progress: as for `run`.

    Raises:
        InvalidOption: not a number of pages, rate or time.
        NavigationFailed, BrowserError: the page or the browser is not there.
    """
    if not 1 <= pages <= 500 or seconds <= 0 or (rate is not None and rate <= 0):
        raise InvalidOption("Load takes 1 to 500 pages, a positive rate and a positive time.")
    browser = await (attach(attach_to) if attach_to else launch(viewport=(1280, 720)))
    try:
        with serve() as demo:
            return await _levels(
                browser, demo if url == DEMO else url, pages, rate, seconds, progress
            )
    finally:
        await browser.close()


async def _levels(
    browser: Browser,
    url: str,
    pages: int,
    rate: float | None,
    seconds: float,
    progress: Callable[[str, str, int, int], None],
) -> Capacity:
    sizes = [2**n for n in range(pages.bit_length()) if 2**n < pages] + [pages]
    tabs: list[Page] = []
    steps: list[LoadStep] = []
    for number, size in enumerate(sizes):
        wanted = size if rate is None else pages
        while len(tabs) < wanted:
            tabs.append(await browser.page(url))
            await tabs[-1].observe(annotate=True)
        progress(url, f"{wanted} pages", number, len(sizes))
        due = None if rate is None else rate * size / pages
        steps.append(await _step(tabs[:wanted], due, seconds))
    return Capacity(steps=tuple(steps), saturated_at=_saturation(steps))


async def _step(tabs: list[Page], rate: float | None, seconds: float) -> LoadStep:
    times: list[float] = []
    errors = undone = 0
    clock = time.perf_counter
    started = clock()
    end = started + seconds

    async def observe_page(page: Page, since: float) -> None:
        nonlocal errors
        try:
            await page.observe(annotate=True)
            times.append((clock() - since) * 1000)
        except ViewmarkError:
            errors += 1

    async def close_page(page: Page) -> None:
        while (now := clock()) < end:
            await observe_page(page, now)

    async def due(page: Page, first: float, every: float) -> None:
        nonlocal undone
        at = first
        while at < end:
            await asyncio.sleep(max(0.0, at - clock()))
            if clock() < end + seconds:
                await observe_page(page, at)  # from when it was due, not from when its turn came
            else:
                undone += 1
            at += every

    if rate is None:
        await asyncio.gather(*map(close_page, tabs))
    else:
        every = len(tabs) / rate
        await asyncio.gather(*(due(page, started + n / rate, every) for n, page in enumerate(tabs)))
    took = clock() - started
    p50, p95, p99 = (quantile(times, p) if times else float("nan") for p in (50, 95, 99))
    return LoadStep(
        pages=len(tabs),
        rate=rate,
        done=len(times),
        undone=undone,
        errors=errors,
        per_second=len(times) / took,
        p50=p50,
        p95=p95,
        p99=p99,
        memory_mb=_memory(),
    )


def _saturation(steps: list[LoadStep]) -> int | None:
    first = steps[0]
    if first.rate is not None and first.per_second < KEPT * first.rate:
        return int(first.per_second)
    for before, after in pairwise(steps):
        if after.rate is None:
            wanted = min(GAIN, 1 + (GAIN - 1) * (after.pages / before.pages - 1))
            if after.per_second < before.per_second * wanted:
                return before.pages
        elif after.p95 > LATE * steps[0].p95 or after.per_second < KEPT * after.rate:
            return round(before.rate or 0)
    return None


def _memory() -> float | None:
    total = 0
    for pid in processes():
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue
        total += sum(int(r.split()[1]) for r in status.splitlines() if r.startswith("VmRSS"))
    return total / 1024 if total else None
