"""Identity of an element: its own words, its row, its headings; used by everything that compares.

Refs are made of it; the press asks it again, a refusal quotes it, and the comparison of two looks
takes rows and words from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from viewmark.elements.volatile import clean

_INDEX = re.compile(r"\[\d+\]")
_DRAWING = "\N{WHITE DIAMOND CONTAINING BLACK SMALL DIAMOND}"
"""Sign of a picture or icon without words, which is compared and never reported."""


class Pieces(NamedTuple):
    """The surroundings by kind."""

    own: str
    """Own words of a box without a name."""
    row: str
    """Text of its row or card, or of the button beside it."""
    group: str
    """Title of the group of boxes that it is one of."""
    above: tuple[str, ...]
    """Headings, labels, landmarks."""


@lru_cache(maxsize=4096)
def pieces_of(context: tuple[str, ...], around: str) -> Pieces:
    """Split the surroundings by kind; without kinds, the first is a row."""
    kinds = around if len(around) == len(context) else "r" + "h" * len(context)
    own = row = group = ""
    above = []
    for kind, piece in zip(kinds, context, strict=False):
        if kind == "o":
            own = piece
        elif kind in {"r", "b", "R"}:
            row = piece
        elif kind == "g":
            group = piece
        else:
            above.append(piece)
    return Pieces(own, row, group, tuple(above))


@lru_cache(maxsize=4096)
def shape_of(path: str) -> str:
    """A path without the indices of its steps, which all of one kind share."""
    return _INDEX.sub("", path)


def row_words(rows: Sequence[str]) -> str:
    """Text of the innermost row, without its drawings; empty outside rows."""
    return " ".join(word for word in "".join(rows[:1])[1:].split() if word[0] != _DRAWING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementIdentity:
    """Facts that tell an element from others and outlive a re-render; refs are made of it."""

    test_id: str = ""
    """`data-testid` and its kin; empty without one."""
    id: str = ""
    """The `id` attribute as written, generated or not."""
    aria_label: str = ""
    role: str = ""
    name: str = ""
    """Accessible name."""
    tag: str = ""
    frame: str = ""
    """Readable path of the frame; empty in the main one."""
    context: tuple[str, ...] = ()
    """Own words of a box without a name; labelled ancestors, row or card text, headings; innermost
    first, at most four."""
    around: str = ""
    """A letter for each of these: `o` own words, `r` row or card, `b` a button beside it in one
    without words, `g` a group of similar boxes, `h` heading, `l` label or landmark."""
    rows: tuple[str, ...] = ()
    """Text of the rows around it besides its own, innermost first, with values, rich text, pictures
    and buttons; each begins with a sign: `=` for a row or item, `~` for a box beside similar
    ones."""
    parts: str = field(default="", repr=False)
    """Digests of the pieces in a box without a name; of any other element, in its innermost row."""
    beside: str = field(default="", repr=False)
    """Hash of the text of the rows before and behind its own."""
    index: int = 0
    """Position among the elements of this observation that are equal in all of the above."""
    path: str = ""
    """Tags with index from the body down, such as `main[1]/ul[2]/li[7]/a[1]`."""
    aim: str = field(default="", repr=False)
    """Hash of its destination (address of a link, value of a radio or button, key of its record):
    it is only compared, and an address may hold a secret."""
    has_own_aim: bool = False
    """The destination is its own, not that of its record."""
    icon: str = ""
    """Hash of its drawing."""

    @property
    def called(self) -> str:
        """Its name, cleaned, or the announced name that its author set."""
        return clean(self.name) or clean(self.aria_label)

    @property
    def pieces(self) -> Pieces:
        """Its surroundings, by kind."""
        return pieces_of(self.context, self.around)

    @property
    def words(self) -> str:
        """Its name, or its own words."""
        return self.name or self.pieces.own

    @property
    def shape(self) -> str:
        """Its path without indices."""
        return shape_of(self.path)

    def quote(self) -> str:
        """Its words, shortened for an error: `Edit (Kettle)`."""
        pieces = self.pieces
        row = pieces.row or row_words(self.rows) or "".join(pieces.above[:1])
        return f"{self.words} ({row})" if row else self.words
