"""Messages of agent and human about one annotation, and its status."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

MAX_REPLY = 2_000
"""Characters of one entry."""
MAX_ENTRIES = 50
"""Entries of one thread."""


class ThreadStatus(str, Enum):
    """State of an annotation."""

    OPEN = "open"
    SEEN = "seen"
    """The agent has read it: shown to the human; what the agent reads calls it open."""
    IN_PROGRESS = "in_progress"
    """The agent works on it."""
    RESOLVED = "resolved"
    """Agent or human hold it for done; words of the human open it again."""


class ThreadAuthor(str, Enum):
    """Author of an entry, as known by the server, whatever the entry claims."""

    AGENT = "agent"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class ThreadEntry:
    """One entry: words, a change of status, or both."""

    author: ThreadAuthor
    text: str
    """Plain text, never markup; "" for a change of status without words."""
    timestamp: int
    """Milliseconds since 1970."""
    status: ThreadStatus | None = None
    """State from then on; None if unchanged."""

    def to_json(self) -> dict[str, Any]:
        """The spelling of the wire."""
        out: dict[str, Any] = {"author": self.author.value, "text": self.text}
        if self.status is not None:
            out["status"] = self.status.value
        return out | {"timestamp": self.timestamp}


@dataclass(frozen=True, slots=True)
class Thread:
    """The entries of one annotation in their order."""

    status: ThreadStatus = ThreadStatus.OPEN
    entries: tuple[ThreadEntry, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether nothing can be added."""
        return len(self.entries) >= MAX_ENTRIES

    @property
    def report(self) -> ThreadStatus:
        """The status as readers get it, which does not change by reading."""
        return ThreadStatus.OPEN if self.status is ThreadStatus.SEEN else self.status

    def add_message(
        self, author: ThreadAuthor, text: str, timestamp: int, status: ThreadStatus | None = None
    ) -> Thread:
        """The thread with one more entry; words of the human reopen a resolved one."""
        if author is ThreadAuthor.HUMAN and status is None and self.status is ThreadStatus.RESOLVED:
            status = ThreadStatus.OPEN
        changed = status if status is not self.status else None
        entry = ThreadEntry(author, text, timestamp, changed)
        return Thread(status or self.status, (*self.entries, entry))

    def mark_seen(self) -> Thread:
        """As it is after the agent read it."""
        return replace(self, status=ThreadStatus.SEEN) if self.status is ThreadStatus.OPEN else self

    def to_json(self) -> dict[str, Any]:
        """The spelling of the wire: `status`, and `thread` where something was written."""
        out: dict[str, Any] = {"status": self.status.value}
        return out | ({"thread": [e.to_json() for e in self.entries]} if self.entries else {})
