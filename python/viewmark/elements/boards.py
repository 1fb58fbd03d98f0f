"""Finds things without words that lie as on a board, and says in which row and column each is.

The fields of a game, the boxes of a pattern, a palette: equal boxes side by side in rows that are
equally long. Of a table its own words say that (`cells.py`). Pure.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from viewmark.elements.line import words_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from viewmark.elements.model import Element

__all__ = ["place_on_boards"]

_FEWEST = 2
"""Rows and columns of a board."""
_GAP = 0.5
"""Most room between two boxes, of their side."""
_EVEN = 2.0
"""How much steps from box to box may differ, px."""
_LONGEST = 2
"""Characters of what stands on a field: a letter, a number, a sign."""
_LEAST = 2
"""So many fields without a letter make a board of one; a keypad is none."""


def place_on_boards(elements: Sequence[Element]) -> dict[int, str]:
    """For each field of a board, by its number, `row 1, column 2`."""
    kinds: dict[Hashable, list[int]] = defaultdict(list)
    for i, each in enumerate(elements):
        if len(_words_on(each)) <= _LONGEST and each.cell is None and each.grid is None:
            size = (round(each.bounds.width), round(each.bounds.height))
            kinds[each.frame, each.role, each.tag, size].append(i)
    placed: dict[int, str] = {}
    for members in kinds.values():
        mute = sum(not _words_on(elements[i]) for i in members)
        if mute >= _LEAST and len(members) >= _FEWEST * _FEWEST:
            placed.update(_place_in_rows(members, elements))
    return placed


def _words_on(element: Element) -> str:
    """What is written on a field; a colour, or what is drawn there, is nothing written."""
    return "" if words_of(element) == element.label_hint else words_of(element)


def _place_in_rows(
    members: Sequence[int], elements: Sequence[Element]
) -> Iterator[tuple[int, str]]:
    rows: dict[float, list[int]] = defaultdict(list)
    for i in members:
        top = elements[i].bounds.y
        near = next((key for key in rows if abs(key - top) <= _EVEN), top)
        rows[near].append(i)
    tops = sorted(rows)
    lines = [sorted(rows[top], key=lambda i: elements[i].bounds.x) for top in tops]
    first = elements[members[0]].bounds
    lefts = [[elements[i].bounds.x for i in line] for line in lines]
    is_board = (
        len(lines) >= _FEWEST
        and len(lines[0]) >= _FEWEST
        and _is_even(tops, first.height)
        and all(_is_even(row, first.width) and _is_like(row, lefts[0]) for row in lefts)
    )
    if is_board:
        for row, line in enumerate(lines, 1):
            for column, i in enumerate(line, 1):
                yield i, f"row {row}, column {column}"


def _is_even(places: Sequence[float], side: float) -> bool:
    steps = [after - before for before, after in pairwise(places)]
    return max(steps) - min(steps) <= _EVEN and max(steps) <= (1 + _GAP) * side + _EVEN


def _is_like(row: Sequence[float], other: Sequence[float]) -> bool:
    return len(row) == len(other) and all(
        abs(a - b) <= _EVEN for a, b in zip(row, other, strict=True)
    )
