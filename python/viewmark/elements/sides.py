"""Says of things with equal lines in which of two panels each is, or the how manieth. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.elements.model import Element
from viewmark.grouping import grouped

_APART = 200
"""How far from each other the two halves begin at least, px."""


def sides_of(same: Sequence[Element]) -> list[str]:
    """For each of several that are alike `left`, `right`, `upper` or `lower`, or `1 of 3`.

    Args:
        same: in reading order.
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
    """By the first part of the page that they do not have in common; two equal ones, or none."""
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
