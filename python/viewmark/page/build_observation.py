"""Builds the result of an observation: marks with refs, and further facts about their elements.

The computed styles of the elements are read with one call per frame. Elements that left the page
are distinguished from those that are out of view or omitted by the mark limit.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.backend_nodes import backend_node_ids
from viewmark.browser.page_target import PageTarget
from viewmark.browser.pdfs import pdf_remark
from viewmark.elements.model import Element
from viewmark.elements.scope import UNVISITED, Scope
from viewmark.elements.style import ElementStyle
from viewmark.errors import ViewmarkError
from viewmark.geometry import Bounds, Viewport
from viewmark.grouping import grouped
from viewmark.page.context import ObservationMemo, PageContext
from viewmark.page.mark_plan import label_of
from viewmark.page.observation import Annotation, Observation, PageInfo
from viewmark.page.observe_options import ObserveOptions
from viewmark.page.picture import info_of
from viewmark.page.taken_look import Taken, missing_parts
from viewmark.refs.delta import Delta
from viewmark.refs.memory import Known
from viewmark.stages import StageTimes, stage


async def build_observation(
    context: PageContext,
    options: ObserveOptions,
    look: Taken,
    times: StageTimes,
    *,
    is_shown: bool,
    area: Bounds | None = None,
    viewport: Viewport | None = None,
) -> Observation:
    """Build the result of an observation, and remember it for later calls.

    Args:
        context: the page, with its refs and earlier observations.
        options: the options of the observation.
        look: the collected data.
        times: the stage timings so far.
        is_shown: False if bare numbers and points must still refer to the previous observation.
        area: the observed area in CSS px of the document; the badges are then outside the viewport.
        viewport: the viewport of the page, if the screenshot shows another area.
    """
    page, found, marked, shot = context.page, look.found, look.marked, look.shot
    wanted, elements = options.include, found.elements
    nodes = await backend_node_ids(page, elements) if "backend_node_ids" in wanted else None
    styles = await styles_of(page, elements) if "styles" in wanted else None
    gone = Vanished((), None)
    if look.marks_error is None:
        gone = await vanished(context, elements, options.since)
    info = None
    if shot is not None:
        info = info_of(marked or shot, shot.viewport.width, redactions=shot.redactions)
    badges = marked.placements if marked is not None else (None,) * len(elements)
    annotations = tuple(
        Annotation(
            label=i + 1,
            badge_text=label_of(i + 1, given.ref, options.label_format),
            ref=given.ref,
            stability=given.stability,
            previous_ref=given.previous_ref,
            weak=given.weak,
            where=where,
            history=given.history if "ref_history" in wanted else (),
            element=elements[i],
            style=styles[i] if styles is not None else None,
            badge=badge if badge is not None and badge.width else None,
            backend_node_id=nodes[i] if nodes is not None else None,
        )
        for i, (given, badge, where) in enumerate(zip(look.refs, badges, found.wheres, strict=True))
    )
    view = shot.viewport if shot is not None else found.viewport
    digest = hash(shot.base64) if shot is not None else 0
    same = options.if_changed is not None and context.look(options.if_changed).digest == digest
    context.remember(
        ObservationMemo(
            frame_id=look.frame_id,
            epoch=context.page.epoch,
            has_labels=True,
            is_shown=is_shown,
            badges={a.ref: a.badge for a in annotations if a.badge and area is None},
            is_area=area is not None,
            image=None if info is None else (info.width, info.height, info.scale),
            view=view,
            digest=digest,
        )
    )
    return Observation(
        frame_id=look.frame_id,
        page=PageInfo(
            url=context.page.redactor(found.url),
            title=found.title,
            ready_state=found.ready_state,
            viewport=viewport or view,
            status=found.status,
        ),
        annotations=annotations,
        total_found=found.total_found,
        left_out=found.left_out,
        incomplete=(
            *missing_parts(look),
            *found.incomplete,
            *pdf_remark(context.page.frames),
        ),
        picture_error=look.picture_error,
        missing_frames=found.unreachable,
        gone=gone.refs,
        changes=gone.changes,
        scope=_scope_of(options, look),
        scrolled_boxes=found.scrolled_boxes if area is None else (),
        has_refs=options.refs != "none",
        layout_shifted=tuple(index + 1 for index in look.moved),
        base64=(marked or shot).base64 if shot is not None and not same else None,
        clean_base64=shot.base64 if shot is not None and not same else None,
        image_info=info,
        timings=times.timings(),
        area=area,
    )


def _scope_of(options: ObserveOptions, taken: Taken) -> Scope:
    within = "" if options.within is None else str(options.within)
    return Scope(
        texts=options.target != "interactive",
        covered="occluded" in options.include,
        part=" in ".join(filter(None, (options.selector, within)))
        + (f" without {options.exclude}" if options.exclude else ""),
        whole=taken.marks_error is None
        and not any(UNVISITED in each for each in taken.found.incomplete),
        unread=tuple(each.partition(": ")[0] for each in taken.found.unreachable),
    )


async def styles_of(
    page: PageTarget, elements: Sequence[Element]
) -> tuple[ElementStyle | None, ...]:
    """Return the styles of the elements in the given order; None for elements that are gone."""
    groups = grouped((e.handle.key[:2], position) for position, e in enumerate(elements))
    found: list[ElementStyle | None] = [None] * len(elements)

    async def ask(frame_id: str, epoch: str, positions: list[int]) -> None:
        frame = page.frames.get(frame_id)
        if frame is None or frame.loader_id != epoch:
            return
        ids = [elements[each].handle.node_id for each in positions]
        try:
            reply = await scripts.call(page, frame, "stylesOf", *ids)
        except ViewmarkError:
            return  # the frame was removed meanwhile, with its elements
        if isinstance(reply, list):
            for position, value in zip(positions, reply, strict=False):
                found[position] = ElementStyle.from_wire(value)

    await asyncio.gather(*(ask(*place, positions) for place, positions in groups.items()))
    return tuple(found)


PATIENCE = 1.0
"""Maximum seconds to wait for a frame's reply; without a reply, none of the frame's elements is
reported gone."""


class Vanished(NamedTuple):
    """Elements that are gone from the page or no longer visible."""

    refs: tuple[str, ...]
    """Refs of the previous observation's elements that are gone or no longer visible."""
    changes: Delta | None
    """Difference from the observation given by `since`, including elements gone since then."""


async def vanished(
    context: PageContext, elements: Sequence[Element], since: str | None
) -> Vanished:
    """Return elements of earlier observations that are gone or no longer visible.

    Frames are queried only if elements are missing. A re-rendered element is not reported as gone
    if the page has an element with the same text that got no other ref in this observation.

    Args:
        context: the page, with its refs and observations, after the observation.
        elements: the elements that were found.
        since: `frame_id` of an additional observation to compare with, besides the previous one.
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
            gone.add(known.ref)  # this does not apply after a reload, which recreates all frames

    async def ask(frame_id: str, group: list[Known]) -> None:
        frame = page.frames.get(frame_id)
        if frame is None:
            return
        rows: list[tuple[int, str, str]] = []
        asked: list[Known] = []
        for known in group:
            node, element = known.node, known.element
            lives = node is not None and node[1] == frame.loader_id
            # If the mark is on the label of a control, the text of the label does not identify the
            # control.
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
