"""Native drags: the data, the events, and the elements under the pointer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.actions.keys import Modifier
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import DialogOpen, PageNavigated

_ANY_OPERATION = 1 | 2 | 16  # copy, link, move
STARTED_LIMIT = 3.0
"""Seconds between a page's `dragstart` and the browser's report of the dragged data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DragMet:
    """Events of a drag in one frame."""

    started: bool
    """Whether `dragstart` was dispatched and not cancelled, so that the browser drags, not the
    page.
    """
    is_other: bool
    """Whether the browser drags another element than the pressed one, because the page re-rendered
    in between.
    """
    over: ElementSummary | None
    is_meant: bool
    """Whether the last `dragover` was on the target."""
    taken: bool
    """Whether the page accepts the drop, by cancelling `dragover`."""
    field: bool
    """Whether it was on a text field, which accepts text by itself."""
    drops: int
    dropped: ElementSummary | None
    released: ElementSummary | None
    """Element where the mouse button was released."""
    cancelled: bool
    """Whether the browser took the finger's movement for a scroll."""


def data_of(*, text: str | None, files: list[str]) -> dict[str, Any]:
    """Dragged data in CDP's form (`Input.DragData`)."""
    items = [] if text is None else [{"mimeType": "text/plain", "data": text}]
    return {"items": items, "files": files, "dragOperationsMask": _ANY_OPERATION}


async def send(
    page: PageTarget,
    kind: str,
    x: float,
    y: float,
    data: dict[str, Any],
    *,
    modifiers: Modifier = Modifier.NONE,
) -> None:
    """Dispatch dragEnter, dragOver, drop or dragCancel at a viewport point."""
    event = {"type": kind, "x": x, "y": y, "data": data, "modifiers": int(modifiers)}
    with contextlib.suppress(DialogOpen, PageNavigated):  # reported by the events that are recorded
        await page.session.send("Input.dispatchDragEvent", event)


async def read_drag(page: PageTarget, frame: Frame, meant: int) -> DragMet:
    """Events of the drag so far, recorded since `vm.watchDrag`."""
    row = wire.record(await scripts.call(page, frame, "dragMet", meant))
    return DragMet(
        started=row.get("started") is True,
        is_other=row.get("isOther") is True,
        over=ElementSummary.from_wire(row.get("over"), frame),
        is_meant=row.get("isMeant") is True,
        taken=row.get("taken") is True,
        field=row.get("field") is True,
        drops=wire.whole(row.get("drops")),
        dropped=ElementSummary.from_wire(row.get("dropped"), frame),
        released=ElementSummary.from_wire(row.get("released"), frame),
        cancelled=row.get("cancelled") is True,
    )


class Intercepted:
    """The browser's report that a drag began, with its data."""

    def __init__(self) -> None:
        self._data: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def note(self, params: dict[str, Any]) -> None:
        """Handle the browser's event."""
        if not self._data.done():
            self._data.set_result(wire.record(params.get("data")))

    @property
    def has_come(self) -> bool:
        """Whether the browser has started a drag."""
        return self._data.done()

    async def data(self) -> dict[str, Any] | None:
        """Dragged data; None if the browser does not report it in time."""
        await asyncio.wait((self._data,), timeout=STARTED_LIMIT)
        return self._data.result() if self._data.done() else None


@contextlib.asynccontextmanager
async def intercept_drag(page: PageTarget, frame: Frame) -> AsyncIterator[Intercepted]:
    """Intercept the system's drag during the block, so that its events can be dispatched here."""
    sessions = list(dict.fromkeys([page.session, frame.session]))
    interceptor = Intercepted()
    subscriptions = [each.on("Input.dragIntercepted", interceptor.note) for each in sessions]

    async def switch(enabled: bool) -> None:
        for each in sessions:
            # Sessions of frames do not support it everywhere.
            await quietly(each.send("Input.setInterceptDrags", {"enabled": enabled}, timeout=2))

    try:
        await switch(True)
        yield interceptor
    finally:
        for unsubscribe in subscriptions:
            unsubscribe()
        await switch(False)
