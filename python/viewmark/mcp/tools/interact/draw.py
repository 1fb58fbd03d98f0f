"""`interact draw_mode_start` and `draw_mode_stop`: let a human draw on a page."""

from __future__ import annotations

from typing import Any

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB, parameter
from viewmark.mcp.tool import Call, What

__all__ = ["DRAW"]


async def start(call: Call) -> Answer:
    """Show the drawing tools on a tab, or tell that they are there already."""
    tab = await call.tab()
    started = await call.state.draw_mode.start(tab.page.context, prompt=call.args.get("prompt", ""))
    facts: dict[str, Any] = {
        "status": started.status,
        "correlation_id": started.correlation_id,
        "annotation_count": started.annotation_count,
        "next": "analyze annotations with wait:true and this correlation_id",
    }
    if started.warnings:
        facts["warnings"] = list(started.warnings)
    return Answer(text=compact(facts))


async def stop(call: Call) -> Answer:
    """End draw mode; what was drawn is kept for `analyze`."""
    session = await call.state.draw_mode.stop()
    facts = {
        "status": "stopped",
        "correlation_id": session.id,
        "next": "analyze annotations with this correlation_id",
    }
    return Answer(text=compact(facts))


_PROMPT = parameter("prompt", "string", doc="shown to the human")
DRAW = (
    What(name="draw_mode_start", handler=start, parameters=(_PROMPT, TAB)),
    What(name="draw_mode_stop", handler=stop),
)
