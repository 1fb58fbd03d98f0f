"""Words and controls in the order of a line, as both forms of a page's text write them.

Pure. A flow is what stands between two borders of blocks: text with controls in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from viewmark.browser.discovery.readable import Event, Words
from viewmark.page.reading_lines import Piece, control, escaped
from viewmark.page.tree import Node
from viewmark.pdf.model import PdfDocument
from viewmark.text import quoted


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


def inline(node: Node) -> tuple[list[Piece], list[list[Piece]]]:
    """An inline element as pieces for a line, and its controls as pieces for lines of their own."""
    opening, text = node.opening, escaped(node.text)
    if node.is_control:
        alone = [control(opening, text), *map(control, node.controls)]
        between: list[Piece] = ["[", *alone[0], "]"]
        for other in alone[1:]:
            between += [" [", *other, "]"]
        return between, alone
    name = escaped(opening.name or text)
    if not node.is_image and opening.tag != "label":
        pieces = control(opening, text)
        return ["[", *pieces, "]"], [pieces]
    words = f"[image {quoted(name)}]" if node.is_image and name else name
    return [words], [[words]] if name else []


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
