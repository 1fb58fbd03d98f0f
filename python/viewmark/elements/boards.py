"""Finds things without words that lie as on a board, and says in which row and column each is.

The fields of a game, the boxes of a pattern, a palette: equal boxes side by side in rows that are
equally long. Of a table its own words say that (`cells.py`). Pure.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise

from viewmark.elements.line import words_of
from viewmark.elements.model import Element

_FEWEST = 2
"""Rows and columns of a board."""
_GAP = 0.5
"""Most room between two boxes, of their side."""
_EVEN = 2.0
"""How much steps from box to box may differ, px."""
_LONGEST = 2
"""Characters of what stands on a field: a letter, a number, a sign."""
_FILLED = 0.6
"""Share of the fields that have a mark: what is not painted has none."""
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
        names = Counter(words_of(elements[i]) for i in members)
        # A sign that several show tells none of them.
        mute = sum(not _words_on(elements[i]) and _is_shared(elements[i], names) for i in members)
        if mute >= _LEAST and len(members) >= _FEWEST * _FEWEST:
            placed.update(_place_in_rows(members, elements))
    return placed


def _is_shared(element: Element, names: Mapping[str, int]) -> bool:
    return words_of(element) == "" or names[words_of(element)] > 1


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
    lefts = _join_close(sorted(elements[i].bounds.x for i in members))
    first = elements[members[0]].bounds
    is_board = (
        min(len(tops), len(lefts)) >= _FEWEST
        and len(members) >= _FILLED * len(tops) * len(lefts)
        and _is_even(tops, first.height)
        and _is_even(lefts, first.width)
    )
    if is_board:
        for row, top in enumerate(tops, 1):
            for i in rows[top]:
                column = bisect_left(lefts, elements[i].bounds.x - _EVEN) + 1
                yield i, f"row {row}, column {column}"


def _join_close(places: Sequence[float]) -> list[float]:
    """Places that are apart from each other, of sorted ones."""
    found: list[float] = []
    for place in places:
        if not found or place - found[-1] > _EVEN:
            found.append(place)
    return found


def _is_even(places: Sequence[float], side: float) -> bool:
    steps = [after - before for before, after in pairwise(places)]
    return max(steps) - min(steps) <= _EVEN and max(steps) <= (1 + _GAP) * side + _EVEN
