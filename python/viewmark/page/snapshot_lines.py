"""What was read as an outline: one line for each element, indented by structure. Pure.

    main
      heading "Orders" level=1
      text: The total price is 42.17 EUR.
      list
        listitem: One
      textbox "Customer" @customer = "Ann"
      link "Terms" @e3f -> /terms

Words stand in their order; a control between words stands in brackets among them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from viewmark.browser.discovery.readable import Opening, Words
from viewmark.elements.state_words import sort_words
from viewmark.page.flow import Flow, Structure, inline, plain
from viewmark.page.folded_table import folded_table, options_once
from viewmark.page.pdf_lines import pdf_outline
from viewmark.page.reading_lines import (
    LIVE,
    OVER,
    Layer,
    Pattern,
    address,
    control,
    divided,
    indented,
    letters,
)
from viewmark.pdf.model import PdfDocument
from viewmark.text import cut, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.discovery.readable import Event
    from viewmark.page.reading_lines import Line, Piece

__all__ = ["EventOutline", "snapshot_lines"]

SILENT = frozenset({"", "generic", "none", "presentation", "rowgroup", "paragraph"})
FIELDS = frozenset({"editable", "selectable", "toggleable"})
LABEL = "label-of"
"""A label, legend or caption: its words are in the name of what it names."""
CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
TABLES = frozenset({"table", "grid", "treegrid"})
NAME = 60
"""Characters of a name where changes are reported; a container's may be all that is in it."""
ROWS = "rows"
"""How many rows of a list are there, in words."""


@dataclass(slots=True)
class _Open:
    """An element that was told or is being told, and how it is finished."""

    opening: Opening
    row: int = -1
    """Its line; -1 for what has none."""
    depth: int = 0
    is_line: bool = False
    """A row of a table that is told in one line."""


