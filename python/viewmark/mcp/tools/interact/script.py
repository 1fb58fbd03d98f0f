"""`interact run_script`: a script in the page, where whoever started the server allows it."""

from __future__ import annotations

import json

from viewmark.errors import ScriptNotAllowed
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.travel import TIMEOUT, blocked
from viewmark.parameters.parameter import parameter, rare

__all__ = ["SCRIPT"]

SHOWN = 40_000
"""Characters of a result that an answer shows; clients cut longer ones."""


async def run_script(call: Call) -> Answer:
    """Run a script in the page, if the server was started with --allow-script; its JSON result."""
    if not call.state.settings.allow_script:
        raise ScriptNotAllowed("This server runs no scripts in pages.")
    args = call.args
    page = (await call.tab()).page
    done = await page.evaluate(
        call.needed("script"),
        *args.get("args", ()),
        world=args["world"],
        **call.given(timeout_s="timeout"),
    )
    facts = done.to_json()
    written = json.dumps(facts["value"], ensure_ascii=False)
    if len(written) > SHOWN:
        cut = f"the first {SHOWN} of {len(written)} characters as JSON; return less"
        facts |= {"value": written[:SHOWN], "cut": cut}
    return Answer(text=compact(facts | blocked(call)))


_SCRIPT = parameter(
    "script",
    "string",
    doc="JavaScript: expression, function or body with return",
    aliases=("code", "function", "expression"),
)
_ARGS = rare("args", "array", doc="texts that a script that is a function takes")
_WORLD = rare("world", "string", enum=("page", "isolated"), default="page")
SCRIPT = What(
    name="run_script",
    handler=run_script,
    parameters=(_SCRIPT, _ARGS, _WORLD, TIMEOUT, TAB),
    aliases={
        name: {}
        for name in (
            *("evaluate", "eval", "evaluate_script", "script", "execute_script", "javascript"),
            *("execute_javascript", "run_javascript", "js"),
        )
    },
    hint="needs --allow-script",
)
