"""Sorts elements in reading order: by columns if the document has them, otherwise by rows.

By rows: boxes whose vertical overlap exceeds `SAME_ROW` (a share of the lower box's height) form a
row. Rows are ordered from top to bottom, and the boxes of a row by reading direction. A pairwise
comparison ("same row within n px") would not be transitive, so the order would depend on the input.

By columns: the layout is split recursively into bands, which are below each other, and columns,
which are side by side. A cut between two groups of boxes is made only if geometry and document
order agree: no box may cross the cut. The group above a horizontal cut must come first in the
document, and the two sides of a vertical cut must follow one another. Therefore a side bar is read
before or after the text next to it, the columns of a footer one by one, and a card as a unit; the
cells of a table, which the document contains row by row, are read by rows. Each step tries, in
this order:

1. columns side by side that follow each other in the document;
2. bands in document order from top to bottom;
3. columns of which at least one side is contiguous in the document;
4. a band that is at the other end of the document (a bar at the edge);
5. a box around all others, then the others.

Boxes that cannot be split are read by rows. No I/O.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from operator import attrgetter

from viewmark.elements.model import Element
from viewmark.elements.record import ElementIdentity
from viewmark.geometry import Bounds, Point

Rank = tuple[float, ...]
"""Sort key: the position of an element in its document. Elements in a frame follow the frame
element."""

DEEPEST = 60
"""Maximum depth of nested cuts that divide the page into groups; deeper groups are read by rows."""
_OVERLAP, _SHARE = 4.0, 0.15
"""How far a box may extend over a cut between two groups: `_OVERLAP` in CSS px, and `_SHARE` as a
share of the box's size."""
_SIDE = 0.5
"""Minimum vertical overlap of two groups that count as columns, as a share of the lower one's
height."""

Span = tuple[float, float]


def by_columns(
    members: Sequence[int],
    boxes: Sequence[Bounds],
    document: Sequence[Rank],
    *,
    rows: Callable[[Sequence[int]], list[int]],
    rtl: bool,
) -> list[int]:
    """Return the members in reading order.

    Args:
        members: indices of the boxes to sort.
        boxes: all boxes, in CSS px.
        document: position of the element of each box in its document.
        rows: function that sorts boxes that cannot be split.
        rtl: True if columns are read from right to left.
    """
    place = {i: k for k, i in enumerate(sorted(members, key=lambda i: (document[i], i)))}
    across = {i: _span(boxes[i].x, boxes[i].right) for i in members}
    down = {i: _span(boxes[i].y, boxes[i].bottom) for i in members}
    ordered: list[int] = []
    # An explicit stack instead of recursion, since layouts can nest deeper than the call stack.
    waiting: list[tuple[list[int], int]] = [(sorted(members, key=place.__getitem__), 0)]
    while waiting:
        group, depth = waiting.pop()
        if len(group) == 1:
            ordered += group
            continue
        parts = _parts(group, boxes, across, down, rtl) if depth < DEEPEST else None
        if parts is None:
            ordered += rows(group)
        else:
            waiting += [(part, depth + 1) for part in reversed(parts)]
    return ordered


def _parts(
    group: list[int],
    boxes: Sequence[Bounds],
    across: dict[int, Span],
    down: dict[int, Span],
    rtl: bool,
) -> list[list[int]] | None:
    """Split a group into parts, in reading order; None if it cannot be split.

    Args:
        group: indices of the boxes, in document order.
        boxes: all boxes, in CSS px.
        across: horizontal span of each box.
        down: vertical span of each box.
        rtl: True if columns are read from right to left.
    """
    if parts := _cut_columns(group, across, _tells_in_turn, neighbours=down):
        return parts[::-1] if rtl else parts
    if parts := _cut_columns(group, down, _tells_first):
        return parts
    if parts := _cut_columns(group, across, _tells_together):
        return parts[::-1] if rtl else parts
    # A bar that is displayed at one edge of the page may be at the other end of the document.
    if parts := _cut_columns(group, down, _tells_last):
        return parts
    outer = max(group, key=lambda i: boxes[i].area)
    around = boxes[outer]
    inner = [i for i in group if i != outer]
    if all(_holds(around, boxes[i].center) for i in inner):
        return [[outer], inner]
    return None


def _cut_columns(
    group: list[int],
    spans: dict[int, Span],
    agrees: Callable[[Sequence[float], int, int], bool],
    *,
    neighbours: dict[int, Span] | None = None,
) -> list[list[int]]:
    """Split a group along one axis, each part in document order; empty if no cut is possible.

    Args:
        group: indices of the boxes, in document order.
        spans: span of each box along that axis.
        agrees: function that checks whether the document order agrees with a cut.
        neighbours: spans along the other axis, if the two sides of a cut must overlap there.
    """
    place = {i: k for k, i in enumerate(group)}
    along = sorted(group, key=lambda i: (spans[i], place[i]))
    gaps = []
    end = spans[along[0]][1]
    for k in range(1, len(along)):
        begin, far = spans[along[k]]
        if begin >= end:
            gaps.append(k)
        end = max(end, far)
    if not gaps:
        return []
    extents = _Extents([(place[i], place[i]) for i in along])
    ends = [k for k in gaps if agrees(extents.around(k), k, len(along))]
    if ends and neighbours is not None:
        other = _Extents([neighbours[i] for i in along])
        ends = [k for k in ends if _overlap(*other.around(k))]
    if not ends:
        return []
    return [
        sorted(along[a:b], key=place.__getitem__)
        for a, b in zip([0, *ends], [*ends, len(along)], strict=True)
    ]


