"""The MCP server over stdio: its overhead beyond the library call, and its cost for a model."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

import viewmark
from viewmark.demo import serve
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import input_schema

ROUNDS = 20
CALLS = 200


def _rss_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def _server_of_this_process() -> int:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if b"viewmark" in words and b"mcp" in words and parent == str(os.getpid()):
                return int(entry.name)
    raise RuntimeError("the server is not running")


async def _library(url: str) -> float:
    times = []
    async with viewmark.launch() as browser:
        page = await browser.page(url)
        for turn in range(ROUNDS + 3):
            started = time.perf_counter()
            await page.observe(annotate=True)
            if turn >= 3:
                times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


async def _server(url: str, folder: str) -> dict[str, float]:
    told: dict[str, float] = {}
    started = time.perf_counter()
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "viewmark", "mcp"],
        cwd=folder,
        env=dict(os.environ),
    )
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        told["start"] = (time.perf_counter() - started) * 1000
        # Stay below the limit of 60 screenshots per minute, which would distort the result.
        await session.call_tool("interact", {"what": "navigate", "url": url})
        times = []
        for turn in range(ROUNDS + 3):
            started = time.perf_counter()
            seen = await session.call_tool("observe", {"what": "page", "annotate_screenshot": True})
            if turn >= 3:
                times.append((time.perf_counter() - started) * 1000)
            told["lines"] = len(seen.content[1].text)
        told["observe"] = statistics.median(times)
        as_json = {"what": "page", "annotate_screenshot": True, "map": "json"}
        told["json"] = len((await session.call_tool("observe", as_json)).content[1].text)
        server = _server_of_this_process()
        for turn in range(CALLS):
            await session.call_tool("observe", {"what": "page"})
            if turn == CALLS // 4:
                told["rss_before"] = _rss_kb(server)
        told["rss_after"] = _rss_kb(server)
    return told


def run() -> list[dict[str, Any]]:
    """Measure one server with one browser; the baseline is the library's own call."""
    with serve() as url, tempfile.TemporaryDirectory() as folder:
        library = asyncio.run(_library(url))
        told = asyncio.run(_server(url, folder))
    schema = sum(
        len(json.dumps({"name": t.name, "description": t.doc, "inputSchema": input_schema(t)}))
        for t in TOOLS
    )
    growth = told["rss_after"] / told["rss_before"]
    return [
        _row("spawn until initialized", told["start"], "ms", "< 3000 ms", told["start"] < 3000),
        _row(
            "annotated observation over stdio",
            told["observe"],
            "ms",
            "<= 1.1x the library's call",
            told["observe"] <= 1.1 * library,
            baseline=library,
            ratio=told["observe"] / library,
        ),
        _row("schemas of the five tools", schema, "characters", "< 10,000", schema < 10_000),
        _row("answer with 50 marks, json", told["json"], "characters", "", None),
        _row("answer with 50 marks, lines", told["lines"], "characters", "", None),
        _row(
            f"memory after {CALLS} calls",
            told["rss_after"] / 1024,
            "MB",
            "<= 1.1x that after a quarter of them",
            growth <= 1.1,
            baseline=told["rss_before"] / 1024,
            ratio=growth,
        ),
    ]


def _row(
    name: str, value: float, unit: str, target: str, ok: bool | None, **more: float
) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "target": target, "ok": ok, **more}
