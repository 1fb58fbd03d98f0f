"""Tree of the content of a page, in which each element has its contents. No side effects.

Text and controls keep the order of the lines, because both text forms of a page need this order.

A flow is the content between two block boundaries: text that may contain controls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
"""Roles of elements whose content is text, so that each of them is written on one line."""
FLAT = frozenset(
    {"button", "checkbox", "image", "img", "menuitemcheckbox", "menuitemradio", "meter", "option"}
    | {"progressbar", "radio", "scrollbar", "slider", "switch", "tab"}
)
"""Roles whose children are presentational (WAI-ARIA 1.2, section 5.2.8)."""
LONGEST = 400
"""Maximum number of events of an element that is written on one line."""
BLOCKS = frozenset(
    {"article", "blockquote", "dialog", "form", "frame", "grid", "heading", "hr", "list", "pre"}
    | {"table"}
)
IMAGES = ("image", "img")
Leave: TypeAlias = Callable[[], object]
"""Function that runs after the children of a node were visited."""


@dataclass(eq=False)
class Node:
    """An element with its contents in order; `text` is valid once the tree is complete."""

    opening: Opening
    parts: list[Part] = field(default_factory=list)
    size: int = 0
    """Number of events inside, including the ends of elements."""
    blocks: int = 0
    """Number of block elements inside, such as lists, tables and headings."""

    @property
    def is_control(self) -> bool:
        """True if the element is actionable."""
        return self.opening.handle is not None and bool(self.opening.hint)

    @property
    def is_image(self) -> bool:
        """True if the element is an image."""
        return self.opening.role in IMAGES

    @property
    def is_editor(self) -> bool:
        """True if the element is an editor of plain text, whose lines are blocks."""
        is_plain = self.opening.hint == "editable" and not self.blocks
        return is_plain and "block" in self.inside() and not self.controls

    @property
    def is_inline(self) -> bool:
        """True if the element is written within the line that contains it."""
        opening = self.opening
        is_label = opening.tag in ("label", "summary") and bool(opening.hint)
        if self.is_editor:
            return False
        if not (is_label or (opening.role in INLINE and opening.tag != "svg")):
            return self.is_image and not self.parts
        return self.size < LONGEST and (not self.blocks or opening.role in FLAT)

    @cached_property
    def text(self) -> str:
        """The text inside the element, on one line, with the names of images."""
        return _text_of(self.inside())

    @property
    def own_text(self) -> str:
        """The text inside the element, without the text of controls."""
        return _text_of(self.inside(is_own=True)) if self.controls else self.text

    @property
    def controls(self) -> list[Opening]:
        """The controls inside the element."""
        return [p.opening for p in self.inside() if isinstance(p, Node) and p.is_control]

    def inside(self, *, is_own: bool = False) -> Iterator[Part]:
        """Yield all contents at any depth, in order; with `is_own`, omit those of controls."""
        left = self.parts[::-1]
        while left:
            part = left.pop()
            yield part
            if isinstance(part, Node) and part.parts and not (is_own and part.is_control):
                left += part.parts[::-1]


Part: TypeAlias = "Node | Words | Mark | PdfDocument"


def _text_of(parts: Iterable[Part]) -> str:
    words: list[str] = []
    for part in parts:
        if isinstance(part, Words):
            words.append(part.text)
        elif not isinstance(part, Node):
            words.append(" ")
        elif part.is_image and part.opening.name:
            words.append(f" {part.opening.name} ")
    return " ".join("".join(words).split())


def tree_of(events: Sequence[Event]) -> Node:
    """Return the events as a tree, under a root without a role."""
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
    """Visit the contents of a node in order, without recursion, because pages nest without limit.

    Args:
        root: the node whose contents are visited.
        visit: function that is called for each part. If it returns a function, the children are
            visited, and that function is called after them.
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
    """Normalise text for comparison: one line, case-folded, no trailing `:` or `*` of labels."""
    return " ".join(text.split()).casefold().rstrip(":* ")


@dataclass(slots=True)
class Flow:
    """A line under construction: its pieces, and whether they contain text."""

    pieces: list[Piece] = field(default_factory=list)
    controls: list[list[Piece]] = field(default_factory=list)
    """The line's controls alone, used if the line has no other content."""
    has_words: bool = False

    def add(self, text: str) -> None:
        """Add text of the page, with brackets escaped."""
        if text.strip():
            self.has_words = True
        self.pieces.append(escaped(text))

    def put(self, pieces: list[Piece], alone: list[list[Piece]]) -> None:
        """Add a control in two forms: `pieces` within text, and `alone` as separate lines."""
        self.pieces += pieces
        self.controls += alone

    def says(self, name: str) -> bool:
        """Return True if the line's text is empty or equals the name."""
        own_text = "".join(p for p in self.pieces if isinstance(p, str))
        return plain(own_text) in ("", plain(escaped(name)))

    def line(self) -> list[Piece]:
        """Return the pieces with single spaces between words and no spaces at the ends."""
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
    """Return a control whose text follows it; omit a name or value that the text repeats."""
    opening, says = node.opening, letters(node.text)
    if (name := letters(opening.name).removesuffix("…")) and says.startswith(name):
        opening = replace(opening, name="")
    value = opening.state.get("value")
    said = letters(value) if isinstance(value, str) else ""
    if said and (says == said or (said.endswith("…") and says.startswith(said[:-1]))):
        opening = replace(opening, state={**opening.state, "value": None})
    return control(opening)


def inline(node: Node) -> tuple[list[Piece], list[list[Piece]]]:
    """Return an inline element as pieces of a line, and its controls as lines of their own."""
    opening, text = node.opening, escaped(node.text)
    if node.is_control:
        alone = [control(opening, escaped(node.own_text)), *map(control, node.controls)]
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
    """Return the text of a page without markup and refs, one line per block."""
    rows = [""]
    for event in events:
        if isinstance(event, Words):
            rows[-1] += event.text
        elif isinstance(event, PdfDocument):
            rows += [event.text, ""]
        elif event in ("block", "break") and rows[-1].strip():
            rows.append("")
    return "\n".join(row.strip() for row in rows).strip()
