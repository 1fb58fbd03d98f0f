"""Serves MCP over streamable HTTP on the loopback, behind a bearer token."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from viewmark.mcp.auth import BODY_LIMIT, BearerAuth
from viewmark.mcp.connections import TimedConnection
from viewmark.mcp.logging_setup import log_to_stderr
from viewmark.mcp.server import build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viewmark.mcp.sessions import Sessions

__all__ = ["serve_http"]


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # signals cancel the task that serves, as on stdio


async def serve_http(sessions: Sessions, *, port: int, token: str | None = None) -> None:
    """Serve until cancelled; then end what was started.

    Args:
        sessions: what answers; one for each session.
        port: of 127.0.0.1; 0 for a free one.
        token: made anew if omitted; told on stderr.
    """
    log_to_stderr(sessions.redactor)
    secret = token or secrets.token_urlsafe(24)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)  # from here on clients wait instead of being refused
        bound = listener.getsockname()[1]
        hosts = [f"127.0.0.1:{bound}", f"localhost:{bound}"]
        app = build(sessions).streamable_http_app(
            json_response=False,
            max_request_body_size=BODY_LIMIT,
            # Exactly this port: any other page on localhost is somebody else's.
            transport_security=TransportSecuritySettings(
                allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
            ),
        )
        sys.stderr.write(
            f"viewmark: http://127.0.0.1:{bound}/mcp\nviewmark: Authorization: Bearer {secret}\n"
        )
        sys.stderr.flush()
        server = _Server(
            uvicorn.Config(
                BearerAuth(app, secret, on_delete=sessions.end),
                http=TimedConnection,
                ws="none",
                log_level="warning",
                lifespan="on",
                timeout_graceful_shutdown=1,
            )
        )
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        try:
            await asyncio.shield(serving)
        finally:
            await sessions.close()  # first: calls under way end with it
            server.should_exit = True
            await serving
