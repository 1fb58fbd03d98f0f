"""Observes a page: discovery and capture run in parallel, marks are placed during encoding.

    discover ----------------+--> refs --> place (ahead) --+
    capture ---- frame wait, encode, transfer -------------+--> annotate  ‖  secrets, recheck

There are four cases: no screenshot, an area in several parts (`area.py`), the viewport, and a
retry. The boxes of marked elements are measured again after the capture. If an element moved that
was not known to move, the observation is repeated with animations paused. Elements that still move
are listed in `layout_shifted`; their boxes include their places before and after the capture.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Literal, TypeAlias

from viewmark.background import run_concurrently
from viewmark.browser.capture.layout_shift import ShiftedElement, detect_shifts, track
from viewmark.browser.capture.motion import Motion, frozen_animations, motion_of
from viewmark.browser.capture.screenshot import Capture, refuse_restricted
from viewmark.browser.discovery.closed_roots import find_hidden_roots, roots_found
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.discovery import Discovery, finish, likely_blank
from viewmark.browser.page_target import PageTarget
from viewmark.browser.settling import settle, until_parsed
from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.elements.cap import Cap
from viewmark.elements.model import Handle
from viewmark.errors import CommandTimeout, InvalidOption, ScreenshotFailed
from viewmark.geometry import Viewport
from viewmark.imaging import Annotated
from viewmark.page.area import take_area
from viewmark.page.build_observation import build_observation
from viewmark.page.context import PageContext
from viewmark.page.mark_plan import Ahead, MarkPlan
from viewmark.page.observation import Observation
from viewmark.page.observe_options import ObserveOptions
from viewmark.page.picture import blank_ahead, blank_in, capture_within
from viewmark.page.resolve import element
from viewmark.page.resolved_target import PointTarget
from viewmark.page.taken_look import Taken, corrected, kept_of, of_both, picture_alone
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.stages import StageTimes, record_stages, stage

PARSED_WITHIN = 0.5
"""Maximum time to wait until an empty document is parsed, in seconds."""


async def observe(
    context: PageContext, options: ObserveOptions, *, is_shown: bool = True
) -> Observation:
    """Observe the page once.

    Args:
        context: the page, with its refs and earlier observations.
        options: what to observe, and how to present it.
        is_shown: False for an internal observation: bare numbers and points still refer to the
            previous observation.

    Raises:
        RestrictedPage: the page is an internal page of the browser.
        RefStale: the observation given by `since` is no longer kept.
        InvalidSelector: the custom selector is not valid CSS.
        InvalidOption: an option has an invalid value.
        BrowserError, PageError: the page does not respond.
    """
    options.check()
    refuse_restricted(context.page)
    within = resolve_or_none(context, options.within)
    if isinstance(within, PointTarget):
        raise InvalidOption("within is an element, not a point.", param="within")
    if options.since is not None:
        context.registry.delta(options.since)  # raises early if that observation is no longer kept
    if options.if_changed is not None:
        context.look(options.if_changed)  # raises early, for the same reason
    with record_stages("observe", context) as times:
        if options.area != "viewport":
            return await _observe_area(context, options, times, is_shown=is_shown)
        if options.settle:
            with stage("settle"):
                await settle(context.page)
        look = await _whole_look(context, options)
        return await build_observation(context, options, look, times, is_shown=is_shown)


async def _whole_look(context: PageContext, options: ObserveOptions) -> Taken:
    """Observe the page, and repeat once for each reason why the result may not match the page.

    Animations are paused if they are known to move elements, and when repeating after a move.
    """
    page, reasons = context.page, list[_Reason]()
    before: Taken | None = None
    while True:
        motion, roots = motion_of(page), roots_found(page)
        is_shifted = before is not None and reasons[-1] == "moved"
        hold = options.annotate and (motion.animates or is_shifted)
        async with (
            frozen_animations(page) if hold else contextlib.nullcontext(motion.animates)
        ) as motion.animates:
            tracked = before.movers if before is not None and is_shifted else motion.by_script
            look = await _look(context, options, tracked=tracked, again=before is not None)
        if before is not None:
            look.refs = of_both(before.refs, look.refs)
        has_new_roots = roots_found(page) != roots and not _looks_for_roots(context, options)
        reason = _why_once_more(look, motion, has_new_roots=has_new_roots)
        if reason is None or reason in reasons:
            break
        reasons.append(reason)
        before = look
        if reason == "begun":
            with stage("settle"):
                await until_parsed(page, timeout_s=PARSED_WITHIN)
    if options.annotate:  # moved elements are detected only if there is a screenshot
        motion.note(() if look.shifted.view_changed else look.movers)
    if look.plan and look.shot and look.shifted.edges and not look.shifted.view_changed:
        look.found = corrected(look.found, look.shifted)
        look.marked = await asyncio.to_thread(look.plan.redraw, look.found, look.shot)
    return look


_Reason: TypeAlias = Literal["begun", "roots", "moved"]


def _why_once_more(look: Taken, motion: Motion, *, has_new_roots: bool) -> _Reason | None:
    if has_new_roots:
        # a closed shadow root was found during the capture, so its elements are missing
        return "roots"
    if look.shifted.view_changed or not motion.explains(look.movers):
        return "moved"
    if look.found.ready_state == "loading" and not look.found.elements:
        # A document that is still loading may be empty only because it has not been parsed yet.
        return "begun"
    return None


def _looks_for_roots(context: PageContext, options: ObserveOptions) -> bool:
    """Return True if discovery must search for closed shadow roots: the secret cover does not."""
    page = context.page
    return not options.annotate or (page.show_secrets and not page.mask)


async def _look(
    context: PageContext,
    options: ObserveOptions,
    *,
    tracked: Collection[Handle] = (),
    again: bool = False,
) -> Taken:
    page = context.page
    likely: asyncio.Future[Capture] = asyncio.get_running_loop().create_future()

    def is_here(shot: Capture) -> None:
        if not likely.done():
            likely.set_result(shot)

    async with contextlib.AsyncExitStack() as stack:
        shooting = None
        if options.annotate:
            taking = capture_within(context, options, is_here)
            if tracked:
                await stack.enter_async_context(run_concurrently(track(page, tracked)))
            shooting = await stack.enter_async_context(run_concurrently(taking))
        with stage("discover"):
            roots = _looks_for_roots(context, options)
            try:
                drafted = await _discover(context, options, with_roots=roots)
            except CommandTimeout as error:
                if shooting is None:
                    raise
                return await picture_alone(context, options, await shooting, error)
        # Start with the elements that are probably visible; the final screenshot decides later.
        blank = likely_blank(drafted)
        found = finish(drafted, blank)
        frame_id = context.new_frame_id()
        name = partial(context.name, frame_id=frame_id, refresh=options.refs == "fresh")
        with stage("refs"):
            refs = name(found.elements, found, again=again)
        if shooting is None:
            return Taken(frame_id, found, refs, None, None)
        plan = MarkPlan(context, options, found, refs)
        judging = None
        if drafted.draft is not None:
            judging = await stack.enter_async_context(
                run_concurrently(blank_ahead(drafted, likely))
            )
        drawing = await stack.enter_async_context(run_concurrently(_drawn_ahead(plan, likely)))
        _ = found.wheres  # computed in advance, while the screenshot is pending
        try:
            shot = await shooting
        except ScreenshotFailed as error:
            if "timeout_s" not in error.data:
                raise
            # Without a screenshot, elements of unknown visibility are kept.
            return Taken(frame_id, found, refs, None, None, picture_error=error)
        is_here(shot)
        # Send the check first, because it waits for the page while a thread draws.
        shifted, (drawn, placed, marked) = await asyncio.gather(
            _recheck(page, found, shot), drawing
        )
        if judging is not None:
            judged, seen_blank = await judging
            if judged.base64 is not shot.base64:
                seen_blank = await asyncio.to_thread(blank_in, drafted, shot)
            if seen_blank != blank:
                blank, found = seen_blank, finish(drafted, seen_blank)
                refs = of_both(refs, name(found.elements, found, again=True))
                plan = MarkPlan(context, options, found, refs)
                drawn, placed = shot, None
                shifted, marked = await asyncio.gather(
                    _recheck(page, found, shot), asyncio.to_thread(plan.draw, shot, None)
                )
    if drawn.base64 is not shot.base64:
        marked = await asyncio.to_thread(plan.draw, shot, placed)
    return Taken(frame_id, found, refs, shot, marked, shifted, plan)


async def _discover(
    context: PageContext,
    options: ObserveOptions,
    *,
    cap: Cap | None = None,
    regions: bool = False,
    with_roots: bool = False,
) -> Discovery:
    """Discover elements as the options require; before a screenshot, the result is only a draft."""
    within = None
    if options.within is not None:
        frame, node_id, _ = await element(context, resolve(context, options.within))
        within = (frame.id, node_id)
    return await discover(
        context.page,
        target=options.target,
        selector=options.selector,
        exclude=options.exclude,
        max_annotations=cap or options.cap,
        include_occluded="occluded" in options.include,
        regions=regions,
        pictured=options.annotate,
        with_roots=with_roots,
        within=within,
    )


async def _drawn_ahead(
    plan: MarkPlan, likely: asyncio.Future[Capture]
) -> tuple[Capture, Ahead | None, Annotated | None]:
    """Draw the marks on the screenshot that will probably be final, while the page is checked."""
    placed = await asyncio.to_thread(plan.place)
    shot = await likely
    return shot, placed, await asyncio.to_thread(plan.draw, shot, placed)


async def _recheck(page: PageTarget, found: Discovery, shot: Capture) -> ShiftedElement:
    with stage("recheck"):
        return await detect_shifts(page, found.elements, observation=found.number, since=shot.since)


async def _observe_area(
    context: PageContext, options: ObserveOptions, times: StageTimes, *, is_shown: bool
) -> Observation:
    """Observe an area that may be smaller or larger than the viewport, part by part."""
    page = context.page
    await find_hidden_roots(page)

    async def look() -> Discovery:
        cap = Cap(max(MAX_ANNOTATIONS, options.cap.most))
        return await _discover(context, options, cap=cap, regions=True)

    taken = await take_area(context, options, look)
    box, first, total = taken.box, taken.looks[0], len(taken.found)
    kept, cut, rest = kept_of(taken, options.cap)
    view = Viewport(box.width, box.height, 0.0, 0.0, taken.viewport.device_scale_factor)
    whole = replace(
        first,
        elements=kept,
        total_found=total + sum(each.total_found - len(each.elements) for each in taken.looks),
        left_out=(*rest, *(each for look in taken.looks for each in look.left_out)),
        viewport=view,
        text_rects=tuple(taken.text_rects),
        unmarked=(*cut, *taken.unmarked),
        incomplete=tuple(
            dict.fromkeys(
                [*taken.incomplete, *(r for each in taken.looks for r in each.incomplete)]
            )
        ),
    )
    frame_id = context.new_frame_id()
    # Use positions in the document, so that the next observation of the viewport can match them.
    at = [replace(e, bounds=e.bounds.shift(box.x, box.y)) for e in kept]
    refs = context.name(at, whole, frame_id=frame_id, refresh=options.refs == "fresh")
    shot, marked = taken.shot, None
    if shot is not None:
        plan = MarkPlan(context, options, whole, refs, afresh=True)
        marked = await asyncio.to_thread(plan.draw, shot, None)
    moved = tuple(
        i for i, e in enumerate(kept) if (e.handle.frame_id, e.handle.node_id) in taken.moved
    )
    shifted = ShiftedElement(elements=moved, view_changed=False)
    look_taken = Taken(
        frame_id, whole, refs, shot, marked, shifted, picture_error=taken.picture_error
    )
    return await build_observation(
        context,
        options,
        look_taken,
        times,
        is_shown=is_shown,
        area=box,
        viewport=taken.viewport,
    )
