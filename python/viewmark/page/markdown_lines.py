"""Formats the text of a page as Markdown: headings, lists, tables, quotes, code, links. Pure.

A link is `[words](address "@ref")`, with the ref as the Markdown title. Other controls are written
in brackets, as in a snapshot: `[button "Save" @save]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from viewmark.browser.discovery.readable import Event, Words
from viewmark.elements.state_words import sort_words
from viewmark.page.folded_table import CELLS, once
from viewmark.page.pdf_lines import pdf_markdown
from viewmark.page.reading_lines import Line, Piece, address, divided, escaped
from viewmark.page.tree import Flow, Leave, Node, Part, inline, named_once, tree_of, walk
from viewmark.pdf.model import PdfDocument

AROUND = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~"} | dict.fromkeys(
    ("code", "kbd", "samp"), "`"
)
DEEPEST = 12
"""Maximum nesting depth of lists and quotes that is shown."""


class _Writer:
    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.lines: list[Line] = []
        self.flow = Flow()
        self.prefix: list[str] = []
        """Line prefixes of the enclosing quotes and lists."""
        self.bullet = ""
        """Bullet of the next line, which replaces its innermost indentation."""
        self.numbers: list[int] = []
        """The next item number of each open list; 0 for an unordered list."""
        self.heading = ""
        self.code: list[str] | None = None
        self.row: list[list[Piece]] | None = None
        self.is_first_row: list[bool] = []
        self.is_apart = False
        """True if an empty line must precede the next line."""
        self.opened: list[Piece] | None = None
        """The current line while it only begins a control."""
        self.is_fresh = True
        """True while the innermost quote or list item is empty."""

    def write(self, root: Node) -> list[Line]:
        walk(root, self.part)
        self.flush()
        return [part for line in self.lines for part in divided(line)]

    def part(self, part: Part) -> Leave | None:
        """Write a node or text of the tree; for a block element, return a function to end it."""
        if isinstance(part, Node):
            return self.element(part)
        if isinstance(part, PdfDocument):
            self.flush(apart=True)
            self.lines += [(line,) for line in pdf_markdown(part)]
        elif self.code is not None:
            self.code.append(part.text if isinstance(part, Words) else "\n")
        elif isinstance(part, Words):
            self.flow.add(part.text.replace("|", "\\|") if self.row is not None else part.text)
        elif self.row is not None:
            self.flow.add(" ")
        elif not (part == "block" and self.opened == self.flow.pieces):
            self.flush(apart=part == "block")
        return None

    def element(self, node: Node) -> Leave | None:
        opening = node.opening
        if opening.tag == "rows":
            self.flush(apart=True)
            self.put([f"... {opening.name} are here; scroll it"])
            return None
        if self.code is None and node.is_inline:
            self.inline(node)
            return None
        if node.is_editor and self.code is None and self.row is None:
            self.flush(apart=True)
            self.put(["[", *named_once(node), "]"])
            self.code = []
            return self.end_code
        leave = self.begin(node) if self.code is None else _nothing
        if node.is_control and leave != self.end_code:
            self.flow.put(["[", *named_once(node), "] "], [])
            # The first text inside follows on the same line.
            self.opened = [*self.flow.pieces] if node.text and self.row is None else None
        return leave

    def begin(self, node: Node) -> Leave:
        """Begin a block element; return the function that ends it."""
        opening = node.opening
        tag, role = opening.tag, opening.role
        if tag in AROUND and self.row is None and node.text:
            self.flow.pieces.append(AROUND[tag])
            return lambda: self.flow.pieces.append(AROUND[tag])
        if role == "heading":
            self.flush(apart=True)
            self.heading = "#" * max(1, min(6, opening.number)) + " "
            return self.end_heading
        if tag == "pre":
            self.flush(apart=True)
            self.code = []
            return self.end_code
        if tag == "hr":
            self.flush(apart=True)
            self.put(["---"])
        elif "blockquote" in (role, tag):
            self.flush(apart=True)
            self.set_apart()
            self.indent("> ")
            return partial(self.outdent, apart=True)
        elif role == "list":
            self.flush(apart=True)
            if self.numbers:
                self.is_apart = False
            self.set_apart()
            self.numbers.append(opening.number if tag == "ol" else 0)
            return self.end_list
        elif role == "listitem" and self.numbers:
            self.flush()
            self.is_apart = False
            number = self.numbers[-1]
            self.bullet = f"{number}. " if number else "- "
            self.numbers[-1] = number + 1 if number else 0
            self.indent(" " * len(self.bullet))
            return partial(self.outdent, apart=False)
        elif role in ("table", "grid", "treegrid"):
            self.flush(apart=True)
            self.is_first_row.append(True)
            return self.end_table
        elif role == "row" and self.is_first_row and not node.blocks:
            self.flush()
            self.is_apart = self.is_apart and self.is_first_row[-1]
            self.row = []
            return self.end_row
        elif role in CELLS and self.row is not None:
            self.flow = Flow()
            return partial(self.end_cell, opening.state.get("sort"))
        elif node.is_control and self.row is None:
            self.flush(apart=True)
        return _nothing

    def inline(self, node: Node) -> None:
        between, alone = inline(node)
        opening = node.opening
        is_link = opening.role == "link" and bool(opening.url)
        if is_link:
            text = escaped(node.text or opening.name)
            between = [f"[{text}]({address(opening.url, self.origin).replace(' ', '%20')}"]
            between += [' "', opening.handle, '")'] if opening.handle else [")"]
            for other in alone[1:]:
                between += [" [", *other, "]"]
        elif node.is_image and not opening.hint:
            between = [f"![{escaped(opening.name)}]"] if opening.name else []
        self.flow.put([" ", *between, " "] if not is_link else between, [])

    def indent(self, prefix: str) -> None:
        self.prefix.append(prefix)
        self.is_fresh = True

    def outdent(self, *, apart: bool) -> None:
        """End a list item, or with `apart` a quote, which must be followed by an empty line."""
        self.flush()
        if not apart:
            self.bullet = ""
        self.prefix.pop()
        self.is_apart = apart

    def end_heading(self) -> None:
        self.flush(apart=True)
        self.heading = ""

    def end_list(self) -> None:
        self.flush()
        self.numbers.pop()
        self.is_apart = not self.numbers

    def end_table(self) -> None:
        self.flush(apart=True)
        self.is_first_row.pop()

    def end_cell(self, sort: str | None) -> None:
        if self.row is None:
            return
        if sort:
            self.flow.add(f" ({sort_words(sort)})")
        self.row.append(self.flow.line())
        self.flow = Flow()

    def end_code(self) -> None:
        text = "".join(self.code or []).strip("\n")
        self.code = None
        fence = "```"
        while fence in text:
            fence += "`"
        for each in (fence, *text.split("\n"), fence) if text else ():
            self.put([each])
        self.is_apart = True

    def end_row(self) -> None:
        row, self.row = self.row or [], None
        self.flow = Flow()
        if not any(row):
            return
        line: list[Piece] = ["|"]
        for cell in row:
            line += [" ", *cell, " |"]
        self.put(line)
        if self.is_first_row[-1]:
            self.put(["|" + " --- |" * len(row)])
            self.is_first_row[-1] = False

    def flush(self, *, apart: bool = False) -> None:
        """Write the current text as a line and start a new one."""
        flow, self.flow = self.flow, Flow()
        line = _tidy(flow.line())
        if line:
            self.put([self.heading, *line] if self.heading else line)
        self.is_apart = self.is_apart or (apart and bool(self.lines))

    def set_apart(self) -> None:
        """Write an empty line if one is required here."""
        if self.is_apart and self.lines and not self.is_fresh:
            self.lines.append(("".join(self.prefix[:DEEPEST]).rstrip(),))
        self.is_apart = False

    def put(self, pieces: list[Piece]) -> None:
        outer = self.prefix[:DEEPEST]
        start = "".join(outer)
        self.set_apart()
        self.is_fresh = False
        if self.bullet and len(self.prefix) <= DEEPEST:
            start = "".join(outer[:-1]) + self.bullet
        self.bullet = ""
        self.lines.append((start, *pieces) if start else tuple(pieces))


def _nothing() -> None:
    """End an element that has no Markdown syntax."""


def _tidy(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces of a line, or no pieces if the line only contains emphasis marks."""
    text = [
        p
        for p in pieces
        if not (isinstance(p, str) and set(p.strip()) <= {"*", "~", "`"} and p.strip())
    ]
    return pieces if text else []


def markdown_lines(events: Sequence[Event], *, origin: str = "") -> list[Line]:
    """Return the text of a page as lines of Markdown.

    Args:
        events: the elements and texts of the page, in reading order.
        origin: the page's origin, which is omitted in links.
    """
    return _Writer(origin).write(tree_of(once(events)))
