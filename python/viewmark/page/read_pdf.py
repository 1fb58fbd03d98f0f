"""The PDF that a page shows, or a file such as a download, as pages with lines, links and boxes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.browser.pdfs import shown_pdfs
from viewmark.errors import FileMissing, InvalidOption, PdfUnreadable
from viewmark.pdf.reader import MOST_PAGES, SIZE_LIMIT, read_pdf
from viewmark.text import one_line

if TYPE_CHECKING:
    from viewmark.page.context import PageContext
    from viewmark.pdf.model import PdfDocument

__all__ = ["ReadPdf", "read_shown_pdf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPdf:
    """Which PDF, and which pages of it."""

    file: str | Path | None = None
    """A file of this machine; None: the PDF that the page shows."""
    first: int = 1
    pages: int = MOST_PAGES
    password: str | None = field(default=None, repr=False)

    def check(self) -> None:
        """Refuse what cannot be.

        Raises:
            InvalidOption: no page, too many pages, or no text for a password.
        """
        for name, value, most in (
            ("first", self.first, 1 << 30),
            ("pages", self.pages, MOST_PAGES),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                told = f"{name} must be 1 to {most}, not {value!r:.40}."
                raise InvalidOption(told, param=name)
        if self.password is not None and not isinstance(self.password, str):
            raise InvalidOption("password must be a text.", param="password")


async def read_shown_pdf(context: PageContext, request: ReadPdf) -> PdfDocument:
    """Read it.

    Raises:
        ExtraMissing: `viewmark[pdf]` is not installed.
        PdfUnreadable: the page shows none, or it cannot be read; `reason` says why.
        FileMissing: there is no such file.
        InvalidOption: an odd option.
    """
    request.check()
    last = request.first + request.pages - 1
    if request.file is not None:
        data = await asyncio.to_thread(_content, Path(request.file))
        return await read_pdf(data, first=request.first, last=last, password=request.password or "")
    page = context.page
    shown = shown_pdfs(page.frames)
    if not shown:
        raise PdfUnreadable("The page shows no PDF.", hint="Go to one first.", reason="none")
    if len(shown) > 1:
        raise PdfUnreadable(
            f"The page has {len(shown)} PDFs in frames.",
            hint="text, snapshot and find read all that can be seen; or go to the address of one.",
            reason="several",
        )
    return await page.pdfs.read(
        shown[0],
        page.redactor,
        first=request.first,
        last=None if request.pages == MOST_PAGES else last,
        password=request.password,
    )


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise FileMissing(
            f"{str(path)[-200:]!r} cannot be read: {one_line(error.strerror)}."
        ) from None
