"""Reads a PDF in a separate process (`child`) with resource limits, and validates its output.

The bytes come from the web and PDFium is written in C++, so a possible exploit must be confined to
that process. The process gets no environment variables or arguments that could contain keys or
passwords.
"""

from __future__ import annotations

import asyncio
import json
import math
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from viewmark.defaults import PDF_PAGES
from viewmark.errors import ExtraMissing, PdfUnreadable
from viewmark.grouping import grouped
from viewmark.pdf.model import PdfBox, PdfDocument, PdfLine, PdfLink, PdfPage
from viewmark.text import one_line, visible

SIZE_LIMIT = 64 << 20
"""Maximum size of a file, in bytes."""
MOST_PAGES = int(PDF_PAGES.high)
"""Maximum number of pages to read at once."""
MOST_CHARACTERS = 4_000_000
SECONDS = 20
MEMORY = 2 << 30
# maximum bytes of the child's output; JSON takes about three times the bytes of the text
_OUTPUT = 256 << 20
_LONGEST_LINE, _LONGEST_URL = 20_000, 2_000
_CHILD = Path(__file__).with_name("child.py")
_PASSWORD = 4  # PDFium's error code FPDF_ERR_PASSWORD
_EXTRA = 'pip install "viewmark[pdf]"'


def require_reader() -> str:
    """Return the folder that contains the PDF library.

    Raises:
        ExtraMissing: the library is not installed.
    """
    found = find_spec("pypdfium2")
    if found is None or found.origin is None:
        raise ExtraMissing(
            "Words of a PDF are read by pypdfium2, which is not installed.",
            hint=f"Install it: {_EXTRA}. A picture of the page works without.",
        )
    return str(Path(found.origin).parents[1])


async def read_pdf(
    data: bytes,
    *,
    first: int = 1,
    last: int | None = None,
    password: str = "",
    seconds: float = SECONDS,
    redact: Callable[[str], str] = str,
) -> PdfDocument:
    """Read pages of a PDF.

    Args:
        data: the bytes of the file.
        first: number of the first page, from 1.
        last: number of the last page; None for `MOST_PAGES` pages.
        password: password of an encrypted file.
        seconds: time limit of the process; pages read until then are returned.
        redact: function that removes secrets from the URLs of links.

    Raises:
        ExtraMissing: the PDF library is not installed.
        PdfUnreadable: the data is not a PDF, is damaged or too large, or the password is wrong.
    """
    if len(data) > SIZE_LIMIT:
        raise PdfUnreadable(
            f"The PDF has {len(data):,} bytes; at most {SIZE_LIMIT:,} are read.", reason="size"
        )
    request = {
        "path": [require_reader()],
        "memory": MEMORY,
        "seconds": math.ceil(seconds),
        "characters": MOST_CHARACTERS,
        "first": first,
        "last": min(last or first + MOST_PAGES - 1, first + MOST_PAGES - 1),
        "password": password,
    }
    work = _Work(json.dumps(request).encode() + b"\n", data)
    try:
        rows = await asyncio.get_running_loop().run_in_executor(None, work.run, seconds)
    finally:
        work.stop()  # this also runs if the caller was cancelled
    return _document(rows, work, request, redact)


