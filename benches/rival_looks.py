"""Observations of a page by viewmark and other tools, in turns, each with its own browser.

An observation gives an agent an image and elements that it can act on by name or number. Its form
differs: viewmark, agent-browser, BrowserGym and browser-use's drawing return an image with marks,
the two other servers a plain image and a text of the page. Each starts from rest: 20 ms of idle
time before it, spread over a frame. The other tools are running but idle meanwhile. A tool that
cannot be installed or started here is listed with the reason.

Runs only by name (`make bench-rivals`), because the environments are large.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

from support import lookers

from viewmark.demo import serve

ROUNDS = 11
WARM = 2
REST = 0.02
FRAME = 1 / 60
HERE = Path(__file__).parent
BARE = "bare capture"
PICTURES = HERE.parent / "out" / "rivals"
"""Folder with the last image of each tool, for checking what was compared."""


def pages() -> dict[str, bytes | None]:
    """Return the observed pages; None is the application that comes with viewmark."""
    kept = {p.stem: p.read_bytes() for p in sorted((HERE / "pages").glob("*.html"))}
    return {"application": None, **kept}


def run() -> list[dict[str, Any]]:
    """Return medians, and their ratio to viewmark's observation through the same interface."""
    return asyncio.run(_measure())


async def _measure() -> list[dict[str, Any]]:
    at_work: dict[str, lookers.Looker] = {}
    rows: list[dict[str, Any]] = []
    async with AsyncExitStack() as stack:
        ours, bare = await stack.enter_async_context(lookers.library())
        at_work |= {BARE: bare, "viewmark": ours}
        wanted = {
            "viewmark, MCP": lookers.server("viewmark"),
            "browser-use": lookers.python("browser_use", "browser-use"),
            "BrowserGym": lookers.python("browsergym", "browsergym-core"),
            "agent-browser, MCP": lookers.server("agent-browser"),
            "chrome-devtools-mcp": lookers.server("chrome-devtools-mcp"),
            "@playwright/mcp": lookers.server("@playwright/mcp"),
        }
        for name, context in wanted.items():
            try:
                at_work[name] = await stack.enter_async_context(context)
            except Exception as error:  # listed as the reason
                print(f"{name}: not measured: {error!r:.300}", file=sys.stderr)
                rows.append({"name": f"{name}: not measured", "value": None, "why": repr(error)})
        for page, body in pages().items():
            with ExitStack() as served:
                url = served.enter_context(serve(body))
                for each in at_work.values():
                    await each.open(url)
                taken = await _in_turns(at_work)
            rows += _rows(page, at_work, taken)
    return rows


async def _in_turns(at_work: dict[str, lookers.Looker]) -> dict[str, list[lookers.Look]]:
    taken: dict[str, list[lookers.Look]] = {name: [] for name in at_work}
    names = list(at_work)
    for turn in range(WARM + ROUNDS):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            await asyncio.sleep(REST + FRAME * (turn * 7 % ROUNDS) / ROUNDS)
            look = await at_work[name].look()
            if turn >= WARM:
                taken[name].append(look)
    return taken


def _rows(
    page: str, at_work: dict[str, lookers.Looker], taken: dict[str, list[lookers.Look]]
) -> list[dict[str, Any]]:
    rows = []
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, looks in taken.items():
        over_mcp = "mcp" in name.lower()
        base = taken["viewmark, MCP" if over_mcp and "viewmark, MCP" in taken else "viewmark"]
        value = statistics.median(each.ms for each in looks)
        ours = statistics.median(each.ms for each in base)
        last = looks[-1]
        unmarked = [each.unmarked_ms for each in looks if each.unmarked_ms is not None]
        ending = "png" if last.picture.startswith(b"\x89PNG") else "jpg"
        file = f"{page}-{name.replace('/', '-').replace(', ', '-').replace(' ', '-')}.{ending}"
        (PICTURES / file).write_bytes(last.picture)
        rows.append(
            {
                "name": f"look at {page}: {name}",
                "value": value,
                "unit": "ms",
                "baseline": ours,
                "ratio": value / ours,
                "low": min(each.ms for each in looks),
                "high": max(each.ms for each in looks),
                "unmarked": statistics.median(unmarked) if unmarked else None,
                "size": last.size,
                "elements": last.elements,
                "version": at_work[name].version,
            }
        )
    return rows
