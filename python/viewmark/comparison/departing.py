"""Elements that left or entered the view with their surroundings: neither new nor gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.moves import EDGE, MARGINS, STRIP, Moved, find_clip
from viewmark.comparison.rows import list_around
from viewmark.comparison.scaled import Scaled
from viewmark.geometry import Bounds, union
from viewmark.grouping import grouped

SURE = 2
"""Elements of a box that went the same way, from which on all of it did."""
STEP = 1.0
"""CSS px by which two places may differ that are one."""
_Box = tuple[str, str]
"""Frame and path."""


def leave_out_carried(
    pages: tuple[Checkpoint, Checkpoint],
    matched: Sequence[Moved],
    scaled: Scaled | None,
    items: tuple[list[Item], list[Item]],
) -> tuple[list[Item], list[Item]]:
    """Items that only appeared or disappeared, without those carried over an edge of the view.

    A part that is moved sideways, scaled or turned takes some of it out of view.

    Args:
        pages: before and after.
        matched: elements that are in both.
        scaled: what is scaled or turned.
        items: what only the first, and only the second of them shows.
    """
    if not any(items) or not (scaled or _is_far(matched)):
        return items
    gone = _Side(pages, matched, scaled, is_back=False).pick(items[0])
    new = _Side((pages[1], pages[0]), matched, scaled, is_back=True).pick(items[1])
    return gone, new


def _is_far(matched: Sequence[Moved]) -> bool:
    """Whether something moved sideways by more than the container of a removed element."""
    return any(abs(each.dx) > MARGINS for each in matched)


class _Side:
    """One checkpoint, of which the other one may show another part."""

    def __init__(
        self,
        pages: tuple[Checkpoint, Checkpoint],
        matched: Sequence[Moved],
        scaled: Scaled | None,
        *,
        is_back: bool,
    ) -> None:
        self.of, self.there = pages
        self.matched, self.scaled, self.is_back = matched, scaled, is_back
        self.is_far = _is_far(matched)
        self._ways: dict[_Box, set[tuple[int, int]]] | None = None
        self._counts: dict[_Box, int] = defaultdict(int)

    def pick(self, items: list[Item]) -> list[Item]:
        """Items that were not carried away."""
        steps = [self._find_step(entry) for entry, _ in items]
        both = zip(steps, items, strict=True)
        taken = grouped((step[0], box) for step, (_, box) in both if step is not None)
        return [
            item
            for item, step in zip(items, steps, strict=True)
            if not self._is_scaled_away(*item)
            and not (step is not None and self._is_moved_away(*item, step, taken[step[0]]))
        ]

    def _is_scaled_away(self, entry: Entry, box: Bounds) -> bool:
        """Whether scaling or rotation around it may have moved it out of view."""
        scaled = self.scaled
        if scaled is None or not scaled.holds(entry):
            return False
        if scaled.map is not None:
            whole = self.of.whole_box(entry) if entry.element.frame is None else None
            way = scaled.map.invert() if self.is_back else scaled.map
            return not self._is_in_view(entry, way.place(whole or box))
        # Lines and rows wrap again: an element before a visible one is visible too.
        return scaled.factor > 1 != self.is_back and not self._is_followed(box)

    def _is_followed(self, box: Bounds) -> bool:
        boxes = (each.new_box if self.is_back else each.old_box for each in self.matched)
        return any(
            (one.y >= box.bottom - EDGE and one.x < box.right and box.x < one.right)
            or (one.x >= box.right - EDGE and one.y < box.bottom and box.y < one.bottom)
            for one in boxes
        )

    def _find_step(self, entry: Entry) -> tuple[_Box, float, float] | None:
        """The innermost container that both checkpoints show in part, and how all of it moved."""
        if not self.is_far:
            return None
        if self._ways is None:
            self._ways = defaultdict(set)
            for each in self.matched:
                frame = each.old.element.frame or ""
                way = (round(each.dx), round(each.dy))
                for path in list_around(each.old.path):
                    self._ways[frame, path].add(way)
                    self._counts[frame, path] += 1
        frame = entry.element.frame or ""
        for path in reversed(list_around(entry.path)):
            if self._counts.get((frame, path), 0) >= SURE:
                ways = self._ways[frame, path]
                dx, dy = next(iter(ways))
                sign = -1 if self.is_back else 1
                return ((frame, path), sign * dx, sign * dy) if len(ways) == 1 and dx else None
        return None

    def _is_moved_away(
        self,
        entry: Entry,
        box: Bounds,
        step: tuple[_Box, float, float],
        taken: Sequence[Bounds],
    ) -> bool:
        """Whether it would be out of view where all around it went.

        What moves up to the place of something that went is no farther from it than that is wide.
        """
        _, dx, dy = step
        if abs(dx) <= union(taken).width + MARGINS:
            return False
        return not self._is_in_view(entry, box.shift(dx, dy))

    def _is_in_view(self, entry: Entry, box: Bounds) -> bool:
        view = Bounds(*self.there.origin, *self.there.size)
        clip = find_clip(entry, self.of)
        part = box.intersection(view.intersection(clip) if clip is not None else view)
        is_wide = part.width > max(EDGE, STRIP * box.width)
        return is_wide and part.height > max(EDGE, STRIP * box.height)


def list_succeeded(items: Sequence[Item], matched: Sequence[Moved], *, is_new: bool) -> list[Item]:
    """List neighbours of which an item takes the exact place, or took, if it is new.

    Things that stand at the lower edge of a box come down by one place where the last of them goes:
    then nothing pushed that out of view.
    """
    taken = [
        (each.old, each.old_box) if is_new else (each.new, each.new_box)
        for each in matched
        if each.is_moved and not each.is_scrolled
    ]
    return [
        (entry, box)
        for entry, box in items
        if any(_is_of_one_list(entry, other) and _is_there(box, its) for other, its in taken)
    ]


def _is_of_one_list(one: Entry, other: Entry) -> bool:
    holders = [each.path.rpartition("/")[0] for each in (one, other)]
    a, b = one.element, other.element
    return bool(holders[0]) and holders[0] == holders[1] and (a.frame, a.tag) == (b.frame, b.tag)


def _is_there(one: Bounds, other: Bounds) -> bool:
    return abs(one.x - other.x) < STEP and abs(one.y - other.y) < STEP