class _Writer:
    def __init__(
        self, events: Sequence[Event], origin: str, *, is_merged: bool, is_folded: bool
    ) -> None:
        self.is_merged = is_merged
        self.is_folded = is_folded
        self.structure = Structure(options_once(events))
        self.origin = origin
        self.rows: list[tuple[int, list[Piece], str]] = []
        """Depth, pieces, and `text` for lines of words, `open` for elements, `control`."""
        self.flow = Flow()
        self.open: list[_Open] = []
        self.depth = 0
        self.label = ""
        """Name of the field beside the words that come."""
        self.names: list[str] = []
        """Of the labels that are open: the names that repeat their words."""
        self.cells = 0
        """Rows of tables that are told in one line and not yet closed."""
        self.layers: list[tuple[int, int, Opening]] = []
        """Where each that is open ends, and its first line."""

    def write(self) -> list[Line]:
        events = self.structure.events
        at = 0
        while at < len(events):
            event = events[at]
            if isinstance(event, Words):
                self.words(event.text)
            elif isinstance(event, Opening):
                if event.layer and not (self.is_merged or self.cells):
                    self.flush()
                    self.layers.append((self.structure.ends[at], len(self.rows), event))
                is_long = not self.is_merged and len(event.name) > NAME
                at = self.opening(
                    at, replace(event, name=cut(event.name, NAME)) if is_long else event
                )
            elif isinstance(event, PdfDocument):
                self.flush()
                for deep, line in pdf_outline(event):
                    self.rows.append((self.depth + deep, [line], "control"))
            elif event == "close":
                self.close()
            elif event == "break" or self.cells:
                self.flow.add(" ")
            else:
                self.flush()
            while self.layers and at >= self.layers[-1][0]:
                self.end_layer()
            at += 1
        self.flush()
        while self.open:
            self.close()
        return [part for row in self.rows for part in divided(indented(row[0], row[1]))]

    def end_layer(self) -> None:
        """Note on the lines of a layer that they are of one."""
        self.flush()
        _, first, opening = self.layers.pop()
        sign = LIVE if opening.layer == "live" else OVER
        for at in range(first, len(self.rows)):
            depth, pieces, kind = self.rows[at]
            self.rows[at] = (depth, [*pieces, sign], kind)

    def words(self, text: str) -> None:
        """Text; lines of preformatted text stay lines."""
        if self.names and plain(text) in self.names[-1]:
            self.flow.add(" ")
            return
        first, *more = text.split("\n") if not self.cells else [text]
        self.flow.add(first)
        for each in more:
            self.flush()
            self.flow.add(each)

    def opening(self, at: int, opening: Opening) -> int:
        """Begin an element; the index of the last event that was used up."""
        if opening.tag == ROWS:
            self.flush()
            self.rows.append((self.depth, [f"... {opening.name} are here; scroll it"], "note"))
            return self.structure.ends[at]
        if opening.role in TABLES and self.is_folded and not self.cells:
            folded = folded_table(self.structure, at)
            if folded is not None:
                self.flush()
                pieces = self._control(at, opening) if opening.hint else self._head(opening)
                self.rows.append((self.depth, pieces, "open"))
                self.rows += [(self.depth + 1, each, "open") for each in folded]
                return self.structure.ends[at]
        if opening.tag == LABEL:
            self.names.append(plain(opening.name))
            self.open.append(_Open(opening))
            return at
        if self.structure.is_inline(at, opening):
            between, alone = inline(self.structure, at, opening)
            if opening.url:
                link: list[Piece] = [f" -> {address(opening.url, self.origin)}"]
                alone[0] = [*alone[0], *link]
            if opening.hint in FIELDS and not self.cells:
                self.field(opening, alone)
            else:
                self.flow.put(between, alone)
            return self.structure.ends[at]
        is_cell = opening.role in CELLS
        if is_cell and self.cells:
            if self.flow.line():
                self.flow.pieces.append(" | ")
                self.flow.has_words = True
            if opening.handle is not None and opening.hint:
                self.flow.put(["[", *control(opening), "] "], [])
                says = letters(self.structure.text(at))
                if not self.structure.inner(at) and says == letters(opening.name):
                    return self.structure.ends[at]
            self.open.append(_Open(opening))
            return at
        is_control = opening.handle is not None and bool(opening.hint)
        if opening.role in SILENT and not is_control and opening.tag != "frame":
            self.open.append(_Open(opening))
            return at
        self.flush()
        is_line = opening.role == "row" and not self.structure.blocks_inside(at)
        self.cells += is_line
        pieces = self._control(at, opening) if is_control else self._head(opening)
        self.rows.append((self.depth, pieces, "open"))
        self.open.append(_Open(opening, len(self.rows) - 1, self.depth, is_line))
        self.depth += 1
        return at

    def _control(self, at: int, opening: Opening) -> list[Piece]:
        """A control with lines of its own; a name that they say anyway is left out."""
        says, name = letters(self.structure.text(at)), letters(opening.name)
        is_said = name != "" and (says == name or says.startswith(name.removesuffix("…")))
        pieces = control(replace(opening, name="") if is_said else opening)
        return [*pieces, f" -> {address(opening.url, self.origin)}"] if opening.url else pieces

    def _head(self, opening: Opening) -> list[Piece]:
        sort = opening.state.get("sort")
        pieces: list[Piece] = ["frame" if opening.tag == "frame" else opening.role]
        if opening.name:
            pieces.append(f" {quoted(opening.name)}")
        state = [k for k in ("expanded", "selected", "disabled") if opening.state.get(k) is True]
        return [
            *pieces,
            *(f" {each}" for each in state),
            *([f" {sort_words(sort)}"] if sort else []),
        ]

    def close(self) -> None:
        if not self.open:
            return
        done = self.open.pop()
        sort = done.opening.state.get("sort")
        if sort and done.row < 0 and done.opening.role in CELLS and not done.opening.hint:
            self._sort_words(f" ({sort_words(sort)})")
        if done.opening.tag == LABEL:
            self.names.pop()
        if done.row < 0:
            return
        self.flush()
        role = done.opening.role
        if done.is_line:
            self.cells -= 1
        self.depth = done.depth
        below = len(self.rows) - 1 - done.row
        head = self.rows[done.row][1]
        is_bare = len(head) == 1
        level = [f" level={done.opening.number}"] if role == "heading" else []
        is_alone = below == 1 and self.rows[-1][2] != "open"
        # A control with its words is one thing, also where changes are looked for.
        last = self.rows[-1]
        is_words = last[2] == "text" and all(isinstance(piece, str) for piece in last[1])
        is_whole = is_words and bool(done.opening.hint)
        if is_alone and (self.is_merged or role == "heading" or is_whole):
            _, pieces, kind = self.rows.pop()
            if role == "heading" and is_words:
                said = (p for p in pieces if isinstance(p, str) and not isinstance(p, Layer))
                name = "".join(said).removeprefix("text: ")
                merged: list[Piece] = [*head, f" {quoted(name)}", *level]
            else:
                body = pieces[1:] if kind == "text" else pieces
                merged = [*head, *level, ": ", *body]
            self.rows[done.row] = (done.depth, merged, "merged")
        elif below == 0 and is_bare and done.opening.tag != "frame" and not done.opening.hint:
            self.rows.pop()
        elif level:
            self.rows[done.row] = (done.depth, [*head, *level], "open")

    def _sort_words(self, words: str) -> None:
        """How a column is sorted, behind its head; that may have a line of its own already."""
        if self.flow.has_words or self.flow.controls or not self.rows:
            self.flow.add(words)
        else:
            depth, pieces, kind = self.rows[-1]
            self.rows[-1] = (depth, [*pieces, words], kind)

    def field(self, opening: Opening, rows: list[list[Piece]]) -> None:
        """A field has a line of its own; words beside it that say its name are not repeated."""
        self.label = opening.name
        self.flush()
        self.rows += [(self.depth, each, "control") for each in rows]
        self.label = opening.name

    def flush(self) -> None:
        """End the line of words."""
        flow, self.flow = self.flow, Flow()
        label, self.label = self.label, ""
        is_label = label and not flow.controls and flow.says(label)
        if is_label:
            return
        if flow.has_words or self.cells:
            line = flow.line()
            if line:
                self.rows.append((self.depth, ["text: ", *line], "text"))
        else:
            for each in flow.controls:
                self.rows.append((self.depth, each, "control"))


