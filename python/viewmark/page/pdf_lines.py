"""The text of a PDF as lines of a snapshot, as Markdown, and as matches of a search.

The module contains only pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewmark.page.reading_lines import address, escaped
from viewmark.pdf.model import PdfDocument, PdfLine, PdfLink, PdfPage, PdfSpot
from viewmark.text import quoted


def pdf_outline(found: PdfDocument) -> Iterator[tuple[int, str]]:
    """Yield depth and text of each outline line: the file, its pages, and their lines and links."""
    title = f" {quoted(found.title)}" if found.title else ""
    pages = found.head.removeprefix("PDF, ")
    yield 0, f"pdf{title}: {pages}; boxes (x,y width x height) in pt from a page's upper left"
    for page in found.pages:
        if not page.lines and not page.links:
            continue
        yield 1, f"page {page.number} ({page.width:.0f}x{page.height:.0f})"
        for line in page.lines:
            yield 2, f"text: {escaped(line.text)} ({line.box})"
        for link in page.links:
            yield 2, f"link {quoted(link.text)} -> {address(link.address, '')} ({link.box})"


def pdf_markdown(found: PdfDocument) -> Iterator[str]:
    """Yield Markdown lines: a heading for each page that has text, and its lines with links."""
    for page in found.pages:
        if not page.lines and not page.links:
            continue
        yield f"## Page {page.number} of {found.total}"
        yield ""
        yield from (_link_text(page, line) for line in page.lines)
        if bare := [link for link in page.links if not link.text]:
            yield " ".join(f"[]({_target(link)})" for link in bare)
        yield ""


def _link_text(page: PdfPage, line: PdfLine) -> str:
    made, at = "", 0
    for start, end, index in line.links:
        made += escaped(line.text[at:start])
        made += f"[{escaped(line.text[start:end].strip())}]({_target(page.links[index])})"
        made += " " if line.text[start:end].endswith(" ") else ""
        at = end
    return made + escaped(line.text[at:])


def _target(link: PdfLink) -> str:
    return address(link.address, "").replace(" ", "%20").replace(")", "%29")


def pdf_places(found: PdfDocument, wanted: str) -> Iterator[tuple[str, int, str, PdfSpot]]:
    """Yield the matches: line, position in the line, `link` or `text`, and location in the file."""
    for page in found.pages:
        for line in page.lines:
            text = " ".join(line.text.split())
            at = text.casefold().find(wanted)
            if at >= 0:
                is_link = any(
                    wanted in " ".join(line.text[a:b].split()).casefold() for a, b, _ in line.links
                )
                yield text, at, "link" if is_link else "text", PdfSpot(page.number, line.box)


def pdf_links(found: PdfDocument, name: str) -> Iterator[tuple[PdfLink, PdfSpot]]:
    """Yield the links whose text contains the name, and their locations."""
    for page in found.pages:
        for link in page.links:
            if name in " ".join(link.text.split()).casefold():
                yield link, PdfSpot(page.number, link.box)
