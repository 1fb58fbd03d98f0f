"""Runs background tasks of draw mode, limits waits for them, and notifies waiting readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from viewmark.background import TaskSet, within
from viewmark.errors import ViewmarkError

_log = logging.getLogger("viewmark.draw")
_SETTLE_WITHIN = 10.0
"""Maximum seconds that a reader waits for background tasks of the last annotations."""


class BackgroundTasks:
    """Tasks that continue after the message that started them, and a signal for changes."""

    def __init__(self) -> None:
        self._tasks, self._awaited = TaskSet(), TaskSet()
        self._changed = asyncio.Event()

    def start(self, work: Coroutine[Any, Any, None], *, awaited: bool = False) -> None:
        """Run a task in the background; only log errors, because the drawing is already stored.

        Args:
            work: the coroutine to run; `notify` is called after it.
            awaited: whether `wait_settled` waits for this task.
        """

        async def run() -> None:
            try:
                await work
            except ViewmarkError as error:  # the page is gone
                _log.info("draw mode: %s", error)
            except Exception:
                _log.exception("draw mode failed at something; what was drawn is stored")
            self.notify()

        task = self._tasks.start(run())
        # close the coroutine in case the task was cancelled before it started
        task.add_done_callback(lambda _: work.close())
        if awaited:
            self._awaited.start(task)

    async def wait_settled(self) -> None:
        """Wait, up to a limit, for tasks started with `awaited`."""
        await self._awaited.wait(_SETTLE_WITHIN)

    async def wait_changed(self, seconds: float) -> None:
        """Wait for a change, at most this many seconds."""
        await within(seconds, self._changed.wait())

    def notify(self) -> None:
        """Wake all callers of `wait_changed`."""
        self._changed.set()
        self._changed = asyncio.Event()

    def cancel(self) -> None:
        """Cancel all tasks."""
        self._tasks.cancel()


async def gather_quietly(*work: Any) -> None:
    """Run all awaitables; ignore errors of pages that are gone.

    Any other error is logged and ignored too, so that the reader gets the user's drawing in any
    case.
    """
    for each in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(each, Exception) and not isinstance(each, ViewmarkError):
            _log.error("a part of the drawing's result failed", exc_info=each)
