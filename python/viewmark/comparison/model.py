"""Result of a comparison: changes, each with its element, property, figures and sentence."""

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
    """One change: one mark, one outline, one sentence."""

    kind: Kind
    sentence: str
    """The change in words, at most 90 characters."""
    before: str = ""
    """Former value in words; never a secret one."""
    after: str = ""
    """New value."""
    detail: str = ""
    """Which one of several: the name of a state or of a style."""
    old: Entry | None = None
    """The element as it was; None where it is new."""
    new: Entry | None = None
    """The element as it is; None where it is gone."""
    old_box: Bounds | None = None
    """Box before, in CSS px of the page."""
    new_box: Bounds | None = None
    """Box after."""
    cause: Entry | None = None
    """Element whose coming or going moved a group."""
    count: int = 1
    """Elements that changed alike; the box holds all of them."""
    confidence: float = 1.0
    """How certain it is that both are the same element, 0..1."""

    @property
    def entry(self) -> Entry | None:
        """The element, as it is or as it was."""
        return self.new or self.old

    def to_json(self) -> dict[str, Any]:
        """The wire shape; boxes in CSS px of the page."""
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
    """Several changes as one: about the first, with the boxes and the number of all."""
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
    """Differences that are no change of the page, or could not be compared, in sentences."""
    matched: int = 0
    """Elements that are in both."""

    NOUN: ClassVar[str] = "change"
    """Word for a sentence in tables."""

    @property
    def sentences(self) -> list[str]:
        """Changes in words."""
        return [each.sentence for each in self.changes]

    @property
    def is_same(self) -> bool:
        """Whether nothing changed."""
        return not self.changes

    def __len__(self) -> int:
        return len(self.changes)

    def __bool__(self) -> bool:
        return True

    @property
    def summary(self) -> str:
        """One line: how many changes, of which kinds."""
        if not self.changes:
            return f"nothing changed ({self.matched} elements)"
        return count_kinds((each.kind for each in self.changes), "change", self.matched)

    def lines(self, *, addresses: bool = False) -> str:
        """All changes as text, one line each, then the notes.

        Args:
            addresses: first a line with both addresses, where they differ.
        """
        rows = [f"[{number}] {each}" for number, each in enumerate(self.sentences, 1)]
        rows = rows or ["nothing changed"]
        if addresses and self.before.url != self.after.url:
            rows.insert(0, f"address: {self.before.url} -> {self.after.url}")
        return "\n".join([*rows, *(f"note: {note}" for note in self.notes)])

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
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
