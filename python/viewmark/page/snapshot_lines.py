"""Formats the content of a page as an outline: one line per element, indented. No side effects.

    main
      heading "Orders" level=1
      text: The total price is 42.17 EUR.
      list
        listitem: One
      textbox "Customer" @customer = "Ann"
      link "Terms" @e3f -> /terms

Text keeps its order; a control within text is written in brackets at its position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial

from viewmark.browser.discovery.readable import Event, Opening, Words
from viewmark.elements.state_words import sort_words
from viewmark.page.folded_table import CELLS, folded_table, once
from viewmark.page.pdf_lines import pdf_outline
from viewmark.page.reading_lines import (
    LIVE,
    OVER,
    Layer,
    Line,
    Pattern,
    Piece,
    address,
    control,
    divided,
    indented,
    letters,
)
from viewmark.page.tree import Flow, Leave, Node, Part, inline, named_once, plain, tree_of, walk
from viewmark.pdf.model import PdfDocument
from viewmark.text import cut, quoted

SILENT = frozenset({"", "generic", "none", "presentation", "rowgroup", "paragraph"})
FIELDS = frozenset({"editable", "selectable", "toggleable"})
LABEL = "label-of"
"""Role of a label, legend or caption whose text is the name of the labelled element."""
TABLES = frozenset({"table", "grid", "treegrid"})
NAME = 60
"""Maximum length of names in change reports, because a container's name may repeat its contents."""
ROWS = "rows"
"""Tag of an event that states how many rows of a list are rendered."""


class _Writer:
    def __init__(self, origin: str, *, is_merged: bool, is_folded: bool) -> None:
        self.is_merged = is_merged
        self.is_folded = is_folded
        self.origin = origin
        self.rows: list[tuple[int, list[Piece], str]] = []
        """Depth, pieces and kind of each line: `text`, `open` (element), `control` or `note`."""
        self.flow = Flow()
        self.depth = 0
        self.label = ""
        """Name of the field before the current text, which is omitted if it only repeats this
        name.
        """
        self.names: list[str] = []
        """Names that repeat the text of the open labels."""
        self.cells = 0
        """Number of open table rows that are written on one line."""

    def write(self, root: Node) -> list[Line]:
        walk(root, self.part)
        self.flush()
        return [part for row in self.rows for part in divided(indented(row[0], row[1]))]

    def add_row(self, pieces: list[Piece], kind: str, deeper: int = 0) -> None:
        self.rows.append((self.depth + deeper, pieces, kind))

    def part(self, part: Part) -> Leave | None:
        """Write a node or text; for a node with contents, return the function that ends it."""
        if isinstance(part, Words):
            self.words(part.text)
        elif isinstance(part, Node):
            return self.in_layer(part)
        elif isinstance(part, PdfDocument):
            self.flush()
            for deep, line in pdf_outline(part):
                self.add_row([line], "control", deep)
        elif part == "break" or self.cells:
            self.flow.add(" ")
        else:
            self.flush()
        return None

    def in_layer(self, node: Node) -> Leave | None:
        """Write an element; flag its lines if it is a live region or displayed over the page."""
        layer = node.opening.layer
        if not layer or self.is_merged or self.cells:
            return self.element(node)
        self.flush()
        first = len(self.rows)
        leave = self.element(node)

        def end() -> None:
            if leave is not None:
                leave()
            self.flush()
            note = LIVE if layer == "live" else OVER
            for at, (depth, pieces, kind) in enumerate(self.rows[first:], first):
                self.rows[at] = (depth, [*pieces, note], kind)

        if leave is not None:
            return end
        end()
        return None

    def words(self, text: str) -> None:
        """Add text to the current line; line breaks of preformatted text are kept."""
        if self.names and plain(text) in self.names[-1]:
            self.flow.add(" ")
            return
        first, *more = text.split("\n") if not self.cells else [text]
        self.flow.add(first)
        for each in more:
            self.flush()
            self.flow.add(each)

    def element(self, node: Node) -> Leave | None:
        opening = node.opening
        if opening.tag == ROWS:
            self.flush()
            self.add_row([f"... {opening.name} are here; scroll it"], "note")
            return None
        if opening.role in TABLES and self.is_folded and not self.cells:
            folded = folded_table(node)
            if folded is not None:
                self.flush()
                pieces = self._control(node) if opening.hint else self._head(opening)
                self.add_row(pieces, "open")
                for each in folded:
                    self.add_row(each, "open", 1)
                return None
        if opening.tag == LABEL:
            self.names.append(plain(opening.name))
            return self.names.pop
        if node.is_inline:
            between, alone = inline(node)
            if opening.url:
                alone[0] = [*alone[0], f" -> {address(opening.url, self.origin)}"]
            if opening.hint in FIELDS and not self.cells:
                self.field(opening, alone)
            else:
                self.flow.put(between, alone)
            return None
        if opening.role in CELLS and self.cells:
            return self.cell(node)
        if opening.role in SILENT and not node.is_control and opening.tag != "frame":
            return _nothing
        self.flush()
        is_line = opening.role == "row" and not node.blocks
        self.cells += is_line
        self.add_row(self._control(node) if node.is_control else self._head(opening), "open")
        self.depth += 1
        return partial(self.close, opening, len(self.rows) - 1, is_line=is_line)

    def cell(self, node: Node) -> Leave | None:
        """Write a cell of a row that fits on one line."""
        opening = node.opening
        if self.flow.line():
            self.flow.pieces.append(" | ")
            self.flow.has_words = True
        if node.is_control:
            self.flow.put(["[", *control(opening), "] "], [])
            if not node.controls and letters(node.text) == letters(opening.name):
                return None
        sort = opening.state.get("sort")
        if not sort or opening.hint:
            return _nothing
        return partial(self._sort_words, f" ({sort_words(sort)})")

    def _control(self, node: Node) -> list[Piece]:
        """Return the line of a control that is not inside text, with its URL if it has one."""
        opening, pieces = node.opening, named_once(node)
        return [*pieces, f" -> {address(opening.url, self.origin)}"] if opening.url else pieces

    def _head(self, opening: Opening) -> list[Piece]:
        sort = opening.state.get("sort")
        pieces: list[Piece] = ["frame" if opening.tag == "frame" else opening.role]
        if opening.name:
            pieces.append(f" {quoted(opening.name)}")
        state = [k for k in ("expanded", "selected", "disabled") if opening.state.get(k) is True]
        pieces += [f" {each}" for each in state]
        return [*pieces, f" {sort_words(sort)}"] if sort else pieces

    def close(self, opening: Opening, row: int, *, is_line: bool) -> None:
        """End an element that has its own line, which is at index `row`."""
        self.flush()
        self.cells -= is_line
        self.depth -= 1
        below = len(self.rows) - 1 - row
        head = self.rows[row][1]
        is_heading = opening.role == "heading"
        level = [f" level={opening.number}"] if is_heading else []
        # A control and its only text become one line, and are compared as one line.
        _, pieces, kind = self.rows[row + 1 if below else row]
        is_words = kind == "text" and all(isinstance(piece, str) for piece in pieces)
        is_whole = is_words and bool(opening.hint)
        if below and is_heading and is_words:
            # The heading's text stays in this line even if a control appears next to the text.
            self.rows.pop(row + 1)
            said = (p for p in pieces if isinstance(p, str) and not isinstance(p, Layer))
            name = "".join(said).removeprefix("text: ")
            merged: list[Piece] = [*head, f" {quoted(name)}", *level]
            self.rows[row] = (self.depth, merged, "merged" if below == 1 else "open")
        elif below == 1 and kind != "open" and (self.is_merged or is_heading or is_whole):
            self.rows.pop()
            merged = [*head, *level, ": ", *(pieces[1:] if kind == "text" else pieces)]
            self.rows[row] = (self.depth, merged, "merged")
        elif below == 0 and len(head) == 1 and opening.tag != "frame" and not opening.hint:
            self.rows.pop()
        elif level:
            self.rows[row] = (self.depth, [*head, *level], "open")

    def _sort_words(self, words: str) -> None:
        """Add the sort state of a column header, which may already be on a line of its own."""
        if self.flow.has_words or self.flow.controls or not self.rows:
            self.flow.add(words)
        else:
            depth, pieces, kind = self.rows[-1]
            self.rows[-1] = (depth, [*pieces, words], kind)

    def field(self, opening: Opening, rows: list[list[Piece]]) -> None:
        """Write a field on its own line; omit adjacent text that repeats the field's name."""
        self.label = opening.name
        self.flush()
        for each in rows:
            self.add_row(each, "control")
        self.label = opening.name

    def flush(self) -> None:
        """Write the current text as a line and start a new one."""
        flow, self.flow = self.flow, Flow()
        label, self.label = self.label, ""
        if label and not flow.controls and flow.says(label):
            return
        if not (flow.has_words or self.cells):
            for each in flow.controls:
                self.add_row(each, "control")
        elif line := flow.line():
            self.add_row(["text: ", *line], "text")


