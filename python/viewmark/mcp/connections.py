"""Limits connections of the HTTP server: time to send a request, number of open ones.

uvicorn limits neither; a client that sends half a request would keep its descriptor for ever,
before anybody asked it for a token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

__all__ = ["CONNECTIONS", "REQUEST_S", "TimedConnection"]

REQUEST_S = 10.0
"""Seconds from the first byte (or the beginning of the connection) to the end of the head, and from
there to the end of the body."""
CONNECTIONS = 128
"""Open at once. Beyond it the one goes that has been sending its request for longest."""

_SENDING = (h11.IDLE, h11.SEND_BODY)


class TimedConnection(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with these two limits."""

    _timer: asyncio.TimerHandle | None = None
    _state: Any = None

    def connection_made(self, transport: Any) -> None:
        """A client connected."""
        super().connection_made(transport)
        self._watch()
        if len(self.connections) > CONNECTIONS:
            half = [
                (each._timer.when(), each)
                for each in self.connections
                if isinstance(each, TimedConnection) and each._timer is not None
            ]
            oldest = min(half, key=lambda pair: pair[0])[1] if half else self
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """An answer was sent; what came meanwhile may begin the next request."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._watch()

    def _watch(self) -> None:
        state = self.conn.their_state
        if state not in _SENDING or self.transport.is_closing():
            self._stop()
        elif self._timer is None or state is not self._state:
            self._stop()
            self._state = state
            self._timer = self.loop.call_later(REQUEST_S, self._too_slow)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self.conn.their_state is h11.IDLE:
            self.transport.abort()  # nobody is there whom an answer would help
            return
        if self.cycle is not None and not self.cycle.response_started:
            body = b"The request took too long to arrive.\n"
            self.transport.write(
                b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n"
                b"content-type: text/plain\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
            )
        self.transport.close()
