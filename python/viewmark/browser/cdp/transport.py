"""Carrier of messages between us and a browser, and no more: a pipe, or a WebSocket.

The connection above does not know which. A transport is open when it is made; it hands over what
comes from `start` on, in order, and says once that nothing comes any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from viewmark.errors import ConnectionLost, ViewmarkError

OnMessage: TypeAlias = Callable[[bytes | memoryview], None]
"""Called with each message. A view is gone after the call; it must not raise."""


class OnLost(Protocol):
    """Called when nothing comes any more, with the reason and the class of the error."""

    def __call__(self, why: str, kind: type[ViewmarkError] = ConnectionLost) -> None:
        """Fail whatever waits, once."""


class Transport(Protocol):
    """Whole messages in both directions, in one event loop."""

    @property
    def closed(self) -> bool:
        """Whether nothing comes any more."""
        ...

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Begin to hand messages over."""
        ...

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Queue a message, without waiting however slowly the browser reads.

        Args:
            data: the message.
            is_wanted: asked when its turn comes; a message that nobody wants any more is not sent.
        """
        ...

    async def close(self) -> None:
        """End it; a second call does nothing."""
        ...
