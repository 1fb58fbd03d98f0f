"""Assigns refs to any nodes of a page, in or out of view, in any frame.

Refs come from the page's registry, so an element has the same ref in observations, texts and trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from viewmark.browser import scripts, wire
from viewmark.browser.frames.affine import Affine
from viewmark.browser.frames.geometry import FRAME_STEP, chain, step_of
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Element, Handle, NodeKey
from viewmark.elements.order import number_elements
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds
from viewmark.grouping import grouped
from viewmark.page.context import PageContext

MOST = 2_000
"""Maximum number of elements to name in one call."""


async def name_handles(
    context: PageContext,
    handles: Sequence[Handle],
    *,
    elsewhere: Iterable[Handle] = (),
    anew: bool = True,
) -> dict[NodeKey, tuple[str, Element]]:
    """Return refs and elements, keyed by node; omit nodes that are gone or have no box.

    Args:
        context: the page, with its refs and earlier observations.
        handles: the nodes to name.
        elsewhere: other nodes that were read at the same time, so they are on the page as well.
        anew: False for a further part of the same text.
    """
    wanted = {each.key: each for each in handles[:MOST]}
    if not wanted:
        return {}
    elements = await locate(context, tuple(wanted.values()))
    state = await context.page.facts()
    named = context.registry.extend(
        elements,
        elsewhere={each.key for each in elsewhere} - {e.handle.key for e in elements},
        epoch=context.page.epoch,
        url=state.url,
        scroll=(state.viewport.scroll_x, state.viewport.scroll_y),
        anew=anew,
    )
    return {e.handle.key: (g.ref, e) for e, g in zip(elements, named, strict=True)}


async def refs_of(
    context: PageContext, handles: Sequence[Handle], *, elsewhere: Iterable[Handle] = ()
) -> dict[NodeKey, str]:
    """Return the refs of nodes, keyed by node; otherwise like `name_handles`."""
    named = await name_handles(context, handles, elsewhere=elsewhere)
    return {key: ref for key, (ref, _) in named.items()}


async def locate(context: PageContext, handles: Sequence[Handle]) -> list[Element]:
    """Describe nodes in the form of an observation; their bounds may be outside the viewport."""
    found: list[Element] = []
    for frame_id, group in grouped((each.frame_id, each) for each in handles).items():
        frame = context.page.frames.get(frame_id)
        if frame is None or frame.loader_id != group[0].epoch:
            continue
        try:
            found += await _in_frame(context, frame, group)
        except ViewmarkError:
            if frame is context.page.main_frame:
                raise
            # If a frame was removed, only its own elements are missing.
    return list(number_elements(found))


async def _in_frame(context: PageContext, frame: Frame, group: Sequence[Handle]) -> list[Element]:
    page = context.page
    to_top, path = await _place(page, frame)
    pairs = [number for h in group for number in (h.node_id, h.control_id)]
    reply = wire.record(await scripts.call(page, frame, "recordsOf", *pairs))
    records, abouts = wire.list_items(reply.get("elements")), wire.list_items(reply.get("about"))
    elements = []
    for record, about in zip(records, abouts, strict=False):
        box = Bounds.from_edges(wire.record(record).get("bounds"))
        if box is None:
            continue
        moved = to_top.bounds(box) if to_top is not None else box
        placed_record = {**record, "bounds": moved, "boxes": [moved]}
        element = Element.from_wire(
            placed_record, about, frame_id=frame.id, epoch=frame.loader_id, frame=path or None
        )
        if element is not None:
            if path and element.selector:
                element = replace(element, selector=path + FRAME_STEP + element.selector)
            elements.append(element)
    return elements


async def path_of(page: PageTarget, frame: Frame) -> str:
    """Return the readable path of a frame; empty for the main frame."""
    return (await _place(page, frame))[1]


async def _place(page: PageTarget, frame: Frame) -> tuple[Affine | None, str]:
    """Return a frame's transform to the top viewport, and its readable path."""
    if frame.parent_id is None:
        return None, ""
    links = await chain(page, frame)
    path = ""
    for link in links[1:]:
        if link.parent is None:
            continue
        about = wire.list_items(
            await scripts.call(page, link.parent.frame, "describe", link.owner_id, 0)
        )
        path = (path + FRAME_STEP if path else "") + step_of(about[0] if about else None)
    return links[-1].to_top, path
