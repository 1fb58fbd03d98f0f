"""Adapts a CDP session of another client: any object with `send` and `on`."""

from __future__ import annotations

import contextlib
import inspect
import itertools
from collections.abc import Callable
from typing import Any

from viewmark.background import TaskSet
from viewmark.browser.cdp.availability import SIGNALS
from viewmark.browser.cdp.errors import from_foreign
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, CdpSession, Session


class ForeignLink:
    """Link that carries one CDP session through another client's connection."""

    has_children = False

    def __init__(self, foreign: CdpSession) -> None:
        self._foreign = foreign
        self._ids = itertools.count(1)
        self._tasks = TaskSet()
        self._heard: dict[str, Callable[..., None]] = {}

    def next_id(self) -> int:
        """Return the next command number; the client uses its own numbers independently."""
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Send a command through the client."""

        async def run() -> None:
            try:
                result: Any = self._foreign.send(method, params)
                if inspect.isawaitable(result):
                    result = await result
                session.answer(number, {} if result is None else result)
            except Exception as error:
                session.answer(number, error=from_foreign(method, error))

        # The call is never cancelled, even if no caller waits any more, because many clients'
        # receive loops fail on a reply to a cancelled call.
        self._tasks.start(run())

    def listen(self, session: Session, event: str) -> None:
        """Subscribe to an event at the client, once per event name."""
        if event in self._heard:
            return

        def heard(*args: Any) -> None:
            params = next((a for a in args if isinstance(a, dict)), {})
            session.receive(event, params)

        self._heard[event] = heard
        registered: Any = self._foreign.on(event, heard)
        if inspect.isawaitable(registered):
            self._tasks.start(registered)

    def forget(self) -> None:
        """Remove the event handlers, if the client has a method for that."""
        for name in ("remove_listener", "off"):
            remove = getattr(self._foreign, name, None)
            if callable(remove):
                for event, handler in self._heard.items():
                    with contextlib.suppress(Exception):  # foreign code may raise anything
                        remove(event, handler)
                break
        self._heard.clear()


def adapt(foreign: CdpSession, *, timeout: float = DEFAULT_TIMEOUT) -> Session:
    """Return a `Session` over any object with `send(method, params)` and `on(event, handler)`.

    Both methods may be plain or async. Timeouts, errors and event order are the same as with our
    own connection; child sessions are not available (use `tunnel` for them).
    """
    session = Session(ForeignLink(foreign), timeout=timeout)
    session.listen(*SIGNALS)
    return session
