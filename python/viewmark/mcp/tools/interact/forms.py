"""`interact fill_form`, `drag` and `upload`: what takes more than one target, or files."""

from __future__ import annotations

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.travel import blocked
from viewmark.parameters.parameter import parameter, rare

__all__ = ["FILL_FORM"]


async def fill_form(call: Call) -> Answer:
    """Set many controls, in the order given; one result for each."""
    page = (await call.tab()).page
    done = await page.fill_form(call.needed("fields"))
    return Answer(text=compact(done.to_json(page.context.ref_of) | blocked(call)), result=done)


_FIELD = parameter(
    "field",
    "object",
    fields=(
        parameter(
            "target",
            "string",
            also=("integer",),
            aliases=("ref", "label", "selector", "uid", "index"),
            rare=True,
        ),
        rare("value", "string", also=("boolean", "number", "array"), may_be_empty=True),
    ),
)
FILL_FORM = What(
    name="fill_form",
    handler=fill_form,
    parameters=(parameter("fields", "array", items=_FIELD, doc="{target, value} each"), TAB),
)
