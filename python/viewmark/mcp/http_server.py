"""Serves MCP over streamable HTTP with a bearer token, by default on the loopback interface.

The token is compared in constant time, by plain ASGI without the SDK.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping, Sequence
from typing import Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from viewmark.mcp.listening import TOKEN, allowed_names, listen
from viewmark.mcp.logging_setup import log_to_stderr
from viewmark.mcp.prompt import HTTP_INSTRUCTIONS
from viewmark.mcp.server import build
from viewmark.mcp.sessions import Sessions

BODY_LIMIT = 1 << 20
"""Maximum bytes of a request body; the longest text to type has 20,000 characters."""


class BearerAuth:
    """ASGI middleware that passes on requests with the bearer token and rejects others with 401."""

    def __init__(
        self, app: Any, token: str, *, on_delete: Callable[[str], None] | None = None
    ) -> None:
        self._app = app
        self._on_delete = on_delete
        """Callback for a session that its client deletes; it gets the session ID."""
        self._expected = f"Bearer {token}".encode()

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Handle one ASGI connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        header = b""
        if scope["type"] == "http":
            header = dict(scope["headers"]).get(b"authorization", b"")
            if hmac.compare_digest(header, self._expected):
                await self._app(scope, receive, send)
                if scope["method"] == "DELETE" and self._on_delete is not None:
                    named = dict(scope["headers"]).get(b"mcp-session-id", b"")
                    self._on_delete(named.decode("latin-1"))
                return
            await send(
                {
                    "type": "http.response.start",
                    "status": 401,
                    "headers": [
                        (b"www-authenticate", b"Bearer"),
                        (b"content-type", b"text/plain"),
                    ],
                }
            )
            body = b"A bearer token is needed: that of VIEWMARK_TOKEN, or the one that the server "
            body += b"printed when it started.\n"
            await send({"type": "http.response.body", "body": body})


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
