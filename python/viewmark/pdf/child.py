"""The child process that reads a PDF: bytes on stdin, one line of JSON per page on stdout.

This is a standalone file without imports from viewmark. It parses untrusted bytes, so its memory
and time are limited, and it has no environment variables and no writable files.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
from functools import cache
from typing import Any

LONGEST_PAGE = 200_000
"""Maximum length of the examined part of a page, in characters."""
MOST_LINKS = 500
"""Maximum number of links on a page."""
_TURNS = 100  # px per point; more than 1, because PDFium returns positions in whole pixels
_HUGE = 1e6
_URI, _GOTO = 3, 1
_HYPHENS = (0x02, 0xFFFE)


def limit(request: dict[str, Any]) -> None:
    """Limit the resources of this process."""
    try:
        import resource
    except ImportError:  # on Windows, only the time is limited, by the parent process
        return
    for what, most in (
        (resource.RLIMIT_AS, request["memory"]),
        (resource.RLIMIT_CPU, request["seconds"]),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(OSError, ValueError):  # the system does not support this limit
            resource.setrlimit(what, (most, most))


def main() -> None:
    """Read the file given on stdin, and print the result."""
    request = json.loads(sys.stdin.buffer.readline())
    sys.path[:0] = request["path"]
    import pypdfium2

    limit(request)
    data = sys.stdin.buffer.read()
    try:
        document = pypdfium2.PdfDocument(data, password=request["password"] or None)
    except pypdfium2.PdfiumError as error:
        write_record({"failed": getattr(error, "err_code", None), "words": str(error)})
        return
    total = len(document)
    write_record({"total": total, "title": document.get_metadata_value("Title")})
    left = request["characters"]
    for number in range(request["first"], min(total, request["last"]) + 1):
        try:
            page, used = read_page(pypdfium2.raw, document, number)
        except pypdfium2.PdfiumError as error:
            write_record({"page": number, "failed": str(error)})
            continue
        write_record(page)
        left -= used
        if left <= 0:
            write_record({"stopped": number})
            return
    write_record({"ended": True})


def write_record(record: dict[str, Any]) -> None:
    """Write one line and flush it, because the parent may terminate this process."""
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def read_page(raw: Any, document: Any, number: int) -> tuple[dict[str, Any], int]:
    """Read a page; return its record and the number of its characters."""
    page = document[number - 1]
    try:
        width, height = page.get_size()
        to_view = shown_at(raw, page, width, height)
        text = page.get_textpage()
        lines = lines_of(raw, text)
        links = links_of(raw, document, page)
        spans: list[list[list[int]]] = [[] for _ in lines]
        boxes = [box_of(text, where[0], where[-1]) for where, _ in lines]
        mark(raw, text, lines, boxes, links, spans)
        rows = [
            ["".join(chars), to_view(box), sorted(found)]
            for (_, chars), box, found in zip(lines, boxes, spans, strict=True)
        ]
        record = {
            "page": number,
            "size": [width, height],
            "lines": rows,
            "links": [[url, to, to_view(box)] for url, to, box in links],
            "drawn": bool(lines) or raw.FPDFPage_CountObjects(page) > 0,
        }
        return record, sum(len(chars) for _, chars in lines)
    finally:
        page.close()


def shown_at(raw: Any, page: Any, width: float, height: float) -> Any:
    """Return a function that converts boxes (left, bottom, right, top) to boxes as displayed."""
    turns = _TURNS if max(width, height) < _HUGE else 1
    size = (max(1, round(width * turns)), max(1, round(height * turns)))

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, across, down)
        return across.value / turns, down.value / turns

    def to_view(box: tuple[float, float, float, float]) -> list[float]:
        (a, b), (c, d) = at(box[0], box[1]), at(box[2], box[3])
        x, y = min(a, c), min(b, d)
        return [round(x, 2), round(y, 2), round(abs(a - c), 2), round(abs(b - d), 2)]

    return to_view


def lines_of(raw: Any, text: Any) -> list[tuple[list[int], list[str]]]:
    """Return the lines in file order, each as character indices and characters."""
    lines: list[tuple[list[int], list[str]]] = []
    where: list[int] = []
    chars: list[str] = []
    for at in range(min(text.count_chars(), LONGEST_PAGE)):
        code = raw.FPDFText_GetUnicode(text, at)
        if code in (10, 13):
            if "".join(chars).strip():
                lines.append((where, chars))
            where, chars = [], []
        elif code:
            char = "-" if code in _HYPHENS else chr(code) if code < 0x110000 else "\ufffd"
            where.append(at)
            chars.append(char)
    if "".join(chars).strip():
        lines.append((where, chars))
    return lines


def box_of(text: Any, first: int, last: int) -> tuple[float, ...]:
    """Return the bounding box of the characters from one index to another."""
    boxes = [text.get_rect(i) for i in range(text.count_rects(first, last - first + 1))]
    left, bottom, right, top = zip(*boxes, strict=True) if boxes else ((0.0,),) * 4
    return min(left), min(bottom), max(right), max(top)


def links_of(raw: Any, document: Any, page: Any) -> list[tuple[str, int, tuple[float, ...]]]:
    """Return the links, each with URL, page number (from 1) and box."""
    found: list[tuple[str, int, tuple[float, ...]]] = []
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    while len(found) < MOST_LINKS and raw.FPDFLink_Enumerate(page, position, link):
        rect = raw.FS_RECTF()
        if not raw.FPDFLink_GetAnnotRect(link, rect):
            continue
        url, to = leads_to(raw, document, link)
        if url or to:
            sides = (rect.left, rect.bottom, rect.right, rect.top)
            low, high = map(min, sides[:2], sides[2:]), map(max, sides[:2], sides[2:])
            found.append((url, to, (*low, *high)))
    return found


def leads_to(raw: Any, document: Any, link: Any) -> tuple[str, int]:
    """Return the URL of a link, or the number of the page to which the link leads."""
    target = raw.FPDFLink_GetDest(document, link)
    action = raw.FPDFLink_GetAction(link)
    kind = raw.FPDFAction_GetType(action) if action else 0
    if kind == _URI:
        size = raw.FPDFAction_GetURIPath(document, action, None, 0)
        if 0 < size < 1 << 16:
            held = ctypes.create_string_buffer(size)
            raw.FPDFAction_GetURIPath(document, action, held, size)
            return held.value.decode("utf-8", "replace"), 0
    if not target and kind == _GOTO:
        target = raw.FPDFAction_GetDest(document, action)
    return ("", raw.FPDFDest_GetDestPageIndex(document, target) + 1) if target else ("", 0)


def mark(
    raw: Any,
    text: Any,
    lines: list[tuple[list[int], list[str]]],
    boxes: list[tuple[float, ...]],
    links: list[tuple[str, int, tuple[float, ...]]],
    spans: list[list[list[int]]],
) -> None:
    """Find the characters under each link, and URLs that are written as plain text."""

    @cache
    def middle(at: int) -> tuple[float, float]:
        try:
            left, bottom, right, top = text.get_charbox(at)
        except RuntimeError:  # pypdfium2's PdfiumError: the character has no box
            return -_HUGE, -_HUGE
        return (left + right) / 2, (bottom + top) / 2

    def under(line: int, link: int, is_in: Any) -> bool:
        where = lines[line][0]
        under = [k for k, at in enumerate(where) if is_in(at)]
        if not under or any(a < under[-1] + 1 and under[0] < b for a, b, _ in spans[line]):
            return False
        spans[line].append([under[0], under[-1] + 1, link])
        return True

    for index, (_, _, (left, bottom, right, top)) in enumerate(links):

        def is_inside(at: int, low: Any = (left, bottom), high: Any = (right, top)) -> bool:
            return all(a <= b <= c for a, b, c in zip(low, middle(at), high, strict=True))

        for line, box in enumerate(boxes):
            if box[0] <= right and left <= box[2] and box[1] <= top and bottom <= box[3]:
                under(line, index, is_inside)
    written = raw.FPDFLink_LoadWebLinks(text)
    try:
        for index in range(raw.FPDFLink_CountWebLinks(written)):
            first, count = ctypes.c_int(), ctypes.c_int()
            size = raw.FPDFLink_GetURL(written, index, None, 0)
            if len(links) >= MOST_LINKS or not 0 < size < 1 << 15:
                break
            if not raw.FPDFLink_GetTextRange(written, index, first, count):
                continue
            held = (ctypes.c_ushort * size)()
            raw.FPDFLink_GetURL(written, index, held, size)
            url = bytes(held).decode("utf-16-le", "replace").rstrip("\0")
            low, high = first.value, first.value + count.value
            for line, (where, _) in enumerate(lines):
                if where[0] < high and low <= where[-1]:
                    number = len(links)
                    if under(line, number, lambda at, a=low, b=high: a <= at < b):
                        box = box_of(text, low, high - 1)
                        links.append((url, 0, box))
                    break
    finally:
        raw.FPDFLink_CloseWebLinks(written)


if __name__ == "__main__":
    main()
