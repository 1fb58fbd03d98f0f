"""Uploads files to a visible or hidden file field, or to the file chooser that a click opens.

Only plain, readable, non-hidden files inside the allowed folders may be uploaded.

The module also drops files or text onto an element, as from a file manager or another program. The
browser itself creates the drag events. The drop is sent only after the page or a field has accepted
the `dragover` event; otherwise Chromium would navigate to a dropped file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from viewmark.background import within
from viewmark.browser import scripts, wire
from viewmark.browser.actions import drags
from viewmark.browser.actions.control_state import Control, control_at
from viewmark.browser.actions.pointer import focus_of, perform, press
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.elements.words import words
from viewmark.errors import (
    ElementNotFound,
    FileMissing,
    InvalidOption,
    NotDroppable,
    NotUploadable,
    PathNotAllowed,
)
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.drag_end import ENDED, check_end
from viewmark.page.locked import in_turn
from viewmark.page.resolve import aimed_at, element, reach, with_scrolls
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.unknown_options import checked

CHOOSER_LIMIT = 3.0
"""Maximum seconds to wait after a click for the file chooser that it opens."""


class Uploads(PageCalls):
    """File uploads; a mixin of `Page`."""

    @checked
    @in_turn
    async def upload(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Upload files to a page.

        Args:
            target: a file field (also a hidden one), its label or container, or an element whose
                click opens a file chooser.
            files: paths inside `upload_folders`; relative ones are looked up in these in order.
                An empty list clears a file field.
            timeout: as for `click`.

        Raises:
            FileMissing: a file does not exist; nothing was done.
            PathNotAllowed: a file is outside the folders, hidden, or not a plain file; nothing was
                done.
            NotUploadable: the target is disabled, opens no file chooser, or takes fewer files.
        """
        context, aimed = self.context, resolve(self.context, target)
        page = context.page
        several = [files] if isinstance(files, (str, Path)) else list(files)
        frame, node_id, _ = await element(context, aimed)
        control = await control_at(page, frame, node_id)
        if not several and control.kind == "file":
            return await _give(page, control, ())
        wants_folder = control.kind == "file" and control.folder
        paths = readable_files(several, context.upload_folders, folder=wants_folder)
        if control.kind == "file":
            return await _give(page, control, paths)
        return await _press_and_give(context, aimed, paths, timeout)


def _fits(control: Control, files: Sequence[Path]) -> None:
    if control.disabled:
        raise NotUploadable(f"{control.reply} is disabled.", target=control.reply.to_json())
    if len(files) > 1 and (control.folder or not control.multiple):
        what = "folder" if control.folder else "file"
        raise NotUploadable(
            f"{control.reply} takes one {what}, not {len(files)}; none was given.",
            hint=f"Give one {what}.",
            target=control.reply.to_json(),
        )


async def _give(
    page: PageTarget, control: Control, files: Sequence[Path], field: str | None = None
) -> ActionResult:
    """Set the files of a field; `field` (CDP object ID) identifies it if it is detached."""
    _fits(control, files)
    frame, node_id = control.frame, control.node_id

    async def do() -> None:
        object_id = field or (await scripts.nodes(page, frame, [node_id]))[0]
        is_there = object_id is not None
        if is_there and files:
            given = {"files": list(map(str, files)), "objectId": object_id}
            await frame.session.send("DOM.setFileInputFiles", given)
        elif is_there:  # the browser ignores an empty list of files, so a script clears the field
            is_there = await scripts.call(page, frame, "takeFilesBack", node_id) is True
        if not is_there:
            raise ElementNotFound("The file field is gone from the page.", gone=True)

    async def look() -> Any:
        await scripts.call(page, frame, "nextFrame", timeout=3)
        return (await scripts.call(page, frame, "filesOf", node_id)), (await focus_of(page))[1]

    outcome, seen = await perform(page, await chain(page, frame), do, look)
    held, focused = seen or (None, None)
    names = [each.name for each in files]
    shown = [words(each.get("name"), 255) for each in wire.records(held)]
    report: dict[str, Any] = {"files": [_file(each) for each in files]}
    if seen is not None and shown != names:
        report["held"] = False
    outcome = replace(outcome, hit=control.reply, focused=focused)
    return ActionResult.of("upload", outcome, report=report)


def _file(path: Path) -> dict[str, Any]:
    return {"name": path.name} | ({"size": path.stat().st_size} if path.is_file() else {})


