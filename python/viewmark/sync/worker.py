"""Runs coroutines on an event loop in a background thread, for the blocking API."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Worker:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="viewmark", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread and return its result; an interrupt cancels it."""
        done = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def each(self, source: AsyncIterator[T]) -> Iterator[T]:
        """Yield the items of an async iterator, one by one."""

        async def step() -> list[T]:
            async for item in source:
                return [item]
            return []

        while found := self.run(step()):
            yield from found

    def stop(self) -> None:
        """Stop the thread; a second call does nothing."""
        if not self.loop.is_closed():
            self.run(self.loop.shutdown_default_executor())
            self.end_thread()

    def end_thread(self) -> None:
        """Stop the thread without waiting for its loop's pending tasks."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class Facade(Generic[T]):
    """An object of the async API, with the worker that runs its coroutines."""

    def __init__(self, of: T, worker: Worker) -> None:
        self._of, self._worker = of, worker

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facade) and self._of is other._of

    def __repr__(self) -> str:
        return repr(self._of)

    def __hash__(self) -> int:
        return hash(self._of)


def started(opening: Awaitable[T], worker: Worker) -> T:
    """Await `opening` on a new worker; if that fails, stop the worker."""

    async def open_() -> T:
        return await opening

    try:
        return worker.run(open_())
    except BaseException:
        worker.stop()
        raise
