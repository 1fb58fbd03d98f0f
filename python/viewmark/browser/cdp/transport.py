"""Interface of transports, which only carry messages to and from a browser: a pipe, or a WebSocket.

A transport is open when it is created. From `start` on it delivers messages in order, and reports
once that the connection is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from viewmark.errors import ConnectionLost, ViewmarkError

OnMessage: TypeAlias = Callable[[bytes | memoryview], None]
"""Called with each message. A memoryview is only valid during the call; the function must not
raise.
"""


class OnLost(Protocol):
    """Called when the connection is lost, with the reason and the class of the error."""

    def __call__(self, why: str, kind: type[ViewmarkError] = ConnectionLost) -> None:
        """Fail everything that waits, once."""


class Transport(Protocol):
    """Carries whole messages in both directions, in one event loop."""

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        ...

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Start to deliver messages."""
        ...

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Queue a message without waiting, however slowly the browser reads.

        Args:
            data: the message.
            is_wanted: called before the message is sent; it is dropped if nobody waits for it any
                more.
        """
        ...

    async def close(self) -> None:
        """Close it; idempotent."""
        ...
