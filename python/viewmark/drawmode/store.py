"""Stores drawing sessions and details by ID, with a time to live; at most one session is active.

Time is read from the parameter `clock`, in seconds. There are no timers: expired sessions are
removed when the store is accessed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.session import DrawnSession, SessionStatus
from viewmark.errors import (
    CorrelationExpired,
    DrawModeAlreadyActive,
    ElementNotFound,
    NoAnnotations,
    TabNotFound,
)

TTL = 600.0
"""Seconds for which a finished session and its details can be read (10 min)."""
MAX_SESSIONS = 100
"""Maximum number of finished sessions; the oldest are removed first."""


def _fresh_id() -> str:
    return "dm_" + secrets.token_hex(8)


class DrawingStore:
    """All drawing sessions of one server.

    Args:
        clock: monotonic clock, in seconds.
        fresh_id: function that creates session IDs (`dm_...`, unguessable).
        ttl: seconds after which finished sessions expire.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        fresh_id: Callable[[], str] = _fresh_id,
        ttl: float = TTL,
    ) -> None:
        self._clock, self._fresh_id, self._ttl = clock, fresh_id, ttl
        self._sessions: dict[str, DrawnSession] = {}

    @property
    def active(self) -> DrawnSession | None:
        """The session in which a user is drawing, or None."""
        return next((s for s in self._sessions.values() if s.active), None)

    def start(self, *, prompt: str = "") -> tuple[DrawnSession, bool]:
        """Start a session; if one is active, return that session instead (edge case 2).

        Returns:
            The session, and whether it is new.
        """
        self.sweep()
        if (session := self.active) is not None:
            session.prompt = prompt or session.prompt
            return session, False
        now = self._clock()
        session = DrawnSession(self._fresh_id(), now, prompt, last_act=now)
        self._sessions[session.id] = session
        return session, True

    def resume(self, correlation_id: str) -> DrawnSession:
        """Continue a finished session, so that the user sees its annotations with their threads.

        Raises:
            CorrelationExpired: the ID is unknown or expired.
            DrawModeAlreadyActive: another session is active.
            NoAnnotations: the user discarded the session.
        """
        session = self.session(correlation_id)
        if session.status is SessionStatus.CANCELLED:
            raise NoAnnotations("The user discarded this drawing.")
        if (active := self.active) is not None and active is not session:
            raise DrawModeAlreadyActive(
                f"Draw mode is active as {active.id} with {len(active.marks)} marks.",
                correlation_id=active.id,
                annotation_count=len(active.marks),
            )
        session.resume(self._clock())
        return session

    def touch(self, session: DrawnSession) -> None:
        """Restart the session's time to live, because the agent is working with it."""
        session.touched = self._clock()

    def session(self, correlation_id: str | None = None) -> DrawnSession:
        """Return the session with this ID, or the newest session (edge case 11).

        Raises:
            NoAnnotations: no ID was given and there is no session.
            CorrelationExpired: the ID is unknown or expired.
        """
        self.sweep()
        if correlation_id is None:
            if not self._sessions:
                raise NoAnnotations("No annotations found.")
            return next(reversed(self._sessions.values()))
        try:
            return self._sessions[correlation_id]
        except KeyError:
            raise _expired_error(correlation_id, "Drawing session", "dm_") from None

    def ids(self) -> frozenset[str]:
        """Return the IDs of all sessions that can be read."""
        return frozenset(self._sessions)

    def others(self, session: DrawnSession) -> tuple[str, ...]:
        """Return the IDs of the other sessions that can still be read, newest first."""
        return tuple(i for i in reversed(self._sessions) if i != session.id)

    def annotation(self, correlation_id: str) -> tuple[DrawnSession, DrawnAnnotation]:
        """Return the session and the annotation for an ID of annotation details.

        Raises:
            CorrelationExpired: the ID is unknown or expired.
        """
        self.sweep()
        for session in reversed(self._sessions.values()):
            for mark in session.annotations():
                if mark.correlation_id == correlation_id:
                    return session, mark
        raise _expired_error(correlation_id, "Annotation detail", "ann_detail_")

    def target(self, page_id: str, correlation_id: str, number: int) -> str:
        """Return the element under a mark: its ref, or a selector if it has no ref.

        Args:
            page_id: ID of the tab to act on; the marks of a session may be on several tabs.
            correlation_id: ID of the drawing session.
            number: number of the mark, starting from 1.

        Raises:
            CorrelationExpired: the session is unknown or expired.
            ElementNotFound: there is no mark with this number, or no element under it.
            TabNotFound: the mark was drawn on another tab.
        """
        marks = self.session(correlation_id).annotations()
        if not 1 <= number <= len(marks):
            raise ElementNotFound(
                f"The drawing has {len(marks)} marks, none is number {number}.", param="label"
            )
        mark = marks[number - 1]
        if mark.page_id != page_id:
            raise TabNotFound(f"Mark {number} was drawn on tab {mark.page_id}.", param="tab_id")
        hit = next((each for each in mark.elements if each.relation != "near"), None)
        if hit is None:
            raise ElementNotFound(
                f"No element lies under mark {number}.",
                hint="Use its rect with x, y in CSS px: at(x, y, css=True), coordinates: 'css'.",
                param="label",
            )
        return hit.ref or hit.selector

    def end(self, session: DrawnSession, status: SessionStatus) -> None:
        """Finish a session and start its time to live."""
        session.end(status, self._clock())

    def sweep(self) -> None:
        """Remove expired sessions; an active session never expires."""
        now = self._clock()
        finished = [s for s in self._sessions.values() if s.finished is not None]
        late = {s.id for s in finished if now - max(s.finished or 0.0, s.touched) >= self._ttl}
        late.update(s.id for s in finished[: max(len(finished) - MAX_SESSIONS, 0)])
        for identity in late:
            del self._sessions[identity]


def _expired_error(correlation_id: str, what: str, prefix: str) -> CorrelationExpired:
    kind = correlation_id if len(correlation_id) <= 60 else correlation_id[:59] + "…"
    message = f"{what} for this correlation_id has expired."
    hint = None
    if not correlation_id.startswith(prefix):
        message = f"{kind!r} is not an id of this kind; it begins with {prefix}."
        hint = "Use the correlation_id of the session (dm_) or of one annotation (ann_detail_)."
    return CorrelationExpired(message, hint=hint, correlation_id=kind)
