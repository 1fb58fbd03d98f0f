"""Tasks beside others: one that ends with its block, and ones that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from typing import Any

__all__ = ["run_concurrently", "end", "run_detached"]

T = TypeVar("T")


@contextlib.asynccontextmanager
async def run_concurrently(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Start a task that the block can await; it is cancelled and awaited when the block ends first.

    If the block fails, its error is raised and that of the task is dropped, so that asyncio does
    not report it as never retrieved.
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


_RUNNING: set[asyncio.Task[None]] = set()


def run_detached(work: Coroutine[Any, Any, None]) -> None:
    """Run something that nobody waits for; it must deal with its own errors."""
    task = asyncio.get_running_loop().create_task(work)
    _RUNNING.add(task)
    task.add_done_callback(_RUNNING.discard)
