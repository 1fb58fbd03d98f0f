"""A rate limit over amounts: a burst, and a rate in the long run.

Pure: the clock is a parameter, in seconds of any monotonic clock.
"""

from __future__ import annotations


class RateMeter:
    """A token bucket: full at first, emptied by `take`, refilled at a constant rate.

    Args:
        burst: the amount that may come at once.
        per_second: the amount that may come in the long run.
    """

    def __init__(self, *, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._left = burst
        self._seen: float | None = None

    def take(self, amount: float, now: float) -> bool:
        """Count an amount; False if it is more than the rate allows."""
        if self._seen is not None:
            refill = max(0.0, now - self._seen) * self.per_second
            self._left = min(self.burst, self._left + refill)
        self._seen = now
        self._left -= amount
        return self._left >= 0
