"""Decides whether a result may include a screenshot: the screenshot mode and two rate limits.

The current time is a parameter, in seconds of any monotonic clock. No side effects. Sources:
auto-attached-screenshots R1, R2, R3, R6, R7, R11, R12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from viewmark.errors import InvalidOption

ScreenshotMode = Literal["off", "on", "errors_only"]

SENSITIVE_NOTE = (
    "Screenshots may contain sensitive page content (passwords, PII). "
    "Ensure your MCP client handles image data appropriately."
)
"""Note that is returned once, when the mode is first set to `on` or `errors_only`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why there is no screenshot, and when the next one is allowed."""

    reason: str
    next_allowed_in_ms: int | None
    """Milliseconds until a screenshot is allowed again; None if waiting does not help."""

    @property
    def note(self) -> str:
        """The text that replaces the refused screenshot in the result."""
        return f"[Screenshot unavailable: {self.reason}]"


class AttachPolicy:
    """The session's mode for attached screenshots, with a cooldown and a session limit.

    A new process starts in the mode `off`.
    """

    def __init__(self, *, cooldown_s: float = 5.0, session_max: int = 10) -> None:
        self.mode: ScreenshotMode = "off"
        self.cooldown_s = cooldown_s
        self.session_max = session_max
        self.taken = 0
        self._last: float | None = None
        self._warned = False

    def switch(self, mode: str) -> str | None:
        """Change the mode.

        Returns:
            The note on sensitive content when the mode is first changed from `off`, otherwise None.

        Raises:
            InvalidOption: there is no such mode; the message lists the valid modes.
        """
        if mode not in get_args(ScreenshotMode):
            allowed = ", ".join(get_args(ScreenshotMode))
            raise InvalidOption(f"screenshot_mode is {mode!r}; allowed are {allowed}.")
        self.mode = mode  # type: ignore[assignment]  # narrowed by the check above
        if mode == "off" or self._warned:
            return None
        self._warned = True
        return SENSITIVE_NOTE

    def wants(self, *, tool: str, what: str, failed: bool) -> bool:
        """Return True if the mode calls for a screenshot with this result.

        Args:
            tool: the tool that was called.
            what: the `what` of the call.
            failed: whether the result is an error; a screenshot is most useful then.
        """
        if self.mode == "on":
            return tool in ("act", "observe", "generate", "interact")
        if self.mode == "errors_only":
            return failed or (tool == "observe" and what == "errors")
        return False

    def refusal(self, now: float) -> Refusal | None:
        """Return the reason why a screenshot is not allowed now; None if it is allowed."""
        if self.taken >= self.session_max:
            count = f"{self.taken}/{self.session_max}"
            return Refusal(f"session limit reached ({count})", None)
        wait = 0.0 if self._last is None else self._last + self.cooldown_s - now
        if wait > 0:
            return Refusal(f"rate-limited ({self.cooldown_s:g}s cooldown)", math.ceil(wait * 1000))
        return None

    def take(self, now: float) -> Refusal | None:
        """Use up one screenshot; return the reason if it is not allowed, else None."""
        refusal = self.refusal(now)
        if refusal is None:
            self.taken += 1
            self._last = now
        return refusal


class TokenBucket:
    """Limits requested screenshots to `per_minute` at once, refilled at the same rate."""

    def __init__(self, *, per_minute: int = 60) -> None:
        self.per_minute = per_minute
        self._tokens = float(per_minute)
        self._seen: float | None = None

    def take(self, now: float) -> Refusal | None:
        """Use up one screenshot; return the reason if it is not allowed, else None."""
        if self._seen is not None:
            refill = (now - self._seen) * self.per_minute / 60
            self._tokens = min(float(self.per_minute), self._tokens + max(0.0, refill))
        self._seen = now
        if self._tokens < 1:
            wait = (1 - self._tokens) * 60 / self.per_minute if self.per_minute else math.inf
            in_ms = None if math.isinf(wait) else math.ceil(wait * 1000)
            return Refusal(f"rate-limited ({self.per_minute} a minute)", in_ms)
        self._tokens -= 1
        return None
