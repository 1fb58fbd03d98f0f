"""`wrap` without `await`, for pages of another library's blocking API.

A blocking CDP session, such as that of Playwright's sync API, works only in the thread that created
it, and receives events only while that thread runs code of its library. Therefore, while that
thread waits for a result, it runs the commands that viewmark sends to the session.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar, runtime_checkable

from viewmark import hosts
from viewmark.api import page as api_page
from viewmark.api import wrapping
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.errors import InvalidOption
from viewmark.sync.page import Page
from viewmark.sync.worker import Worker, started
from viewmark.unknown_options import checked

T = TypeVar("T")
PUMP_FIRST, PUMP_EVERY = 0.001, 0.02
"""Minimum and maximum interval in seconds after which, if no command was due, a command is sent so
that the session receives events. The interval starts at the minimum and doubles while nothing
arrives.
"""
PUMP = "Target.getTargetInfo"
"""A command that the browser process handles even if the page is busy or shows a dialog."""


class WrappedPage(Page):
    """A page that another library owns; `close` detaches viewmark and stops its thread."""

    _ending: Callable[[], None] | None = None

    @property
    def closed(self) -> bool:
        """True if the tab, its connection, or viewmark's session is closed."""
        # first let the worker handle messages that the owning library has already received
        if self._ending is not None:
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._worker.loop).result()
        return self._of.closed

    def close(self) -> None:
        """Detach from the page and leave the tab as it was; a second call does nothing."""
        ending, self._ending = self._ending, None
        if ending is not None:
            try:
                self._worker.run(self._of.close())
            finally:
                ending()

    def __enter__(self) -> WrappedPage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@runtime_checkable
class BlockingCdpSession(Protocol):
    """The methods that a session must have, such as a CDPSession of Playwright's sync API."""

    def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        """Run a command and return its result."""
        ...

    def on(self, event: str, f: Callable[..., Any], /) -> Any:
        """Call `f(params)` for every event with that name."""
        ...


class _Serving(Worker):
    """A worker whose CDP commands run in the thread that waits for a result."""

    def __init__(self, session: BlockingCdpSession) -> None:
        super().__init__()
        self.session = session
        self.todo: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._owner = threading.get_ident()
        self._pause = PUMP_FIRST

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
            call = self.todo.get(timeout=self._pause)
        except Empty:
            self._pause = min(2 * self._pause, PUMP_EVERY)
            with contextlib.suppress(Exception):
                self.session.send(PUMP)
            return
        self._pause = PUMP_FIRST
        if call is not None:
            call()

    def lost(self, lose: Callable[[], None]) -> None:
        """Notify the event loop that the owner closed the page."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(lose)

    def stop(self) -> None:
        """Stop the thread; a second call does nothing."""
        if not self.loop.is_closed():
            self.end_thread()


class _Bridge:
    """Makes the blocking session available to the worker's event loop as an async session."""

    def __init__(self, worker: _Serving) -> None:
        self._worker = worker

    async def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        return await self.asked(lambda: self._worker.session.send(method, params))

    async def on(self, event: str, handler: Callable[..., Any], /) -> None:
        loop = self._worker.loop

        def heard(params: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(handler, params)

        await self.asked(lambda: self._worker.session.on(event, heard))

    async def asked(self, ask: Callable[[], T]) -> T:
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
def wrap(
    host: object,
    *,
    tab_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> WrappedPage:
    """Take control of another library's page; can be used as a context manager.

    Args:
        host: as for `viewmark.wrap`, but with a blocking API; its session is used only in the
            thread that calls this function.
        tab_id: as for `viewmark.wrap`.
        headers: as for `viewmark.wrap`.
        timeout: as for `viewmark.wrap`.

    Returns:
        The page. `close()`, or leaving the block, detaches viewmark and keeps the tab open.

    Raises:
        InvalidOption: the host is not supported or has an async API, or the tab is ambiguous.
        ConnectionFailed: nothing responds at the address.
        TabNotFound: there is no such tab.
    """
    route = hosts.find(host)
    if isinstance(route, hosts.AddressRoute):
        worker = Worker()
        tab = tab_id or (route.tab() if callable(route.tab) else route.tab)
        given = {**route.headers, **(headers or {})}
        return _open(worker, wrapping.wrap(route.url, tab_id=tab, headers=given, timeout=timeout))
    for name, value in (("tab_id", tab_id), ("headers", headers)):
        if value is not None:
            raise InvalidOption(f"{name} goes with an address, not with {route.host}.")
    if route.blocking is False:
        raise _is_async(host)
    session = route.open()
    if inspect.iscoroutinefunction(getattr(session, "send", None)):
        raise _is_async(host)
    serving = _Serving(session)
    gone = route.on_close

    def on_close(lose: Callable[[], None]) -> None:
        if gone is not None:  # this code runs in the session's thread
            gone(lambda: serving.lost(lose))

    async def release() -> None:
        if route.release is not None:
            ending = route.release
            await bridge.asked(lambda: ending(session))

    bridge = _Bridge(serving)
    return _open(
        serving, wrapping.over_session(bridge, timeout=timeout, on_close=on_close, release=release)
    )


def _is_async(host: object) -> InvalidOption:
    return InvalidOption(
        f"{type(host).__name__} is of an async API; viewmark.sync is for blocking ones.",
        hint="Use `await viewmark.wrap(...)` in its event loop.",
    )


def _open(worker: Worker, opening: Awaitable[api_page.Page]) -> WrappedPage:
    page = WrappedPage(started(opening, worker), worker)
    page._ending = worker.stop
    weakref.finalize(page, _abandon, worker)
    return page


def _abandon(worker: Worker) -> None:
    """Stop the worker of a garbage-collected page; never wait, as this may run in any thread."""
    if not worker.loop.is_closed():
        worker.loop.call_soon_threadsafe(worker.loop.stop)
