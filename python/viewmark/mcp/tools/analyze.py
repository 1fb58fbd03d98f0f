"""`analyze`: what a human drew."""

from __future__ import annotations

from viewmark.drawmode.detail import annotation_detail
from viewmark.drawmode.read import read_annotations
from viewmark.mcp.content import Answer, Picture, compact
from viewmark.mcp.parameters import CORRELATION
from viewmark.mcp.tool import Call, Tool, What
from viewmark.parameters.parameter import parameter

__all__ = ["ANALYZE"]


async def read_marks(call: Call) -> Answer:
    """The marks of a drawing with comments and elements; waits for the human if asked."""
    drawing = await read_annotations(
        call.state.draw_mode,
        wait=call.args["wait"],
        timeout_s=call.args["timeout_s"],
        correlation_id=call.args.get("correlation_id"),
        progress=call.progress,
    )
    pictures = [Picture(base64=p.base64, format=p.format) for p in drawing.pictures]
    first, more = (pictures[0] if pictures else None), tuple(pictures[1:])
    return Answer(text=compact(drawing.to_json()), picture=first, more=more)


async def read_detail(call: Call) -> Answer:
    """Styles and text of one mark, what changed in it since, its place before and now."""
    mark = call.needed("correlation_id")
    facts, crops = await annotation_detail(call.state.draw_mode, mark)
    pictures = [Picture(base64=p.base64, format=p.format) for p in crops]
    first, more = (pictures[0] if pictures else None), tuple(pictures[1:])
    return Answer(text=compact(facts), picture=first, more=more)


ANALYZE = Tool(
    name="analyze",
    opening="Read what a human drew.",
    whats=(
        What(
            name="annotations",
            handler=read_marks,
            parameters=(
                parameter("wait", "boolean", default=False),
                parameter("timeout_s", "number", low=1, high=300, default=45),
            ),
            hint=(
                "all marks with comments and elements; wait:true waits up to timeout_s and says "
                "what to call next"
            ),
        ),
        What(
            name="annotation_detail",
            handler=read_detail,
            hint="styles and text of one mark by correlation_id",
        ),
    ),
    common=(CORRELATION,),
    read_only=True,
    idempotent=True,
    open_world=False,
)
