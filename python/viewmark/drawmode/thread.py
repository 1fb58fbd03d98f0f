"""Messages between agent and user about one annotation, and its status."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

MAX_REPLY = 2_000
"""Maximum number of characters of one entry."""
MAX_ENTRIES = 50
"""Maximum number of entries of one thread."""


class ThreadStatus(str, Enum):
    """The status of an annotation."""

    OPEN = "open"
    SEEN = "seen"
    """The agent has read the annotation. Only the user sees this status; the agent sees `open`."""
    IN_PROGRESS = "in_progress"
    """The agent is working on the annotation."""
    RESOLVED = "resolved"
    """The agent or the user considers the annotation done; a message from the user reopens it."""


class ThreadAuthor(str, Enum):
    """The author of an entry, as determined by the server, never by the entry's own data."""

    AGENT = "agent"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class ThreadEntry:
    """An entry: a text, a change of status, or both."""

    author: ThreadAuthor
    text: str
    """Plain text, never markup; "" for a change of status without text."""
    timestamp: int
    """Time in milliseconds since 1970."""
    status: ThreadStatus | None = None
    """The new status; None if unchanged."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        out: dict[str, Any] = {"author": self.author.value, "text": self.text}
        if self.status is not None:
            out["status"] = self.status.value
        return out | {"timestamp": self.timestamp}


@dataclass(frozen=True, slots=True)
class Thread:
    """The entries about one annotation, in order."""

    status: ThreadStatus = ThreadStatus.OPEN
    entries: tuple[ThreadEntry, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether no further entry can be added."""
        return len(self.entries) >= MAX_ENTRIES

    @property
    def report(self) -> ThreadStatus:
        """The status as reported to readers; `seen` is reported as open."""
        return ThreadStatus.OPEN if self.status is ThreadStatus.SEEN else self.status

    def add_message(
        self, author: ThreadAuthor, text: str, timestamp: int, status: ThreadStatus | None = None
    ) -> Thread:
        """Return the thread with a new entry; a message from the user reopens a resolved thread."""
        if author is ThreadAuthor.HUMAN and status is None and self.status is ThreadStatus.RESOLVED:
            status = ThreadStatus.OPEN
        changed = status if status is not self.status else None
        entry = ThreadEntry(author, text, timestamp, changed)
        return Thread(status or self.status, (*self.entries, entry))

    def mark_seen(self) -> Thread:
        """Return the thread with the status that it has after the agent has read it."""
        return replace(self, status=ThreadStatus.SEEN) if self.status is ThreadStatus.OPEN else self

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: `status`, and `thread` if there are entries."""
        out: dict[str, Any] = {"status": self.status.value}
        return out | ({"thread": [e.to_json() for e in self.entries]} if self.entries else {})
