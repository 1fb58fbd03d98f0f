"""Snapshots of observations, and the difference between two snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from viewmark.elements.model import Element
from viewmark.wire_record import to_record

Place: TypeAlias = tuple[float, float, str]
MOVED_BY = 1.0
"""Minimum distance in CSS px at which an element counts as moved; less is a rounding error."""
FEW = 5
"""Maximum moved elements to list; if more moved (as below a new row), they are only counted."""
FIELDS = ("role", "name", "text", "hint", "state", "disabled", "occluded", "in_dialog")
"""Names of the element fields that are compared between two observations, as in the JSON form."""
_WIRE = {"hint": "interactionHint"}


class Row(NamedTuple):
    """An element of an observation; x and y are in CSS px of the page."""

    element: Element
    x: float
    y: float

    @property
    def place(self) -> Place:
        """The element's left and top edge in CSS px of the page, and its path in the document."""
        return self.x, self.y, self.element.identity.path


def has_moved(was: Place, now: Place, looks: Iterable[Element | None]) -> bool:
    """Return True if the position on the page or the path in the document changed.

    Args:
        was: former left and top edge in CSS px of the page, and former path.
        now: current left and top edge, and current path.
        looks: the element before and now; None if the element was not observed in this process.
    """
    if was[2] != now[2]:
        return True
    if any(each is not None and each.visible_ratio < 1 for each in looks):
        # Only the visible part is measured, so the corner of a partly hidden element may change
        return False
    return abs(was[0] - now[0]) >= MOVED_BY or abs(was[1] - now[1]) >= MOVED_BY


@dataclass(frozen=True)
class RefSnapshot:
    """The refs and places of an observation; its rows are created on first use."""

    refs: Sequence[str]
    """Refs of the elements at the time of the observation."""
    corners: Sequence[tuple[float, float]]
    """Top left corners of the elements, in CSS px of the page."""
    elements: Sequence[Element]
    names: Sequence[str] | None
    """Labels of the marks, in the order of `refs`; None if the marks are numbered from 1."""

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The elements, keyed by ref."""
        return {
            ref: Row(element, *corner)
            for ref, corner, element in zip(self.refs, self.corners, self.elements, strict=True)
        }

    def ref_of_line(self, role: str, words: str) -> str | None:
        """Return the ref if exactly one line has this role and text, else None."""
        rows = zip(self.refs, self.elements, strict=True)
        found = [ref for ref, e in rows if e.role == role and words in (e.name, e.text)]
        return found[0] if len(found) == 1 else None

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Refs of the elements, keyed by the label of the mark."""
        names = self.names or [str(n) for n in range(1, len(self.refs) + 1)]
        return dict(zip(names, self.refs, strict=False))


@dataclass(frozen=True, slots=True)
class Delta:
    """Changes since an earlier observation; refs are in the order of the newer observation."""

    added: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]]
    """Names of the fields of an element that changed, keyed by the element's ref."""
    moved: tuple[str, ...]
    gone: tuple[str, ...]
    """In an `Observation`, the elements that are gone from the page or no longer visible. In a
    result of `compare`, all elements that the newer observation does not contain."""

    def to_json(self) -> dict[str, object]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)

    def lines(self) -> list[str]:
        """Return one line of refs per kind of change.

        If more than `FEW` elements moved, the line only contains their number.
        """
        changed = [f"{ref} ({', '.join(names)})" for ref, names in self.changed.items()]
        moved = self.moved if len(self.moved) <= FEW else (f"{len(self.moved)} others",)
        counts = {"added": self.added, "changed": changed, "moved": moved, "gone": self.gone}
        rows = [f"{name}: {' '.join(refs)}" for name, refs in counts.items() if refs]
        return rows or ["nothing changed"]


def compare(old: RefSnapshot, new: RefSnapshot, current: Callable[[str], str]) -> Delta:
    """Return the difference between two observations.

    Args:
        old: the earlier observation.
        new: the newest observation.
        current: function that returns the current ref for a ref of `old`.
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
        if has_moved(was.place, row.place, (was.element, row.element)):
            moved.append(ref)
    return Delta(
        added=tuple(ref for ref in new.rows if ref not in before),
        changed=changed,
        moved=tuple(moved),
        gone=tuple(ref for ref in before if ref not in new.rows),
    )


def _shown_value(element: Element, field: str) -> object:
    value = getattr(element, field)
    if field == "state":  # every action moves the focus, so a change of focus is not reported
        return {key: state for key, state in value.items() if key != "focused"}
    return value
