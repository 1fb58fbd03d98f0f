"""Tells what is gone from the page from what is only out of view, or cut off by the cap."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from viewmark.browser import scripts, wire
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.elements.model import Element
    from viewmark.page.context import PageContext
    from viewmark.refs.memory import Known

__all__ = ["vanished"]

PATIENCE = 1.0
"""Seconds for a frame to answer; what it held is not called gone if it does not."""


async def vanished(
    context: PageContext, elements: Sequence[Element], since: str | None
) -> frozenset[str]:
    """Refs of what an earlier look had, and is not on the page any more, or not visible.

    Nobody is asked where nothing is missing. What is drawn anew is not gone as long as something
    on the page says the same, and had no other ref in this look.

    Args:
        context: the page's memory, after the look.
        elements: what the look found.
        since: the earlier look; None: the one before.
    """
    page, gone = context.page, set[str]()
    groups: dict[str, list[Known]] = {}
    for known in context.registry.missing(since):
        frame_id = _frame_of(known)
        if page.frames.get(frame_id) is not None:
            groups.setdefault(frame_id, []).append(known)
        elif frame_id and known.epoch == page.epoch:
            gone.add(known.ref)  # a reload makes its frames anew, so there it says nothing

    async def ask(frame_id: str, group: list[Known]) -> None:
        frame = page.frames.get(frame_id)
        if frame is None:
            return
        rows: list[tuple[int, str, str]] = []
        asked: list[Known] = []
        for known in group:
            node, element = known.node, known.element
            lives = node is not None and node[1] == frame.loader_id
            # What stands for another one is not known again by its own words.
            is_known = element is not None and not element.handle.control_id
            says = element.handle.says if element is not None and is_known else ""
            if lives or says:
                rows.append(
                    (node[2] if lives and node else 0, element.tag if element else "", says)
                )
                asked.append(known)
        taken = [e.handle.node_id for e in elements if e.handle.frame_id == frame_id]
        with contextlib.suppress(ViewmarkError):
            reply = await scripts.call(page, frame, "areGone", rows, taken, timeout=PATIENCE)
            for known, is_gone in zip(asked, wire.listed(reply), strict=False):
                if is_gone is True:
                    gone.add(known.ref)

    await asyncio.gather(*(ask(frame_id, group) for frame_id, group in groups.items()))
    return frozenset(gone)


def _frame_of(known: Known) -> str:
    if known.node is not None:
        return known.node[0]
    return known.element.handle.frame_id if known.element is not None else ""
