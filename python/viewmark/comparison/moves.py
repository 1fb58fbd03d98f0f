"""Moves of elements, alone or in groups, their causes, and elements that left the viewport."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from viewmark.comparison.checkpoint import Checkpoint, Entry, Item
from viewmark.comparison.model import Kind, PageChange, merge_changes
from viewmark.comparison.words import px, sentence, who
from viewmark.geometry import Bounds
from viewmark.grouping import grouped
from viewmark.refs.delta import MOVED_BY

TOLERANCE = 1.5
"""Maximum difference in CSS px between the distance that an element moved and the size change that
caused the move."""
MARGINS = 64.0
"""Space that an added or removed element may take in addition to its size, such as margins, in CSS
px."""
EDGE = 4.0
"""Minimum size of a visible part, in CSS px; discovery may miss elements with a smaller part."""
ROUNDED = 0.01
"""Rounding error of a box that was shifted and clipped, in CSS px."""
STRIP = 0.35
"""Minimum visible share of an element's height; discovery may miss elements with a smaller part."""
WHOLE = 0.999
"""Visible share of an element from which it does not count as clipped."""


class Moved(NamedTuple):
    """A matched element and its shift; boxes are in CSS px of the page."""

    old: Entry
    new: Entry
    old_box: Bounds
    new_box: Bounds
    dx: float
    dy: float
    confidence: float
    is_scrolled: bool
    """True if the scroll offset of the element's container changed."""

    @property
    def is_moved(self) -> bool:
        """True if the element's place in the screenshot changed."""
        return bool(self.dx or self.dy or self.is_scrolled)

    @property
    def stays(self) -> bool:
        """True if the element stays in place when the page scrolls (fixed or sticky position)."""
        return any(each.style is not None and each.style.stays for each in (self.old, self.new))

    def change(
        self, kind: Kind, said: str, before: str = "", after: str = "", detail: str = ""
    ) -> PageChange:
        """Create a change of this element."""
        return PageChange(
            kind=kind,
            sentence=said,
            before=before,
            after=after,
            detail=detail,
            old=self.old,
            new=self.new,
            old_box=self.old_box,
            new_box=self.new_box,
            confidence=self.confidence,
        )


@dataclass(frozen=True, slots=True)
class Cause:
    """An element that was resized, added or removed, and thereby displaces others."""

    entry: Entry
    old_box: Bounds | None
    new_box: Bounds | None
    change: PageChange | None = None
    """The change that reports the element if it was resized; else None."""

    @property
    def grown(self) -> tuple[float, float]:
        """Increase of width and height; negative if it shrank."""
        old, new = self.old_box, self.new_box
        width = (new.width if new else 0.0) - (old.width if old else 0.0)
        height = (new.height if new else 0.0) - (old.height if old else 0.0)
        return width, height

    @property
    def slack(self) -> float:
        """Tolerance for moves in CSS px; larger if the element and its margins are new or gone."""
        return MARGINS if self.old_box is None or self.new_box is None else TOLERANCE


def displacement(a: Bounds, b: Bounds) -> tuple[float, float]:
    """Return the shift of a box on each axis; 0 unless both edges moved in the same direction."""
    return (_find_way(b.x - a.x, b.width - a.width), _find_way(b.y - a.y, b.height - a.height))


def _find_way(low: float, wider: float) -> float:
    """Return the shift of the first edge, or 0 unless both edges moved in the same direction."""
    high = low + wider
    is_moved = low * high > 0 and min(abs(low), abs(high)) >= MOVED_BY
    return low if is_moved else 0.0


def move_changes(moved: Sequence[Moved], causes: Sequence[Cause]) -> list[PageChange]:
    """Report each move once: as part of its cause's change, as a group, or alone.

    Only moves are returned; the changes that caused them are reported elsewhere.
    """
    groups = grouped(((round(each.dx), round(each.dy)), each) for each in moved)
    changes: list[PageChange] = []
    for (dx, dy), members in sorted(groups.items(), key=lambda item: -len(item[1])):
        members.sort(key=lambda each: (each.old_box.y, each.old_box.x))
        left = [each for each in members if _cause_of(each, causes) is None]
        followers = len(members) - len(left)
        if left and followers:
            # Elements that moved by the same distance are assumed to have the same cause.
            left = [] if 2 * followers >= len(members) else members
            followers = len(members) - len(left)
        if followers:
            cause = next(c for c in (_cause_of(each, causes) for each in members) if c)
            following = [each for each in members if each not in left]
            if len(members) >= 2 and cause.change is None:
                changes.append(_follow(following, cause, dx, dy))
        if left:
            changes.append(
                describe_move(left[0], dx, dy) if len(left) == 1 else _group(left, dx, dy)
            )
    return changes


