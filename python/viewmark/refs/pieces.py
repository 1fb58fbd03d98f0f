"""The surroundings of an element by what they are: its own words, its row, what stands above."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Pieces", "pieces_of"]


class Pieces(NamedTuple):
    """The surroundings by what they are."""

    own: str
    """Own words of a box without a name."""
    row: str
    """Text of its row or card."""
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
        elif kind == "r":
            row = piece
        elif kind == "g":
            group = piece
        else:
            above.append(piece)
    return Pieces(own, row, group, tuple(above))