class _Extents:
    """Minimum and maximum coordinates of the boxes before and after each cut."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.before = list(itertools.accumulate(spans, _union))
        self.behind = list(itertools.accumulate(reversed(spans), _union))[::-1]

    def around(self, k: int) -> tuple[float, float, float, float]:
        """Return the minimum and maximum of the first `k` boxes, then of the other boxes."""
        return (*self.before[k - 1], *self.behind[k])


def _union(a: Span, b: Span) -> Span:
    return (min(a[0], b[0]), max(a[1], b[1]))


def _overlap(begin: float, end: float, other_begin: float, other_end: float) -> bool:
    shared = min(end, other_end) - max(begin, other_begin)
    return shared >= _SIDE * min(end - begin, other_end - other_begin)


def _tells_in_turn(extents: Sequence[float], k: int, count: int) -> bool:
    return _tells_first(extents, k, count) or _tells_last(extents, k, count)


def _tells_first(extents: Sequence[float], k: int, _: int) -> bool:
    return extents[1] == k - 1


def _tells_last(extents: Sequence[float], k: int, count: int) -> bool:
    return extents[0] == count - k


def _tells_together(extents: Sequence[float], k: int, count: int) -> bool:
    low, high, low_behind, high_behind = extents
    return high - low == k - 1 or high_behind - low_behind == count - k - 1


def _holds(around: Bounds, at: Point) -> bool:
    return around.x <= at.x <= around.right and around.y <= at.y <= around.bottom


def _span(begin: float, end: float) -> Span:
    slack = min(_OVERLAP, _SHARE * (end - begin))
    return (begin + slack, end - slack)


SAME_ROW = 0.7
"""Minimum vertical overlap of boxes in one row, as a share of the lower box's height. The steps of
a staircase (up to 0.6) stay separate; a checkbox and the field next to it share a row."""


def reading_order(
    boxes: Sequence[Bounds],
    *,
    first: Sequence[int | bool] = (),
    rtl: bool = False,
    document: Sequence[Rank] | None = None,
) -> list[int]:
    """Return the indices of the boxes in reading order.

    The result is deterministic: only geometry and document order count, so a permuted input gives
    the same sequence of boxes. Identical boxes keep their input order.

    Args:
        boxes: boxes in CSS px.
        first: priority of each box; a higher priority comes first (2: in an open modal dialog, 1:
            in an open menu, 0: all others).
        rtl: True if rows and columns are read from right to left.
        document: position of each element in its document; if None, columns are not detected.
    """
    lead = [int(each) for each in first] or [0] * len(boxes)

    def key(i: int) -> tuple[float, ...]:
        box = boxes[i]
        return (box.y, box.x, box.height, box.width, i)

    def rows(members: Sequence[int]) -> list[int]:
        found = _rows(sorted(members, key=key), boxes)
        return [i for row in found for i in _along(row, boxes, rtl)]

    ordered: list[int] = []
    for layer in sorted(set(lead), reverse=True):
        members = [i for i in range(len(boxes)) if lead[i] == layer]
        if document is None:
            ordered += rows(members)
        else:
            ordered += by_columns(members, boxes, document, rows=rows, rtl=rtl)
    return ordered


def _rows(members: Sequence[int], boxes: Sequence[Bounds]) -> list[list[int]]:
    """Group the members, which are sorted by top edge, into rows from top to bottom.

    The extent of a row is that of its first box, so that a staircase does not become a single row.
    A box much taller than the row next to it (a side bar, a scrolling panel, a card) is a row of
    its own, and does not end the row that it overlaps.
    """
    rows: list[list[int]] = []
    open_row: list[int] | None = None
    for i in members:
        box = boxes[i]
        if open_row is not None:
            first = boxes[open_row[0]]
            shared = min(first.bottom, box.bottom) - max(first.y, box.y)
            if _is_tall(box, first):
                if shared > 0:
                    rows.append([i])
                    continue
            elif not _is_tall(first, box) and shared > SAME_ROW * min(box.height, first.height):
                open_row.append(i)
                continue
        open_row = [i]
        rows.append(open_row)
    return rows


def _is_tall(box: Bounds, neighbour: Bounds) -> bool:
    return box.height > 3 * neighbour.height + 8


def _along(row: list[int], boxes: Sequence[Bounds], rtl: bool) -> list[int]:
    def key(i: int) -> tuple[float, ...]:
        box = boxes[i]
        return (-box.right if rtl else box.x, box.y, box.width, box.height, i)

    return sorted(row, key=key)


_who = attrgetter(
    *(each.name for each in fields(ElementIdentity) if each.name not in ("index", "path"))
)
"""Returns all fields of an identity, except its path and the index that distinguishes equal
elements.
"""


def number_elements(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Return the elements, with consecutive indices for those whose other fields are equal."""
    seen: dict[object, int] = {}
    numbered = []
    for element in elements:
        who = _who(element.identity)
        index = seen.get(who, 0)
        seen[who] = index + 1
        numbered.append(
            element
            if index == 0
            else replace(element, identity=replace(element.identity, index=index))
        )
    return tuple(numbered)
