"""A minimal MCP client over stdio, whose own time is negligible.

Client libraries take milliseconds for an image of half a megabyte, which would distort the
measurement of the server.
"""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

REVISION = "2025-06-18"
SECONDS = 60.0  # for one reply
LINE = 64 << 20  # bytes per line; an image is one line


class Server:
    """A server process, with numbered requests."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process, self._number = process, 0
        self.name = ""

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        """Return the result of a request; the server's notifications and requests are ignored.

        Raises:
            RuntimeError: the server exited or returned an error.
        """
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        while line := await asyncio.wait_for(self._process.stdout.readline(), SECONDS):
            told = json.loads(line)
            if told.get("id") == self._number and "method" not in told:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']}")
                return told["result"]
        raise RuntimeError(f"{method}: the server ended")

    async def call(self, tool: str, **arguments: Any) -> list[dict[str, Any]]:
        """Return the content blocks of a tool's result.

        Raises:
            RuntimeError: the tool failed.
        """
        answer = await self.request("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            raise RuntimeError(f"{tool}: {str(answer)[:500]}")
        return answer["content"]  # type: ignore[no-any-return]

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def initialize(self) -> None:
        """Perform the handshake."""
        about = {"name": "benches", "version": "0"}
        told = await self.request(
            "initialize",
            {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": about},
        )
        self.name = f"{told['serverInfo']['name']} {told['serverInfo']['version']}"
        self._send({"method": "notifications/initialized"})


@asynccontextmanager
async def serving(
    command: Sequence[object], folder: str, **environment: str
) -> AsyncIterator[Server]:
    """Run a server in a folder during a block; its log is discarded."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
        cwd=folder,
        env={**os.environ, **environment},
    )
    try:
        server = Server(process)
        await server.initialize()
        yield server
    finally:
        assert process.stdin is not None
        process.stdin.close()  # the regular shutdown of the transport
        try:
            await asyncio.wait_for(process.wait(), 10)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
