"""Native drag and drop: the dragged data, the events, and the elements under the pointer."""

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

_ANY_OPERATION = 1 | 2 | 16  # bit mask of all drag operations: copy, link, move
STARTED_LIMIT = 3.0
"""Maximum seconds from a drag's `dragstart` in the page until the browser reports the dragged
data.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DragMet:
    """Summary of the drag events that one frame has recorded."""

    started: bool
    """Whether `dragstart` was dispatched and not cancelled, so that the browser, not the page,
    performs the drag.
    """
    is_other: bool
    """Whether the browser drags a different element than the pressed one, because the page
    re-rendered in between.
    """
    over: ElementSummary | None
    is_meant: bool
    """Whether the last `dragover` was on the target."""
    taken: bool
    """Whether the page accepts the drop, that is, cancelled `dragover`."""
    field: bool
    """Whether the pointer was over a text field, which accepts dropped text without a handler."""
    drops: int
    dropped: ElementSummary | None
    released: ElementSummary | None
    """The element over which the mouse button was released."""
    cancelled: bool
    """Whether the browser treated the finger's movement as a scroll."""


def data_of(*, text: str | None, files: list[str]) -> dict[str, Any]:
    """Return the dragged data in CDP's format (`Input.DragData`)."""
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
    """Send one drag event (dragEnter, dragOver, drop or dragCancel) at a point of the viewport."""
    event = {"type": kind, "x": x, "y": y, "data": data, "modifiers": int(modifiers)}
    with contextlib.suppress(DialogOpen, PageNavigated):  # the recorded events show the result
        await page.session.send("Input.dispatchDragEvent", event)


async def read_drag(page: PageTarget, frame: Frame, meant: int) -> DragMet:
    """Return the drag events that the frame has recorded since `vm.watchDrag`."""
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
    """Waits for the browser to report that a drag has started, and stores the dragged data."""

    def __init__(self) -> None:
        self._data: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def note(self, params: dict[str, Any]) -> None:
        """Store the dragged data of the browser's event `Input.dragIntercepted`."""
        if not self._data.done():
            self._data.set_result(wire.record(params.get("data")))

    @property
    def has_come(self) -> bool:
        """Whether the browser has started a drag."""
        return self._data.done()

    async def data(self) -> dict[str, Any] | None:
        """Return the dragged data; None if the browser does not report it in time."""
        await asyncio.wait((self._data,), timeout=STARTED_LIMIT)
        return self._data.result() if self._data.done() else None


@contextlib.asynccontextmanager
async def intercept_drag(page: PageTarget, frame: Frame) -> AsyncIterator[Intercepted]:
    """Intercept native drags during the block, so that drag events can be dispatched over CDP."""
    sessions = list(dict.fromkeys([page.session, frame.session]))
    interceptor = Intercepted()
    subscriptions = [each.on("Input.dragIntercepted", interceptor.note) for each in sessions]

    async def switch(enabled: bool) -> None:
        for each in sessions:
            # The command may fail, because not every browser supports it in sessions of subframes.
            await quietly(each.send("Input.setInterceptDrags", {"enabled": enabled}, timeout=2))

    try:
        await switch(True)
        yield interceptor
    finally:
        for unsubscribe in subscriptions:
            unsubscribe()
        await switch(False)
