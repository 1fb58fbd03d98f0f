"""`viewmark mcp` as clients use it: in memory, over stdio, over HTTP."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcp.client._memory import InMemoryTransport
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from viewmark import cli
from viewmark.cli.serving import settings_of
from viewmark.mcp.server import build
from viewmark.mcp.sessions import Sessions

__all__ = ["PATIENCE", "HttpServer", "http_server", "mcp_session"]

PATIENCE = 30.0
"""Maximum seconds for a response."""


@asynccontextmanager
async def mcp_session(
    folder: Path, *flags: str, process: bool = False
) -> AsyncIterator[ClientSession]:
    """A client with a server of its own.

    Args:
        folder: the server's working directory; `stderr.txt` there is the log of a process.
        flags: arguments of `viewmark mcp`.
        process: whether to run the server in its own process with its own browser.
    """
    words = ["mcp", "--answers", "json", *flags]
    async with AsyncExitStack() as stack:
        if process:
            server = StdioServerParameters(
                command=sys.executable,
                args=["-m", "viewmark", *words],
                cwd=str(folder),
                env=dict(os.environ),
            )
            log = stack.enter_context((folder / "stderr.txt").open("w"))
            transport = stdio_client(server, errlog=log)
        else:
            stack.enter_context(pytest.MonkeyPatch.context()).chdir(folder)
            sessions = Sessions(settings_of(cli._parser()[0].parse_args(words)))
            stack.push_async_callback(sessions.close)
            transport = InMemoryTransport(build(sessions))
        streams = await stack.enter_async_context(transport)
        session = await stack.enter_async_context(ClientSession(*streams))
        await asyncio.wait_for(session.initialize(), PATIENCE)
        yield session


@dataclass(frozen=True)
class HttpServer:
    """A process that serves over HTTP."""

    head: list[str]
    """Lines that it wrote when it started, with its URL and its token."""

    @property
    def url(self) -> str:
        """URL of its endpoint."""
        return self.head[0].split()[-1]

    @property
    def port(self) -> int:
        """The port in the URL."""
        return int(self.url.rpartition(":")[2].partition("/")[0])

    @property
    def token(self) -> str:
        """The token that a client must send."""
        return self.head[1].split()[-1]


@contextmanager
def http_server(
    folder: Path, *flags: str, lines: int = 2, env: dict[str, str] | None = None
) -> Iterator[HttpServer]:
    """A server on a free port; reads the first `lines` lines of its output."""
    process = subprocess.Popen(
        [sys.executable, "-m", "viewmark", "mcp", "--http", "--port", "0", *flags],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **(env or {})},
        cwd=folder,
    )
    assert process.stderr is not None
    try:
        yield HttpServer([process.stderr.readline() for _ in range(lines)])
    finally:
        process.terminate()
        assert process.wait(20) is not None
        process.stderr.close()
