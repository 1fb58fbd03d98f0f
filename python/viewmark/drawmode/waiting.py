"""Decides when a waiting call returns, and with which result. Pure functions.

Clients limit a tool call to between 60 s and several hours, so waiting is divided into time slices,
one per call. The end of a slice is not an error: the caller gets the current state and calls again.
After five minutes without any activity of the user, waiting ends with a timeout (edge case "user
forgets to press Esc").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

SLICE = 45.0
"""Seconds of one slice; every known client allows a call of this duration."""
IDLE_LIMIT = 300.0
"""Seconds without activity of the user after which waiting ends with `timeout`."""
TYPING_FOR = 4.0
"""Seconds after a keystroke during which the user counts as typing."""


class Verdict(str, Enum):
    """The next step of a waiting call."""

    GO_ON = "go_on"
    FINISHED = "finished"
    """The session has ended; the session's status gives the outcome."""
    NEWS = "news"
    """There are marks newer than the caller's cursor, and the user is not typing."""
    WAITING = "waiting"
    """The time slice is over."""
    TIMEOUT = "timeout"
    """The user was inactive for the whole idle limit."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The facts about a session that waiting depends on; times in seconds on one clock."""

    finished: bool
    revision: int
    """Number of changes to marks so far."""
    marks: int
    started: float
    last_act: float
    """Time of the user's last activity: pointer, key or mark."""
    last_key: float | None
    """Time of the last keystroke in a comment, or None."""

    def typing(self, now: float) -> bool:
        """Return whether the user is typing a comment."""
        return self.last_key is not None and now - self.last_key < TYPING_FOR

    def words(self, now: float) -> str:
        """Return the text of a progress notification for the waiting client."""
        count = f"{self.marks} mark{'' if self.marks == 1 else 's'}"
        if self.typing(now):
            return f"{count}, human is typing"
        if self.last_act <= self.started:
            return f"{count}, waiting for the human"
        return f"{count}, last act {max(now - self.last_act, 0):.0f} s ago"


@dataclass(frozen=True, slots=True)
class Decision:
    """The next step, and the seconds until the next decision if no change occurs before."""

    verdict: Verdict
    again_in: float = 0.0


def decide(
    facts: Progress,
    *,
    now: float,
    began: float,
    slice_s: float = SLICE,
    idle_limit: float = IDLE_LIMIT,
    since: int | None = None,
) -> Decision:
    """Decide whether a call that has been waiting since `began` returns now.

    Args:
        facts: the facts about the session.
        now: the current time.
        began: time at which the call started.
        slice_s: maximum seconds of this call.
        idle_limit: maximum seconds without activity of the user.
        since: the revision that the caller knows; None waits only for the end.
    """
    if facts.finished:
        return Decision(Verdict.FINISHED)
    typing = facts.typing(now)
    if since is not None and facts.revision > since and not typing:
        return Decision(Verdict.NEWS)
    idle_ends = max(facts.started, facts.last_act) + idle_limit
    if now >= idle_ends and not typing:
        return Decision(Verdict.TIMEOUT)
    slice_ends = began + slice_s
    if now >= slice_ends:
        return Decision(Verdict.WAITING)
    ends = [slice_ends, idle_ends]
    if typing and facts.last_key is not None:
        ends.append(facts.last_key + TYPING_FOR)
    return Decision(Verdict.GO_ON, max(min(e for e in ends if e > now) - now, 0.001))
