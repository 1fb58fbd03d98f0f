"""Reads how the elements of a look are painted, in one call for each frame."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from viewmark.browser import scripts
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Element
from viewmark.elements.style import ElementStyle
from viewmark.errors import ViewmarkError


async def styles_of(
    page: PageTarget, elements: Sequence[Element]
) -> tuple[ElementStyle | None, ...]:
    """The style of each element, in the same order; None for one that is gone."""
    groups: dict[tuple[str, str], list[int]] = {}
    for position, element in enumerate(elements):
        groups.setdefault((element.handle.frame_id, element.handle.epoch), []).append(position)
    found: list[ElementStyle | None] = [None] * len(elements)

    async def ask(frame_id: str, epoch: str, positions: list[int]) -> None:
        frame = page.frames.get(frame_id)
        if frame is None or frame.loader_id != epoch:
            return
        ids = [elements[each].handle.node_id for each in positions]
        try:
            reply = await scripts.call(page, frame, "stylesOf", *ids)
        except ViewmarkError:
            return  # the frame went away meanwhile, and its elements with it
        if isinstance(reply, list):
            for position, value in zip(positions, reply, strict=False):
                found[position] = ElementStyle.from_wire(value)

    await asyncio.gather(*(ask(*place, positions) for place, positions in groups.items()))
    return tuple(found)
