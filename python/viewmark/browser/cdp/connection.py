"""The CDP connection: many sessions over one transport to a browser.

What carries the bytes is a pipe to a browser that we started (`pipe`) or a websocket to one that
somebody else did (`websocket`); here nobody knows which.
"""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING, Any

from viewmark.browser.cdp.codec import decode_message, encode_message
from viewmark.browser.cdp.router import SessionRouter
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, Session
from viewmark.errors import ConnectionLost, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viewmark.browser.cdp.transport import Transport

_log = logging.getLogger("viewmark.browser")


class Connection(SessionRouter):
    """One transport to a browser, with its own session (`browser`) and one per attached target.

    Use it in the event loop in which it was made.
    """

    def __init__(self, transport: Transport, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        super().__init__(timeout=timeout)
        self.browser = self._root
        """The session of the browser itself: `Target.*` and `Browser.*`."""
        self.transport = transport
        """What carries the messages."""
        self._ids = itertools.count(1)
        self._closing = False
        transport.start(self._receive, self._lost)

    @property
    def closed(self) -> bool:
        """Whether nothing comes any more."""
        return self.transport.closed

    async def attach(self, target_id: str) -> Session:
        """A new session with a target; see `Session.attach`."""
        return await self.browser.attach(target_id)

    async def close(self) -> None:
        """Close the transport and end all handlers; a second call does nothing."""
        self._closing = True
        await self.transport.close()
        self._lost("it was closed")
        await self._stop_all()

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What the sessions ask (Link) -------------------------------------------------------------

    def next_id(self) -> int:
        """A number unique on this connection."""
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Queue a command; one that nobody waits for when its turn comes is not sent."""
        message = self._message(session, number, method, params)
        self.transport.post(encode_message(message), lambda: session.is_waiting(number))

    # What the transport calls -----------------------------------------------------------------

    def _receive(self, data: bytes | memoryview) -> None:
        message = decode_message(data)
        if isinstance(message, dict):
            self._route(message)
        else:
            _log.warning("a message of %d bytes cannot be read; dropped", len(data))

    def _lost(self, why: str) -> None:
        reply = "it was closed by us" if self._closing else why

        def reason(method: str) -> ViewmarkError:
            return ConnectionLost(
                f"The connection to the browser is gone ({reply}); {method} has no answer.",
                method=method,
            )

        self._end_all(reason)


async def connect(
    url: str, *, timeout: float = DEFAULT_TIMEOUT, headers: Mapping[str, str] | None = None
) -> Connection:
    """Open the websocket of a browser that somebody else started, or that opened a port.

    Args:
        url: `ws://host:port/devtools/browser/...`, as `/json/version` tells it.
        timeout: seconds for the opening, and the deadline of commands that name none.
        headers: sent with the opening, such as those that a rented browser asks for.

    Raises:
        ConnectionFailed: nobody answers there, or not in the language of websockets.
    """
    # Imported when it is needed: a browser that we start is spoken to without it.
    from viewmark.browser.cdp.websocket import WebSocket

    return Connection(await WebSocket.open(url, timeout=timeout, headers=headers), timeout=timeout)
