"""A CDP session: commands with a deadline, immediate failures, events in order.

Whatever carries the messages (our own connection, or a client that somebody else opened) is a
`Link`; deadlines, errors, events and child sessions are the same over all of them.
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
"""Seconds that a command may take unless the caller says otherwise."""


@runtime_checkable
class CdpSession(Protocol):
    """Interface that viewmark needs of a CDP session (a Playwright CDPSession fits)."""

    async def send(self, method: str, params: dict[str, Any] | None = None, /) -> dict[str, Any]:
        """Run a command and return its result."""
        ...

    def on(self, event: str, handler: Callable[..., Any], /) -> Any:
        """Call `handler(params)` for every event of that name."""
        ...


class Link(Protocol):
    """Carrier of messages for one or more sessions."""

    has_children: bool
    """Whether sessions of cross-origin frames can be had."""

    def next_id(self) -> int:
        """A number that no other command of this link has; taken before anything is awaited."""
        ...

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Send a command without waiting; the answer comes by `session.answer`."""
        ...

    def listen(self, session: Session, event: str) -> None:
        """Make sure that events of that name reach `session.receive`."""
        ...


@dataclass(slots=True)
class _Command:
    method: str
    answer: asyncio.Future[dict[str, Any]]


class Session:
    """A CDP session with one target (a tab, a cross-origin frame, or the browser itself).

    Every command ends: with its result, with its error, or with the reason why there is none,
    as soon as that reason is known. Commands of several tasks may overlap.
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
        """CDP's name of the session; None for the browser itself and for foreign sessions."""
        self.target = target or {}
        """CDP's TargetInfo at the time of attaching; empty for foreign sessions."""
        self.parent = parent
        """The session that this one hangs below; None at the top."""
        self.timeout = timeout
        """Deadline of a command in seconds, unless the call has its own."""
        self.hold_children = False
        """Whether sessions of frames that appear wait for `Runtime.runIfWaitingForDebugger`."""
        self.vitals = Availability()
        """Known reasons why the target does not answer."""
        self.on_child: Callable[[Session], None] | None = None
        """Called at once for every child session that appears, before any event of it."""
        self.on_event: Callable[[Session, str, dict[str, Any]], None] | None = None
        """Called at once for every event, within the receive loop: for bookkeeping that must be
        true before the next command is sent. One owner; must be quick and must not raise."""

    @property
    def target_id(self) -> str:
        """CDP's name of the target; empty for foreign sessions."""
        return str(self.target.get("targetId", ""))

    @property
    def root(self) -> Session:
        """The topmost session: the browser's, or a foreign one itself."""
        return self if self.parent is None else self.parent.root

    @property
    def children(self) -> tuple[Session, ...]:
        """Sessions of cross-origin frames right below this one (see `auto_attach`)."""
        return tuple(self._children.values())

    @property
    def ended(self) -> bool:
        """Whether the session is over; every further command raises."""
        return self._ended is not None

    async def wait_ended(self) -> None:
        """Return when the session is over; bound it by `asyncio.wait_for`."""
        await self._over.wait()

    @property
    def waiting(self) -> int:
        """Commands under way."""
        return len(self._pending)

    async def send(
        self, method: str, params: dict[str, Any] | None = None, *, timeout: float | None = None
    ) -> dict[str, Any]:
        """Run a CDP command and return its result.

        Args:
            method: for example `Page.enable`.
            params: the command's parameters.
            timeout: seconds; the session's own deadline if omitted.

        Raises:
            ConnectionLost: the socket closed, before or meanwhile.
            TabNotFound: the tab was closed or the session detached.
            PageCrashed: the renderer is gone.
            DialogOpen: a JavaScript dialog blocks the page.
            PageNavigated: the page went elsewhere under a command that this leaves unanswered.
            CommandTimeout: no answer in time, for none of these reasons.
            ProtocolError: CDP refused the command.
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
                command.answer.exception()  # a cancelled caller leaves nobody to retrieve it

    def on(self, event: str, handler: EventHandler) -> Callable[[], None]:
        """Call `handler(params)` on receipt of every event of that name; the answer unsubscribes.

        Args:
            event: for example `Page.frameNavigated`.
            handler: plain and quick; it runs within the receive loop, and may start tasks.
        """
        self._link.listen(self, event)
        return self._events.add(event, handler)

    def stream(self, *names: str) -> EventStream:
        """Events of these names as an async iterator of (name, params); open it before the cause.

        `async with session.stream("Page.loadEventFired") as events: ...; async for name, params`
        """
        for name in names:
            self._link.listen(self, name)
        return EventStream(self._events, names)

    def listen(self, *events: str) -> None:
        """Have these events sent to us, for `on_event` and `vitals`; ours come unasked."""
        for event in events:
            self._link.listen(self, event)

    async def auto_attach(self) -> None:
        """Attach to the cross-origin frames below, nested ones too, now and in future.

        They appear in `children`. Same-process frames need no session of their own. Over a
        foreign client nothing happens: it has no word for children.
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
        """A new session with a target, below this one.

        Raises:
            TabNotFound: no such target.
        """
        params = {"targetId": target_id, "flatten": True}
        answer = await self.send("Target.attachToTarget", params, timeout=timeout)
        # The event came before the answer and made the session.
        child = self._children.get(str(answer.get("sessionId")))
        if child is None:
            raise TabNotFound("The tab was closed while it was attached to.")
        return child

    async def sibling(self) -> Session:
        """Another session with the same target, whose domains can be switched by themselves.

        Itself where the target has only this one (foreign clients, pages addressed directly).
        """
        if self.parent is None or not self.target_id:
            return self
        other = await self.parent.attach(self.target_id)
        other.vitals = self.vitals  # what keeps the target from answering holds for both
        return other

    async def detach(self) -> None:
        """End the session, not the target; a second call does nothing."""
        if self._ended is None and self.session_id is not None and self.parent is not None:
            session_id = self.session_id
            await self.parent.send("Target.detachFromTarget", {"sessionId": session_id})
        self.stop()

    def stop(self) -> None:
        """Drop all handlers."""
        self._events.clear()

    # What the link calls ---------------------------------------------------------------------

    def answer(self, number: int, result: object = None, error: object = None) -> None:
        """The answer to a command; late and unknown ones are dropped."""
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
        """An event of this session."""
        stop = self.vitals.feed(event, params)
        if stop is not None:
            self._fail(stop)
        if self.on_event is not None:
            self.on_event(self, event, params)
        self._events.deliver(event, params)

    def adopt(self, child: Session) -> None:
        """A child session appeared."""
        self._children[str(child.session_id)] = child
        child.hold_children = self.hold_children
        if self.on_child is not None:
            self.on_child(child)

    def end(self, reason: Callable[[str], ViewmarkError]) -> None:
        """The session is over: everything that waits fails with `reason(method)`, at once."""
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
        """Whether the answer is still awaited."""
        return number in self._pending

    def refusal(self, method: str) -> ViewmarkError | None:
        """Why a command of that method would fail now; None when it can be sent."""
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
                    f"{command.method} was not answered within {limit:g} s.",
                    method=command.method,
                    timeout_s=limit,
                )
            )
