"""Names where a thing can be dropped: the columns and lists that are built as its own one."""

from __future__ import annotations

from typing import NamedTuple

from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.elements.model import Handle
from viewmark.elements.words import words
from viewmark.errors import ViewmarkError
from viewmark.page.context import PageContext
from viewmark.page.naming import name_handles
from viewmark.text import quoted

PATIENCE = 1.0
"""Seconds for the page to answer."""


class DropZone(NamedTuple):
    """A column, a list, a bin."""

    node_id: int
    ref: str
    name: str

    def json(self) -> dict[str, str]:
        """The wire shape."""
        return {"ref": self.ref, "name": self.name}


async def drop_zones(context: PageContext, frame: Frame, node_id: int) -> tuple[DropZone, ...]:
    """Where an element can be dropped, in the order of the page. It never fails."""
    try:
        reply = await scripts.call(context.page, frame, "dropZones", node_id, timeout=PATIENCE)
        rows = [[*wire.list_items(row), None, None][:2] for row in wire.list_items(reply)]
        handles = [
            Handle(frame_id=frame.id, node_id=wire.whole(row[0]), epoch=frame.loader_id)
            for row in rows
        ]
        named = await name_handles(context, handles)
    except ViewmarkError:  # it is busy, or gone; the drag itself says so
        return ()
    return tuple(
        DropZone(handle.node_id, named[handle.key][0], words(row[1], 60))
        for handle, row in zip(handles, rows, strict=True)
        if handle.key in named
    )


async def zone_at(
    context: PageContext, frame: Frame, zones: tuple[DropZone, ...], x: float, y: float
) -> DropZone | None:
    """The zone that a point of its frame lies in by now."""
    if not zones:
        return None
    numbers = [each.node_id for each in zones]
    try:
        found = await scripts.call(context.page, frame, "zoneAt", numbers, x, y, timeout=PATIENCE)
    except ViewmarkError:
        return None
    return next((each for each in zones if each.node_id == found), None)


def zones_sentence(zones: tuple[DropZone, ...]) -> str:
    """`It could go to @e1 "Doing", @e2 "Done".`, with a space before it; empty for none."""
    if not zones:
        return ""
    return f" It could go to {', '.join(f'{each.ref} {quoted(each.name)}' for each in zones)}."
