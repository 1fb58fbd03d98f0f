"""Finds boards made of elements without text, and gives each element its row and column.

Examples are the squares of a game, a pattern or a palette: boxes of equal size in rows of equal
length. Tables have headings instead and are handled in `cells.py`. No I/O.

This module also distinguishes elements with equal lines by their side (left, right) or by number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise

from viewmark.elements.line import words_of
from viewmark.elements.model import Element
from viewmark.grouping import grouped

_FEWEST = 2
"""Minimum number of rows, and of columns, that similar elements must form to be a board."""
_GAP = 0.5
"""Maximum gap between two neighbouring squares of a board, as a share of their side."""
_EVEN = 2.0
"""Maximum difference between the distances from square to square of a board, in CSS px."""
_LONGEST = 2
"""Maximum length of the text on a square, in characters: a letter, a number, a symbol."""
_FILLED = 0.6
"""Minimum share of a board's squares that have a mark; invisible squares have no mark."""
_LEAST = 2
"""Minimum number of squares that no text of their own identifies, so that a keypad is no board."""


def place_on_boards(elements: Sequence[Element]) -> dict[int, str]:
    """Return the place of each square of a board (`row 1, column 2`), keyed by element index."""
    kinds: dict[Hashable, list[int]] = defaultdict(list)
    for i, each in enumerate(elements):
        if len(_words_on(each)) <= _LONGEST and each.cell is None and each.grid is None:
            size = (round(each.bounds.width), round(each.bounds.height))
            kinds[each.frame, each.role, each.tag, size].append(i)
    placed: dict[int, str] = {}
    for members in kinds.values():
        names = Counter(words_of(elements[i]) for i in members)
        # A symbol that occurs on several squares identifies none of them, so these squares count as
        # squares without text.
        mute = sum(not _words_on(elements[i]) and _is_shared(elements[i], names) for i in members)
        if mute >= _LEAST and len(members) >= _FEWEST * _FEWEST:
            placed.update(_place_in_rows(members, elements))
    return placed


def _is_shared(element: Element, names: Mapping[str, int]) -> bool:
    return words_of(element) == "" or names[words_of(element)] > 1


def _words_on(element: Element) -> str:
    """Return the text on a square, or an empty string if it only has a colour or an icon."""
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
    """Return the sorted positions, omitting each one that is too close to the previous position."""
    found: list[float] = []
    for place in places:
        if not found or place - found[-1] > _EVEN:
            found.append(place)
    return found


def _is_even(places: Sequence[float], side: float) -> bool:
    steps = [after - before for before, after in pairwise(places)]
    return max(steps) - min(steps) <= _EVEN and max(steps) <= (1 + _GAP) * side + _EVEN


_APART = 200
"""Minimum distance, in CSS px, between the left or upper edges of two groups of equal elements for
them to be told apart by side."""


def sides_of(same: Sequence[Element]) -> list[str]:
    """Return a text for each of several equal elements that distinguishes it: a side or a number.

    The side is `left`, `right`, `upper` or `lower`; the number is written as `1 of 3`.

    Args:
        same: the equal elements, in reading order.
    """
    halves = _halve(same)
    names = _name_halves(*halves) if len(halves) == 2 else None
    if names is None:
        return [f"{n + 1} of {len(same)}" for n in range(len(same))]
    said: dict[int, str] = {}
    for name, half in zip(names, halves, strict=True):
        for n, each in enumerate(half):
            said[id(each)] = f"{name}, {n + 1} of {len(half)}" if len(half) > 1 else name
    return [said[id(each)] for each in same]


def _halve(same: Sequence[Element]) -> list[list[Element]]:
    """Split by the first DOM path step that differs; empty unless two equal halves result."""
    steps = [f"{each.frame}/{each.identity.path}".split("/") for each in same]
    at = next((n for n, some in enumerate(zip(*steps, strict=False)) if len(set(some)) > 1), None)
    if at is None:
        return []
    pairs = zip(steps, same, strict=True)
    found = list(grouped((step[at], each) for step, each in pairs).values())
    return found if len(found) == 2 and len(found[0]) == len(found[1]) else []


def _name_halves(one: Sequence[Element], other: Sequence[Element]) -> tuple[str, str] | None:
    (left, right), (top, bottom) = _span(one, across=True), _span(one, across=False)
    (its_left, its_right), (its_top, its_bottom) = (
        _span(other, across=True),
        _span(other, across=False),
    )
    if top < its_bottom and its_top < bottom and abs(left - its_left) >= _APART:
        if right <= its_left:
            return "left", "right"
        return ("right", "left") if its_right <= left else None
    if abs(top - its_top) >= _APART and (bottom <= its_top or its_bottom <= top):
        return ("upper", "lower") if bottom <= its_top else ("lower", "upper")
    return None


def _span(some: Sequence[Element], *, across: bool) -> tuple[float, float]:
    boxes = [each.bounds for each in some]
    if across:
        return min(b.x for b in boxes), max(b.x + b.width for b in boxes)
    return min(b.y for b in boxes), max(b.y + b.height for b in boxes)
