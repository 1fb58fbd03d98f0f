"""The scroll container around an element inside the page: its offset and its maximum offset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from viewmark.elements.words import words
from viewmark.geometry import Bounds

PATH_LENGTH = 1000
MOST_BOXES = 100
_FAR = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroller:
    """The innermost scroll container; offsets are in CSS px of its frame, to the right and down."""

    path: str
    """Path of the container in its document; empty if it is the document of a frame."""
    at: tuple[float, float]
    most: tuple[float, float]
    """Maximum horizontal and vertical scroll offset of the container, in CSS px."""
    all: tuple[float, float]
    """Sum of the scroll offsets of this container and of all scroll containers around it, in CSS
    px."""
    box: Bounds

    @classmethod
    def from_wire(cls, record: object) -> Scroller | None:
        """Validate a record from a page script or a file; None if it is invalid."""
        if not isinstance(record, dict):
            return None
        box = Bounds.from_edges(record.get("box"))
        pairs = [_pair(record.get(key)) for key in ("at", "most", "all")]
        at, most, everything = pairs
        if box is None or at is None or most is None or everything is None:
            return None
        path = words(record.get("path"), PATH_LENGTH)
        return cls(path=path, at=at, most=most, all=everything, box=box)

    @classmethod
    def list_scrolled(cls, records: object) -> tuple[Scroller, ...]:
        """Validate the page's records of scrolled containers; add up nested offsets in `all`."""
        raw = [each for each in records if isinstance(each, dict)] if _is_list(records) else []
        own = [cls.from_wire({**each, "all": each.get("at")}) for each in raw[:MOST_BOXES]]
        found = [each for each in own if each is not None and each.path]
        return tuple(
            replace(
                each,
                all=(
                    sum(one.at[0] for one in found if one.holds(each.path)),
                    sum(one.at[1] for one in found if one.holds(each.path)),
                ),
            )
            for each in found
        )

    def holds(self, path: str) -> bool:
        """Return True if the path belongs to the container or to an element inside it."""
        return f"{path}/".startswith(f"{self.path}/")

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, which `from_wire` accepts."""
        pairs = {"at": list(self.at), "most": list(self.most), "all": list(self.all)}
        return {"path": self.path, "box": list(self.box.edges)} | pairs


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _pair(value: object) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    numbers = [float(each) for each in value if type(each) in (int, float) and abs(each) < _FAR]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
