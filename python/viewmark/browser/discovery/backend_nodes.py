"""Asks for the `BackendNodeId`s of elements, by which other CDP clients know the same nodes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts, wire
from viewmark.errors import ProtocolError, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.page_target import PageTarget
    from viewmark.elements.model import Element


async def backend_node_ids(page: PageTarget, elements: Sequence[Element]) -> list[int | None]:
    """The id of each element, in the same order; None for one that is gone."""
    groups: dict[tuple[str, str], list[int]] = {}
    for position, element in enumerate(elements):
        place = (element.handle.frame_id, element.handle.epoch)
        groups.setdefault(place, []).append(position)
    found: list[int | None] = [None] * len(elements)

    async def describe_group(frame_id: str, epoch: str, positions: list[int]) -> None:
        frame = page.frames.get(frame_id)
        if frame is None or frame.loader_id != epoch:
            return
        try:
            numbers = [elements[each].handle.node_id for each in positions]
            nodes = await scripts.nodes(page, frame, numbers)
            node_ids = await asyncio.gather(
                *(_describe_node(frame.session, node) for node in nodes)
            )
        except ViewmarkError:
            return  # the frame went away meanwhile, and its elements with it
        for position, number in zip(positions, node_ids, strict=True):
            found[position] = number

    await asyncio.gather(
        *(describe_group(*place, positions) for place, positions in groups.items())
    )
    return found


async def _describe_node(session: Any, object_id: str | None) -> int | None:
    if object_id is None:
        return None
    try:
        reply = await session.send("DOM.describeNode", {"objectId": object_id})
    except ProtocolError:
        return None
    return wire.whole(wire.record(reply.get("node")).get("backendNodeId")) or None
