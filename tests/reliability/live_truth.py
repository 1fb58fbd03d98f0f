"""Looks at pages that change at random moments: do kept looks lie more often than captures do?

For each page of `live_pages.py`, looks in turns with `live` off and on. Of each look: is the
picture's state one that the page had at or after the call (else it is `stale`, and by how much), is
the picture a whole one, and do boxes and pixels show the same state?
`make test-live LOOKS=20000` sets how many.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from reliability.live_pages import INNER, PAGES, WITH_BOX, around, state_in

import viewmark
from viewmark import imaging
from viewmark.demo import serve

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT, LONG = 40, 20_000
FRAME = "frame of another process"
GAP_S = 0.06
"""The longest pause between two looks."""
Mode = Literal["off", "on"]


async def look(page: viewmark.Page, name: str, mode: Mode, looks: int) -> dict[str, Any]:
    """Counts of so many looks at a page that changes."""
    page.live = mode
    raw = page.browser_page
    seen: Counter[str] = Counter()
    lags: list[float] = []
    times: list[float] = []
    for _ in range(looks):
        await asyncio.sleep(random.random() * GAP_S)
        began, clock = time.time() * 1000, time.perf_counter()
        observed = await page.observe(annotate=True)
        times.append((time.perf_counter() - clock) * 1000)
        answer = await raw.session.send("Runtime.evaluate", {"expression": "JSON.stringify(log)"})
        raw.session.acted_at = 0.0  # our own question changed nothing
        log = json.loads(answer["result"]["value"])
        info = observed.image_info
        assert info is not None
        assert observed.clean_base64 is not None
        source = info.source
        seen["looks"] += 1
        seen[source] += 1
        state = state_in(imaging.from_base64(observed.clean_base64))
        began_at = [n for n, (known, _) in enumerate(log) if known == state]
        if not began_at:
            seen[f"half ({source})"] += 1
            continue
        over = log[began_at[-1] + 1][1] if began_at[-1] + 1 < len(log) else None
        if over is not None and over < began:
            seen[f"stale ({source})"] += 1
            lags.append(round(began - over, 1))
        if name in WITH_BOX and not observed.layout_shifted:
            boxes = [each.bounds for each in observed if each.element.name == "B"]
            if any(round((box.x - 20) / 4) != state for box in boxes):
                seen[f"disagree ({source})"] += 1
    return {**seen, "worst_lag_ms": max(lags, default=0.0), "median_ms": statistics.median(times)}


async def figures(names: Iterable[str], looks: int) -> dict[str, dict[str, Any]]:
    """Counts by page and mode."""
    made: dict[str, dict[str, Any]] = {}
    async with viewmark.launch() as browser:
        for name in names:
            with serve(INNER) as inside:
                other_site = inside.replace("127.0.0.1", "localhost")
                body = around(other_site) if name == FRAME else PAGES[name]
                with serve(body) as url:
                    for mode in ("off", "on"):
                        page = await browser.page(url)
                        made[f"{name}, {mode}"] = await look(page, name, mode, looks)
                        await page.close()
    return made


async def run(long: bool) -> dict[str, Any]:
    """Counts by page and by mode; wrong is what kept looks do worse than captures."""
    names = [*PAGES, FRAME]
    total = int(os.environ.get("LOOKS", LONG)) if long else SHORT * 2 * len(names)
    pages = await figures(names, max(1, total // (2 * len(names))))
    return {"pages": pages, "sums": sums(pages), "wrong": wrong(pages)}


def sums(pages: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Counts of all pages together, by mode."""
    made: dict[str, Counter[str]] = {"off": Counter(), "on": Counter()}
    for name, seen in pages.items():
        counts = {key: each for key, each in seen.items() if not key.endswith("_ms")}
        made[name.rpartition(", ")[2]].update(counts)
    return {mode: dict(counts) for mode, counts in made.items()}


def wrong(pages: dict[str, dict[str, Any]]) -> list[str]:
    """What kept looks do worse than captures, beyond what chance explains."""
    counts = sums(pages)
    found = []
    for what in ("half", "stale", "disagree"):
        bad, of = counts["on"].get(f"{what} (live)", 0), counts["on"].get("live", 0)
        usual = counts["off"].get(f"{what} (capture)", 0) / max(1, counts["off"].get("capture", 0))
        most = usual * of
        if bad > most + 3 * (most**0.5) + 3:
            found.append(f"{bad} of {of} kept looks are {what}; of captures {usual:.2%} are")
    return found
