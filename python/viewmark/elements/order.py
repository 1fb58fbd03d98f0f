"""Sorts elements in reading order: by columns where the document tells them, else by rows.

By rows: boxes that overlap vertically by more than `SAME_ROW` of the lower one's height form a row,
rows go from top to bottom, boxes in a row by reading direction. A pairwise "same row within n px"
comparison is not transitive and gives an order that depends on the input. By columns:
`viewmark.elements.columns`. Pure; knows no browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from operator import attrgetter

from viewmark.elements.columns import Rank, by_columns
from viewmark.elements.model import Element, ElementIdentity
from viewmark.geometry import Bounds

SAME_ROW = 0.7
"""Vertical overlap, as a share of the lower box's height, that makes two boxes one row: steps of a
staircase (0.6 where the eye sees them apart) stay apart, a check box beside its field does not."""


def reading_order(
    boxes: Sequence[Bounds],
    *,
    first: Sequence[int | bool] = (),
    rtl: bool = False,
    document: Sequence[Rank] | None = None,
) -> list[int]:
    """Indices of the boxes in reading order.

    Deterministic: only the geometry and the order of the document decide, so a permutation of the
    input gives the same sequence of boxes; identical boxes keep the order of the input.

    Args:
        boxes: CSS px.
        first: boxes that come before all others, the highest number first (2: those of an open
            modal dialog, 1: those of an open menu).
        rtl: rows and columns read from right to left.
        document: where each element stands in its document; without it there are no columns.
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
    """Rows from top to bottom. `members` are sorted by their top edge.

    A row's extent is that of its first box: a staircase must not grow one row. A box much taller
    than the row beside it (a side bar, a scrolling panel, a card) is a row of its own and does not
    end the one that it stands in.
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
"""All that an identity says but where among its equals it lies."""


def number_elements(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Give elements that are equal in everything an index, in their order."""
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
