"""Serves MCP over streamable HTTP with a bearer token, by default on the loopback interface.

The token is compared in constant time, by plain ASGI without the SDK.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Iterator, Sequence

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from viewmark.mcp.auth import BODY_LIMIT, BearerAuth
from viewmark.mcp.listening import TOKEN, allowed_names, listen
from viewmark.mcp.logging_setup import log_to_stderr
from viewmark.mcp.prompt import HTTP_INSTRUCTIONS
from viewmark.mcp.server import build
from viewmark.mcp.sessions import Sessions

CONNECTIONS = 128
"""Maximum number of open connections; further requests get status 503."""


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # signals cancel the serving task, as on stdio


async def serve_http(
    sessions: Sessions,
    *,
    port: int,
    host: str = "127.0.0.1",
    names: Sequence[str] = (),
    token: str | None = None,
) -> None:
    """Serve until cancelled, then close all sessions and their browsers.

    Args:
        sessions: the sessions that handle the calls.
        port: port to listen on; 0 selects a free one.
        host: address to listen on; other than the loopback interface only with a `token`.
        names: further names and addresses by which clients reach this machine.
        token: the bearer token; if omitted, one is generated and printed on stderr.
    """
    log_to_stderr(sessions.redactor)
    secret = token or secrets.token_urlsafe(24)
    with listen(host, port, has_token=token is not None) as listener:
        address, bound = listener.getsockname()[:2]
        hosts = allowed_names(listener, names)
        app = build(sessions, instructions=HTTP_INSTRUCTIONS).streamable_http_app(
            json_response=False,
            max_request_body_size=BODY_LIMIT,
            transport_security=TransportSecuritySettings(
                allowed_hosts=hosts, allowed_origins=[f"http://{name}" for name in hosts]
            ),
        )
        where = f"[{address}]" if ":" in address else address
        shown = f"(what {TOKEN} has)" if token else secret
        sys.stderr.write(
            f"viewmark: http://{where}:{bound}/mcp\nviewmark: Authorization: Bearer {shown}\n"
            "viewmark: clients without a session (revision 2026-07-28) that give the same name "
            "share one browser\n"
        )
        sys.stderr.flush()
        server = _Server(
            uvicorn.Config(
                BearerAuth(app, secret, on_delete=sessions.end),
                http="h11",
                limit_concurrency=CONNECTIONS,
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
            await sessions.close()  # close sessions first, because this ends running calls
            server.should_exit = True
            await serving
