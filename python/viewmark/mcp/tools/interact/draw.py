"""`interact draw_mode_start`, `draw_mode_stop`, `draw_reply`: a human draws, the agent answers."""

from __future__ import annotations

from typing import Any

from viewmark.drawmode.reply import write_reply
from viewmark.drawmode.thread import ThreadStatus
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import CORRELATION, TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.target import LABEL
from viewmark.mcp.tools.interact.travel import TEXT
from viewmark.parameters.parameter import parameter

__all__ = ["DRAW"]


async def start(call: Call) -> Answer:
    """Show the drawing tools on a tab, or tell that they are there already."""
    tab = await call.tab()
    started = await call.state.draw_mode.start(
        tab.page.context,
        prompt=call.args.get("prompt", ""),
        resume=call.args.get("correlation_id"),
    )
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


async def reply(call: Call) -> Answer:
    """Answer an annotation of the human, or say how it stands; the human sees it on the page."""
    status = call.args.get("status")
    annotation = await write_reply(
        call.state.draw_mode,
        call.needed("label"),
        call.args.get("text", ""),
        status=None if status is None else ThreadStatus(status),
        correlation_id=call.args.get("correlation_id"),
    )
    return Answer(text=compact({"label": call.args["label"], **annotation.thread.to_json()}))


_STATUS = parameter("status", "string", enum=("in_progress", "resolved"))
_PROMPT = parameter("prompt", "string", doc="shown to the human")
DRAW = (
    What(
        name="draw_mode_start",
        handler=start,
        parameters=(_PROMPT, CORRELATION, TAB),
        hint="with correlation_id: shows that drawing again",
    ),
    What(name="draw_mode_stop", handler=stop),
    What(
        name="draw_reply",
        handler=reply,
        parameters=(LABEL, TEXT, _STATUS, CORRELATION),
        hint="answers mark `label` of a drawing",
    ),
)
