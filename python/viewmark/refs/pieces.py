"""The surroundings of an element by kind: its own words, its row, the headings above."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

LISTED = 2
"""Others that must have stayed in a list for its title to be one."""


class Pieces(NamedTuple):
    """The surroundings by what they are."""

    own: str
    """Own words of a box without a name."""
    row: str
    """Text of its row or card, or of the button beside it."""
    group: str
    """Title of the group of boxes that it is one of."""
    above: tuple[str, ...]
    """Headings, labels, landmarks."""


def pieces_of(context: Sequence[str], around: str) -> Pieces:
    """The surroundings apart; where nobody says what they are, the first is a row."""
    kinds = around if len(around) == len(context) else "r" + "h" * len(context)
    own = row = group = ""
    above = []
    for kind, piece in zip(kinds, context, strict=False):
        if kind == "o":
            own = piece
        elif kind in {"r", "b", "R", "B"}:
            row = piece
        elif kind == "g":
            group = piece
        else:
            above.append(piece)
    return Pieces(own, row, group, tuple(above))


def are_lists(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two things stand below titles of lists, by the names of what stayed there.

    The rows of a table have the same buttons each; lists hold things of different names.
    """
    return min(len(one), len(other)) >= LISTED and set(one).isdisjoint(other)
