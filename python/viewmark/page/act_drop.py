"""Dropping files or text onto an element, as from a file manager or another program.

The browser itself makes the events; the drop is sent only after the page, or a field, has taken the
`dragover`. Else Chromium would open a dropped file in place of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from viewmark.browser import scripts
from viewmark.browser.actions import drags
from viewmark.browser.actions.pointer import perform
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import InvalidOption, NotDroppable
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls
from viewmark.page.drag_end import ENDED, check_end
from viewmark.page.locked import in_turn
from viewmark.page.resolve import aimed_at, reach
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.page.upload_files import readable_files
from viewmark.unknown_options import checked

TEXT_LIMIT = 1_000_000
"""Characters of a text that is dropped."""


class Drops(PageCalls):
    """Files and texts dropped from outside of the browser; a part of `Page`."""

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
        """Drop files or a text onto a target, as from outside of the browser.

        Args:
            target: see `Target`.
            files: as for `upload`.
            text: a text in place of files.
            timeout: as for `click`.

        Raises:
            FileMissing, PathNotAllowed: as for `upload`; nothing was done.
            NotDroppable: the page does not take it there; nothing was dropped.
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
