"""A bounded list of recent entries; cursors into the list stay valid when entries are dropped.

A cursor is the number of entries added so far; each batch states how many entries were lost. Pure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Batch(Generic[T]):
    """The entries returned by one read of a buffer, and how to continue."""

    entries: tuple[T, ...]
    """The entries, oldest first."""
    cursor: int
    """Pass this as `since` to get only newer entries."""
    lost: int
    """Number of entries after `since` that are no longer kept."""
    remaining: int
    """Number of entries beyond the limit, which the next read returns."""


class RingBuffer(Generic[T]):
    """Keeps the latest `size` entries."""

    def __init__(self, size: int) -> None:
        self._entries: deque[T] = deque(maxlen=size)
        self._added = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def add(self, entry: T) -> None:
        """Add an entry; the oldest entry is dropped if the buffer is full."""
        self._entries.append(entry)
        self._added += 1

    def clear(self) -> None:
        """Remove all entries; cursors stay valid."""
        self._entries.clear()

    def read(
        self, *, since: int = 0, limit: int = 100, keep: Callable[[T], bool] | None = None
    ) -> Batch[T]:
        """Return the entries added after `since` that `keep` accepts, at most `limit`.

        Args:
            since: the cursor of the last batch; 0 for all entries that are kept.
            limit: maximum number of entries to return, at least 1.
            keep: returns True for entries to include; None includes all.
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
        return Batch(tuple(found), stop, lost, waiting)