def _nothing() -> None:
    """End an element that has no line of its own."""


def snapshot_lines(
    events: Sequence[Event], *, origin: str = "", is_merged: bool = True, is_folded: bool = True
) -> list[Line]:
    """Return the lines of an outline.

    Args:
        events: the elements and texts of the page, in reading order.
        origin: the page's origin, which is omitted in URLs.
        is_merged: True to merge an element with the line inside it, if there is only one.
        is_folded: True to write the common parts of all rows of a table once, above the rows.
    """
    events = once(events)
    if not is_merged:
        events = [_with_short_name(event) for event in events]
    root = tree_of(events)
    return _Writer(origin, is_merged=is_merged, is_folded=is_folded).write(root)


def _with_short_name(event: Event) -> Event:
    if isinstance(event, Opening) and len(event.name) > NAME:
        return replace(event, name=cut(event.name, NAME))
    return event


class EventOutline:
    """An outline, as lines to display and as lines to compare with another outline.

    Args:
        events: as for `snapshot_lines`.
        origin: as for `snapshot_lines`.
        is_merged: as for `snapshot_lines`.
    """

    def __init__(
        self, events: Sequence[Event], *, origin: str = "", is_merged: bool = True
    ) -> None:
        self._write = partial(snapshot_lines, events, origin=origin, is_merged=is_merged)

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the outline, as displayed."""
        return self._write()

    @cached_property
    def unfolded(self) -> list[Line]:
        """The lines of the outline, with each table row written in full."""
        return self._write(is_folded=False) if self.patterns else self.lines

    @cached_property
    def patterns(self) -> Counter[str]:
        """Common parts of table rows, which the rows themselves omit, and how often each occurs."""
        return Counter(piece for line in self.lines for piece in line if isinstance(piece, Pattern))

    @cached_property
    def _has_tables(self) -> bool:
        roles = (piece for line in self.lines for piece in line[1:2])
        return any(isinstance(p, str) and p.partition(" ")[0] in TABLES for p in roles)

    def to_compare(self, after: EventOutline) -> tuple[list[Line], list[Line]]:
        """Return the lines of this outline and of a later outline in comparable form.

        If one table row changes, the common part of all rows may change too, and with it every
        folded row. Rows are therefore compared in full if the common parts differ.
        """
        is_same = self.patterns == after.patterns
        if is_same or not (self._has_tables and after._has_tables):
            return self.lines, after.lines
        return self.unfolded, after.unfolded
