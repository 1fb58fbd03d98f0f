"""What was read of a page as a tree: each element knows what is inside. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from viewmark.browser.discovery.readable import Event, Mark, Opening, Words
from viewmark.pdf.model import PdfDocument

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
"""What is done after the parts of a node."""


@dataclass(slots=True, eq=False)
class Node:
    """An element, with what is inside of it in order."""

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
        """Whether it is written in the line that it stands in."""
        opening = self.opening
        is_label = opening.tag in ("label", "summary") and bool(opening.hint)
        if not (is_label or (opening.role in INLINE and opening.tag != "svg")):
            return self.is_image and not self.parts
        return self.size < LONGEST and not self.blocks

    @property
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
        """What one can act on inside."""
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
    """Visit what is inside of a node in order, without recursion: pages nest as deep as they like.

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
