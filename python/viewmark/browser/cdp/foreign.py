"""One CDP session over a foreign client: an object with `send` and `on`."""

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
    """Carries one session over a foreign client."""

    has_children = False

    def __init__(self, foreign: CdpSession) -> None:
        self._foreign = foreign
        self._ids = itertools.count(1)
        self._tasks = TaskSet()
        self._heard: dict[str, Callable[..., None]] = {}

    def next_id(self) -> int:
        """A number of ours; the client has numbers of its own."""
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Have the client send it."""

        async def run() -> None:
            try:
                result: Any = self._foreign.send(method, params)
                if inspect.isawaitable(result):
                    result = await result
                session.answer(number, {} if result is None else result)
            except Exception as error:
                session.answer(number, error=from_foreign(method, error))

        # Never cancelled, even when nobody waits any more: many a client's receive loop dies of
        # an answer to a cancelled call.
        self._tasks.start(run())

    def listen(self, session: Session, event: str) -> None:
        """Ask the client for an event; once for each."""
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
        """Take our handlers back, where the client has a word for that."""
        for name in ("remove_listener", "off"):
            remove = getattr(self._foreign, name, None)
            if callable(remove):
                for event, handler in self._heard.items():
                    with contextlib.suppress(Exception):  # foreign code, at the end
                        remove(event, handler)
                break
        self._heard.clear()


def adapt(foreign: CdpSession, *, timeout: float = DEFAULT_TIMEOUT) -> Session:
    """A `Session` over any object with `send(method, params)` and `on(event, handler)`.

    Both may be plain or async. Deadlines, errors and event order are then as with our own
    connection; child sessions are not available (`tunnel` has them).
    """
    session = Session(ForeignLink(foreign), timeout=timeout)
    session.listen(*SIGNALS)
    return session