def snapshot_lines(
    events: Sequence[Event], *, origin: str = "", is_merged: bool = True, is_folded: bool = True
) -> list[Line]:
    """The lines of an outline.

    Args:
        events: what was read.
        origin: the page's own, left out of addresses.
        is_merged: put an element and the one line in it into one.
        is_folded: tell what all rows of a table repeat once, above them.
    """
    return _Writer(events, origin, is_merged=is_merged, is_folded=is_folded).write()


class EventOutline:
    """What was read as lines, and as those that compare with another outline.

    Args:
        events, origin, is_merged: as of `snapshot_lines`.
    """

    def __init__(
        self, events: Sequence[Event], *, origin: str = "", is_merged: bool = True
    ) -> None:
        self._write = partial(snapshot_lines, events, origin=origin, is_merged=is_merged)

    @cached_property
    def lines(self) -> list[Line]:
        """As they are shown."""
        return self._write()

    @cached_property
    def unfolded(self) -> list[Line]:
        """With each row of a table in full."""
        return self._write(is_folded=False) if self.patterns else self.lines

    @cached_property
    def patterns(self) -> Counter[str]:
        """What rows of tables repeat and do not say themselves."""
        return Counter(piece for line in self.lines for piece in line if isinstance(piece, Pattern))

    @cached_property
    def _has_tables(self) -> bool:
        roles = (piece for line in self.lines for piece in line[1:2])
        return any(isinstance(p, str) and p.partition(" ")[0] in TABLES for p in roles)

    def to_compare(self, after: EventOutline) -> tuple[list[Line], list[Line]]:
        """The lines of this outline and of a later one, such that equal lines say the same.

        Where one row of a table says something else than before, what all rows have in common may
        be less or more: then each row would be another line.
        """
        is_same = self.patterns == after.patterns
        if is_same or not (self._has_tables and after._has_tables):
            return self.lines, after.lines
        return self.unfolded, after.unfolded
