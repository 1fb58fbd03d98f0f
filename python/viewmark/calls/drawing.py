"""Draw mode: a user draws on a page; the agent reads the marks and replies to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from viewmark.api.drawing import DrawingSession
from viewmark.calls.answer import CallAnswer, Picture
from viewmark.calls.call import Invocation
from viewmark.calls.records import deliver
from viewmark.drawmode.detail import annotation_detail, annotation_report
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.reply import write_reply
from viewmark.drawmode.thread import ThreadStatus
from viewmark.errors import NoAnnotations
from viewmark.files import write_atomic
from viewmark.text import compact


async def start(call: Invocation) -> CallAnswer:
    """Show the drawing tools on a tab, or report that the tools are already shown."""
    tab, args, session = await call.tab(), call.args, call.session
    if not session.is_model:
        drawing = await tab.page.draw(prompt=args.get("prompt") or "")
        session.drawings[tab.id] = drawing
        return CallAnswer(
            text="the human can draw now; viewmark drawn waits for the end",
            facts={"correlation_id": drawing.correlation_id},
        )
    started = await session.draw_mode.start(
        tab.page.context, prompt=args.get("prompt", ""), resume=args.get("correlation_id")
    )
    facts: dict[str, Any] = {
        "status": started.status,
        "correlation_id": started.correlation_id,
        "annotation_count": started.annotation_count,
        "next": "analyze annotations with wait:true and this correlation_id",
    }
    if started.warnings:
        facts["warnings"] = list(started.warnings)
    return CallAnswer(text="", facts=facts)


async def stop(call: Invocation) -> CallAnswer:
    """End draw mode; the drawing is kept, so that `analyze` can read it."""
    session = call.session
    if not session.is_model:
        drawing = session.drawings.pop(str(session.tabs.current_id), None)
        if drawing is not None:
            await drawing.close()
        return CallAnswer(text="draw mode is off", facts={})
    ended = await session.draw_mode.stop()
    facts = {"status": "stopped", "correlation_id": ended.id}
    facts["next"] = "analyze annotations with this correlation_id"
    return CallAnswer(text="", facts=facts)


async def reply(call: Invocation) -> CallAnswer:
    """Reply to an annotation of the user, or set its status; both are shown on the page."""
    args, label = call.args, call.needed("annotation")
    text, status = args.get("text") or "", args.get("progress")
    if not call.session.is_model:
        mark = await _current(call).reply(label, text, progress=status)
        return CallAnswer(text=f"[{label}] {mark.status.value}", facts=mark.thread.to_json())
    annotation = await write_reply(
        call.session.draw_mode,
        label,
        text,
        status=None if status is None else ThreadStatus(status),
        correlation_id=args.get("correlation_id"),
    )
    return CallAnswer(text="", facts={"label": label, **annotation.thread.to_json()})


def _with_pictures(facts: dict[str, Any], found: Any) -> CallAnswer:
    pictures = [Picture(base64=p.base64, format=p.format) for p in found]
    first, more = (pictures[0] if pictures else None), tuple(pictures[1:])
    return CallAnswer(text=compact(facts), picture=first, more=more)


async def read_marks(call: Invocation) -> CallAnswer:
    """Return the marks of a drawing with comments and elements; wait for the user if requested."""
    drawing = await read_annotations(
        call.session.draw_mode,
        wait=call.args["wait"],
        timeout_s=call.args.get("timeout") or 45,
        correlation_id=call.args.get("correlation_id"),
        progress=call.progress,
    )
    return _with_pictures(drawing.to_json(), drawing.pictures)


async def read_detail(call: Invocation) -> CallAnswer:
    """Return details of an annotation: styles, text, later changes, images of its region."""
    mark = call.needed("correlation_id")
    return _with_pictures(*await annotation_detail(call.session.draw_mode, mark))


async def report(call: Invocation) -> CallAnswer:
    """Return a drawing as Markdown."""
    drawing = call.args.get("correlation_id")
    text = await annotation_report(call.session.draw_mode, drawing, pictures=False)
    return deliver(call, text)


async def drawn(call: Invocation) -> CallAnswer:
    """Wait until the user has finished; write images, JSON and Markdown (`viewmark draw URL`)."""
    drawing, folder = _current(call), Path(call.args.get("out") or "out")
    result = await drawing.done(patience=call.args.get("patience") or 600.0)
    has_marks = result.status != "cancelled" and bool(result.annotations)
    result, written = result.write(folder, await drawing.report() if has_marks else "")
    files = [str(each) for each in written]
    lines = [f"{result.count} annotation(s), {result.status}"]
    lines += [
        f"[{n}] {mark.intent.value}: {mark.text or '(no words)'} -> {mark.element_summary}"
        for n, mark in enumerate(result.annotations, 1)
    ]
    return CallAnswer(text="\n".join(lines + files), facts=result.to_json() | {"files": files})


async def changes(call: Invocation) -> CallAnswer:
    """List changes in an annotation's region; save its earlier and its current image."""
    label, out = call.needed("annotation"), call.args.get("out")
    since = await _current(call).compare(label)
    files: list[str] = []
    for name, picture in (("before", since.before), ("now", since.after)):
        if out is not None and picture is not None:
            path = Path(out) / f"mark-{label}-{name}.jpg"
            files.append(str(write_atomic(path, picture.image)))
    facts = since.comparison.to_json() | {"files": files}
    return CallAnswer(text="\n".join([since.comparison.lines(), *files]), facts=facts)


def _current(call: Invocation) -> DrawingSession:
    drawing: DrawingSession | None = call.session.drawings.get(str(call.session.tabs.current_id))
    if drawing is None:
        raise NoAnnotations(
            "Nothing was drawn on this tab.", hint="Ask the user, and start: viewmark draw start."
        )
    return drawing
