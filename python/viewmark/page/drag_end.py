"""Checks, before the pointer is released, that the drop target is still the same element.

A drag may change the elements under it: a drop zone shows "Release to drop", a column contains one
more card. Such changes are accepted. If a list was sorted or refilled meanwhile, nothing is
dropped.

The module also lists possible drop targets: columns and lists with the same structure as the
container of the source.
"""

from __future__ import annotations

from typing import NamedTuple

from viewmark.browser import scripts, wire
from viewmark.browser.actions.results import HitTest
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged, NodeGone
from viewmark.elements.model import Handle
from viewmark.elements.words import words
from viewmark.errors import RefAmbiguous, RefStale, ViewmarkError
from viewmark.page.context import PageContext
from viewmark.page.found_again import find_again, find_meant
from viewmark.page.naming import name_handles
from viewmark.page.resolve import check_alive
from viewmark.page.resolved_target import ElementTarget, ResolvedTarget
from viewmark.page.targets import frame_of
from viewmark.page.tree import plain
from viewmark.text import quoted

ENDED = (NodeGone, RefStale, RefAmbiguous)
"""Errors that mean that the drop target is no longer the observed element."""


async def check_end(
    context: PageContext,
    carried: ResolvedTarget | str | None,
    to: ResolvedTarget | None,
    there: HitTest | None,
    *,
    is_over: bool,
) -> None:
    """Raise an error if the drop target is no longer the observed element.

    Args:
        context: the page, with its refs and earlier observations.
        carried: the dragged element, or its text; None for a drag without text, such as files.
        to: the drop target as given by the caller.
        there: where the target was found.
        is_over: True if the dragged element is already over the target.

    Raises:
        NodeChanged: the target is at another place now.
        RefStale, RefAmbiguous: the target's text changed, or it is gone.
    """
    if not isinstance(to, ElementTarget) or there is None or there.meant is None:
        return
    node_id, renamed = int(there.meant["id"]), len(context.renamed)
    try:
        await check_alive(context, there.frame, node_id, there.meant)
        return
    except NodeGone as error:
        try:
            if isinstance(error, NodeChanged):
                effect_of = _words(carried) if is_over else None
                again = await find_meant(context, to, dropping=effect_of)
                # the drag caused the new text, so it is not reported as a changed text
                del context.renamed[renamed:]
            else:
                again = await find_again(context, to)
        except ViewmarkError as refusal:
            raise _given_up(refusal) from None
    frame, now = frame_of(context.page, again), again.element.handle.node_id
    if frame.id == there.frame.id:
        box = wire.numbers(await scripts.call(context.page, frame, "boxNow", now), 4)
        x, y = there.inner
        if now == node_id or (box and 0 <= x - box[0] <= box[2] and 0 <= y - box[1] <= box[3]):
            return
    raise NodeChanged(f"{there.target} is elsewhere since the drag began; nothing was dropped.")


def _words(carried: ResolvedTarget | str | None) -> str:
    """Return the dragged element's text, which the drop target may repeat during the drag."""
    if isinstance(carried, str):
        return carried
    if not isinstance(carried, ElementTarget):
        return ""
    return carried.element.identity.words


def _given_up(refusal: ViewmarkError) -> ViewmarkError:
    message = refusal.message.replace("nothing was done", "nothing was dropped")
    if message == refusal.message:
        message += " Nothing was dropped."
    refusal.message = message
    return refusal


PATIENCE = 1.0
"""Maximum seconds to wait for the page to list its drop zones."""


class DropZone(NamedTuple):
    """A possible drop target, such as a column, a list or a bin."""

    node_id: int
    ref: str
    name: str

    def json(self) -> dict[str, str]:
        """Return the data as a JSON-serializable dictionary."""
        return {"ref": self.ref, "name": self.name}


async def drop_zones(context: PageContext, frame: Frame, node_id: int) -> tuple[DropZone, ...]:
    """List the drop zones where an element can be dropped, in page order; never raises."""
    try:
        reply = await scripts.call(context.page, frame, "dropZones", node_id, timeout=PATIENCE)
        rows = [[*wire.list_items(row), None, None][:2] for row in wire.list_items(reply)]
        handles = [
            Handle(frame_id=frame.id, node_id=wire.whole(row[0]), epoch=frame.loader_id)
            for row in rows
        ]
        named = await name_handles(context, handles, anew=False)
    except ViewmarkError:  # the page is busy or gone, which the drag itself will report
        return ()
    return tuple(
        DropZone(handle.node_id, named[handle.key][0], words(row[1], 60))
        for handle, row in zip(handles, rows, strict=True)
        if handle.key in named
    )


async def zone_at(
    context: PageContext, frame: Frame, zones: tuple[DropZone, ...], x: float, y: float
) -> DropZone | None:
    """Return the drop zone that contains a point (CSS px of its frame); None if there is none."""
    if not zones:
        return None
    numbers = [each.node_id for each in zones]
    try:
        found = await scripts.call(context.page, frame, "zoneAt", numbers, x, y, timeout=PATIENCE)
    except ViewmarkError:
        return None
    return next((each for each in zones if each.node_id == found), None)


async def zone_called(
    context: PageContext, zones: tuple[DropZone, ...], end: HitTest
) -> DropZone | None:
    """Return the only drop zone named like the target, if the target is outside all zones."""
    name = plain(end.target.name) if end.target is not None else ""
    called = [each for each in zones if name and plain(each.name) == name]
    is_inside = await zone_at(context, end.frame, zones, *end.inner) is not None
    return called[0] if len(called) == 1 and not is_inside else None


def zones_sentence(zones: tuple[DropZone, ...]) -> str:
    """Return `It could go to @e1 "Doing", @e2 "Done".` with a leading space; empty if none."""
    if not zones:
        return ""
    return f" It could go to {', '.join(f'{each.ref} {quoted(each.name)}' for each in zones)}."
