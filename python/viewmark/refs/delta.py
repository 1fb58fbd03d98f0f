"""Snapshots of observations, and the difference between two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from viewmark.elements.model import Element
from viewmark.wire_record import to_record

MOVED_BY = 1.0
"""CSS px; less is rounding."""
FEW = 5
"""Elements that moved and are named; of more, as below a new row, the number is said."""
FIELDS = ("role", "name", "text", "hint", "state", "disabled", "occluded", "in_dialog")
"""What can change in an element; an answer names them as the wire does."""
_WIRE = {"hint": "interactionHint"}


class Row(NamedTuple):
    """One element of an observation; x and y in CSS px of the page."""

    element: Element
    x: float
    y: float


@dataclass(frozen=True)
class RefSnapshot:
    """One observation; looked up in only if somebody asks."""

    refs: Sequence[str]
    """As they were then."""
    corners: Sequence[tuple[float, float]]
    """Top left corners in CSS px of the page."""
    elements: Sequence[Element]
    names: Sequence[str] | None
    """Labels in the same order; counted from 1 if None."""

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """By ref."""
        return {
            ref: Row(element, *corner)
            for ref, corner, element in zip(self.refs, self.corners, self.elements, strict=True)
        }

    def ref_of_line(self, role: str, words: str) -> str | None:
        """The ref of the only element that a line calls that."""
        rows = zip(self.refs, self.elements, strict=True)
        found = [ref for ref, e in rows if e.role == role and words in (e.name, e.text)]
        return found[0] if len(found) == 1 else None

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Label -> ref."""
        names = self.names or [str(n) for n in range(1, len(self.refs) + 1)]
        return dict(zip(names, self.refs, strict=False))


@dataclass(frozen=True, slots=True)
class Delta:
    """What changed since an observation; refs in the order of the newer one."""

    added: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]]
    """Ref -> names of the fields that changed."""
    moved: tuple[str, ...]
    gone: tuple[str, ...]
    """Of an `Observation`: what is not on the page any more, or not visible. As `compare` gives it:
    all that the newer one does not have."""

    def to_json(self) -> dict[str, object]:
        """The wire shape."""
        return to_record(self)

    def lines(self) -> list[str]:
        """For small token budgets: what is new, changed, moved and gone, one line each."""
        changed = [f"{ref} ({', '.join(names)})" for ref, names in self.changed.items()]
        moved = self.moved if len(self.moved) <= FEW else (f"{len(self.moved)} others",)
        counts = {"added": self.added, "changed": changed, "moved": moved, "gone": self.gone}
        rows = [f"{name}: {' '.join(refs)}" for name, refs in counts.items() if refs]
        return rows or ["nothing changed"]


def compare(old: RefSnapshot, new: RefSnapshot, current: Callable[[str], str]) -> Delta:
    """The difference between two observations.

    Args:
        old: the earlier one.
        new: the newest one.
        current: the ref that an element of the earlier one has now.
    """
    before = {current(ref): row for ref, row in old.rows.items()}
    changed = {}
    moved = []
    for ref, row in new.rows.items():
        was = before.get(ref)
        if was is None:
            continue
        fields = tuple(
            _WIRE.get(name, name)
            for name in FIELDS
            if _shown_value(was.element, name) != _shown_value(row.element, name)
        )
        if fields:
            changed[ref] = fields
        is_far = abs(was.x - row.x) >= MOVED_BY or abs(was.y - row.y) >= MOVED_BY
        if is_far or was.element.identity.path != row.element.identity.path:
            moved.append(ref)
    return Delta(
        added=tuple(ref for ref in new.rows if ref not in before),
        changed=changed,
        moved=tuple(moved),
        gone=tuple(ref for ref in before if ref not in new.rows),
    )


def _shown_value(element: Element, field: str) -> object:
    value = getattr(element, field)
    if field == "state":  # the focus goes where one acts: no change worth a line
        return {key: state for key, state in value.items() if key != "focused"}
    return value
