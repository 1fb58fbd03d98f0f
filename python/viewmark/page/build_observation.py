"""The answer of a look: marks with their refs, and what is asked of their elements besides."""

from __future__ import annotations

from viewmark.browser.discovery.backend_nodes import backend_node_ids
from viewmark.browser.pdfs import pdf_remark
from viewmark.elements.scope import UNVISITED, Scope
from viewmark.elements.twins import wheres
from viewmark.geometry import Bounds, Viewport
from viewmark.page.context import ObservationMemo, PageContext
from viewmark.page.mark_plan import label_of
from viewmark.page.observation import Annotation, Observation, PageInfo
from viewmark.page.observe_options import ObserveOptions
from viewmark.page.picture import info_of
from viewmark.page.styles import styles_of
from viewmark.page.taken_look import Taken, missing_parts
from viewmark.page.vanished import Vanished, vanished
from viewmark.stages import StageTimes


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
    """The answer of a look, with what is asked of its elements besides; remembered for later calls.

    Args:
        context: of the page.
        options: of the look.
        look: what was taken.
        times: of the look so far.
        is_shown: False: bare numbers and points go on meaning the observation before.
        area: CSS px of the document, where the look was at one; its badges do not lie in the view.
        viewport: of the page, where the picture shows something else.
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
        for i, (given, badge, where) in enumerate(
            zip(look.refs, badges, wheres(elements), strict=True)
        )
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
            badges={a.ref: _floats(a.badge) for a in annotations if a.badge and area is None},
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
        part=" in ".join(filter(None, (options.selector, within))),
        whole=taken.marks_error is None
        and not any(UNVISITED in each for each in taken.found.incomplete),
        unread=tuple(each.partition(": ")[0] for each in taken.found.unreachable),
    )


def _floats(box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    x, y, width, height = box
    return (float(x), float(y), float(width), float(height))
