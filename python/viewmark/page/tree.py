"""Tree of a reading: each element knows its contents. Pure.

Words and controls in the order of a line, as both forms of a page's text write them.

Pure. A flow is what is between two borders of blocks: text with controls in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from viewmark.browser.discovery.readable import Event, Mark, Opening, Words
from viewmark.page.reading_lines import Piece, control, escaped, letters
from viewmark.pdf.model import PdfDocument
from viewmark.text import quoted

INLINE = frozenset(
    {"button", "checkbox", "combobox", "image", "img", "link", "menuitem", "menuitemcheckbox"}
    | {"menuitemradio", "meter", "option", "progressbar", "radio", "scrollbar", "searchbox"}
    | {"slider", "spinbutton", "switch", "tab", "textbox"}
)
"""Roles whose content is words: it is written in one line."""
LONGEST = 400
"""Events of an element that is written in one line."""
BLOCKS = frozenset(
    {"article", "blockquote", "dialog", "form", "frame", "grid", "heading", "hr", "list", "pre"}
    | {"table"}
)
IMAGES = ("image", "img")
Leave: TypeAlias = Callable[[], object]
"""Handler that runs after the children of a node."""


@dataclass(eq=False)
class Node:
    """An element with its contents in order; words are read once the tree is whole."""

    opening: Opening
    parts: list[Part] = field(default_factory=list)
    size: int = 0
    """Events inside, ends of elements among them."""
    blocks: int = 0
    """Lists, tables, headings and the like inside."""

    @property
    def is_control(self) -> bool:
        """Whether one can act on it."""
        return self.opening.handle is not None and bool(self.opening.hint)

    @property
    def is_image(self) -> bool:
        """Whether it is an image."""
        return self.opening.role in IMAGES

    @property
    def is_inline(self) -> bool:
        """Whether it is written in the line that it is in."""
        opening = self.opening
        is_label = opening.tag in ("label", "summary") and bool(opening.hint)
        if not (is_label or (opening.role in INLINE and opening.tag != "svg")):
            return self.is_image and not self.parts
        return self.size < LONGEST and not self.blocks

    @cached_property
    def text(self) -> str:
        """The words inside, in one line; images by their names."""
        words: list[str] = []
        for part in self.inside():
            if isinstance(part, Words):
                words.append(part.text)
            elif not isinstance(part, Node):
                words.append(" ")
            elif part.is_image and part.opening.name:
                words.append(f" {part.opening.name} ")
        return " ".join("".join(words).split())

    @property
    def controls(self) -> list[Opening]:
        """Controls inside."""
        return [p.opening for p in self.inside() if isinstance(p, Node) and p.is_control]

    def inside(self) -> Iterator[Part]:
        """All that is inside, in order."""
        left = self.parts[::-1]
        while left:
            part = left.pop()
            yield part
            if isinstance(part, Node) and part.parts:
                left += part.parts[::-1]


Part: TypeAlias = "Node | Words | Mark | PdfDocument"


def tree_of(events: Sequence[Event]) -> Node:
    """The events as a tree, below a node without a role."""
    open_ = [Node(Opening("page"))]

    def close() -> None:
        done = open_.pop()
        open_[-1].size += done.size + 2
        is_block = done.opening.role in BLOCKS or done.opening.tag in BLOCKS
        open_[-1].blocks += done.blocks + is_block

    for event in events:
        if isinstance(event, Opening):
            node = Node(event)
            open_[-1].parts.append(node)
            open_.append(node)
        elif not isinstance(event, str) or event != "close":
            open_[-1].parts.append(event)
            open_[-1].size += 1
        elif len(open_) > 1:
            close()
    while len(open_) > 1:
        close()
    return open_[0]


def walk(root: Node, visit: Callable[[Part], Leave | None]) -> None:
    """Visit the contents of a node in order, without recursion: pages nest without limit.

    Args:
        root: the node.
        visit: gives, for a node whose parts are to be visited, what is done after them.
    """
    left: list[Part | Leave] = [*reversed(root.parts)]
    while left:
        part = left.pop()
        if callable(part):
            part()
        elif (leave := visit(part)) is not None and isinstance(part, Node):
            left.append(leave)
            left += part.parts[::-1]


def plain(text: str) -> str:
    """Words for a comparison: one line, without case and without the end mark of a label."""
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
        """Add a control: its text between words, and its text alone."""
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


def named_once(node: Node) -> list[Piece]:
    """A control whose words follow it; a name that they repeat is left out."""
    says, name = letters(node.text), letters(node.opening.name)
    is_said = name != "" and (says == name or says.startswith(name.removesuffix("…")))
    return control(replace(node.opening, name="") if is_said else node.opening)


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
