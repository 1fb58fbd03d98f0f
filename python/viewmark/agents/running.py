"""Runs a tool on the event loop of its page, whichever loop or thread calls the tool."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from viewmark.api.page import Page
from viewmark.errors import InvalidOption

T = TypeVar("T")


class Runner:
    """An async or blocking page, and a way to run coroutines on it."""

    def __init__(self, page: Any) -> None:
        self._worker: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        if isinstance(page, Page):
            self.page = page
            try:
                self._loop = asyncio.get_running_loop()
            except RuntimeError:
                self._loop = None
            return
        of = getattr(page, "_of", None)
        if not isinstance(of, Page):
            raise InvalidOption(
                f"Tools need a page, not {type(page).__name__}.",
                hint="Give a viewmark.Page, or a page of viewmark.sync.",
            )
        self.page, self._worker = of, page._worker

    @property
    def blocking(self) -> bool:
        """Whether the page comes from `viewmark.sync`."""
        return self._worker is not None

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Await the result, even from an event loop other than the page's."""
        if self._worker is not None:
            if type(self._worker).__name__ != "Worker":
                # runs in this thread, because the session works only in this thread
                result: T = self._worker.run(work)
                return result
            return await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(work, self._worker.loop)
            )
        here = asyncio.get_running_loop()
        if self._loop is None or self._loop is here or not self._loop.is_running():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def block(self, work: Coroutine[Any, Any, T]) -> T:
        """Block until the result is available.

        Raises:
            InvalidOption: the page is async, and its event loop is unknown, is not running, or runs
                in this thread.
        """
        if self._worker is not None:
            result: T = self._worker.run(work)
            return result
        try:
            here: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        if self._loop is None or not self._loop.is_running() or here is self._loop:
            work.close()
            raise InvalidOption(
                "A blocking tool would stop the event loop that its page needs.",
                hint="Run the agent by asyncio.to_thread, or give a page of viewmark.sync.",
            )
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
