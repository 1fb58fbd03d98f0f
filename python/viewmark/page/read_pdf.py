"""Reads the PDF that a page shows, or a PDF file: pages with lines, links and boxes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from viewmark.browser.pdfs import shown_pdfs
from viewmark.defaults import PDF_PAGES, Range
from viewmark.errors import FileMissing, InvalidOption, PdfUnreadable
from viewmark.page.context import PageContext
from viewmark.pdf.model import PdfDocument
from viewmark.pdf.reader import MOST_PAGES, SIZE_LIMIT, read_pdf
from viewmark.text import one_line
from viewmark.unknown_options import checked


class PdfReading:
    """Reads PDFs of the page or of files; a mixin of `Page`."""

    context: PageContext

    @checked
    async def read_pdf(
        self,
        file: str | Path | None = None,
        *,
        first: int = 1,
        pages: Annotated[int, PDF_PAGES] = MOST_PAGES,
        password: str | None = None,
    ) -> PdfDocument:
        """Return the PDF that the page shows: pages, lines and links, each with its box in pt.

        The PDF is read from the bytes that the browser's viewer received. `text`, `snapshot` and
        `find` read it too, with the password given here.

        Args:
            file: a local file instead, such as a download.
            first: number of the first page to read, from 1.
            pages: maximum number of pages, 1 to 1,000.
            password: password of an encrypted PDF.

        Raises:
            ExtraMissing: `viewmark[pdf]` is not installed.
            PdfUnreadable: the page shows no PDF or several, or it is unreadable; see `reason`.
            FileMissing: there is no such file.
            InvalidOption: an option is invalid.
        """
        Range(1, 1 << 30, whole=True).check("first", first)
        if password is not None and not isinstance(password, str):
            raise InvalidOption("password must be a text.", param="password")
        last = first + pages - 1
        if file is not None:
            data = await asyncio.to_thread(_content, Path(file))
            return await read_pdf(data, first=first, last=last, password=password or "")
        page = self.context.page
        shown = shown_pdfs(page.frames)
        if not shown:
            raise PdfUnreadable("The page shows no PDF.", hint="Go to one first.", reason="none")
        if len(shown) > 1:
            raise PdfUnreadable(
                f"The page has {len(shown)} PDFs in frames.",
                hint="text, snapshot and find read all that can be seen; "
                "or go to the address of one.",
                reason="several",
            )
        return await page.pdfs.read(
            shown[0],
            page.redactor,
            first=first,
            last=None if pages == MOST_PAGES else last,
            password=password,
        )


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise FileMissing(
            f"{str(path)[-200:]!r} cannot be read: {one_line(error.strerror)}."
        ) from None
