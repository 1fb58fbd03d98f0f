"""Identity of an element: the text, row and headings by which it is recognised later.

Refs are derived from the identity. A click checks it again, an error message quotes it, and the
comparison of two observations takes rows and texts from it.
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
"""Symbol that stands for an image or icon without text; it is compared but never reported."""


class Pieces(NamedTuple):
    """The surrounding texts of an element, by kind."""

    own: str
    """Own text of the element, if it is a box without a name."""
    row: str
    """Text of the row or card around the element, or of the button beside it."""
    group: str
    """Title of the group of similar boxes that the element belongs to."""
    above: tuple[str, ...]
    """Headings, labels and landmarks around the element."""


@lru_cache(maxsize=4096)
def pieces_of(context: tuple[str, ...], around: str) -> Pieces:
    """Split the surrounding texts by kind; if kinds are missing, the first text is the row."""
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
    """Return a path without the indices of its steps; it is equal for all elements of a kind."""
    return _INDEX.sub("", path)


def row_words(rows: Sequence[str]) -> str:
    """Return the text of the innermost row, without icons; empty outside rows."""
    return " ".join(word for word in "".join(rows[:1])[1:].split() if word[0] != _DRAWING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementIdentity:
    """Facts that identify an element and survive a re-render; refs are derived from them."""

    test_id: str = ""
    """Value of `data-testid` or a similar attribute; empty if there is none."""
    id: str = ""
    """The `id` attribute as written, whether generated or not."""
    aria_label: str = ""
    role: str = ""
    name: str = ""
    """Accessible name."""
    tag: str = ""
    frame: str = ""
    """Readable path of the frame; empty for the main frame."""
    context: tuple[str, ...] = ()
    """Surrounding texts, innermost first, at most four: own text of a box without a name, labelled
    ancestors, text of a row or card, headings."""
    around: str = ""
    """One letter for the kind of each text in `context`: `o` own text, `r` row or card, `b` a
    button beside it in a row without text, `g` a group of similar boxes, `h` heading, `l` label or
    landmark."""
    rows: tuple[str, ...] = ()
    """Texts of the rows around the element, innermost first. They include values, rich text, images
    and buttons, but not the element's own text. The first character is `=` for a row or list item,
    and `~` for a box beside similar boxes.
    """
    parts: str = field(default="", repr=False)
    """Digests of the parts of a box without a name; for other elements, of the innermost row's
    parts.
    """
    beside: str = field(default="", repr=False)
    """Hash of the texts of the rows before and after the element's row."""
    index: int = 0
    """Index among the elements of this observation that are equal in all fields above."""
    path: str = ""
    """Path from the body down, as tags with indices: `main[1]/ul[2]/li[7]/a[1]`."""
    aim: str = field(default="", repr=False)
    """Hash of the element's destination: the URL of a link, the value of a radio button or button,
    or the key of its record. A hash is stored because a URL may contain a secret and is only
    compared.
    """
    has_own_aim: bool = False
    """True if the destination belongs to the element itself, not to its record."""
    icon: str = ""
    """Hash of the element's icon."""

    @property
    def called(self) -> str:
        """Cleaned name, or the accessible name that the author set explicitly."""
        return clean(self.name) or clean(self.aria_label)

    @property
    def pieces(self) -> Pieces:
        """The element's surrounding texts, by kind."""
        return pieces_of(self.context, self.around)

    @property
    def words(self) -> str:
        """Name of the element; for a box without a name, its own text."""
        return self.name or self.pieces.own

    @property
    def shape(self) -> str:
        """Path of the element without the indices of its steps."""
        return shape_of(self.path)

    def quote(self) -> str:
        """Return the label of the element for an error message, shortened: `Edit (Kettle)`."""
        pieces = self.pieces
        row = pieces.row or row_words(self.rows) or "".join(pieces.above[:1])
        return f"{self.words} ({row})" if row else self.words