def _cause_of(each: Moved, causes: Sequence[Cause]) -> Cause | None:
    for cause in causes:
        if cause.entry is each.new or cause.entry is each.old:
            if cause.change is not None and cause.change.kind == "name" and not each.dy:
                return cause  # the cause is a label next to the element
            continue
        width, height = cause.grown
        box = cause.old_box or cause.new_box
        assert box is not None
        # A table moves its cells if columns become wider or rows become higher.
        is_table = (not each.dx or abs(width) >= MOVED_BY) and (
            not each.dy or abs(height) >= MOVED_BY
        )
        if _flows_with(each.new, cause.entry, is_table=is_table):
            return cause
        if each.dy and not each.dx and each.dy * height > 0:
            above = box.y <= each.old_box.y + TOLERANCE
            if above and abs(each.dy) <= abs(height) + cause.slack:
                return cause
        if each.dx and not each.dy and width:
            overlap = box.y < each.old_box.bottom and each.old_box.y < box.bottom
            # In a wrapping list, the rows that follow continue the row of the resized or removed
            # item.
            is_below = cause.change is None and _are_items(cause.entry, each.new)
            overlap = overlap or (is_below and box.y <= each.old_box.y)
            if overlap and abs(each.dx) <= abs(width) + cause.slack:
                return cause
        is_list = cause.old_box is None or cause.new_box is None
        if each.dx and each.dy and is_list and _are_items(cause.entry, each.new):
            # Items of a wrapping list move to the places of their neighbours.
            width, height = abs(width), abs(height)
            if abs(each.dy) <= height + cause.slack and box.y <= each.old_box.bottom + MARGINS:
                return cause
    return None


def _are_items(one: Entry, other: Entry) -> bool:
    """Return True if both are items of one list, or are inside two of its items."""
    steps = zip(one.path.split("/"), other.path.split("/"), strict=False)
    first = next(((a, b) for a, b in steps if a != b), ("", "-"))
    is_same_tag = first[0].partition("[")[0] == first[1].partition("[")[0]
    return is_same_tag and one.element.frame == other.element.frame


def _flows_with(entry: Entry, cause: Entry, *, is_table: bool = True) -> bool:
    """Return True if the entry is inside the cause, in its table, or on its line of text."""
    if not cause.path or entry.element.frame != cause.element.frame:
        return False
    if entry.is_inside(cause):
        return True
    table = _table_of(cause.path) if is_table else ""
    if table and _table_of(entry.path) == table:
        return True
    is_inline = entry.style is not None and entry.style.is_inline
    return is_inline and entry.path.rpartition("/")[0] == cause.path.rpartition("/")[0]


@lru_cache(maxsize=8192)
def _table_of(path: str) -> str:
    """Return the path of the innermost table around an entry, whose cells share one layout."""
    head, table, _ = path.rpartition("/table[")
    return f"{head}{table}{path[len(head) + len(table) :].partition(']')[0]}" if table else ""


def without_reflow(changes: Sequence[PageChange], causes: Sequence[Cause]) -> list[PageChange]:
    """Omit size changes of containers and rewrapped lines that follow from other changes."""
    firm = [c for c in causes if c.change is None or c.change.kind != "size"]
    sized = [c for c in causes if c.change is not None and c.change.kind == "size"]
    left = []
    for change in changes:
        entry = change.new
        if change.kind == "size" and entry is not None:
            if any(c.entry.is_inside(entry) for c in (*firm, *sized)):
                continue
            if any(c.entry is not entry and _flows_with(entry, c.entry) for c in firm):
                continue
        left.append(change)
    return left


