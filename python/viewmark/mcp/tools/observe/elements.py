"""`observe find` and `get`: where something is on the page, and one thing of one element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.defaults import FINDING_COUNTS, FINDINGS
from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import REF, SELECTOR
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.records import CHARACTERS, LIMIT, MAP
from viewmark.page.target import target_of
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.page.find import Findings

__all__ = ["ELEMENTS"]


async def find(call: Call) -> Answer:
    """Words, or elements by role and name, on the whole page: refs, context, how far away."""
    args = call.args
    page = (await call.tab()).page
    found = await page.find(
        args.get("text"),
        role=args.get("role"),
        name=args.get("name"),
        limit=min(args.get("limit", FINDINGS), int(FINDING_COUNTS.high)),
    )
    if args.get("map") == "json":
        return Answer(text=compact(found.to_json()))
    return Answer(text=_head(found) + found.lines())


def _head(found: Findings) -> str:
    return f"{len(found)} of {found.total} places\n" if found.total else ""


async def get(call: Call) -> Answer:
    """One thing of one element: its text, value, an attribute, HTML, box or computed style."""
    args = call.args
    page = (await call.tab()).page
    target = target_of(ref=args.get("ref"), label=args.get("label"), selector=args.get("selector"))
    if target is None:
        raise InvalidOption(
            "observe get needs a target.", hint="Give ref, label or selector.", param="ref"
        )
    if (args["property"] in ("attribute", "style")) is not ("name" in args):
        message = "`name` goes with property attribute or style, and they need it."
        raise InvalidOption(message, hint="Such as property: attribute, name: href.", param="name")
    found = await page.get(target, args["property"], args.get("name"))
    return Answer(text=compact(_within(found.to_json(), args["characters"])))


def _within(facts: dict[str, Any], characters: int) -> dict[str, Any]:
    """The facts; a long text is cut, and says so."""
    value = facts["value"]
    if not isinstance(value, str) or len(value) <= characters:
        return facts
    cut = f"the first {characters} of {len(value)} characters; ask for more with `characters`"
    return facts | {"value": value[:characters], "cut": cut}


_PROPERTIES = ("text", "value", "attribute", "html", "box", "style")
_NAME = parameter("name", "string", doc="of find; get: the attribute or CSS property")
_LABEL = rare("label", "integer", low=1, doc="number on the newest picture")
ELEMENTS = (
    What(
        name="find",
        handler=find,
        parameters=(
            parameter("text", "string", doc="find: words", aliases=("query",)),
            parameter("role", "string", doc="find: button, link, ..."),
            _NAME,
            LIMIT,
            MAP,
        ),
        aliases={"search": {}, "find_text": {}, "find_element": {}},
        hint="where text, or role and name, are on the whole page",
    ),
    What(
        name="get",
        handler=get,
        parameters=(
            REF,
            SELECTOR,
            _LABEL,
            parameter("property", "string", enum=_PROPERTIES, default="text"),
            _NAME,
            CHARACTERS,
        ),
        aliases={
            "get_text": {"property": "text"},
            "get_value": {"property": "value"},
            "get_attribute": {"property": "attribute"},
            "get_html": {"property": "html"},
            "html": {"property": "html"},
            "get_box": {"property": "box"},
            "get_style": {"property": "style"},
        },
        hint="one property of one element",
    ),
)
