"""The tools in the call table (`calls/table.toml`), each with its calls as `what` values."""

from __future__ import annotations

from typing import Any

from viewmark.calls.call import Call
from viewmark.calls.options import rows
from viewmark.calls.table import CALLS
from viewmark.calls.words import OWN, for_models
from viewmark.mcp.tool import Tool, What

TAB = OWN["tab_id"]
_TABLESS = ("new_tab", "draw_mode_stop", "draw_reply")


def _what(call: Call) -> What:
    more = (TAB,) if call.tool in ("act", "interact") and call.name not in _TABLESS else ()
    return What(
        name=call.what or call.name,
        call=call,
        parameters=(*call.for_models, *more),
        aliases=call.other_names,
        hint=call.hint,
    )


def _tool(row: dict[str, Any]) -> Tool:
    """Return a tool with its calls, in the order in which clients see them."""
    name, others = row["name"], {"order": "", "common": "", "what_aliases": ""} | row
    order, common, aliases = (others.pop(n).split() for n in ("order", "common", "what_aliases"))
    found = {what.name: what for what in (_what(call) for call in CALLS if call.tool == name)}
    if list(found) == [name]:  # use the same description as the function tool for agent frameworks
        others["opening"] = found[name].call.function["description"]
    return Tool(
        **others,
        whats=tuple(found[each] for each in order or found),
        common=tuple(p for each in common for p in for_models(name, "", OWN[each])),
        what_aliases=tuple(aliases),
    )


TOOLS = tuple(map(_tool, rows()["tools"]))
"""All tools, in the order in which clients see them."""
ACT, OBSERVE, INTERACT, ANALYZE, CONFIGURE, GENERATE = TOOLS
