"""Bearer-token authentication of the HTTP server, in constant time. Plain ASGI, no SDK."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

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
        """Pass on a request with the token, or respond with status 401."""
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
