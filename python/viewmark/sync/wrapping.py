"""A page over another client's blocking CDP session, such as that of Playwright's sync API.

Such a session works only in the thread that created it, and receives events only while that thread
is inside its library. So the thread that waits for a result runs the session's commands meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import threading
import weakref
from collections.abc import Callable, Coroutine
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar, runtime_checkable

from viewmark.api import browsers
from viewmark.errors import InvalidOption
from viewmark.sync.page import Page
from viewmark.sync.worker import Worker
from viewmark.unknown_options import checked

__all__ = ["BlockingCdpSession", "wrap"]

T = TypeVar("T")
PUMP_EVERY = 0.02
"""Seconds without a command after which one is sent, so that the session receives events."""
PUMP = "Target.getTargetInfo"
"""Answered by the browser itself, also while the page is busy or a dialog is open."""


@runtime_checkable
class BlockingCdpSession(Protocol):
    """The methods that a session must have (a CDPSession of Playwright's sync API has them)."""

    def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        """Run a command and return its result."""
        ...

    def on(self, event: str, f: Callable[..., Any], /) -> Any:
        """Call `f(params)` for every event of that name."""
        ...


class _Serving(Worker):
    """A worker whose CDP commands are run by the thread that waits for it."""

    def __init__(self, session: BlockingCdpSession) -> None:
        super().__init__()
        self.session = session
        self.todo: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._owner = threading.get_ident()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        if threading.get_ident() != self._owner:
            work.close()
            raise InvalidOption(
                "This page can only be used in the thread of its session.",
                hint="Call it in the thread that wrapped the session.",
            )
        done = asyncio.run_coroutine_threadsafe(work, self.loop)
        done.add_done_callback(lambda _: self.todo.put(None))
        try:
            while not done.done():
                self._serve()
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def _serve(self) -> None:
        try:
            call = self.todo.get(timeout=PUMP_EVERY)
        except Empty:
            with contextlib.suppress(Exception):
                self.session.send(PUMP)
            return
        if call is not None:
            call()

    def release(self) -> None:
        """Stop the thread; the page is left as it is."""
        self.loop.call_soon_threadsafe(self.loop.stop)


class _Bridge:
    """The session as an async one, for the worker's event loop."""

    def __init__(self, worker: _Serving) -> None:
        self._worker = worker

    async def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        return await self._asked(lambda: self._worker.session.send(method, params))

    async def on(self, event: str, handler: Callable[..., Any], /) -> None:
        loop = self._worker.loop

        def heard(params: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(handler, params)

        await self._asked(lambda: self._worker.session.on(event, heard))

    async def _asked(self, ask: Callable[[], T]) -> T:
        loop = self._worker.loop
        answer: asyncio.Future[T] = loop.create_future()

        def settle(result: T | None, error: Exception | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(result)  # type: ignore[arg-type]

        def call() -> None:
            try:
                outcome: tuple[Any, Exception | None] = (ask(), None)
            except Exception as error:
                outcome = (None, error)
            loop.call_soon_threadsafe(settle, *outcome)

        self._worker.todo.put(call)
        return await answer


@checked
def wrap(session: BlockingCdpSession) -> Page:
    """A page over another client's blocking CDP session of a tab, such as Playwright's CDPSession.

    Args:
        session: any object with `send(method, params)` and `on(event, handler)` that block; it is
            used only in the thread that calls this.

    Raises:
        InvalidOption: it lacks one of these, or they are coroutines.
    """
    if inspect.iscoroutinefunction(getattr(session, "send", None)):
        raise InvalidOption(
            f"{type(session).__name__} is an async session; viewmark.sync is for blocking ones.",
            hint="Use `await viewmark.wrap(session)` in its event loop.",
        )
    worker = _Serving(session)
    try:
        page = Page(worker.run(browsers.wrap(_Bridge(worker))), worker)
    except BaseException:
        worker.release()
        raise
    weakref.finalize(page, worker.release)
    return page
