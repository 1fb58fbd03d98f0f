"""A CDP session: commands with timeouts, immediate failures, ordered events.

A `Link` carries the messages: our own connection, or that of another client. Timeouts, errors,
events and child sessions work the same way for all links.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from viewmark.browser.cdp.availability import Availability, Stop
from viewmark.browser.cdp.errors import from_cdp
from viewmark.browser.cdp.events import EventHandler, Events, EventStream
from viewmark.errors import CommandTimeout, ProtocolError, TabNotFound, ViewmarkError

DEFAULT_TIMEOUT = 10.0
"""Default timeout of a command, in seconds."""


@runtime_checkable
class CdpSession(Protocol):
    """The interface that viewmark requires of a CDP session (Playwright's CDPSession fits)."""

    async def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        """Run a command and return its result."""
        ...

    def on(self, event: str, handler: Callable[..., Any], /) -> Any:
        """Call `handler(params)` for every event with this name."""
        ...


class Link(Protocol):
    """Carrier of the messages of one or more sessions."""

    has_children: bool
    """Whether the link supports sessions of cross-origin frames."""

    def next_id(self) -> int:
        """Return a number that is unique on this link; never suspends before reserving it."""
        ...

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Send a command without waiting; the reply arrives through `session.answer`."""
        ...

    def listen(self, session: Session, event: str) -> None:
        """Make sure that events with this name reach `session.receive`."""
        ...


@dataclass(slots=True)
class _Command:
    method: str
    answer: asyncio.Future[dict[str, Any]]


class Session:
    """A CDP session with one target (a tab, a cross-origin frame, or the browser itself).

    Every command completes: with its result, with its error, or, as soon as it is known that there
    will be no reply, with the reason. Commands from several tasks may overlap.
    """

    def __init__(
        self,
        link: Link,
        *,
        session_id: str | None = None,
        target: dict[str, Any] | None = None,
        parent: Session | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._link = link
        self._pending: dict[int, _Command] = {}
        self._children: dict[str, Session] = {}
        self._events = Events()
        self._ended: Callable[[str], ViewmarkError] | None = None
        self._over = asyncio.Event()
        self.session_id = session_id
        """CDP ID of the session; None for the browser itself and for other clients' sessions."""
        self.target = target or {}
        """CDP's TargetInfo at the time of attaching; empty for other clients' sessions."""
        self.parent = parent
        """The parent session; None for the topmost session."""
        self.timeout = timeout
        """Default timeout of the session's commands, in seconds."""
        self.hold_children = False
        """Whether new frames are paused until their session sends `runIfWaitingForDebugger`."""
        self.vitals = Availability()
        """Known reasons why the target does not reply."""
        self.on_child: Callable[[Session], None] | None = None
        """Called at once for every new child session, before any of its events."""
        self.on_event: Callable[[Session, str, dict[str, Any]], None] | None = None
        """Called at once for every event, in the receive loop, for bookkeeping that must be done
        before the next command is sent. It has a single owner, must be fast, and must not raise.
        """

    @property
    def target_id(self) -> str:
        """CDP ID of the target; empty for other clients' sessions."""
        return str(self.target.get("targetId", ""))

    @property
    def root(self) -> Session:
        """The topmost session: the browser's session, or the session of another client."""
        return self if self.parent is None else self.parent.root

    @property
    def children(self) -> tuple[Session, ...]:
        """Sessions of cross-origin frames directly inside this target (see `auto_attach`)."""
        return tuple(self._children.values())

    @property
    def ended(self) -> bool:
        """Whether the session has ended; further commands raise an error."""
        return self._ended is not None

    async def wait_ended(self) -> None:
        """Wait until the session ends; use `asyncio.wait_for` to limit the time."""
        await self._over.wait()

    @property
    def waiting(self) -> int:
        """Number of pending commands."""
        return len(self._pending)

    async def send(
        self, method: str, params: dict[str, Any] | None = None, *, timeout: float | None = None
    ) -> dict[str, Any]:
        """Run a CDP command and return the command's result.

        Args:
            method: name of the command, for example `Page.enable`.
            params: the command's parameters.
            timeout: maximum seconds; the session's default if omitted.

        Raises:
            ConnectionLost: the connection was closed, before or during the command.
            TabNotFound: the tab was closed or the session was detached.
            PageCrashed: the renderer has crashed.
            DialogOpen: a JavaScript dialog blocks the page.
            PageNavigated: the page navigated during a command that gets no reply in this case.
            CommandTimeout: there was no reply in time, for an unknown reason.
            ProtocolError: CDP rejected the command.
        """
        if refusal := self.refusal(method):
            raise refusal
        loop = asyncio.get_running_loop()
        number = self._link.next_id()
        command = _Command(method, loop.create_future())
        self._pending[number] = command
        limit = self.timeout if timeout is None else timeout
        timer = loop.call_later(limit, self._expire, number, limit)
        try:
            self._link.transmit(self, number, method, params or {})
            return await command.answer
        finally:
            timer.cancel()
            self._pending.pop(number, None)
            if command.answer.done() and not command.answer.cancelled():
                # if the caller was cancelled, no one else retrieves the error
                command.answer.exception()

    def on(self, event: str, handler: EventHandler) -> Callable[[], None]:
        """Call `handler(params)` for every event with this name; return a function to unsubscribe.

        Args:
            event: name of the event, for example `Page.frameNavigated`.
            handler: a plain, fast function; it runs in the receive loop and may start tasks.
        """
        self._link.listen(self, event)
        return self._events.add(event, handler)

    def stream(self, *names: str) -> EventStream:
        """Return an async iterator of (name, params) for events; open it before causing them.

        `async with session.stream("Page.loadEventFired") as events: ...; async for name, params`
        """
        for name in names:
            self._link.listen(self, name)
        return EventStream(self._events, names)

    def listen(self, *events: str) -> None:
        """Subscribe to events for `on_event` and `vitals`; only needed on another client's link."""
        for event in events:
            self._link.listen(self, event)

    async def auto_attach(self) -> None:
        """Attach to current and future cross-origin frames, including nested ones.

        They appear in `children`. Same-process frames need no session of their own. For another
        client's session this does nothing, because its interface has no child sessions.
        """
        if not self._link.has_children:
            return
        await self.send(
            "Target.setAutoAttach",
            {
                "autoAttach": True,
                "waitForDebuggerOnStart": self.hold_children,
                "flatten": True,
                "filter": [{"type": "iframe", "exclude": False}],
            },
        )

    async def attach(self, target_id: str, *, timeout: float | None = None) -> Session:
        """Attach a new session, a child of this one, to a target.

        Raises:
            TabNotFound: there is no such target.
        """
        params = {"targetId": target_id, "flatten": True}
        answer = await self.send("Target.attachToTarget", params, timeout=timeout)
        # The event, which created the session, arrived before the reply.
        child = self._children.get(str(answer.get("sessionId")))
        if child is None:
            raise TabNotFound("The tab was closed while it was attached to.")
        return child

    async def sibling(self) -> Session:
        """Return another session with the same target, with independently enabled CDP domains.

        Return this session itself if the target can have only one (other clients, pages connected
        directly).
        """
        if self.parent is None or not self.target_id:
            return self
        other = await self.parent.attach(self.target_id)
        other.vitals = self.vitals  # a dialog or crash of the target blocks both sessions
        return other

    async def detach(self) -> None:
        """End the session but not the target; idempotent."""
        if self._ended is None and self.session_id is not None and self.parent is not None:
            session_id = self.session_id
            await self.parent.send("Target.detachFromTarget", {"sessionId": session_id})
        self.stop()

    def stop(self) -> None:
        """Remove all handlers."""
        self._events.clear()

    # Called by the link ----------------------------------------------------------------------

    def answer(self, number: int, result: object = None, error: object = None) -> None:
        """Handle the reply to a command; late and unknown replies are dropped."""
        command = self._pending.pop(number, None)
        if command is None or command.answer.done():
            return
        if isinstance(error, BaseException):
            command.answer.set_exception(error)
        elif error is not None:
            command.answer.set_exception(from_cdp(command.method, error))
        elif isinstance(result, dict):
            command.answer.set_result(result)
        else:
            failure = ProtocolError(f"{command.method} was answered without a result.")
            command.answer.set_exception(failure)

    def receive(self, event: str, params: dict[str, Any]) -> None:
        """Handle an event of this session."""
        stop = self.vitals.feed(event, params)
        if stop is not None:
            self._fail(stop)
        if self.on_event is not None:
            self.on_event(self, event, params)
        self._events.deliver(event, params)

    def adopt(self, child: Session) -> None:
        """Add a new child session."""
        self._children[str(child.session_id)] = child
        child.hold_children = self.hold_children
        if self.on_child is not None:
            self.on_child(child)

    def end(self, reason: Callable[[str], ViewmarkError]) -> None:
        """End the session: all pending commands fail with `reason(method)`."""
        if self._ended is not None:
            return
        self._ended = reason
        self._over.set()
        if self.parent is not None:
            self.parent._children.pop(str(self.session_id), None)
        for child in self.children:
            child.end(reason)
        self._fail(Stop(lambda _: True, reason))
        self._events.end(reason("waiting for an event"))

    def is_waiting(self, number: int) -> bool:
        """Return whether a caller still awaits the reply to this command."""
        return number in self._pending

    def refusal(self, method: str) -> ViewmarkError | None:
        """Return the error with which a command would fail now; None if it can be sent."""
        if self._ended is not None:
            return self._ended(method)
        above = self.parent.refusal(method) if self.parent is not None else None
        return above or self.vitals.refusal(method)

    def _fail(self, stop: Stop) -> None:
        for command in tuple(self._pending.values()):
            if stop.concerns(command.method) and not command.answer.done():
                command.answer.set_exception(stop.error(command.method))
        for child in self.children:
            child._fail(stop)

    def _expire(self, number: int, limit: float) -> None:
        command = self._pending.get(number)
        if command is not None and not command.answer.done():
            command.answer.set_exception(
                CommandTimeout(
                    f"The browser did not answer within {limit:g} s.",
                    method=command.method,
                    timeout_s=limit,
                )
            )
