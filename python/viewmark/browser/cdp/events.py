"""Delivers the events of a CDP session in order, through bounded queues.

Every subscription has its own queue and, while that is not empty, its own task; so a slow or
failing handler delays nobody else. Between two calls of a handler the loop gets its turn, so even
a handler that blocks delays an answer by one call at most, not by the whole queue. An `inline`
handler is called on receipt and has no queue: for bookkeeping that is quicker than queueing, where
events must not pile up (console lines of a page that logs without end).

Policy when a handler cannot keep up: the queue holds `QUEUE_LIMIT` events; then the oldest are
dropped and counted in `Subscription.dropped`, with one warning in the log. Nothing that viewmark
relies on goes through these queues late: what stops a session is handled on receipt (`vitals`).
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Params = Mapping[str, Any]
"""Parameters of one event, as CDP sends them."""
EventHandler = Callable[[dict[str, Any]], Awaitable[None] | None]
"""A plain or async function of the event's parameters."""

QUEUE_LIMIT = 10_000
"""Events that wait for one handler; 10,000 small events are about 10 MB."""

_log = logging.getLogger("viewmark.browser")


class Subscription:
    """One handler of one event; call it to unsubscribe."""

    def __init__(self, owner: Events, event: str, handler: EventHandler, *, inline: bool) -> None:
        self._owner, self._event, self._handler = owner, event, handler
        self._inline = inline
        self._queue: deque[dict[str, Any]] = deque()
        self._task: asyncio.Task[None] | None = None
        self.dropped = 0
        """Events lost because the handler was too slow."""

    def __call__(self) -> None:
        """Unsubscribe; what still waits is dropped. A second call does nothing."""
        self._owner.remove(self._event, self)
        self._queue.clear()

    def put(self, params: dict[str, Any]) -> None:
        """Queue one event, or handle it at once if inline; never blocks, never raises."""
        if self._inline:
            try:
                self._handler(params)
            except Exception as error:
                self._log_failure(error)
            return
        if len(self._queue) >= QUEUE_LIMIT:
            self._queue.popleft()
            self.dropped += 1
            if self.dropped == 1:
                _log.warning("a handler of %s is too slow; events are dropped", self._event)
        self._queue.append(params)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._pump())

    async def _pump(self) -> None:
        try:
            while self._queue:
                params = self._queue.popleft()
                try:
                    result = self._handler(params)
                    if inspect.isawaitable(result):
                        await result
                except Exception as error:
                    self._log_failure(error)
                await asyncio.sleep(0)
        finally:
            self._task = None

    def _log_failure(self, error: Exception) -> None:
        # One line: stderr may be somebody's terminal, and words of a page are in it.
        _log.error("a handler of %s failed: %s", self._event, type(error).__name__)
        _log.debug("a handler of %s failed", self._event, exc_info=error)

    async def stop(self) -> None:
        """Unsubscribe and end a handler that is running."""
        self()
        task = self._task
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            await asyncio.wait([task])


class EventStream:
    """Events of some names, in order, as `async with` and `async for`.

    Subscribed on entry, so open it before the command that causes the events. Ends when the
    session ends, by raising what ended it.
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
        """Queue one event if its name is asked for; the oldest go beyond the limit."""
        if name in self._names:
            self._queue.append((name, params))
            self._wake.set()

    def end(self, error: BaseException) -> None:
        """Nothing comes any more; a waiting reader raises `error`."""
        self._error = error
        self._wake.set()


class Events:
    """The subscriptions of one session."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Subscription]] = {}
        self.streams: set[EventStream] = set()
        """Open streams."""
        self.ended: BaseException | None = None
        """What ended the session."""

    def add(self, event: str, handler: EventHandler, *, inline: bool = False) -> Subscription:
        """Call `handler` for every event of that name from now on."""
        subscription = Subscription(self, event, handler, inline=inline)
        self._handlers.setdefault(event, []).append(subscription)
        return subscription

    def remove(self, event: str, subscription: Subscription) -> None:
        """Forget a subscription; nothing happens if it is gone."""
        waiting = self._handlers.get(event, [])
        if subscription in waiting:
            waiting.remove(subscription)

    def deliver(self, event: str, params: dict[str, Any]) -> None:
        """Queue an event for everyone who asked for it; never blocks."""
        for subscription in tuple(self._handlers.get(event, ())):
            subscription.put(params)
        for stream in tuple(self.streams):
            stream.put(event, params)

    def end(self, error: BaseException) -> None:
        """No event comes any more; queued ones are still handled, streams raise `error`."""
        self.ended = error
        for stream in tuple(self.streams):
            stream.end(error)

    async def stop(self) -> None:
        """Drop all subscriptions and end handlers that are running."""
        for subscription in [s for each in self._handlers.values() for s in each]:
            await subscription.stop()
        self._handlers.clear()
