"""Interface of transports (pipe, WebSocket), which carry messages to and from a browser.

A transport is open when it is created. After `start` it delivers messages in order, and reports
once when the connection is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from viewmark.errors import ConnectionLost, ViewmarkError

OnMessage: TypeAlias = Callable[[bytes | memoryview], None]
"""Function that the transport calls with each message. A memoryview is valid only during the call.
The function must not raise an exception.
"""


class OnLost(Protocol):
    """Called once when the connection is lost, with the reason and the class of the error."""

    def __call__(self, why: str, kind: type[ViewmarkError] = ConnectionLost) -> None:
        """Fail all pending commands; called only once."""


class Transport(Protocol):
    """Carries whole messages in both directions, within one event loop."""

    @property
    def closed(self) -> bool:
        """Whether the transport is closed."""
        ...

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Start delivering messages."""
        ...

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Queue a message; never waits, however slowly the browser reads.

        Args:
            data: the message.
            is_wanted: called before the message is sent; if it returns False, because no caller
                waits any more, the message is dropped.
        """
        ...

    async def close(self) -> None:
        """Close the transport; idempotent."""
        ...
