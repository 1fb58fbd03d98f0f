"""Words and controls in the order of a line, as both forms of a page's text write them.

Pure. A flow is what stands between two borders of blocks: text with controls in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewmark.browser.discovery.readable import Opening, Words
from viewmark.page.reading_lines import control, escaped
from viewmark.pdf.model import PdfDocument
from viewmark.text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.discovery.readable import Event
    from viewmark.page.reading_lines import Piece

__all__ = ["Flow", "Structure", "inline", "plain"]

INLINE = frozenset(
    {"button", "checkbox", "combobox", "image", "img", "link", "menuitem", "menuitemcheckbox"}
    | {"menuitemradio", "meter", "option", "progressbar", "radio", "scrollbar", "searchbox"}
    | {"slider", "spinbutton", "switch", "tab", "textbox"}
)
"""Roles whose content is words: what stands in them is told in one line."""
LONGEST = 400
"""Events of an element that is told in one line."""
BLOCKS = frozenset(
    {"article", "blockquote", "dialog", "form", "frame", "grid", "heading", "hr", "list", "pre"}
    | {"table"}
)


def plain(text: str) -> str:
    """Words as they are compared: one line, without case and what ends a label."""
    return " ".join(text.split()).casefold().rstrip(":* ")


@dataclass(slots=True)
class Flow:
    """Pieces that are being put together, and whether words are among them."""

    pieces: list[Piece] = field(default_factory=list)
    controls: list[list[Piece]] = field(default_factory=list)
    """The controls alone, for a line that has nothing else."""
    has_words: bool = False

    def add(self, text: str) -> None:
        """Words, as the page wrote them."""
        if text.strip():
            self.has_words = True
        self.pieces.append(escaped(text))

    def put(self, pieces: list[Piece], alone: list[list[Piece]]) -> None:
        """A control: how it stands between words, and how alone."""
        self.pieces += pieces
        self.controls += alone

    def says(self, name: str) -> bool:
        """Whether its words are no more than that name."""
        own_text = "".join(p for p in self.pieces if isinstance(p, str))
        return plain(own_text) in ("", plain(escaped(name)))

    def line(self) -> list[Piece]:
        """The pieces with single spaces between words and none at the ends."""
        out: list[Piece] = []
        for piece in self.pieces:
            if not isinstance(piece, str):
                out.append(piece)
                continue
            text = " ".join(piece.split())
            if piece[:1].isspace() and text:
                text = " " + text
            if piece[-1:].isspace():
                text += " "
            last = out[-1] if out else " "
            if isinstance(last, str) and last.endswith(" "):
                text = text.lstrip(" ")
            if text:
                out.append(text)
        if out and isinstance(out[-1], str):
            out[-1] = out[-1].rstrip(" ")
        return [piece for piece in out if piece != ""]


class Structure:
    """Events, and what must be known of an element before it is told: its end, what is in it."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.ends = [len(events)] * len(events)
        """Index of the `close` of the opening at that index."""
        self._blocks = [0]
        open_: list[int] = []
        for at, event in enumerate(events):
            is_block = isinstance(event, Opening) and (event.role in BLOCKS or event.tag in BLOCKS)
            self._blocks.append(self._blocks[-1] + is_block)
            if isinstance(event, Opening):
                open_.append(at)
            elif event == "close" and open_:
                self.ends[open_.pop()] = at

    def blocks_inside(self, at: int) -> int:
        """Lists, tables, headings and the like in an element."""
        return self._blocks[self.ends[at]] - self._blocks[at + 1]

    def is_inline(self, at: int, opening: Opening) -> bool:
        """Whether an element is told in the line that it stands in."""
        is_control = opening.tag in ("label", "summary") and bool(opening.hint)
        if not (is_control or (opening.role in INLINE and opening.tag != "svg")):
            return opening.role in ("image", "img") and self.ends[at] == at + 1
        return self.ends[at] - at <= LONGEST and not self.blocks_inside(at)

    def text(self, at: int) -> str:
        """The words inside an inline element, in one line; images by their names."""
        parts: list[str] = []
        for event in self.events[at + 1 : self.ends[at]]:
            if isinstance(event, Words):
                parts.append(event.text)
            elif isinstance(event, Opening):
                if event.role in ("image", "img") and event.name:
                    parts.append(f" {event.name} ")
            elif event != "close":
                parts.append(" ")
        return " ".join("".join(parts).split())

    def inner(self, at: int) -> list[Opening]:
        """What one can act on inside an inline element."""
        return [
            e
            for e in self.events[at + 1 : self.ends[at]]
            if isinstance(e, Opening) and e.handle is not None and e.hint
        ]


def inline(
    structure: Structure, at: int, opening: Opening
) -> tuple[list[Piece], list[list[Piece]]]:
    """An inline element as pieces for a line, and its controls as pieces for lines of their own."""
    text = escaped(structure.text(at))
    if opening.handle is None or not opening.hint:
        is_image = opening.role in ("image", "img")
        name = escaped(opening.name or text)
        opening_pieces: list[Piece] = [f"[image {quoted(name)}]" if is_image and name else name]
        if opening.role not in ("image", "img") and opening.tag != "label":
            opening_pieces = ["[", *control(opening, text), "]"]
        return opening_pieces, [
            opening_pieces[1:-1] if opening_pieces[0] == "[" else opening_pieces
        ] if name or len(opening_pieces) > 1 else []
    alone = [control(opening, text)]
    between: list[Piece] = ["[", *alone[0], "]"]
    for other in structure.inner(at):
        alone.append(control(other))
        between += [" [", *alone[-1], "]"]
    return between, alone


def plain_text(events: Sequence[Event]) -> str:
    """The words alone, a line for each block."""
    rows = [""]
    for event in events:
        if isinstance(event, Words):
            rows[-1] += event.text
        elif isinstance(event, PdfDocument):
            rows += [event.text, ""]
        elif event in ("block", "break") and rows[-1].strip():
            rows.append("")
    return "\n".join(row.strip() for row in rows).strip()