async def _press_and_give(
    context: PageContext,
    target: ResolvedTarget,
    files: Sequence[Path],
    timeout: float,
) -> ActionResult:
    page = context.page
    where = await reach(context, target, arm=True, timeout=timeout)
    asked: list[SideEffects] = []

    async def until_asked(watch: SideEffects) -> None:
        asked.append(watch)
        await within(CHOOSER_LIMIT, _await_request(watch))

    outcome = await press(page, where, then=until_asked)
    pressed = outcome.hit or "the target"
    field = asked[0].chooser_field if asked else None
    if field is None:
        came, hint = "asked for no file", _NO_CHOOSER
        if asked and asked[0].file_chooser is not None:
            came, hint = (
                "opened a picker of the file system, which no file can be given to",
                _PICKER,
            )
        raise NotUploadable(
            f"{pressed} was pressed and {came}; none was given.",
            hint=hint,
            pressed=ActionResult.of("press", with_scrolls(outcome, where)).to_json(),
        )
    session, frame_id, backend_node = field
    frame = page.frames.get(frame_id)
    resolved = None if frame is None else await _resolve(page, frame, backend_node)
    if frame is None or resolved is None or session is not frame.session:
        raise NotUploadable(f"The file field that {pressed} asked for is gone; none was given.")
    object_id, node_id = resolved
    control = await control_at(page, frame, node_id, loose=True)
    if control.folder != files[0].is_dir():
        wanted = "a folder" if control.folder else "files"
        raise NotUploadable(f"{pressed} asks for {wanted}; none was given.")
    done = await _give(page, control, files, object_id)
    return replace(done, outcome=replace(done.outcome, intended=outcome.intended))


async def _await_request(watch: SideEffects) -> None:
    while watch.file_chooser is None:
        watch.happened.clear()
        await watch.happened.wait()


_NO_CHOOSER = (
    "Name the file field itself, by a selector such as input[type=file]; hidden ones take files "
    "too. What takes files only when they are dropped on it is for drop."
)
_PICKER = "showOpenFilePicker takes files from a person alone; try drop, or a file field beside it."


async def _resolve(page: PageTarget, frame: Frame, backend_node: int) -> tuple[str, int] | None:
    """Return the CDP object ID of a backend node, and its number in our isolated world."""
    world = await page.world(frame)
    answer = await world.session.send(
        "DOM.resolveNode",
        {"backendNodeId": backend_node, "executionContextId": world.context_id},
    )
    object_id = wire.record(answer.get("object")).get("objectId")
    if not isinstance(object_id, str):
        return None
    return object_id, wire.whole(await scripts.pass_objects(page, frame, "idOf", [object_id]))


FILES_LIMIT = 100
"""Maximum number of files per upload."""


def readable_files(
    files: Sequence[str | Path], folders: Sequence[Path] | None, *, folder: bool = False
) -> list[Path]:
    """Return the files as absolute paths with symbolic links resolved.

    Args:
        files: paths; a relative one is looked up in the allowed folders in order.
        folders: allowed folders; names that begin with a dot (`.env`, `.git`) and anything below
            them are excluded; None: the current working folder.
        folder: True for a field that takes a folder instead of files.

    Raises:
        InvalidOption: no files were given, or too many.
        FileMissing: a file does not exist or cannot be read.
        PathNotAllowed: a path is outside the folders, hidden, or not a plain file.
    """
    several = [files] if isinstance(files, (str, Path)) else list(files)
    if not 1 <= len(several) <= FILES_LIMIT:
        raise InvalidOption(f"files must be 1 to {FILES_LIMIT} files, not {len(several)}.")
    allowed = [Path.cwd()] if folders is None else [Path(each) for each in folders]
    return [_readable(each, allowed, folder=folder) for each in several]


