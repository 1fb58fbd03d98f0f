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
from viewmark.text import cut_address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.api.browsers import Page
    from viewmark.page.reading import PageText
    from viewmark.page.target import Target

__all__ = ["PART", "READING", "read"]

PART = (CHARACTERS, SINCE, CURSOR)
"""Which part of a reading, or what of it."""
_PASSWORD = rare("password", "string", doc="of an encrypted PDF")
_PARAMETERS = (REF, SELECTOR, *PART, MAP, _PASSWORD)


async def snapshot(call: Call) -> Answer:
    """The whole page as an outline: a line with role, name, ref and state for each element."""
    page = await _open(call)
    return await read(call, page, page.snapshot, target=_target(call))


async def text(call: Call) -> Answer:
    """What a person can read on the page, as Markdown; links and controls have refs."""
    page = await _open(call)
    return await read(call, page, page.text, target=_target(call))


async def _open(call: Call) -> Page:
    """The page; a password opens the PDF that it shows, for all later readings of it."""
    page = (await call.tab()).page
    if "password" in call.args:
        await page.read_pdf(password=call.args["password"])
    return page


def _target(call: Call) -> Target | None:
    return target_of(ref=call.args.get("ref"), selector=call.args.get("selector"))


async def read(
    call: Call, page: Page, reading: Callable[..., Awaitable[PageText]], **options: Any
) -> Answer:
    """A reading, or with `cursor` the next part of an earlier one, as text, or as JSON if asked.

    Args:
        call: with the part that is wanted.
        page: of the call.
        reading: its method.
        **options: further ones of that.
    """
    args = call.args
    characters = args["characters"]
    if (cursor := args.get("cursor")) is not None:
        found = await page.read_on(str(cursor), characters=characters)
    else:
        found = await reading(since=args.get("since"), characters=characters, **options)
    if args.get("map") == "json":
        return Answer(text=compact(found.to_json()))
    head = f"{found.title}  {cut_address(found.url)}\nframe_id {found.frame_id}"
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
