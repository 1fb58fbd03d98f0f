"""A client of the Model Context Protocol over stdio in a few lines: its time is next to nothing.

Client libraries take milliseconds for a picture of half a megabyte; what is measured is the server.
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
SECONDS = 60.0  # for one answer
LINE = 64 << 20  # bytes of a line; a picture is one


class Server:
    """A server process and the numbers of its requests."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process, self._number = process, 0
        self.name = ""

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        """The result of one request; notifications and requests of the server are passed over.

        Raises:
            RuntimeError: the server ended, or answered with an error.
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
        """The content blocks of a tool's answer.

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
        """Shake hands."""
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
    """A server that runs in a folder, as long as the block; what it logs is left out."""
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
        process.stdin.close()  # the polite end of the transport
        try:
            await asyncio.wait_for(process.wait(), 10)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