@dataclass(slots=True)
class _Work:
    """The process and the blocking calls that communicate with it, which run in a thread."""

    head: bytes = field(repr=False)
    data: bytes = field(repr=False)
    process: subprocess.Popen[bytes] | None = None
    is_late: bool = False

    def run(self, seconds: float) -> list[bytes]:
        """Return the lines that the process wrote."""
        command = [sys.executable, "-I", str(_CHILD)]
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        try:
            process = self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={},
                creationflags=flags,
            )
        except OSError as error:
            raise PdfUnreadable(
                f"The process that reads PDFs does not start: {one_line(error)}.", reason="reader"
            ) from error
        timer = threading.Timer(seconds, self._too_late)
        giving = threading.Thread(target=self._give, args=(process,), daemon=True)
        timer.start()
        giving.start()
        assert process.stdout is not None
        try:
            output = process.stdout.read(_OUTPUT)
        finally:
            timer.cancel()
            process.kill()
            process.wait()
            giving.join()
            process.stdout.close()
        return output.split(b"\n")

    def _give(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        try:
            with process.stdin as stdin:
                stdin.write(self.head)
                stdin.write(self.data)
        except OSError:
            pass  # the process exited before it had read all its input

    def _too_late(self) -> None:
        self.is_late = True
        self.stop()

    def stop(self) -> None:
        """Terminate the process; a second call does nothing."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()


def _document(
    rows: list[bytes], work: _Work, request: dict[str, Any], redact: Callable[[str], str]
) -> PdfDocument:
    records = [each for each in map(_record, rows) if each]
    if records and "failed" in records[0]:
        raise _refusal(records[0], bool(request["password"]))
    if not records or not _count(records[0].get("total")):
        why = "in the time there was" if work.is_late else "with the memory it may use"
        raise PdfUnreadable(f"The PDF could not be read {why}: its reader ended.", reason="reader")
    head, *others = records
    total = _count(head["total"])
    first, last = request["first"], min(total, request["last"])
    if first > total:
        raise PdfUnreadable(f"The PDF has {total} pages: there is no page {first}.", reason="page")
    pages: list[PdfPage] = []
    broken: list[int] = []
    for record in others:
        number = _count(record.get("page"))
        if not first + len(pages) <= number <= last:
            continue
        if "failed" in record:
            broken.append(number)
        pages.append(_page(number, record, redact))
    incomplete = list(_missing(pages, first, last, total, work, others))
    if broken:
        incomplete.append(f"Damaged, so without words: {_pages(broken)}.")
    silent = [page.number for page in pages if page.is_drawn and not page.lines]
    if silent and len(silent) == len(pages):
        incomplete.append(
            f"There is no text in it: {_pages(silent)} only pictures or drawings, as of a scan. "
            "Take a picture of the page."
        )
    elif silent:
        incomplete.append(f"No text, only pictures or drawings: {_pages(silent)}.")
    return PdfDocument(
        title=one_line(head.get("title"), 300),
        total=total,
        first=first,
        pages=tuple(pages),
        incomplete=tuple(incomplete),
    )


def _missing(
    pages: list[PdfPage],
    first: int,
    last: int,
    total: int,
    work: _Work,
    records: list[dict[str, Any]],
) -> list[str]:
    """Return notes on pages that were requested, or that exist, but were not read."""
    ended = records[-1] if records else {}
    have = f"{len(pages)} of its {total} pages" if pages else f"none of its {total} pages"
    to_go = f"read on with first={first + len(pages)}"
    if first + len(pages) <= last:
        why = "its reader ended there"
        if work.is_late:
            why = f"the {SECONDS} s for it were over"
        elif "stopped" in ended:
            why = f"{MOST_CHARACTERS:,} characters are the most"
        return [f"The PDF was read in part, {have}: {why}; {to_go}."]
    if last < total or first > 1:
        more = f"; {to_go}" if last < total else ""
        return [f"The PDF was read in part, {have}, {first} to {last}{more}."]
    return []


def _refusal(record: dict[str, Any], had_password: bool) -> PdfUnreadable:
    if record["failed"] == _PASSWORD:
        reason = "is not the password of this PDF" if had_password else "asks for a password"
        subject = "What was given" if had_password else "The PDF is encrypted and"
        return PdfUnreadable(
            f"{subject} {reason}.", hint="Give its password to read_pdf.", reason="password"
        )
    return PdfUnreadable(
        f"The PDF is damaged, or it is none: {one_line(record.get('words'), 200)}", reason="damaged"
    )


def _page(number: int, record: dict[str, Any], redact: Callable[[str], str]) -> PdfPage:
    width, height = _floats(record.get("size"), 2)
    lines = [
        PdfLine(text=text, box=PdfBox(*_floats(row[1], 4)), links=_spans(row[2], len(text), record))
        for row in _rows(record.get("lines"), 3)
        if isinstance(row[0], str) and (text := _line(row[0])).strip()
    ]
    under = grouped(
        (index, line.text[start:end].strip()) for line in lines for start, end, index in line.links
    )
    links = [
        PdfLink(
            text=" ".join(under.get(index, ())),
            url=redact(one_line(row[0], _LONGEST_URL)) if isinstance(row[0], str) else "",
            page=_count(row[1]),
            box=PdfBox(*_floats(row[2], 4)),
        )
        for index, row in enumerate(_rows(record.get("links"), 3))
    ]
    return PdfPage(
        number=number,
        width=width,
        height=height,
        lines=tuple(lines),
        links=tuple(links),
        is_drawn=record.get("drawn") is True,
    )


def _line(text: str) -> str:
    """Replace invisible characters by spaces, so that positions in the line stay valid."""
    if text.isprintable() and visible(text) == text:
        return text[:_LONGEST_LINE]
    return "".join(ch if visible(ch) else " " for ch in text[:_LONGEST_LINE])


def _spans(rows: object, length: int, record: dict[str, Any]) -> tuple[tuple[int, int, int], ...]:
    most = len(_rows(record.get("links"), 3))
    spans: list[tuple[int, int, int]] = []
    for start, end, index in _rows(rows, 3):
        sides = (_count(start), _count(end), _count(index))
        behind = spans[-1][1] if spans else 0
        if behind <= sides[0] < sides[1] <= length and sides[2] < most:
            spans.append(sides)
    return tuple(spans)


def _record(row: bytes) -> dict[str, Any]:
    try:
        found = json.loads(row) if row else None
    except ValueError:  # the incomplete last line of a terminated process
        return {}
    return found if isinstance(found, dict) else {}


def _rows(value: object, length: int) -> list[list[Any]]:
    rows = value if isinstance(value, list) else []
    return [row for row in rows if isinstance(row, list) and len(row) == length]


def _count(value: object) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31
    return value if is_count else 0  # type: ignore[return-value]


def _floats(value: object, length: int) -> list[float]:
    row = value if isinstance(value, list) and len(value) == length else [0.0] * length
    return [float(x) if isinstance(x, (int, float)) and math.isfinite(x) else 0.0 for x in row]


def _pages(numbers: list[int]) -> str:
    """Format page numbers as `page 3`, or `12 pages (3 to 9, ...)`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    ranges = [str(a) if a == b else f"{a} to {b}" for a, b in runs[:10]]
    more = ", ..." if len(runs) > 10 else ""
    named = ", ".join(ranges) + more
    return f"page {named}" if len(numbers) == 1 else f"{len(numbers)} pages ({named})"
