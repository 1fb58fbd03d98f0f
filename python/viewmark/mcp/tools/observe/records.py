"""`observe errors`, `logs` and `network`: what the page reported since a cursor."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from viewmark.browser.telemetry import LEVELS
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import parameter
from viewmark.mcp.tool import Call, What

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.telemetry import ConsoleLine, Flood, PageFault, Request
    from viewmark.ring_buffer import Page as RingPage

__all__ = ["LIMIT", "MAP_FORMAT", "RECORDS"]

MAP_FORMAT = parameter("map_format", "string", enum=("json", "lines"))
LIMIT = parameter("limit", "integer", low=1, high=1000)
_CURSOR = parameter("cursor", "integer", low=0, doc="from the last answer")
_MIN_LEVEL = parameter("min_level", "string", enum=("debug", "log", "info", "warn", "error"))
_FILTER = parameter("filter", "string", doc="keep what contains this")


async def errors(call: Call) -> Answer:
    """Exceptions that nobody caught, and promises that nobody handled."""
    record = (await call.tab()).telemetry
    word = _word(call)
    found = record.faults.read(
        **_range(call), keep=lambda f: word in f"{f.message} {f.url}".lower()
    )
    return _listed(call, "error(s)", found, _fault_line, record.flood)


async def logs(call: Call) -> Answer:
    """Lines of the console."""
    record = (await call.tab()).telemetry
    word, least = _word(call), LEVELS.index(call.args.get("min_level", "debug"))
    found = record.console.read(
        **_range(call),
        keep=lambda c: LEVELS.index(c.level) >= least and word in f"{c.text} {c.url}".lower(),
    )
    return _listed(call, "console line(s)", found, _console_line, record.flood)


async def network(call: Call) -> Answer:
    """Requests, with status, kind and duration."""
    record = (await call.tab()).telemetry
    word = _word(call)
    found = record.requests.read(**_range(call), keep=lambda r: word in r.url.lower())
    return _listed(call, "request(s)", found, _request_line, record.flood)


def _range(call: Call) -> dict[str, Any]:
    return {"since": call.args.get("cursor", 0), "limit": call.args.get("limit") or 50}


def _word(call: Call) -> str:
    return (call.args.get("filter") or "").lower()


def _listed(
    call: Call,
    noun: str,
    page: RingPage[Any],
    line: Callable[[Any], str],
    flood: Flood | None,
) -> Answer:
    facts: dict[str, Any] = {
        "cursor": page.cursor,
        "lost": page.lost,
        "remaining": page.remaining,
    }
    if flood is not None:
        facts["flood"] = asdict(flood)
    if call.args.get("map_format") == "json":
        rows = [
            {n: getattr(e, n) for n in e.__slots__ if not n.startswith("_")} for e in page.entries
        ]
        return Answer(text=compact({"entries": rows} | facts))
    head = f"{len(page.entries)} {noun}, cursor {page.cursor}"
    head += f", {page.lost} older ones lost" if page.lost else ""
    head += f", {page.remaining} more" if page.remaining else ""
    head += f"; {flood}" if flood is not None else ""
    return Answer(text="\n".join([head, *map(line, page.entries)]))


def _fault_line(fault: PageFault) -> str:
    where = f" at {fault.url}:{fault.line}:{fault.column}" if fault.url else ""
    return f"{fault.kind}: {fault.message.splitlines()[0] if fault.message else ''}{where}"


def _console_line(entry: ConsoleLine) -> str:
    line = f":{entry.line}" if entry.line else ""
    where = f" ({entry.url}{line})" if entry.url else ""
    return f"{entry.level}: {entry.text}{where}"


def _request_line(request: Request) -> str:
    end = request.failure or str(request.status)
    return f"{request.method} {end} {request.duration_ms:.0f}ms {request.kind} {request.url}"


_COMMON = (_CURSOR, LIMIT, _FILTER, MAP_FORMAT)
_HINT = "what happened since `cursor`"
RECORDS = (
    What(name="errors", handler=errors, parameters=_COMMON, hint=_HINT),
    What(name="logs", handler=logs, parameters=(*_COMMON, _MIN_LEVEL), hint=_HINT),
    What(name="network", handler=network, parameters=_COMMON, hint=_HINT),
)
