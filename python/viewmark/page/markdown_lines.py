"""What was read as Markdown: headings, lists, tables, quotes, code, and links with refs. Pure.

A link is `[words](address "@ref")`: a title, as Markdown has it. Other controls are told in
brackets, as in a snapshot: `[button "Save" @save]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.browser.discovery.readable import Opening, Words
from viewmark.elements.state_words import sort_words
from viewmark.page.flow import Flow, Structure, inline
from viewmark.page.folded_table import options_once
from viewmark.page.pdf_lines import pdf_markdown
from viewmark.page.reading_lines import address, control, divided, escaped
from viewmark.pdf.model import PdfDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.discovery.readable import Event
    from viewmark.page.reading_lines import Line, Piece

__all__ = ["markdown_lines"]

AROUND = {
    "strong": "**",
    "b": "**",
    "em": "*",
    "i": "*",
    "del": "~~",
    "s": "~~",
    "code": "`",
    "kbd": "`",
    "samp": "`",
}
CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
DEEPEST = 12
"""Levels of lists and quotes that are shown."""


class _Writer:
    def __init__(self, events: Sequence[Event], origin: str) -> None:
        self.structure = Structure(options_once(events))
        self.origin = origin
        self.lines: list[Line] = []
        self.flow = Flow()
        self.closers: list[str] = []
        """What ends each open element: its kind."""
        self.prefix: list[str] = []
        """What lines begin with: quotes and lists around."""
        self.bullet = ""
        """What the next line begins with in place of its last indentation."""
        self.numbers: list[int] = []
        """The next number of each open list; 0 in a list without."""
        self.heading = ""
        self.code: list[str] | None = None
        self.row: list[list[Piece]] | None = None
        self.is_first_row: list[bool] = []
        self.is_apart = False
        """Whether the next line must be set apart by an empty one."""
        self.is_fresh = True
        """Whether nothing stands yet in the innermost quote or item."""

    def write(self) -> list[Line]:
        events = self.structure.events
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Words):
                if self.code is not None:
                    self.code.append(event.text)
                else:
                    self.flow.add(
                        event.text.replace("|", "\\|") if self.row is not None else event.text
                    )
            elif isinstance(event, Opening):
                at = self.opening(at, event)
            elif isinstance(event, PdfDocument):
                self.flush(apart=True)
                self.lines += [(line,) for line in pdf_markdown(event)]
            elif event == "close":
                self.close()
            elif self.code is not None:
                self.code.append("\n")
            elif self.row is not None:
                self.flow.add(" ")
            else:
                self.flush(apart=event == "block")
            at += 1
        while self.closers:
            self.close()
        self.flush()
        return [part for line in self.lines for part in divided(line)]

    def opening(self, at: int, opening: Opening) -> int:
        tag, role = opening.tag, opening.role
        if tag == "rows":
            self.flush(apart=True)
            self.put([f"... {opening.name} are here; scroll it"])
            return self.structure.ends[at]
        is_control = opening.handle is not None and bool(opening.hint)
        if self.code is None and self.structure.is_inline(at, opening):
            self.inline(at, opening)
            return self.structure.ends[at]
        kind = ""
        if self.code is not None:
            pass
        elif tag in AROUND and self.row is None:
            self.flow.pieces.append(AROUND[tag])
            kind = "around:" + AROUND[tag]
        elif role == "heading":
            self.flush(apart=True)
            self.heading = "#" * max(1, min(6, opening.number)) + " "
            kind = "heading"
        elif tag == "pre":
            self.flush(apart=True)
            self.code = []
            kind = "code"
        elif tag == "hr":
            self.flush(apart=True)
            self.put(["---"])
        elif role == "blockquote" or tag == "blockquote":
            self.flush(apart=True)
            self.set_apart()
            self.prefix.append("> ")
            self.is_fresh = True
            kind = "prefix"
        elif role == "list":
            self.flush(apart=True)
            if self.numbers:
                self.is_apart = False
            self.set_apart()
            self.numbers.append(opening.number if tag == "ol" else 0)
            kind = "list"
        elif role == "listitem" and self.numbers:
            self.flush()
            self.is_apart = False
            number = self.numbers[-1]
            self.bullet = f"{number}. " if number else "- "
            self.numbers[-1] = number + 1 if number else 0
            self.prefix.append(" " * len(self.bullet))
            self.is_fresh = True
            kind = "item"
        elif role in ("table", "grid", "treegrid"):
            self.flush(apart=True)
            self.is_first_row.append(True)
            kind = "table"
        elif role == "row" and self.is_first_row and not self.structure.blocks_inside(at):
            self.flush()
            self.is_apart = self.is_apart and self.is_first_row[-1]
            self.row = []
            kind = "row"
        elif role in CELLS and self.row is not None:
            self.flow = Flow()
            kind = f"cell:{opening.state.get('sort') or ''}"
        elif is_control:
            self.flush(apart=True)
        if is_control and kind != "code":
            self.flow.put(["[", *control(opening), "] "], [])
        self.closers.append(kind)
        return at

    def inline(self, at: int, opening: Opening) -> None:
        between, alone = inline(self.structure, at, opening)
        is_link = opening.role == "link" and bool(opening.url)
        if is_link:
            text = escaped(self.structure.text(at) or opening.name)
            between = [f"[{text}]({address(opening.url, self.origin).replace(' ', '%20')}"]
            between += [' "', opening.handle, '")'] if opening.handle else [")"]
            for other in alone[1:]:
                between += [" [", *other, "]"]
        elif opening.role in ("image", "img") and not opening.hint:
            between = [f"![{escaped(opening.name)}]"] if opening.name else []
        self.flow.put([" ", *between, " "] if not is_link else between, [])

    def close(self) -> None:
        kind = self.closers.pop() if self.closers else ""
        if kind.startswith("around:"):
            self.flow.pieces.append(kind[7:])
        elif kind == "heading":
            self.flush(apart=True)
            self.heading = ""
        elif kind == "code":
            self.end_code()
        elif kind in ("prefix", "item"):
            self.flush()
            if kind == "item" and self.bullet:
                self.bullet = ""
            self.prefix.pop()
            self.is_apart = kind == "prefix"
        elif kind == "list":
            self.flush()
            self.numbers.pop()
            self.is_apart = not self.numbers
        elif kind == "table":
            self.flush(apart=True)
            self.is_first_row.pop()
        elif kind.startswith("cell:") and self.row is not None:
            if sort := kind.removeprefix("cell:"):
                self.flow.add(f" ({sort_words(sort)})")
            self.row.append(self.flow.line())
            self.flow = Flow()
        elif kind == "row":
            self.end_row()

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
        """End the line of words."""
        flow, self.flow = self.flow, Flow()
        line = _tidy(flow.line())
        if line:
            self.put([self.heading, *line] if self.heading else line)
        self.is_apart = self.is_apart or (apart and bool(self.lines))

    def set_apart(self) -> None:
        """An empty line, where one is due."""
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


def _tidy(pieces: list[Piece]) -> list[Piece]:
    """Nothing, where there are only marks of emphasis."""
    text = [
        p
        for p in pieces
        if not (isinstance(p, str) and set(p.strip()) <= {"*", "~", "`"} and p.strip())
    ]
    return pieces if text else []


def markdown_lines(events: Sequence[Event], *, origin: str = "") -> list[Line]:
    """The lines of a Markdown text.

    Args:
        events: what was read.
        origin: the page's own, left out of addresses.
    """
    return _Writer(events, origin).write()
