"""`observe snapshot` and `text`: the page in words, with refs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import REF, SELECTOR
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.options import SINCE
from viewmark.mcp.tools.observe.records import CHARACTERS, CURSOR, MAP_FORMAT

if TYPE_CHECKING:
    from viewmark.page.reading import PageText

__all__ = ["READING"]

_PARAMETERS = (
    REF,
    SELECTOR,
    CHARACTERS,
    SINCE,
    CURSOR,
    MAP_FORMAT,
)


async def snapshot(call: Call) -> Answer:
    """The whole page as an outline: a line with role, name, ref and state for each element."""
    return _written(call, await (await call.tab()).page.snapshot(**_options(call)))


async def text(call: Call) -> Answer:
    """What a person can read on the page, as Markdown; links and controls have refs."""
    return _written(call, await (await call.tab()).page.text(**_options(call)))


def _options(call: Call) -> dict[str, Any]:
    args = call.args
    cursor = args.get("cursor")
    return {
        "target": args.get("ref"),
        "selector": args.get("selector"),
        "characters": args["characters"],
        "since": args.get("since"),
        "cursor": None if cursor is None else str(cursor),
    }


def _written(call: Call, found: PageText) -> Answer:
    if call.args.get("map_format") == "json":
        return Answer(text=compact(found.to_json()))
    head = f"{found.title}  {found.url}\nframe_id {found.frame_id}"
    return Answer(text=f"{head}\n{found.lines()}".rstrip())


READING = (
    What(
        name="snapshot",
        handler=snapshot,
        parameters=_PARAMETERS,
        aliases={"outline": {}},
        hint="all elements as lines with refs, no picture",
    ),
    What(
        name="text",
        handler=text,
        parameters=_PARAMETERS,
        aliases={"read": {}, "markdown": {}, "read_page": {}},
        hint="Markdown with refs",
    ),
)
