"""A rate limit with a maximum burst and a long-term rate.

The current time is a parameter, in seconds of any monotonic clock. No side effects.
"""

from __future__ import annotations


class RateMeter:
    """A token bucket: initially full, emptied by `take`, refilled at a constant rate.

    Args:
        burst: maximum amount at once.
        per_second: long-term rate.
    """

    def __init__(self, *, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._left = burst
        self._seen: float | None = None

    def take(self, amount: float, now: float) -> bool:
        """Count an amount; return False if the amount exceeds the limit."""
        if self._seen is not None:
            refill = max(0.0, now - self._seen) * self.per_second
            self._left = min(self.burst, self._left + refill)
        self._seen = now
        self._left -= amount
        return self._left >= 0
