"""Dropping files or text onto an element, as from a file manager or another program.

The browser itself makes the events; the drop is sent only after the page, or a field, has taken the
`dragover`. Else Chromium would open a dropped file in place of the page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.actions import drags
from viewmark.browser.actions.pointer import perform
from viewmark.errors import InvalidOption, NotDroppable
from viewmark.page.action_result import ActionResult
from viewmark.page.drag_end import ENDED, check_end
from viewmark.page.locked import in_turn
from viewmark.page.resolve import aimed_at, reach
from viewmark.page.upload_files import readable_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["drop"]

TEXT_LIMIT = 1_000_000
"""Characters of a text that is dropped."""


@in_turn
async def drop(
    context: PageContext,
    target: ResolvedTarget,
    *,
    files: Sequence[str | Path],
    text: str | None,
    timeout: float,
) -> ActionResult:
    """Drop files or a text; `hit` is what got it."""
    if bool(files) is (text is not None):
        raise InvalidOption("Drop either files or a text.", param="files")
    if text is not None and (not isinstance(text, str) or not 0 < len(text) <= TEXT_LIMIT):
        raise InvalidOption(f"text must be a text of 1 to {TEXT_LIMIT} characters.", param="text")
    paths = readable_files(files, context.upload_folders) if files else []
    page = context.page
    where = await reach(context, target, timeout=timeout)
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
            await check_end(context, None, target, where, is_over=True)
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
