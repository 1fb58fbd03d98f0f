"""Result of reading a PDF: pages, lines of text and links, each with its box. No side effects.

Boxes are in points (1/72 inch) from the top left corner of the page as displayed, which is after
rotation and cropping as the file specifies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class PdfBox(NamedTuple):
    """A rectangle on a page, in points from the top left corner of the page."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.x:.0f},{self.y:.0f} {self.width:.0f}x{self.height:.0f}"


@dataclass(frozen=True, slots=True)
class PdfSpot:
    """A location in a PDF: a page, and a box on it."""

    page: int
    """Page number, from 1."""
    box: PdfBox

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {"page": self.page, "box_pt": self.box._asdict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfLink:
    """A link to a URL or to a page of the same file."""

    text: str
    """The text under the link; empty if there is none."""
    url: str = field(repr=False)
    """Redacted URL; empty for a link within the file."""
    page: int
    """Number of the target page, from 1; 0 for a URL."""
    box: PdfBox

    @property
    def address(self) -> str:
        """The target: the URL, or `#page=3`."""
        return self.url or f"#page={self.page}"

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        fields: dict[str, Any] = {"text": self.text, "box_pt": self.box._asdict()}
        return fields | ({"url": self.url} if self.url else {"page": self.page})


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfLine:
    """A line of text, in the order of the file."""

    text: str = field(repr=False)
    box: PdfBox
    links: tuple[tuple[int, int, int], ...] = ()
    """Positions of the links, sorted and not overlapping. Each has the first character, the end,
    and the index in the page's `links`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPage:
    """A page of a PDF."""

    number: int
    """Page number, from 1."""
    width: float
    """Width in points."""
    height: float
    lines: tuple[PdfLine, ...] = ()
    links: tuple[PdfLink, ...] = ()
    is_drawn: bool = False
    """True if the page is not blank; a page without lines then shows images, as a scan does."""

    @property
    def text(self) -> str:
        """The text of all lines."""
        return "\n".join(line.text for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "page": self.number,
            "width_pt": self.width,
            "height_pt": self.height,
            "lines": [{"text": each.text, "box_pt": each.box._asdict()} for each in self.lines],
            "links": [each.to_json() for each in self.links],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfDocument:
    """A PDF, or the requested pages of it."""

    url: str = field(default="", repr=False)
    """Redacted URL."""
    title: str = ""
    """Title stored in the file; often empty."""
    total: int
    """Total number of pages in the file."""
    first: int = 1
    """Number of the first requested page."""
    pages: tuple[PdfPage, ...] = ()
    incomplete: tuple[str, ...] = ()
    """Parts that could not be read, with reasons."""

    def __str__(self) -> str:
        return self.lines()

    @property
    def text(self) -> str:
        """The text of all pages that were read."""
        return "\n\n".join(page.text for page in self.pages if page.lines)

    @property
    def head(self) -> str:
        """Summary of the document: how many pages it has, and which of them were read."""
        last = self.first + len(self.pages) - 1
        if len(self.pages) == self.total:
            return f"PDF, {self.total} page{'s' if self.total != 1 else ''}"
        if not self.pages:
            return f"PDF, none of its {self.total} pages read"
        return f"PDF, pages {self.first} to {last} of {self.total} read"

    def lines(self) -> str:
        """Return one line for each line of text, with its box, and for each link."""
        rows = [f"{self.head}; boxes x,y width x height in pt from the page's upper left corner"]
        for page in self.pages:
            rows.append(f"page {page.number}, {page.width:.0f}x{page.height:.0f} pt")
            rows += [f"  {line.text} ({line.box})" for line in page.lines]
            rows += [f"  link {each.text!r} -> {each.address} ({each.box})" for each in page.links]
        return "\n".join([*rows, *(f"incomplete: {reason}" for reason in self.incomplete)])

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        record: dict[str, Any] = {
            "url": self.url,
            "title": self.title,
            "total_pages": self.total,
            "pages": [page.to_json() for page in self.pages],
        }
        return record | {"incomplete": list(self.incomplete)} if self.incomplete else record
