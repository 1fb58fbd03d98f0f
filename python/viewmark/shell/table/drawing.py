"""Verbs of draw mode: a human draws on the session's page, the agent reads and answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.errors import NoAnnotations
from viewmark.files import write_atomic
from viewmark.shell.verb import Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.api.drawing import DrawingSession
    from viewmark.drawmode.results import Drawing
    from viewmark.shell.session import ShellSession

__all__ = ["DRAWING"]


async def _start(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    drawing = await page.draw(prompt=args.prompt)
    session.drawings[str(session.tabs.current_id)] = drawing
    return Reply(
        "the human can draw now; viewmark drawn waits for the end",
        {"correlation_id": drawing.correlation_id},
    )


async def _await_drawing(session: ShellSession, args: SimpleNamespace) -> Reply:
    drawing = _current(session)
    result: Drawing = await drawing.done(patience=args.patience)
    return await _write(drawing, result, Path(args.out))


async def _write(drawing: DrawingSession, result: Drawing, folder: Path) -> Reply:
    """Write the drawing's files as `viewmark draw URL` does; a line for each annotation."""
    files: list[str] = []

    def write(name: str, data: bytes) -> str:
        files.append(str(write_atomic(folder / name, data)))
        return files[-1]

    for number, each in enumerate(result.pictures, 1):
        ending = "jpg" if each.format == "jpeg" else each.format
        write(f"drawing-{number}.{ending}", each.image)
    if result.screenshot_path is not None:
        path = write("drawing.png", Path(result.screenshot_path).read_bytes())  # noqa: ASYNC240
        result = replace(result, screenshot_path=path)
    facts = result.to_json()
    write("drawing.json", json.dumps(facts, indent=1, ensure_ascii=False).encode())
    if result.status != "cancelled" and result.annotations:
        write("drawing.md", (await drawing.report()).encode())
    lines = [f"{result.count} annotation(s), {result.status}"]
    lines += [
        f"[{n}] {mark.intent.value}: {mark.text or '(no words)'} -> {mark.element_summary}"
        for n, mark in enumerate(result.annotations, 1)
    ]
    return Reply("\n".join(lines + files), facts | {"files": files})


async def _reply(session: ShellSession, args: SimpleNamespace) -> Reply:
    drawing = _current(session)
    status: Any = args.status
    mark = await drawing.reply(args.number, args.text, status=status)
    return Reply(f"[{args.number}] {mark.status.value}", mark.thread.to_json())


async def _changes(session: ShellSession, args: SimpleNamespace) -> Reply:
    """What changed in the place of an annotation, and that place before and now."""
    since = await _current(session).compare(args.number)
    files: list[str] = []
    for name, picture in (("before", since.before), ("now", since.after)):
        if args.out is not None and picture is not None:
            path = Path(args.out) / f"mark-{args.number}-{name}.jpg"
            files.append(str(write_atomic(path, picture.image)))
    facts = since.comparison.to_json() | {"files": files}
    return Reply("\n".join([since.comparison.lines(), *files]), facts)


async def _stop(session: ShellSession, args: SimpleNamespace) -> Reply:
    drawing = session.drawings.pop(str(session.tabs.current_id), None)
    if drawing is not None:
        await drawing.close()
    return Reply("draw mode is off", {})


def _current(session: ShellSession) -> DrawingSession:
    drawing = session.drawings.get(str(session.tabs.current_id))
    if drawing is None:
        raise NoAnnotations(
            "Nothing was drawn on this tab.", hint="Ask the user, and start: viewmark draw start."
        )
    return drawing


_verb = verbs_of("a human draws")
DRAWING = (
    _verb(
        "draw start",
        "show the drawing tools on the session's page",
        _start,
        argument("--prompt", default="", help="what to look at; shown to the human"),
    ),
    _verb(
        "drawn",
        "wait until the human is done; writes pictures, JSON and Markdown",
        _await_drawing,
        argument("-o", "--out", kind="input", default="out", metavar="FOLDER"),
        argument(
            "--patience", type=float, default=600.0, metavar="S", help="without an act of the human"
        ),
        queued=False,
    ),
    _verb(
        "draw reply",
        "answer an annotation; the human sees it on the page",
        _reply,
        argument("number", metavar="N", type=int),
        argument("text", metavar="TEXT", nargs="?", default="", kind="text"),
        argument("--status", choices=("in_progress", "resolved")),
        queued=False,
    ),
    _verb(
        "draw changes",
        "what changed inside an annotation since the human was done",
        _changes,
        argument("number", metavar="N", type=int),
        argument("-o", "--out", kind="input", metavar="FOLDER", help="its place before and now"),
    ),
    _verb("draw stop", "end draw mode; what was drawn goes", _stop, queued=False),
)