def _readable(file: str | Path, allowed: Sequence[Path], *, folder: bool) -> Path:
    if not isinstance(file, (str, Path)) or not str(file) or "\0" in str(file):
        raise InvalidOption(f"A file is named by its path, not {file!r:.60}.", param="files")
    roots = [Path(os.path.realpath(each)) for each in allowed]
    written = Path(file).expanduser()
    # A relative path is looked up in each folder in turn, but never outside the folders.
    places = [Path(os.path.realpath(root / written)) for root in roots or [Path.cwd()]]
    there = [each for each in places if _may(each, roots) and os.path.lexists(each)]
    path = there[0] if there else places[0]
    inside = [path.relative_to(root) for root in roots if path.is_relative_to(root)]
    # The location is checked before existence, so that errors reveal nothing about files elsewhere.
    if not _may(path, roots):
        names = ", ".join(map(str, roots)) or "none"
        why = "is hidden (a name that begins with a dot)" if inside else "lies outside of them"
        raise PathNotAllowed(
            f"{str(file)!r} may not be uploaded: it {why}; the allowed folders are {names}.",
            hint="Put the file into an allowed folder, or allow its folder (--upload-folder).",
            path=str(file),
        )
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        raise FileMissing(f"There is no file {str(file)!r}.", path=str(file)) from None
    if not (stat.S_ISDIR(mode) if folder else stat.S_ISREG(mode)):
        wanted = "a folder" if folder else "a plain file"
        raise PathNotAllowed(
            f"{str(file)!r} is not {wanted}.", hint=f"Give {wanted}.", path=str(file)
        )
    if not os.access(path, os.R_OK):
        raise FileMissing(f"{str(file)!r} cannot be read.", path=str(file))
    return path


def _may(path: Path, roots: Sequence[Path]) -> bool:
    inside = (path.relative_to(root).parts for root in roots if path.is_relative_to(root))
    return any(not any(part.startswith(".") for part in parts) for parts in inside)


TEXT_LIMIT = 1_000_000
"""Maximum length of a dropped text, in characters."""


class Drops(PageCalls):
    """Files and texts dropped from outside the browser; a mixin of `Page`."""

    @checked
    @in_turn
    async def drop(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path] = (),
        *,
        text: str | None = None,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Drop files or a text onto a target, as from outside the browser.

        Args:
            target: see `Target`.
            files: as for `upload`.
            text: a text to drop instead of files.
            timeout: as for `click`.

        Raises:
            FileMissing, PathNotAllowed: as for `upload`; nothing was done.
            NotDroppable: the page does not accept a drop on the target; nothing was dropped.
        """
        context, aimed = self.context, resolve(self.context, target)
        if bool(files) is (text is not None):
            raise InvalidOption("Drop either files or a text.", param="files")
        if text is not None and (not isinstance(text, str) or not 0 < len(text) <= TEXT_LIMIT):
            raise InvalidOption(
                f"text must be a text of 1 to {TEXT_LIMIT} characters.", param="text"
            )
        several = [files] if isinstance(files, (str, Path)) else list(files)
        paths = readable_files(several, context.upload_folders) if several else []
        page = context.page
        where = await reach(context, aimed, timeout=timeout)
        x, y = where.pointer
        node_id = where.node_id if where.target is not None else 0
        data = drags.data_of(text=text, files=list(map(str, paths)))

        async def do() -> None:
            await scripts.call(page, where.frame, "watchDrag")
            await drags.send(page, "dragEnter", x, y, data)
            await drags.send(page, "dragOver", x, y, data)
            met = await drags.read_drag(page, where.frame, node_id)
            if not (met.is_meant and (met.taken or (met.field and text is not None))):
                await drags.send(page, "dragCancel", x, y, data)
                await scripts.call(page, where.frame, "endDrag")
                raise _refusal(where.met, met, "the file" if files else "the text")
            try:
                await check_end(context, None, aimed, where, is_over=True)
            except ENDED:
                await drags.send(page, "dragCancel", x, y, data)
                await scripts.call(page, where.frame, "endDrag")
                raise
            await drags.send(page, "drop", x, y, data)

        async def look() -> Any:
            await scripts.call(page, where.frame, "nextFrame", timeout=3)
            met = await drags.read_drag(page, where.frame, node_id)
            await scripts.call(page, where.frame, "endDrag")
            return met

        outcome, met = await perform(page, where.links, do, look)
        if met is not None and not met.drops:
            raise _refusal(where.met, met, "the drop")
        report: dict[str, Any] = {}
        if files:
            report["files"] = [{"name": each.name, "size": each.stat().st_size} for each in paths]
        outcome = aimed_at(where, outcome)
        outcome = replace(outcome, hit=(met.dropped if met else None) or where.met)
        return ActionResult.of("drop", outcome, point=(x, y), report=report)


def _refusal(meant: object, met: drags.DragMet, what: str) -> NotDroppable:
    over = "" if met.is_meant or met.over is None else f" (the mouse was over {met.over})"
    return NotDroppable(f"{meant or 'What is there'} does not take {what}{over}.")
