"""Giving files to a page: to a file field, seen or hidden, or to the chooser that a press opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from viewmark.background import within
from viewmark.browser import scripts, wire
from viewmark.browser.actions.control_state import Control, control_at
from viewmark.browser.actions.pointer import focus_of, perform, press
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.elements.words import words
from viewmark.errors import ElementNotFound, NotUploadable
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, reach, with_scrolls
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.page.upload_files import readable_files
from viewmark.unknown_options import checked

CHOOSER_LIMIT = 3.0
"""Seconds after a press in which a page may ask for files."""


class Uploads(PageCalls):
    """Files that a page is given; a part of `Page`."""

    @checked
    @in_turn
    async def upload(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Give files to a page.

        Args:
            target: a file field (hidden ones too), of its label or what is around
                it, or of what asks for files when it is pressed.
            files: paths inside `upload_folders`; relative ones are looked for in these in order.
                None of them (`[]`) takes back what was chosen in a file field.
            timeout: as for `click`.

        Raises:
            FileMissing: a file is not there; nothing was done.
            PathNotAllowed: outside of the folders, hidden, or not a plain file; nothing was done.
            NotUploadable: the target takes no files, or only one; none was given.
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


async def _give(page: PageTarget, control: Control, files: Sequence[Path]) -> ActionResult:
    _fits(control, files)
    frame, node_id = control.frame, control.node_id

    async def do() -> None:
        (object_id,) = await scripts.nodes(page, frame, [node_id])
        is_there = object_id is not None
        if is_there and files:
            given = {"files": list(map(str, files)), "objectId": object_id}
            await frame.session.send("DOM.setFileInputFiles", given)
        elif is_there:  # the browser takes an empty list for nothing to do
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
        press_result = ActionResult.of("press", with_scrolls(outcome, where))
        raise NotUploadable(
            f"{pressed} was pressed and asked for no file; none was given.",
            hint="Name the file field itself, by a selector such as input[type=file]; hidden ones "
            "take files too. What takes files only when they are dropped on it is for drop.",
            pressed=press_result.to_json(),
        )
    session, frame_id, backend_node = field
    frame = page.frames.get(frame_id)
    resolved = {} if frame is None else await _resolve(page, frame, backend_node)
    node_id = resolved.get("node_id", 0)
    if frame is None or not node_id or session is not frame.session:
        raise NotUploadable(f"The file field that {pressed} asked for is gone; none was given.")
    control = await control_at(page, frame, node_id)
    if control.folder != files[0].is_dir():
        wanted = "a folder" if control.folder else "files"
        raise NotUploadable(f"{pressed} asks for {wanted}; none was given.")
    done = await _give(page, control, files)
    return replace(done, outcome=replace(done.outcome, intended=outcome.intended))


async def _await_request(watch: SideEffects) -> None:
    while watch.chooser_field is None:
        watch.happened.clear()
        await watch.happened.wait()


async def _resolve(page: PageTarget, frame: Frame, backend_node: int) -> dict[str, int]:
    """The number that a node of the browser's has in our world of its frame."""
    world = await page.world(frame)
    answer = await world.session.send(
        "DOM.resolveNode",
        {"backendNodeId": backend_node, "executionContextId": world.context_id},
    )
    object_id = wire.record(answer.get("object")).get("objectId")
    if not isinstance(object_id, str):
        return {}
    return {"node_id": wire.whole(await scripts.pass_objects(page, frame, "idOf", [object_id]))}
