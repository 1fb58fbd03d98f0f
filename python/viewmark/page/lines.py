"""Results as lines of text, for faces whose readers are models and people: a look, and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from viewmark.page.records import ConsoleMessage, PageException, Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.page.observation import Observation
    from viewmark.page.records import Records

__all__ = ["E", "console_line", "fault_line", "map_lines", "record_lines", "request_line"]

E = TypeVar("E", ConsoleMessage, PageException, Request)


def map_lines(seen: Observation, *, gone: bool = True) -> str:
    """A look as text: the page, how many elements, what is gone, a line for each element."""
    page, image = seen.page, seen.image_info
    shown = f"  image {image.width}x{image.height} scale {image.scale:g}" if image else ""
    head = [
        f"{page.title}  {page.url}  {page.state}",
        f"frame_id {seen.frame_id}{shown}  {len(seen)} of {seen.total_found} elements",
    ]
    if gone and seen.gone and seen.changes is None and seen.has_refs:
        head.append(f"gone: {' '.join(seen.gone)}")
    if seen.layout_shifted:
        head.append(f"moving: {' '.join(map(str, seen.layout_shifted))}")
    return "\n".join([*head, seen.lines()])


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
