"""Scroll containers of a page whose offsets differ between two checkpoints.

The contents of such a container scrolled with it and did not move. An item in only one checkpoint
may have existed all the time, unless the other checkpoint shows that part of the container.

The module also handles items that only one of two observations would list, so that it is unknown
whether they were added or removed. An ordinary observation lists actionable elements up to a limit.
A checkpoint lists everything in view, which in a scroll container is only a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.moves import STRIP
from viewmark.elements.scroller import Scroller
from viewmark.geometry import Bounds

LEAST = 1.0
"""Minimum difference between two scroll offsets that counts as scrolled, in CSS px."""
_Key: TypeAlias = tuple[str, str]
"""Key of a scroll container: its frame, and its path in the document."""


class ScrolledBoxes:
    """Containers that the two checkpoints show at different scroll offsets."""

    def __init__(self, before: Checkpoint, after: Checkpoint) -> None:
        listed = {each.path: each for of in (before, after) for each in of.scrolled_boxes}
        self._paths = sorted(listed, key=len, reverse=True)
        self._of = {id(of): self._find_boxes(of, listed) for of in (before, after)}
        first, second = self._of[id(before)], self._of[id(after)]
        self._steps = {
            key: step
            for key in first.keys() & second.keys()
            if max(map(abs, step := _difference(first[key].all, second[key].all))) >= LEAST
        }

    def _find_boxes(self, of: Checkpoint, listed: dict[str, Scroller]) -> dict[_Key, Scroller]:
        """Return all scroll containers of an observation; without styles, only scrolled ones."""
        found: dict[_Key, Scroller] = {}
        for entry in of.entries:
            key = self._find_key(entry)
            if key is None or key in found:
                continue
            if entry.style is not None and entry.style.scroller is not None:
                found[key] = entry.style.scroller
            elif entry.style is None:
                found[key] = _find_now(listed[key[1]], of.scrolled_boxes)
        return found

    def _find_key(self, entry: Entry) -> _Key | None:
        """Return an element's innermost scroll container; in a frame, only styles reveal it."""
        if entry.style is not None:
            return _key(entry)
        if entry.element.frame or not entry.path:
            return None
        # The container itself moves with the content around it, so only ancestors are considered.
        around = (path for path in self._paths if entry.path.startswith(f"{path}/"))
        path = next(around, None)
        return None if path is None else ("", path)

    @property
    def has_frames(self) -> bool:
        """True if a container is in a frame, whose position in the screenshot is unknown."""
        return any(frame for frame, _ in self._steps)

    def step(self, old: Entry, new: Entry) -> tuple[float, float] | None:
        """Return how far the container of both elements scrolled, in CSS px; None if it did not."""
        key = self._find_key(new) if self._steps else None
        if key is None or self._find_key(old) != key:
            return None
        is_held = new.style is None and old.element.bounds == new.element.bounds
        if is_held and old.element.name == new.element.name and old.words == new.words:
            return None  # the element is inside the container, but not part of its scrolled content
        return self._steps.get(key)

    def shows(self, entry: Entry, there: Checkpoint) -> bool:
        """Return True if the other checkpoint shows the part of the container with the element."""
        key = self._find_key(entry)
        if key is None or key not in self._steps:
            return True
        of = next(boxes for of, boxes in self._of.items() if of != id(there))
        style = entry.style
        own = of.get(key) if style is None else style.scroller
        box = entry.element.bounds if style is None else style.box
        other = self._of[id(there)][key]
        if own is None or box is None:
            return False
        outer = _difference(_difference(own.at, other.at), _difference(own.all, other.all))
        if max(map(abs, outer)) >= LEAST:  # an outer container scrolled too
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
        """Return the visible areas of the main frame's containers, in CSS px of the page."""
        view = of.viewport
        boxes = [self._of[id(of)][key].box for key in self._steps if not key[0]]
        return [box.shift(view.scroll_x, view.scroll_y) for box in boxes]

    def notes(self) -> list[str]:
        """Return notes on these containers for the result."""
        return [
            f"{_name(key)} is scrolled {_words(step)} further: of what stands in it only what both "
            "looks show was compared."
            for key, step in sorted(self._steps.items())
        ]


def _key(entry: Entry) -> _Key | None:
    scroller = entry.style.scroller if entry.style is not None else None
    return None if scroller is None else (entry.element.frame or "", scroller.path)


def _find_now(box: Scroller, scrolled: Iterable[Scroller]) -> Scroller:
    """Return the same container in the other checkpoint, which may omit one at offset 0, 0."""
    around = [each for each in scrolled if each.holds(box.path)]
    own = next((each for each in around if each.path == box.path), None)
    everything = sum(each.at[0] for each in around), sum(each.at[1] for each in around)
    return own or replace(box, at=(0.0, 0.0), all=everything)


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


class Reach:
    """Determines which elements of one checkpoint the other checkpoint would list."""

    def __init__(self, before: Checkpoint, after: Checkpoint) -> None:
        self._before = before
        self._after = after
        self._unknown: dict[int, int] = {id(before): 0, id(after): 0}
        self.scrolled = ScrolledBoxes(before, after)
        """Scroll containers of which the two checkpoints show different parts."""

    def pick_gone(self, items: Sequence[Item]) -> list[Item]:
        """Return items of the first checkpoint that the second would list if they existed."""
        return self._pick(items, of=self._before, to=self._after)

    def pick_new(self, items: Sequence[Item]) -> list[Item]:
        """Return items of the second checkpoint that the first would list if they had existed."""
        return self._pick(items, of=self._after, to=self._before)

    def _pick(self, items: Sequence[Item], *, of: Checkpoint, to: Checkpoint) -> list[Item]:
        is_cut = to.total_found > len(to.entries)
        known = [item for item in items if not is_cut and to.scope.holds(item[0].element, of.scope)]
        self._unknown[id(to)] += len(items) - len(known)
        return [item for item in known if self.scrolled.shows(item[0], to)]

    def notes(self) -> list[str]:
        """Return notes on items that were not compared."""
        sides = ((self._before, "first", "second"), (self._after, "second", "first"))
        lines = self.scrolled.notes()
        if both := self._before.scope.describe_gaps(of=self._after.scope):
            lines.append(f"Both looks listed {both}: what changed of that is not told.")
        both_lists = (self._before.entries, self._after.entries)
        if all(both_lists) and not all(any(each.style for each in one) for one in both_lists):
            lines.append("Colours and fonts were not compared: a look has no styles.")
        for each, name, other in sides:
            if left := each.total_found - len(each.entries):
                lines.append(f"{name}: {left} more elements are on the page and were not compared.")
            count, lack = self._unknown[id(each)], each.scope.describe_gaps()
            if count and lack:
                lines.append(f"{name}: listed {lack}; {count} of the {other} were not compared.")
        return lines
