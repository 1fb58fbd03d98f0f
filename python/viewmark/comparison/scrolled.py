"""Boxes inside of a page that are scrolled elsewhere in the second look than in the first.

What stands in them went with them and did not move; what only one look shows of them may have been
there all the time, unless the other showed that very part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from viewmark.comparison.moves import STRIP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from viewmark.comparison.checkpoint import Checkpoint, Entry
    from viewmark.elements.scroller import Scroller
    from viewmark.geometry import Bounds

__all__ = ["ScrolledBoxes"]

LEAST = 1.0
"""CSS px by which a box is scrolled elsewhere."""
_Key: TypeAlias = tuple[str, str]
"""Frame and path of a box."""


class ScrolledBoxes:
    """Those that both looks show, each scrolled otherwise."""

    def __init__(self, before: Checkpoint, after: Checkpoint) -> None:
        self._of = {id(before): _boxes(before.entries), id(after): _boxes(after.entries)}
        first, second = self._of[id(before)], self._of[id(after)]
        self._steps = {
            key: step
            for key in first.keys() & second.keys()
            if max(map(abs, step := _difference(first[key].all, second[key].all))) >= LEAST
        }

    @property
    def has_frames(self) -> bool:
        """Whether one of them is in a frame: where that lies in the picture is not known."""
        return any(frame for frame, _ in self._steps)

    def step(self, old: Entry, new: Entry) -> tuple[float, float] | None:
        """How much further the box is scrolled that both stand in, CSS px; None if it is not."""
        key = _key(new)
        return self._steps.get(key) if key is not None and _key(old) == key else None

    def shows(self, entry: Entry, there: Checkpoint) -> bool:
        """Whether another look shows the part of the box where an element stands."""
        key = _key(entry)
        if key is None or key not in self._steps:
            return True
        assert entry.style is not None
        own, other, box = entry.style.scroller, self._of[id(there)][key], entry.style.box
        if own is None or box is None:
            return False
        outer = _difference(_difference(own.at, other.at), _difference(own.all, other.all))
        if max(map(abs, outer)) >= LEAST:  # a box around it is scrolled elsewhere, too
            return False
        sides = (
            (box.x - own.box.x, box.width, other.box.width),
            (box.y - own.box.y, box.height, other.box.height),
        )
        for axis, (start, length, shown) in enumerate(sides):
            low = own.at[axis] + start
            first = other.at[axis] if other.at[axis] >= LEAST else -float("inf")
            is_end = other.at[axis] > other.most[axis] - LEAST
            last = float("inf") if is_end else other.at[axis] + shown
            if min(low + length, last) - max(low, first) < STRIP * length:
                return False
        return True

    def areas(self, of: Checkpoint) -> list[Bounds]:
        """Where those of the page itself lie, CSS px of the page."""
        view = of.viewport
        boxes = [self._of[id(of)][key].box for key in self._steps if not key[0]]
        return [box.shift(view.scroll_x, view.scroll_y) for box in boxes]

    def notes(self) -> list[str]:
        """What is told of them."""
        return [
            f"{_name(key)} is scrolled {_words(step)} further: of what stands in it only what both "
            "looks show was compared."
            for key, step in sorted(self._steps.items())
        ]


def _key(entry: Entry) -> _Key | None:
    scroller = entry.style.scroller if entry.style is not None else None
    return None if scroller is None else (entry.element.frame or "", scroller.path)


def _boxes(entries: Iterable[Entry]) -> dict[_Key, Scroller]:
    found: dict[_Key, Scroller] = {}
    for entry in entries:
        key = _key(entry)
        if key is not None and key not in found and entry.style and entry.style.scroller:
            found[key] = entry.style.scroller
    return found


def _difference(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (b[0] - a[0], b[1] - a[1])


def _name(key: _Key) -> str:
    frame, path = key
    what = f"The box {path.rpartition('/')[2]}" if path else "The document"
    return f"{what} in {frame}" if frame else what


def _words(step: tuple[float, float]) -> str:
    ways = ((step[0], "right", "left"), (step[1], "down", "up"))
    return ", ".join(
        f"{abs(px):.0f} px {there if px > 0 else back}" for px, there, back in ways if abs(px) >= 1
    )
