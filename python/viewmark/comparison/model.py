"""Result of a comparison: changes, each with element, property, values and sentence."""

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
    """One change, shown as one mark, one outline, one sentence."""

    kind: Kind
    sentence: str
    """The change in words, at most 90 characters."""
    before: str = ""
    """Former value in words; never that of a secret."""
    after: str = ""
    """New value in words."""
    detail: str = ""
    """Name of the changed state or style, if there are several."""
    old: Entry | None = None
    """The former element; None if it is new."""
    new: Entry | None = None
    """The present element; None if it is gone."""
    old_box: Bounds | None = None
    """Former box, in CSS px of the page."""
    new_box: Bounds | None = None
    """Present box, in CSS px of the page."""
    cause: Entry | None = None
    """Element whose addition or removal moved a group."""
    count: int = 1
    """Number of elements with the same change; the box contains all of them."""
    confidence: float = 1.0
    """Confidence that both are the same element, 0..1."""

    @property
    def entry(self) -> Entry | None:
        """The present element, or the former one if it is gone."""
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
    """Merge several changes into one: of the first element, with the boxes and number of all."""
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
    """Everything that changed between two checkpoints."""

    before: Checkpoint
    after: Checkpoint
    changes: tuple[PageChange, ...]
    notes: tuple[str, ...] = ()
    """Differences that are no changes of the page, or were not comparable, in sentences."""
    matched: int = 0
    """Number of elements in both checkpoints."""

    NOUN: ClassVar[str] = "change"
    """Noun for tables."""

    @property
    def sentences(self) -> list[str]:
        """The changes in words."""
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
        """Return one line: the number of changes by kind."""
        if not self.changes:
            return f"nothing changed ({self.matched} elements)"
        return count_kinds((each.kind for each in self.changes), "change", self.matched)

    def lines(self, *, addresses: bool = False) -> str:
        """Return all changes as text, one line each, then the notes.

        Args:
            addresses: begin with a line with both URLs, if they differ.
        """
        rows = [f"[{number}] {each}" for number, each in enumerate(self.sentences, 1)]
        rows = rows or ["nothing changed"]
        if addresses and self.before.url != self.after.url:
            rows.insert(0, f"address: {self.before.url} -> {self.after.url}")
        return "\n".join([*rows, *(f"note: {note}" for note in self.notes)])

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
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