def _way(dx: float, dy: float) -> str:
    parts = []
    if dx:
        parts.append(f"{px(abs(dx))} {'right' if dx > 0 else 'left'}")
    if dy:
        parts.append(f"{px(abs(dy))} {'down' if dy > 0 else 'up'}")
    return " and ".join(parts)


def describe_move(each: Moved, dx: float, dy: float) -> PageChange:
    """Describe the move of one element."""
    said = sentence(f"{who(each.old)}: moved {_way(dx, dy)}")
    return each.change("place", said, before=_at(each.old_box), after=_at(each.new_box))


def _group(members: list[Moved], dx: float, dy: float) -> PageChange:
    said = f"{who(members[0].old, 24)} and {len(members) - 1} more: moved {_way(dx, dy)}"
    return merge_changes([describe_move(each, dx, dy) for each in members], said)


def _follow(members: list[Moved], cause: Cause, dx: float, dy: float) -> PageChange:
    what = "new" if cause.old_box is None else "gone:"
    said = f"{len(members)} elements moved {_way(dx, dy)}: {what} {who(cause.entry, 24)}"
    return replace(
        _group(members, dx, dy),
        sentence=sentence(said),
        detail="follows",
        cause=cause.entry,
    )


def _at(box: Bounds) -> str:
    return f"{box.x:.0f}, {box.y:.0f}"


def is_cut(*entries: Entry) -> bool:
    """Return True if any of the elements is not completely in view."""
    return any(each.element.visible_ratio < WHOLE or hangs_over_edge(each) for each in entries)


def hangs_over_edge(entry: Entry) -> bool:
    """Return True if overflowing content, such as an image in a link, is clipped.

    How much of the content is out of view is unknown, because the visible ratio only describes the
    element's own box.
    """
    style, seen = entry.style, entry.element.bounds
    if style is None or style.box is None or style.clip is None or entry.element.frame:
        return False
    own, clip = style.box, style.clip
    is_wider = seen.width - own.width >= MOVED_BY
    is_higher = seen.height - own.height >= MOVED_BY
    return (is_wider and (seen.x <= clip.x or seen.right >= clip.right)) or (
        is_higher and (seen.y <= clip.y or seen.bottom >= clip.bottom)
    )


class SharedView:
    """Separates elements that exist in only one document from those that are only out of view.

    An element exists in the other document if that document contains the same node, or enough equal
    nodes that are not listed.
    """

    def __init__(self, before: Checkpoint, after: Checkpoint, moved: Iterable[Moved]) -> None:
        self.before, self.after = before, after
        steps = {(each.dx, each.dy) for each in moved if not (each.stays or each.is_scrolled)}
        self.steps = steps | {(0.0, 0.0)}

    def of(self, gone: list[Item], new: list[Item]) -> tuple[list[Item], list[Item]]:
        """Omit elements that only left or entered the screenshot."""
        return (
            self._pick(gone, 1, self.before, self.after),
            self._pick(new, -1, self.after, self.before),
        )

    def _pick(
        self, items: list[Item], way: Literal[1, -1], of: Checkpoint, there: Checkpoint
    ) -> list[Item]:
        here, contents, unlisted = of.contents or {}, there.contents or {}, there.unlisted
        fewer = Counter(here.values())
        fewer.subtract(contents.values())
        kept = []
        for item in items:
            key = item[0].key
            said = here.get(key) if unlisted is not None else None
            # without document contents, only the element's place is evidence
            if unlisted is None or said is None:
                boxes = (item[1].shift(way * dx, way * dy) for dx, dy in self.steps)
                is_absent = all(_is_in_view(item[0], box, of, there) for box in boxes)
            else:
                is_absent = contents.get(key) != said and (not unlisted[said] or fewer[said] > 0)
                fewer[said] -= is_absent
            if is_absent:
                kept.append(item)
        return kept


def _is_in_view(entry: Entry, box: Bounds, of: Checkpoint, there: Checkpoint) -> bool:
    """Return True if the other screenshot would show enough of the entry at this place."""
    if there.origin != of.origin and entry.style is not None and entry.style.stays == "fixed":
        return True
    view = Bounds(*there.origin, *there.size)
    part = box.intersection(view)
    return part.width > EDGE and part.height > max(EDGE, STRIP * box.height - ROUNDED)
