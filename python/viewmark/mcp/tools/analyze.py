"""`analyze`: what a human drew; and the desk's side of draw mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.drawmode.detail import annotation_detail, annotation_report
from viewmark.drawmode.read import read_annotations
from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, Picture, compact

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.mcp.dispatcher import Dispatcher

__all__ = ["report", "run"]


async def run(
    dispatcher: Dispatcher,
    what: str,
    args: dict[str, Any],
    progress: Callable[[float, str], Awaitable[None]] | None,
) -> Answer:
    """Answer one call of `analyze`."""
    mode = dispatcher.draw_mode
    if what == "annotation_detail":
        if "correlation_id" not in args:
            raise InvalidOption(
                "analyze annotation_detail needs `correlation_id`.", param="correlation_id"
            )
        told, crop = await annotation_detail(mode, args["correlation_id"])
        picture = None if crop is None else Picture(base64=crop.base64, format=crop.format)
        return Answer(text=compact(told), picture=picture)
    drawing = await read_annotations(
        mode,
        wait=args["wait"],
        timeout_s=args["timeout_s"],
        correlation_id=args.get("correlation_id"),
        progress=progress,
    )
    pictures = [Picture(base64=p.base64, format=p.format) for p in drawing.pictures]
    return Answer(
        text=compact(drawing.to_json()),
        picture=pictures[0] if pictures else None,
        more=tuple(pictures[1:]),
    )


async def report(dispatcher: Dispatcher, correlation_id: str | None) -> str:
    """The Markdown report of a drawing."""
    return await annotation_report(dispatcher.draw_mode, correlation_id, pictures=False)
