"""Tells what is gone from the page from what is only out of view, or cut off by the cap."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from viewmark.browser import scripts, wire
from viewmark.elements.model import Element
from viewmark.errors import ViewmarkError
from viewmark.page.context import PageContext
from viewmark.refs.delta import Delta
from viewmark.refs.memory import Known
from viewmark.stages import stage

PATIENCE = 1.0
"""Seconds for a frame to answer; what it held is not called gone if it does not."""


class Vanished(NamedTuple):
    """What is not on the page any more, or not visible."""

    refs: tuple[str, ...]
    """Of the previous look."""
    changes: Delta | None
    """The difference to the look that was named, with what is gone since."""


async def vanished(
    context: PageContext, elements: Sequence[Element], since: str | None
) -> Vanished:
    """What earlier looks had, and is not on the page any more, or not visible.

    Nobody is asked where nothing is missing. What is drawn anew is not gone as long as something
    on the page says the same, and had no other ref in this look.

    Args:
        context: the page's memory, after the look.
        elements: what the look found.
        since: `frame_id` of the look to compare with, beside the previous one.
    """
    registry = context.registry
    changes = None if since is None else registry.delta(since)
    missing = registry.missing(changes.gone if changes is not None else ())
    if missing:
        with stage("refs"):
            gone = await _is_gone(context, elements, missing)
    else:
        gone = set()
    if changes is not None:
        changes = replace(changes, gone=tuple(ref for ref in changes.gone if ref in gone))
    return Vanished(tuple(ref for ref in registry.gone if ref in gone), changes)


async def _is_gone(
    context: PageContext, elements: Sequence[Element], missing: Sequence[Known]
) -> set[str]:
    page, gone = context.page, set[str]()
    groups: dict[str, list[Known]] = {}
    for known in missing:
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
            for known, is_gone in zip(asked, wire.list_items(reply), strict=False):
                if is_gone is True:
                    gone.add(known.ref)

    await asyncio.gather(*(ask(frame_id, group) for frame_id, group in groups.items()))
    return gone


def _frame_of(known: Known) -> str:
    if known.node is not None:
        return known.node[0]
    return known.element.handle.frame_id if known.element is not None else ""
