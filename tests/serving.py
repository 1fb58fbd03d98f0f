"""`viewmark mcp` as its clients meet it: the SDK's own client, in memory or over stdio."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from mcp.client._memory import InMemoryTransport
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from viewmark import cli
from viewmark.cli.serving import settings_of
from viewmark.mcp.server import build
from viewmark.mcp.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

__all__ = ["PATIENCE", "mcp_session"]

PATIENCE = 30.0
"""Seconds that an answer may take."""


@asynccontextmanager
async def mcp_session(
    folder: Path, *flags: str, process: bool = False
) -> AsyncIterator[ClientSession]:
    """A client of a server of its own.

    Args:
        folder: where the server runs; `stderr.txt` there is the log of a process.
        flags: of `viewmark mcp`.
        process: whether it is one, with its browser; else it serves from this process.
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
