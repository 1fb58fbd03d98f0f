"""Keeps one dispatcher per session, so that pages and pictures are not shared.

A session has a browser of its own, or with `--attach` a context of its own in that one, its own
tabs, settings, pictures and drawings. On stdio there is
one; over HTTP one for each `Mcp-Session-Id`. The newest protocol revision knows no sessions: there
the name and version that a client gives with each request stand for one. Two clients that give the
same share a browser, and nothing tells them apart, so their labels and points name their look.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.secrets.redaction import Redactor

SESSIONS_KEPT = 16
"""Sessions at once; beyond it that which was quiet longest loses its browser."""
_CLIENT = "client "  # before a name that stands for a session; no id of a session has a space
IDLE_S = 30 * 60.0
"""Seconds without a call after which a session's browser is ended; so long the SDK keeps it."""


class Sessions:
    """The sessions of one server."""

    def __init__(
        self, settings: Settings | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self.redactor = Redactor()
        """Takes secrets out of addresses; one for all, as there is one log."""
        self._common = Dispatcher(settings, clock=clock, redactor=self.redactor)
        own = self._common.state.settings
        # State kept between two processes belongs to one session.
        self._settings = replace(own, state=None, own_context=own.attach is not None)
        self._sessions: OrderedDict[str, tuple[Dispatcher, float]] = OrderedDict()
        self._first: str | None = None
        """The client without a session that came first: the common dispatcher is its."""
        self._ending: set[asyncio.Task[None]] = set()

    def of(self, session: str = "", *, client: str | None = None) -> Dispatcher:
        """The dispatcher of a session; the common one for those without.

        Args:
            session: its id.
            client: over HTTP and without a session: what the client calls itself.
        """
        now = self._clock()
        is_shared = not session and client is not None
        if is_shared:
            self._common.state.tabs.is_shared = True
            self._first = self._first or client
            session = "" if client == self._first else f"{_CLIENT}{client}"
        if session:
            known = self._sessions.pop(session, None)
            found = known[0] if known is not None else self._new()
            found.state.tabs.is_shared = is_shared
            self._sessions[session] = (found, now)
        while self._sessions:
            oldest, (_, used) = next(iter(self._sessions.items()))
            if len(self._sessions) <= SESSIONS_KEPT and now - used < IDLE_S:
                break
            self.end(oldest)
        return self._sessions[session][0] if session else self._common

    def _new(self) -> Dispatcher:
        return Dispatcher(self._settings, clock=self._clock, redactor=self.redactor)

    def end(self, session: str) -> None:
        """End a session: its browser goes, its pictures are forgotten."""
        known = self._sessions.pop(session, None)
        if known is not None:
            task = asyncio.get_running_loop().create_task(known[0].close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all."""
        for session in [*self._sessions]:
            self.end(session)
        await asyncio.gather(self._common.close(), *self._ending, return_exceptions=True)
