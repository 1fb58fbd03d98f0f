"""Faults during calls: killed and stopped processes, and tabs closed by another client.

Every case must end with a result or a documented error code, recover with one navigation, and leave
no process, folder or traceback behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from server import Server
from webserver import LocalSite

from viewmark.browser.launch.browser import attach
from viewmark.errors import ViewmarkError, table

PAGE = """<!doctype html><title>Form</title><h1>Form</h1><input id="name" aria-label="Name">
<button id="go">Go</button><p id="p">words</p>"""
STAGES: dict[str, dict[str, Any]] = {
    "navigate": {"tool": "interact", "what": "navigate", "timeout_s": 8},
    "observe": {"tool": "observe", "what": "page", "annotate_screenshot": True},
    "screenshot": {"tool": "observe", "what": "screenshot"},
    "click": {"tool": "interact", "what": "click", "selector": "#go"},
    "type": {
        "tool": "interact",
        "what": "type",
        "selector": "#name",
        "text": "x" * 300,
        "keys": True,
    },
    "wait_for": {"tool": "interact", "what": "wait_for", "text": "never", "timeout_s": 3},
}
NEXT = {"tool": "observe", "what": "page", "annotate_screenshot": True}
DELAYS = {"navigate": 0.1, "observe": 0.02, "screenshot": 0.02, "click": 0.03, "type": 0.1}


def _kill(server: Server, kind: str, with_signal: int) -> None:
    for pid in server.of_kind(kind):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, with_signal)


async def _by_another(server: Server, command: str) -> None:
    with contextlib.suppress(ViewmarkError):
        async with attach(f"http://127.0.0.1:{server.debug_port()}") as other:
            for tab in await other.tabs():
                session = await other.connection.attach(tab.id)
                with contextlib.suppress(ViewmarkError):
                    params = {"url": "about:blank"} if command == "Page.navigate" else {}
                    await session.send(command, params, timeout=1)


FAULTS: dict[str, Callable[[Server], Awaitable[None] | None]] = {
    "kill -9 browser": lambda s: _kill(s, "browser", signal.SIGKILL),
    "kill -9 renderers": lambda s: _kill(s, "renderer", signal.SIGKILL),
    "kill -9 GPU process": lambda s: _kill(s, "gpu-process", signal.SIGKILL),
    "kill -9 network": lambda s: _kill(s, "network", signal.SIGKILL),
    "SIGSTOP browser": lambda s: _kill(s, "browser", signal.SIGSTOP),
    "SIGSTOP renderers": lambda s: _kill(s, "renderer", signal.SIGSTOP),
    "tab closed by another": lambda s: _by_another(s, "Page.close"),
    "page crashed by another": lambda s: _by_another(s, "Page.crash"),
    "navigated by another": lambda s: _by_another(s, "Page.navigate"),
}
SHORT = (
    ("kill -9 browser", "observe"),
    ("kill -9 renderers", "click"),
    ("tab closed by another", "type"),
)


async def cell(site: LocalSite, fault: str, stage: str) -> dict[str, Any]:
    """Run one fault in one stage, with its own server."""
    held = site.hold("/slow", PAGE)
    asked = dict(STAGES[stage])
    if stage == "navigate":
        asked["url"] = site.url("/slow")
    joined = ("--debugging-port", "0") if fault.endswith("by another") else ()
    async with Server(*joined) as server:
        opened = await server.call("interact", what="navigate", url=site.url("/"))
        assert opened.code == "ok", opened.text
        call = asyncio.ensure_future(server.call(asked.pop("tool"), **asked))
        await asyncio.wait({call}, timeout=DELAYS.get(stage, 0.3))
        strike = FAULTS[fault](server)
        if strike is not None:
            await strike
        struck = await call
        held.released.set()
        if fault.startswith("SIGSTOP"):
            _kill(server, "browser", signal.SIGCONT)
            _kill(server, "renderer", signal.SIGCONT)
        asked = dict(NEXT)
        following = await server.call(asked.pop("tool"), **asked)
        healed = await server.call("interact", what="navigate", url=site.url("/"))
        seen = await server.call("observe", what="page", annotate_screenshot=True)
        pids = list(server.browsers())
    left = [pid for pid in pids if await _lives(pid)]
    folders = [p.name for p in server.temporary.glob("viewmark-*/profile")]
    known = {"ok", *table()}
    wrong = [
        *(
            f"{n}: {r.code}"
            for n, r in (("call", struck), ("next", following))
            if r.code not in known
        ),
        *([] if healed.code == seen.code == "ok" else [f"not healed: {healed.code}, {seen.code}"]),
        *([f"{server.tracebacks} tracebacks"] if server.tracebacks else []),
        *([f"{len(left)} processes left"] if left else []),
        *([f"folders left: {folders}"] if folders else []),
    ]
    return {
        "fault": fault,
        "stage": stage,
        "code": struck.code,
        "seconds": round(struck.seconds, 1),
        "next": following.code,
        "wrong": wrong,
    }


def _state(pid: int) -> str:
    """Return the state of a process from /proc; empty if it does not exist."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


async def _lives(pid: int) -> bool:
    """Return whether a browser process still exists some seconds after its server ended."""
    for _ in range(100):
        if _state(pid) in ("", "Z"):
            return False
        await asyncio.sleep(0.05)
    return True


async def run(long: bool) -> dict[str, Any]:
    """Run all cases, or three in the short form."""
    cells = [(f, s) for f in FAULTS for s in STAGES] if long else list(SHORT)
    site = LocalSite()
    try:
        site.put("/", PAGE)
        rows = [await cell(site, fault, stage) for fault, stage in cells]
    finally:
        site.close()
    return {"cells": len(rows), "wrong": [r for r in rows if r["wrong"]], "rows": rows}
