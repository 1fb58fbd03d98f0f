"""`interact fill_form`, `drag` and `upload`: what takes more than one target, or files."""

from __future__ import annotations

from viewmark.mcp.content import Answer, lines_answer
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.travel import blocked
from viewmark.page.action_lines import result_lines
from viewmark.parameters.parameter import parameter

__all__ = ["FILL_FORM"]


async def fill_form(call: Call) -> Answer:
    """Set many controls, in the order given; one result for each."""
    page = (await call.tab()).page
    done = await page.fill_form(call.needed("fields"))
    ref_of = page.context.ref_of
    lines = result_lines(done, ref_of, done.changes)
    return lines_answer(lines, done.changes, done.to_json(ref_of) | blocked(call), done)


_FIELD = parameter(
    "field",
    "object",
    fields=(
        parameter(
            "target",
            "string",
            also=("integer",),
            aliases=("ref", "label", "selector", "uid", "index"),
        ),
        parameter("value", "string", also=("boolean", "number", "array"), may_be_empty=True),
    ),
)
FILL_FORM = What(
    name="fill_form",
    handler=fill_form,
    parameters=(parameter("fields", "array", items=_FIELD), TAB),
)
