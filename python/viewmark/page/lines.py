"""What a page reported as lines of text, for faces whose readers are models and people."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.telemetry import ConsoleMessage, PageException, Request
    from viewmark.page.records import Records


E = TypeVar("E", "ConsoleMessage", "PageException", "Request")


def record_lines(noun: str, found: Records[E], line: Callable[[E], str]) -> str:
    """Entries as text: how many and the cursor, then a line for each."""
    head = f"{len(found)} {noun}, cursor {found.cursor}"
    head += f", {len(found.pending)} pending" if found.pending else ""
    head += f", {found.lost} older ones lost" if found.lost else ""
    head += f", {found.remaining} more" if found.remaining else ""
    head += f"; {found.flood}" if found.flood is not None else ""
    return "\n".join([head, *map(line, found.entries), *map(line, found.pending)])


def fault_line(fault: PageException) -> str:
    """An exception in one line."""
    where = f" at {fault.url}:{fault.line}:{fault.column}" if fault.url else ""
    return f"{fault.kind}: {fault.message.splitlines()[0] if fault.message else ''}{where}"


def console_line(entry: ConsoleMessage) -> str:
    """A line of the console, and where it came from."""
    line = f":{entry.line}" if entry.line else ""
    where = f" ({entry.url}{line})" if entry.url else ""
    return f"{entry.level}: {entry.text}{where}"


def request_line(request: Request) -> str:
    """A request: id, method, end, duration, kind and address."""
    end = request.failure or str(request.status or "-")
    took = f"{request.duration_ms:.0f}ms" if request.duration_ms else "pending"
    return f"{request.request_id} {request.method} {end} {took} {request.kind} {request.url}"
