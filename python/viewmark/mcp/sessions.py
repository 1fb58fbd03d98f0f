"""Keeps one dispatcher per session, so that pages and screenshots are not shared.

A session has its own browser (with `--attach` its own context in that browser), tabs, settings,
screenshots and drawings. On stdio there is one session, over HTTP one for each `Mcp-Session-Id`.
The newest protocol revision has no sessions: there, the client name and version sent with each
request identify a session. Two clients that send the same values cannot be distinguished and share
a browser, so their calls must name the observation to which a label or point refers.
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
"""Maximum number of sessions; beyond that, the one that was idle longest loses its browser."""
# prefix of keys made from client names, which differ from session IDs, as those contain no space
_CLIENT = "client "
IDLE_S = 30 * 60.0
"""Idle seconds after which a session's browser is closed, as long as the SDK keeps a session."""


class Sessions:
    """The sessions of one server."""

    def __init__(
        self, settings: Settings | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self.redactor = Redactor()
        """Redacts secrets in URLs; shared by all sessions because they share one log."""
        self._common = Dispatcher(settings, clock=clock, redactor=self.redactor)
        own = self._common.state.settings
        # A state file kept between processes can belong to only one session: the common one.
        self._settings = replace(own, state=None, own_context=own.attach is not None)
        self._sessions: OrderedDict[str, tuple[Dispatcher, float]] = OrderedDict()
        self._first: str | None = None
        """Name of the first HTTP client without a session ID, which uses the common dispatcher."""
        self._ending: set[asyncio.Task[None]] = set()

    def of(self, session: str = "", *, client: str | None = None) -> Dispatcher:
        """Return the dispatcher of a session.

        On stdio, and for the first HTTP client without a session, this is the common dispatcher.
        Other clients without a session get one for each client name.

        Args:
            session: ID of the session.
            client: name of the client, for HTTP without a session.
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
        """End a session: close its browser and delete its screenshots."""
        known = self._sessions.pop(session, None)
        if known is not None:
            task = asyncio.get_running_loop().create_task(known[0].close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all sessions."""
        for session in [*self._sessions]:
            self.end(session)
        await asyncio.gather(self._common.close(), *self._ending, return_exceptions=True)
