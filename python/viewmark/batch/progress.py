"""Progress of a batch: counts, rate, remaining time, and errors by code."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field

_WINDOW = 200  # number of page views from which the rate is computed


@dataclass(slots=True)
class BatchProgress:
    """State of a batch, reported after every page view."""

    total: int | None = None
    """Total number of page views, if known."""
    done: int = 0
    """Number of page views that ended in this run, successfully or not."""
    failed: int = 0
    skipped: int = 0
    """Number of page views that were finished in earlier runs, or are duplicates in the list."""
    failed_before: int = 0
    """Number of the skipped page views that failed in earlier runs and were not retried."""
    duplicates: int = 0
    attempts_again: int = 0
    """Number of page views that were tried again after an error."""
    bytes: int = 0
    """Total size of the images."""
    recycled: int = 0
    """Number of times that a browser was restarted."""
    errors: Counter[str] = field(default_factory=Counter)
    """Number of failed page views, keyed by error code."""
    _ends: deque[float] = field(
        default_factory=lambda: deque([time.monotonic()], maxlen=_WINDOW + 1), repr=False
    )
    """Times at which the last page views ended, starting with the beginning of the run."""

    def count(self, error_code: str | None, size: int, *, duplicate: bool = False) -> None:
        """Record the end of a page view."""
        self.done += 1
        self.bytes += size
        self.duplicates += duplicate
        if error_code is not None:
            self.failed += 1
            self.errors[error_code] += 1
        self._ends.append(time.monotonic())

    @property
    def rate(self) -> float:
        """Page views per second, over the last 200 page views or since the start."""
        if len(self._ends) < 2 or self._ends[-1] <= self._ends[0]:
            return 0.0
        return (len(self._ends) - 1) / (self._ends[-1] - self._ends[0])

    @property
    def eta(self) -> float | None:
        """Estimated remaining seconds at the current rate; None if unknown."""
        if self.total is None or not self.rate:
            return None
        return max(0, self.total - self.done - self.skipped) / self.rate

    def line(self) -> str:
        """Return the progress as one line."""
        of = f" of {self.total:,}" if self.total is not None else ""
        parts = [f"{self.done + self.skipped:,}{of} page views", f"{self.rate:.1f}/s"]
        if self.eta is not None:
            minutes, seconds = divmod(round(self.eta), 60)
            hours, minutes = divmod(minutes, 60)
            parts.append(f"{hours}:{minutes:02}:{seconds:02} left")
        if self.skipped:
            failed = f" ({self.failed_before:,} failed)" if self.failed_before else ""
            parts.append(f"{self.skipped:,} done before{failed}")
        if self.duplicates:
            parts.append(f"{self.duplicates:,} duplicates")
        if self.attempts_again:
            parts.append(f"{self.attempts_again:,} tried again")
        if self.errors:
            kinds = ", ".join(f"{code} {n:,}" for code, n in self.errors.most_common(4))
            parts.append(f"{self.failed:,} failed ({kinds})")
        return "; ".join(parts)
