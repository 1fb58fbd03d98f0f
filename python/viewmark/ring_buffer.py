"""A bounded list that remembers how far each reader has come.

Pure. Cursors are counts of entries ever added, so "since last time" stays true when old entries
have fallen out: the answer says how many were lost.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Page", "RingBuffer"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """What a reader gets."""

    entries: tuple[T, ...]
    """Oldest first."""
    cursor: int
    """Give this next time to get only what is newer."""
    lost: int
    """Entries after the given cursor that had already fallen out."""
    remaining: int
    """Entries that the limit kept back; they come with the next call."""


class RingBuffer(Generic[T]):
    """The last `size` entries."""

    def __init__(self, size: int) -> None:
        self._entries: deque[T] = deque(maxlen=size)
        self._added = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def add(self, entry: T) -> None:
        """Add one; the oldest falls out when the ring is full."""
        self._entries.append(entry)
        self._added += 1

    def clear(self) -> None:
        """Forget all entries; cursors stay valid."""
        self._entries.clear()

    def read(
        self, *, since: int = 0, limit: int = 100, keep: Callable[[T], bool] | None = None
    ) -> Page[T]:
        """Entries added after `since` that `keep` accepts, at most `limit`.

        Args:
            since: the cursor of the last answer; 0 for all that is kept.
            limit: the most entries of this answer, at least 1.
            keep: a filter.
        """
        since = min(max(since, 0), self._added)
        first = self._added - len(self._entries)
        lost = max(0, first - since)
        found: list[T] = []
        position, stop = first, self._added
        for entry in self._entries:
            position += 1
            if position <= since or (keep is not None and not keep(entry)):
                continue
            if len(found) == limit:
                stop = position - 1
                break
            found.append(entry)
        waiting = self._added - stop
        return Page(tuple(found), stop, lost, waiting)
