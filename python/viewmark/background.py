"""A task that runs beside a block and never outlives it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from typing import Any

__all__ = ["beside"]

T = TypeVar("T")


@contextlib.asynccontextmanager
async def beside(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Start work that the block awaits later; cancelled and waited for if the block ends first.

    Where the block fails, its own error is the one that counts: that of the work is dropped, so
    that no event loop reports it as never retrieved.
    """
    task = asyncio.get_running_loop().create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})
        if not task.cancelled():
            task.exception()
