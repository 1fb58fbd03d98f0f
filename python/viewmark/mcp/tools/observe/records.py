"""`observe errors`, `logs` and `network`: what the page reported since a cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.defaults import CHARACTERS as READ_CHARACTERS
from viewmark.defaults import READINGS, TOOL_CHARACTERS
from viewmark.defaults import RECORDS as RECORDS_SHOWN
from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.tool import Call, What
from viewmark.page.records import LEVELS, READ_LIMIT
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.page.records import Records

__all__ = [
    "CHARACTERS",
    "CURSOR",
    "LIMIT",
    "MAP",
    "RECORDS",
]

MAP = rare(
    "map", "string", enum=("lines", "json"), aliases=("map_format",), doc="the answer's form"
)
LIMIT = parameter("limit", "integer", low=1, high=20_000)
CURSOR = parameter("cursor", "integer", "string", low=0, doc="from the last answer")
_MIN_LEVEL = rare("min_level", "string", enum=LEVELS)
_REQUEST = parameter("request_id", "string", doc="of network: the body it brought")
_PART = rare("part", "string", enum=("response", "request"), default="response")
CHARACTERS = rare(
    "characters",
    "integer",
    low=READINGS.low,
    high=TOOL_CHARACTERS,
    default=READ_CHARACTERS,
    aliases=("max_characters", "max_chars", "max_length"),
)
_FAILED = rare("failed", "boolean", default=False, doc="without an answer, or 400 and above")
_FILTER = parameter("filter", "string", doc="keep what contains this")


async def errors(call: Call) -> Answer:
    """Exceptions that nobody caught, and promises that nobody handled."""
    page = (await call.tab()).page
    return _list(call, "error(s)", await page.exceptions(**_range(call)))


async def logs(call: Call) -> Answer:
    """Lines of the console."""
    page = (await call.tab()).page
    found = await page.console(**_range(call), level=call.args.get("min_level", "debug"))
    return _list(call, "console line(s)", found)


async def network(call: Call) -> Answer:
    """Requests, with status, kind and duration; with `request_id` the body that one brought."""
    page = (await call.tab()).page
    if "request_id" in call.args:
        return await _body(call, page)
    for each in (_PART, CHARACTERS):
        if call.args[each.name] != each.default:
            raise InvalidOption(f"`{each.name}` goes with `request_id`.", param=each.name)
    found = await page.network(**_range(call), failed=call.args["failed"])
    return _list(call, "request(s)", found)


async def downloads(call: Call) -> Answer:
    """What was downloaded in this browser: name, state, size, and where it is once it is whole."""
    found = (await call.tab()).page.downloads
    if call.args.get("map") == "json":
        return Answer(text=compact({"downloads": [each.to_json() for each in found]}))
    rows = [f"{d.state}  {d.name}  {d.size} bytes  {d.path or ''}".rstrip() for d in found]
    return Answer(text="\n".join(rows) or "Nothing was downloaded.")


async def clipboard(call: Call) -> Answer:
    """What was copied last, by `copy` or by a page ("Copy link"), and by whom."""
    is_json = call.args.get("map") == "json"
    found = await (await call.tab()).page.clipboard()
    return Answer(text=compact(found.to_json()) if is_json else found.lines())


async def _body(call: Call, page: Page) -> Answer:
    args = call.args
    read = page.response_body if args["part"] == "response" else page.request_body
    body = await read(args["request_id"], characters=args["characters"])
    if call.args.get("map") == "json":
        return Answer(text=compact(body.to_json()))
    head = f"{args['part']} body of {body.url}\n{body.mime or 'unknown type'}, {body.size} "
    if body.text is None:
        return Answer(text=f"{head}bytes; it is not text, so it is not shown.")
    cut = f", cut to {len(body.text)}; ask for more with `characters`" if body.truncated else ""
    return Answer(text=f"{head}characters{cut}\n\n{body.text}")


def _range(call: Call) -> dict[str, Any]:
    args = call.args
    cursor = args.get("cursor", 0)
    if isinstance(cursor, str):
        if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 16):
            message = f"`cursor` of {call.what} is a number, not {cursor!r:.40}."
            raise InvalidOption(message, param="cursor")
        cursor = int(cursor)
    return {
        "since": cursor,
        "limit": min(args.get("limit", RECORDS_SHOWN), READ_LIMIT),
        "contains": args.get("filter", ""),
    }


def _list(call: Call, noun: str, found: Records[Any]) -> Answer:
    if call.args.get("map") == "json":
        return Answer(text=compact(found.to_json()))
    return Answer(text=found.lines(noun))


_COMMON = (CURSOR, LIMIT, _FILTER, MAP)
_HINT = "new since `cursor`"
RECORDS = (
    What(
        name="errors",
        handler=errors,
        parameters=_COMMON,
        aliases={"exceptions": {}, "page_errors": {}},
        hint=_HINT,
    ),
    What(
        name="logs",
        handler=logs,
        parameters=(*_COMMON, _MIN_LEVEL),
        aliases={"console": {}, "console_logs": {}, "console_messages": {}},
        hint=_HINT,
    ),
    What(
        name="network",
        handler=network,
        parameters=(*_COMMON, _FAILED, _REQUEST, _PART, CHARACTERS),
        aliases={
            "requests": {},
            "network_requests": {},
            "response_body": {"part": "response"},
            "request_body": {"part": "request"},
        },
        hint=_HINT,
    ),
    What(name="downloads", handler=downloads, parameters=(MAP,)),
    What(
        name="clipboard",
        handler=clipboard,
        parameters=(MAP,),
        aliases={"read_clipboard": {}, "get_clipboard": {}},
    ),
)
