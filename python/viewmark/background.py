"""Runs concurrent tasks: until a block ends, up to a timeout, for an owner, or detached."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar, cast

from viewmark.errors import ViewmarkError
from viewmark.grouping import grouped

K = TypeVar("K")
T = TypeVar("T")


@contextlib.asynccontextmanager
async def run_concurrently(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Start a task that the block can await; cancel and await it when the block ends.

    If the block fails, its error is raised. The error of the task is then retrieved and dropped, so
    that asyncio does not report it as never retrieved.
    """
    task = asyncio.get_running_loop().create_task(work)
    try:
        yield task
    finally:
        await end(task)


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task, wait until it has ended, and drop its error."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()


async def within(seconds: float | None, work: Awaitable[T]) -> T | None:
    """Return the result of `work`; if it does not finish in time, cancel it and return None."""
    try:
        return await asyncio.wait_for(work, seconds)
    except (asyncio.TimeoutError, TimeoutError):
        return None


async def quietly(work: Awaitable[T]) -> T | None:
    """Return the result, or None after a `ViewmarkError`, for work on a page that may be gone."""
    try:
        return await work
    except ViewmarkError:
        return None


async def gather_answers(*work: Awaitable[T]) -> list[T | ViewmarkError]:
    """Return the results in order, each a value or a `ViewmarkError`; raise any other error."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for each in results:
        if isinstance(each, BaseException) and not isinstance(each, ViewmarkError):
            raise each
    return cast("list[T | ViewmarkError]", results)


async def gather_groups(
    items: Iterable[T], key: Callable[[T], K], work: Callable[[list[T]], Awaitable[None]]
) -> None:
    """Group items by key, in order, and process all groups concurrently."""
    await asyncio.gather(*map(work, grouped((key(each), each) for each in items).values()))


class TaskSet:
    """Tasks of one owner; keeps references to them, because the event loop's are only weak."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[Any]] = set()

    def start(self, work: Awaitable[T]) -> asyncio.Future[T]:
        """Start a task, which must handle its own errors."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def wait(self, seconds: float) -> None:
        """Wait up to `seconds` until no task is running, including tasks that start meanwhile."""
        loop = asyncio.get_running_loop()
        end_time = loop.time() + seconds
        while self._tasks and (left := end_time - loop.time()) > 0:
            await asyncio.wait(tuple(self._tasks), timeout=left)

    def cancel(self) -> None:
        """Cancel all tasks without waiting for them to end."""
        for task in tuple(self._tasks):
            task.cancel()

    async def stop(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        self.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)


_DETACHED = TaskSet()


def run_detached(work: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine that nothing awaits; it must handle its own errors."""
    _DETACHED.start(work)
