"""Tables: grids that are marked as a whole, and the table cell of a control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.elements.words import list_of, words
from viewmark.text import quoted
from viewmark.wire_record import to_record

WORDS = 40
"""Maximum length of a column or row heading, in characters."""
HEADINGS = 12
_MOST = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A grid whose cells have no marks of their own; actions address cells by row and column."""

    rows: int
    """Number of rows, including rows that are not rendered, if the page states their number."""
    columns: int
    cells: int
    """Number of cells of the grid that are in view."""
    first: int
    """Number of the first rendered data row; header rows are counted."""
    last: int
    headings: tuple[tuple[int, str], ...] = ()
    """Column numbers and headings of the grid's first twelve columns."""
    sign: str = ""
    """Value that differs if the contents changed; only for similar elements in rows and columns
    that are not a table.

    In this case `first` and `last` are the rows in view.
    """
    heading: str = ""
    """The heading above elements that form rows and columns without being a table."""

    @classmethod
    def from_wire(cls, record: object) -> Grid | None:
        """Validate the record of a page script; None if it is missing or malformed."""
        if not isinstance(record, dict):
            return None
        rows, columns, cells, first, last = (
            _count(record.get(key)) for key in ("rows", "columns", "cells", "first", "last")
        )
        if not rows or not columns or not cells:
            return None
        headings = [
            (_count(each[0]), words(each[1], WORDS))
            for each in list_of(record.get("headings"), HEADINGS)
            if isinstance(each, list) and len(each) == 2
        ]
        return cls(
            rows=rows,
            columns=columns,
            cells=cells,
            first=first,
            last=last,
            headings=tuple((at, text) for at, text in headings if at and text),
            heading=words(record.get("heading"), WORDS),
            sign=sign if isinstance(sign := record.get("sign"), str) else "",
        )

    def words(self, name: str) -> str:
        """Return the description for a map line; `name` is the ref or selector used in actions."""
        under = f" under {quoted(self.heading)}" if self.heading else ""
        grid_words = f"grid {self.rows} x {self.columns}{under}, cells by {name}[row,column]"
        if not self.sign:
            grid_words += f"; rows {self.first} to {self.last} are in the page" if self.last else ""
        elif self.last - self.first + 1 < self.rows:
            grid_words += f"; rows {self.first} to {self.last} are in view"
        if self.headings:
            heads = ", ".join(f"{at} {quoted(text)}" for at, text in self.headings)
            grid_words += f"; columns {heads}"
        return grid_words

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "cells": self.cells,
            "first_row": self.first,
            "last_row": self.last,
            "headings": {str(at): text for at, text in self.headings},
        } | ({"heading": self.heading} if self.heading else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The position of a control in a table."""

    row: str = ""
    """Text that identifies the row: the row header, or the first cell with text."""
    column: str = ""
    """Heading of the column that contains the control."""

    @classmethod
    def from_wire(cls, raw: object) -> Cell | None:
        """Validate the record of a page script; None if it is missing or malformed."""
        if not isinstance(raw, dict):
            return None
        row, column = (words(raw.get(key), WORDS) for key in ("row", "column"))
        return cls(row=row, column=column) if row or column else None

    def words(self, *, row: bool = True) -> str:
        """Return the description `row "Nightly", column "Actions"`, optionally without the row."""
        pairs = (("row", self.row if row else ""), ("column", self.column))
        return ", ".join(f"{kind} {quoted(text)}" for kind, text in pairs if text)

    def to_json(self) -> dict[str, str]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)


def _count(value: object) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 < value < _MOST else 0  # type: ignore[operator, return-value]
