"""`observe snapshot` and `text`: the page in words, with refs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import REF, SELECTOR
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.options import SINCE
from viewmark.mcp.tools.observe.records import CHARACTERS, CURSOR, MAP
from viewmark.page.target import target_of
from viewmark.parameters.parameter import rare

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.page.reading import PageText

__all__ = ["PART", "READING", "part_of", "written"]

PART = (CHARACTERS, SINCE, CURSOR)
"""Which part of a reading, or what of it."""
_PASSWORD = rare("password", "string", doc="of an encrypted PDF")
_PARAMETERS = (REF, SELECTOR, *PART, MAP, _PASSWORD)


async def snapshot(call: Call) -> Answer:
    """The whole page as an outline: a line with role, name, ref and state for each element."""
    return written(call, await (await _open(call)).snapshot(**_options(call)))


async def text(call: Call) -> Answer:
    """What a person can read on the page, as Markdown; links and controls have refs."""
    return written(call, await (await _open(call)).text(**_options(call)))


async def _open(call: Call) -> Page:
    """The page; a password opens the PDF that it shows, for all later readings of it."""
    page = (await call.tab()).page
    if "password" in call.args:
        await page.read_pdf(password=call.args["password"])
    return page


def _options(call: Call) -> dict[str, Any]:
    target = target_of(ref=call.args.get("ref"), selector=call.args.get("selector"))
    return {"target": target} | part_of(call)


def part_of(call: Call) -> dict[str, Any]:
    """Which part of a reading the call wants."""
    args = call.args
    cursor = args.get("cursor")
    return {
        "characters": args["characters"],
        "since": args.get("since"),
        "cursor": None if cursor is None else str(cursor),
    }


def written(call: Call, found: PageText) -> Answer:
    """A reading as text, or as JSON where that was asked for."""
    if call.args.get("map") == "json":
        return Answer(text=compact(found.to_json()))
    head = f"{found.title}  {found.url}\nframe_id {found.frame_id}"
    return Answer(text=f"{head}\n{found.lines()}".rstrip())


READING = (
    What(
        name="snapshot",
        handler=snapshot,
        parameters=_PARAMETERS,
        aliases={"outline": {}, "elements": {}, "page_snapshot": {}},
        hint="all elements as lines with refs",
    ),
    What(
        name="text",
        handler=text,
        parameters=_PARAMETERS,
        aliases={"read": {}, "markdown": {}, "read_page": {}},
        hint="Markdown with refs",
    ),
)
