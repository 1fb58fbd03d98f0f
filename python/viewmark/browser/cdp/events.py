"""Delivers events of a CDP session: to handlers on receipt, to readers through a bounded queue.

Handlers run in the receive loop, in order, before the caller that awaits the next reply continues.
They are meant for bookkeeping and for starting tasks. A failing handler is logged and does not
affect the others. To read events in a loop, open a stream: it queues up to `QUEUE_LIMIT` events and
then drops the oldest.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

EventHandler = Callable[[dict[str, Any]], object]
"""Handler of an event: a function that is fast and receives the event's parameters; its result is
ignored."""

QUEUE_LIMIT = 10_000
"""Maximum number of queued events per reader; 10,000 small events take about 10 MB."""

_log = logging.getLogger("viewmark.browser")


class EventStream:
    """Events with the given names, in order, for `async with` and `async for`.

    It subscribes on entry, so open it before the command that causes the events. It ends with the
    session by raising the session's error.
    """

    def __init__(self, owner: Events, names: tuple[str, ...]) -> None:
        self._owner, self._names = owner, names
        self._queue: deque[tuple[str, dict[str, Any]]] = deque(maxlen=QUEUE_LIMIT)
        self._wake = asyncio.Event()
        self._error: BaseException | None = None

    async def __aenter__(self) -> EventStream:
        self._owner.streams.add(self)
        self._error = self._owner.ended
        return self

    async def __aexit__(self, *_: object) -> None:
        self._owner.streams.discard(self)

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> tuple[str, dict[str, Any]]:
        while not self._queue:
            if self._error is not None:
                raise self._error
            self._wake.clear()
            await self._wake.wait()
        return self._queue.popleft()

    def put(self, name: str, params: dict[str, Any]) -> None:
        """Queue an event that the stream subscribes to; if the queue is full, drop the oldest."""
        if name in self._names:
            self._queue.append((name, params))
            self._wake.set()

    def end(self, error: BaseException) -> None:
        """End the stream; a waiting reader raises `error`."""
        self._error = error
        self._wake.set()


class Events:
    """Handlers and streams of one session."""

    def __init__(self) -> None:
        self._handlers: dict[str, dict[object, EventHandler]] = {}
        self.streams: set[EventStream] = set()
        """The open streams."""
        self.ended: BaseException | None = None
        """The reason why the session ended, or None."""

    def add(self, event: str, handler: EventHandler) -> Callable[[], None]:
        """Call `handler` for every event with this name; return a function that unsubscribes."""
        handlers, key = self._handlers.setdefault(event, {}), object()
        handlers[key] = handler

        def unsubscribe() -> None:
            handlers.pop(key, None)

        return unsubscribe

    def deliver(self, event: str, params: dict[str, Any]) -> None:
        """Deliver an event to all subscribers; never blocks and never raises."""
        for handler in tuple(self._handlers.get(event, {}).values()):
            try:
                handler(params)
            except Exception as error:
                # Log only the exception's class: its message may contain page text, and stderr may
                # be a terminal.
                _log.error("a handler of %s failed: %s", event, type(error).__name__)
                _log.debug("a handler of %s failed", event, exc_info=error)
        for stream in tuple(self.streams):
            stream.put(event, params)

    def end(self, error: BaseException) -> None:
        """End all streams; their readers raise `error`."""
        self.ended = error
        for stream in tuple(self.streams):
            stream.end(error)

    def clear(self) -> None:
        """Remove all handlers."""
        self._handlers.clear()
