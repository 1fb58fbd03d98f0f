"""What one observation was, and what differs between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from viewmark.elements.model import Element

__all__ = ["Delta", "Snapshot", "compare"]

MOVED_BY = 1.0
"""CSS px; less is rounding."""
FIELDS = ("role", "name", "text", "hint", "state", "disabled", "occluded", "in_dialog")
"""What can change in an element; an answer names them as the wire does."""
_WIRE = {"hint": "interactionHint"}


class Row(NamedTuple):
    """One element of an observation; x and y in CSS px of the page."""

    element: Element
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One observation."""

    rows: Mapping[str, Row]
    """By the ref that it had then."""
    labels: Mapping[str, str]
    """Label -> ref."""

    @classmethod
    def of(
        cls,
        refs: Sequence[str],
        corners: Sequence[tuple[float, float]],
        elements: Sequence[Element],
        labels: Sequence[str] | None,
    ) -> Snapshot:
        """The snapshot of an observation; labels count from 1 if none are given."""
        rows = {
            ref: Row(element, *corner)
            for ref, corner, element in zip(refs, corners, elements, strict=True)
        }
        names = labels if labels is not None else [str(n) for n in range(1, len(refs) + 1)]
        return cls(rows, dict(zip(names, refs, strict=False)))


@dataclass(frozen=True, slots=True)
class Delta:
    """What changed since an observation; refs in the order of the newer one."""

    added: tuple[str, ...]
    changed: Mapping[str, tuple[str, ...]]
    """Ref -> names of the fields that changed."""
    moved: tuple[str, ...]
    gone: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """The wire shape."""
        return {
            "added": list(self.added),
            "changed": {ref: list(names) for ref, names in self.changed.items()},
            "moved": list(self.moved),
            "gone": list(self.gone),
        }


def compare(old: Snapshot, new: Snapshot, current: Callable[[str], str]) -> Delta:
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
            if getattr(was.element, name) != getattr(row.element, name)
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
