"""The result of a comparison: changes with element, property, values and description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.words import count_kinds, sentence
from viewmark.geometry import Bounds, union

Kind = Literal[
    "new",
    "gone",
    "undecidable",
    "role",
    "name",
    "text",
    "value",
    "state",
    "address",
    "covered",
    "place",
    "size",
    "order",
    "color",
    "background",
    "font",
    "border",
    "opacity",
    "contrast",
    "pixels",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageChange:
    """A single change, shown as one mark, one outline and one sentence."""

    kind: Kind
    sentence: str
    """Description of the change, at most 90 characters."""
    before: str = ""
    """Former value as text; never the value of a secret field."""
    after: str = ""
    """New value as text; never the value of a secret field."""
    detail: str = ""
    """Name of the changed state or style, for kinds that have several."""
    old: Entry | None = None
    """The element before the change; None if it was added."""
    new: Entry | None = None
    """The element after the change; None if it was removed."""
    old_box: Bounds | None = None
    """Box of the element before the change, in CSS px of the page."""
    new_box: Bounds | None = None
    """Box of the element after the change, in CSS px of the page."""
    cause: Entry | None = None
    """Element whose addition or removal moved a group; None for other changes."""
    count: int = 1
    """Number of elements with the same change; the boxes contain all of them."""
    confidence: float = 1.0
    """Confidence that `old` and `new` are the same element, 0..1."""

    @property
    def entry(self) -> Entry | None:
        """The element after the change, or before the change if it was removed."""
        return self.new or self.old

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, with boxes in CSS px of the page."""
        row: dict[str, Any] = {"property": self.kind, "sentence": self.sentence}
        for name in ("before", "after", "detail"):
            if text := getattr(self, name):
                row[name] = text
        if (entry := self.entry) is not None:
            row["role"], row["name"] = entry.element.role, entry.element.name or entry.element.text
            row["ref"], row["selector"] = entry.ref, entry.element.selector
        for name, box in (("old_box", self.old_box), ("new_box", self.new_box)):
            if box is not None:
                row[name] = [round(side, 1) for side in box.as_tuple()]
        if self.count > 1:
            row["count"] = self.count
        if self.confidence < 1:
            row["confidence"] = self.confidence
        return row


def merge_changes(changes: Sequence[PageChange], said: str) -> PageChange:
    """Merge changes into the first one, whose boxes and count then cover all of them.

    Each box is the bounding box of all changes; the count is the sum of their counts.
    """
    boxes = [
        [box for each in changes if (box := getattr(each, name)) is not None]
        for name in ("old_box", "new_box")
    ]
    return replace(
        changes[0],
        sentence=sentence(said),
        old_box=union(boxes[0]) if boxes[0] else None,
        new_box=union(boxes[1]) if boxes[1] else None,
        count=sum(each.count for each in changes),
        confidence=min(each.confidence for each in changes),
    )


@dataclass(frozen=True, kw_only=True)
class PageComparison:
    """The result of a comparison: all changes between two checkpoints, and notes."""

    before: Checkpoint
    after: Checkpoint
    changes: tuple[PageChange, ...]
    notes: tuple[str, ...] = ()
    """Sentences on differences that are not changes of the page, or that were not compared."""
    matched: int = 0
    """Number of elements that are in both checkpoints."""

    NOUN: ClassVar[str] = "change"
    """Noun for the comparison's findings in reports."""

    @property
    def sentences(self) -> list[str]:
        """Descriptions of all changes."""
        return [each.sentence for each in self.changes]

    @property
    def is_same(self) -> bool:
        """True if nothing changed."""
        return not self.changes

    def __len__(self) -> int:
        return len(self.changes)

    def __bool__(self) -> bool:
        return True

    @property
    def summary(self) -> str:
        """Return one line with the number of changes by kind."""
        if not self.changes:
            return f"nothing changed ({self.matched} elements)"
        return count_kinds((each.kind for each in self.changes), "change", self.matched)

    def lines(self, *, addresses: bool = False) -> str:
        """Return all changes as text, one per line, followed by the notes.

        Args:
            addresses: True to begin with a line with both URLs if they differ.
        """
        rows = [f"[{number}] {each}" for number, each in enumerate(self.sentences, 1)]
        rows = rows or ["nothing changed"]
        if addresses and self.before.url != self.after.url:
            rows.insert(0, f"address: {self.before.url} -> {self.after.url}")
        return "\n".join([*rows, *(f"note: {note}" for note in self.notes)])

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "same": self.is_same,
            "summary": self.summary,
            "before": {"url": self.before.url, "title": self.before.title},
            "after": {"url": self.after.url, "title": self.after.title},
            "changes": [
                {"number": number} | each.to_json() for number, each in enumerate(self.changes, 1)
            ],
            "notes": list(self.notes),
        }
