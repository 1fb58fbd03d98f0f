"""One Ctrl-C ends a server and all its child processes, in any state."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from long_forms import short_of

pytestmark = pytest.mark.timeout(180)

PATIENCE = 50.0
"""Seconds; starting a process imports many modules."""
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
PAGE = "data:text/html,<title>x</title><button>x</button>"


def call(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


NAVIGATE = call(2, "interact", what="navigate", url=PAGE)
SITUATIONS: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    "idle": ([], []),
    "with a browser": ([NAVIGATE], []),
    "starting the browser": ([], [NAVIGATE]),
    "looking": ([NAVIGATE], [call(3, "observe", what="page", annotate_screenshot=True)]),
    "waiting for the page": ([NAVIGATE], [call(3, "interact", what="wait_for", text="never")]),
    "waiting for a drawing": (
        [NAVIGATE, call(3, "interact", what="draw_mode_start")],
        [call(4, "analyze", what="annotations", wait=True, timeout_s=200)],
    ),
}
"""Requests with replies before the signal, and requests that are pending when it is sent."""


@contextlib.asynccontextmanager
async def started(
    folder: Path, *words: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, Path]]:
    """A process of the command line with its own temporary folder; always ended."""
    temporary = Path(tempfile.mkdtemp(prefix="vm"))  # short, for Chromium's socket
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "viewmark", *words),
        cwd=folder,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=1 << 24,
    )
    try:
        yield process, temporary
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        shutil.rmtree(temporary, ignore_errors=True)


async def answer(process: asyncio.subprocess.Process, number: int) -> None:
    assert process.stdout is not None
    while True:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line, "the server ended"
        if json.loads(line).get("id") == number:
            return


def below(parent: int) -> list[int]:
    """Return the process ids of children and their descendants."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{name}/stat").read_text()
            if int(stat.rpartition(")")[2].split()[1]) == parent:
                found += [int(name), *below(int(name))]
    return found


def alive(family: list[int]) -> bool:
    return any(Path(f"/proc/{pid}").exists() for pid in family)


def left_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name != f"viewmark-{os.getuid()}"]


async def ends_clean(
    process: asyncio.subprocess.Process, temporary: Path, number: signal.Signals, eventually: Any
) -> None:
    """Send the signal once; all processes must end, and no files may be left."""
    family = below(process.pid)
    process.send_signal(number)
    assert process.stderr is not None
    # The pipe to its stdin stays open: a hung client must not keep it alive.
    words = (await asyncio.wait_for(process.stderr.read(), PATIENCE)).decode()
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 128 + number, words
    assert "Traceback" not in words
    assert "Exception" not in words
    await eventually(lambda: not alive(family), "the end of the browser")
    assert left_in(temporary) == []


@pytest.mark.parametrize("situation", short_of(SITUATIONS, "idle", "looking"))
async def test_one_interrupt_ends_a_server_on_stdio(
    tmp_path: Path,
    situation: str,
    eventually: Any,
) -> None:
    async with started(tmp_path, "mcp") as (process, temporary):
        assert process.stdin is not None
        first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
        asked, left_open = SITUATIONS[situation]
        for message in [first, *asked]:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            await answer(process, message["id"])
        for message in left_open:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            # The server has handled everything that was sent before a ping that it answered.
            ping = {"jsonrpc": "2.0", "id": 99, "method": "ping"}
            process.stdin.write(json.dumps(ping).encode() + b"\n")
            await answer(process, 99)
        await ends_clean(process, temporary, signal.SIGINT, eventually)


@pytest.mark.parametrize("number", short_of([signal.SIGINT, signal.SIGTERM], signal.SIGTERM))
async def test_one_signal_ends_a_server_over_http(
    tmp_path: Path, number: signal.Signals, eventually: Any
) -> None:
    async with started(tmp_path, "mcp", "--http", "--port", "0") as (process, temporary):
        assert process.stderr is not None
        address = (await process.stderr.readline()).decode().split()[-1]
        token = (await process.stderr.readline()).decode().split()[-1]
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

        def post(message: dict[str, Any]) -> Any:
            body = json.dumps(message).encode()
            request = urllib.request.Request(address, body, headers)
            return urllib.request.urlopen(request, timeout=PATIENCE)

        first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
        with await asyncio.to_thread(post, first) as opened:
            headers["Mcp-Session-Id"] = opened.headers["Mcp-Session-Id"]
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        with await asyncio.to_thread(post, ready):
            pass
        with await asyncio.to_thread(post, NAVIGATE) as opened:
            assert b"<title>x</title>" in await asyncio.to_thread(opened.read)
        # A pending call, whose stream stays open.
        waiting = call(3, "interact", what="wait_for", text="never", timeout_s=60)
        with await asyncio.to_thread(post, waiting):
            await ends_clean(process, temporary, number, eventually)


@pytest.mark.parametrize(
    "words",
    short_of(
        [("observe", "{url}", "--json"), ("draw", "{url}", "--headless"), ("demo",)], ("demo",)
    ),
    ids=lambda words: words[0],
)
async def test_one_interrupt_ends_the_command_line(
    tmp_path: Path, words: tuple[str, ...], site: Any, bounded: Any, eventually: Any
) -> None:
    held = site.hold("/slow")
    page = site.put("/page", "<title>x</title><img src=/slow>")
    url = site.url("/page")
    async with started(tmp_path, *(word.format(url=url) for word in words)) as (process, temporary):
        if words[0] == "demo":
            await eventually(lambda: below(process.pid), "the start of the browser")
        else:
            await bounded(asyncio.to_thread(page.asked.wait, 30))
        await ends_clean(process, temporary, signal.SIGINT, eventually)
    held.released.set()
