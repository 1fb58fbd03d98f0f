"""Reads elements' `BackendNodeId`s, by which other CDP clients can identify the same nodes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from viewmark.background import gather_groups
from viewmark.browser import scripts, wire
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Element, Handle
from viewmark.errors import ProtocolError, ViewmarkError


async def backend_node_ids(page: PageTarget, elements: Sequence[Element]) -> list[int | None]:
    """Return the backend node ID of each element in order; None for elements that are gone."""
    found: dict[Handle, int | None] = {}

    async def describe_group(handles: list[Handle]) -> None:
        frame = page.frames.get(handles[0].frame_id)
        if frame is None or frame.loader_id != handles[0].epoch:
            return
        with contextlib.suppress(ViewmarkError):  # the frame may disappear during the request
            nodes = await scripts.nodes(page, frame, [each.node_id for each in handles])
            ids = await asyncio.gather(*(_describe_node(frame.session, node) for node in nodes))
            found.update(zip(handles, ids, strict=True))

    handles = [each.handle for each in elements]
    await gather_groups(handles, lambda handle: (handle.frame_id, handle.epoch), describe_group)
    return [found.get(handle) for handle in handles]


async def _describe_node(session: Any, object_id: str | None) -> int | None:
    if object_id is None:
        return None
    try:
        reply = await session.send("DOM.describeNode", {"objectId": object_id})
    except ProtocolError:
        return None
    return wire.whole(wire.record(reply.get("node")).get("backendNodeId")) or None
