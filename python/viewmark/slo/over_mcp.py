"""Times looks over MCP: our own server in a process of its own, spoken to over stdio.

The messages are the protocol's own JSON-RPC lines, so that a client library's time is not measured.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from viewmark.errors import BrowserError, ExtraMissing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from viewmark.slo.plan import PageUnderTest, Plan

__all__ = ["observe_over_mcp"]

_MOST = 40
"""Looks: the server grants sixty pictures a minute."""
_REVISION = "2025-06-18"
_LIMIT = 60.0  # seconds for an answer
_LINE = 64 << 20  # bytes of a line; a picture is one


async def observe_over_mcp(url: str, about: PageUnderTest, plan: Plan) -> list[float]:
    """Milliseconds of each look, from the request until the whole answer is there.

    Raises:
        ExtraMissing: the server is not installed.
        BrowserError: the server ended or did not answer.
    """
    times = []
    async with _server() as server:
        await server.call("interact", {"what": "navigate", "url": url})
        width, height = about.viewport
        await server.call("configure", {"what": "viewport", "width": width, "height": height})
        for turn in range(min(plan.samples, _MOST) + plan.warmup):
            started = time.perf_counter()
            await server.call("observe", {"what": "page", "annotate_screenshot": True})
            if turn >= plan.warmup:
                times.append((time.perf_counter() - started) * 1000)
    return times


class _Server:
    """One server process and the numbers of its requests."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process, self._number = process, 0

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        stdout = self._process.stdout
        while stdout is not None:
            line = await asyncio.wait_for(stdout.readline(), _LIMIT)
            if not line:
                break
            message = json.loads(line)
            if message.get("id") == self._number:
                return message.get("result", message)
        raise BrowserError("The MCP server ended early.", hint="Run `viewmark doctor`.")

    def notify(self, method: str) -> None:
        self._send({"method": method})

    async def call(self, tool: str, arguments: dict[str, Any]) -> None:
        answer = await self.request("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError") or "error" in answer:
            raise BrowserError(f"The MCP server refused {tool}: {str(answer)[:300]}")

    def _send(self, message: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            line = json.dumps({"jsonrpc": "2.0", **message})
            self._process.stdin.write(f"{line}\n".encode())


@asynccontextmanager
async def _server() -> AsyncIterator[_Server]:
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "viewmark",
            "mcp",
            "--allow-local",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=folder,
            limit=_LINE,
        )
        try:
            server = _Server(process)
            who = {"name": "viewmark slo", "version": "1"}
            try:
                await server.request(
                    "initialize",
                    {"protocolVersion": _REVISION, "capabilities": {}, "clientInfo": who},
                )
            except BrowserError as error:
                raise ExtraMissing(
                    "Looks over MCP need the server.", hint='pip install "viewmark[mcp]"'
                ) from error
            server.notify("notifications/initialized")
            yield server
        finally:
            if process.stdin is not None:
                process.stdin.close()  # the server ends with its client
            try:
                await asyncio.wait_for(process.wait(), 10)
            except asyncio.TimeoutError:
                process.kill()
                await process.wait()
