"""The data that one attempt at an observation collected.

The module also combines two attempts, completes a partial attempt, and selects which elements of an
area get marks after all parts of the area were observed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from viewmark.browser.capture.layout_shift import UNMOVED, ShiftedElement
from viewmark.browser.capture.screenshot import Capture
from viewmark.browser.discovery.discovery import Discovery
from viewmark.elements.cap import Cap
from viewmark.elements.model import Element, Handle
from viewmark.elements.order import number_elements, reading_order
from viewmark.elements.rank import LeftOut, left_out
from viewmark.errors import CommandTimeout, ScreenshotFailed
from viewmark.geometry import Bounds
from viewmark.imaging import Annotated
from viewmark.page.area import AreaPicture
from viewmark.page.context import PageContext
from viewmark.page.mark_plan import MarkPlan
from viewmark.page.observe_options import ObserveOptions
from viewmark.refs.registry import RefAssignment


@dataclass(slots=True)
class Taken:
    """The data collected by one attempt at an observation."""

    frame_id: str
    found: Discovery
    refs: Sequence[RefAssignment]
    shot: Capture | None
    marked: Annotated | None
    shifted: ShiftedElement = UNMOVED
    """Elements that moved between the measurement and the check after the screenshot."""
    plan: MarkPlan | None = None
    picture_error: ScreenshotFailed | None = None
    """Why the screenshot is missing: the browser did not render one in time."""
    marks_error: CommandTimeout | None = None
    """Why the marks are missing: the page did not respond in time."""

    @property
    def moved(self) -> tuple[int, ...]:
        """Indices of the elements whose box moved."""
        everything = range(len(self.found.elements))
        return tuple(everything) if self.shifted.view_changed else self.shifted.elements

    @property
    def movers(self) -> frozenset[Handle]:
        """Handles of the elements that moved; handles are stable across observations."""
        return frozenset(self.found.elements[i].handle for i in self.moved)


def corrected(found: Discovery, shifted: ShiftedElement) -> Discovery:
    """Extend the boxes of moved elements to their places before and after the screenshot."""
    view = Bounds(0.0, 0.0, found.viewport.width, found.viewport.height)
    elements = list(found.elements)
    for position, moved in shifted.edges.items():
        element = elements[position]
        if (to_top := found.maps.get(element.handle.frame_id)) is not None:
            moved = to_top.growth(moved)
        pairs = zip(element.bounds.edges, moved, strict=True)
        left, top, right, bottom = (edge + by for edge, by in pairs)
        grown = Bounds(left, top, right - left, bottom - top).intersection(view)
        if not grown.is_empty:
            elements[position] = replace(element, bounds=grown)
    return replace(found, elements=tuple(elements))


def of_both(first: Sequence[RefAssignment], second: Sequence[RefAssignment]) -> list[RefAssignment]:
    """Combine the refs of two attempts; an element that was new in the first attempt stays new."""
    met = {given.ref: given.stability for given in first if given.stability != "stable"}
    return [g._replace(stability=met.get(g.ref, g.stability)) for g in second]


async def picture_alone(
    context: PageContext, options: ObserveOptions, shot: Capture, error: CommandTimeout
) -> Taken:
    """Return an observation of a page that rendered but did not report its elements in time."""
    state = shot.state
    found = Discovery(
        elements=(),
        total_found=0,
        left_out=(),
        url=state.url,
        title=state.title,
        ready_state=state.ready_state,
        status=state.status,
        viewport=state.viewport,
        visible=state.visible,
        text_rects=(),
        unmarked=(),
        frames=(),
    )
    plan = MarkPlan(context, options, found, ())
    marked = await asyncio.to_thread(plan.draw, shot, None)
    return Taken(context.new_frame_id(), found, (), shot, marked, marks_error=error)


def missing_parts(look: Taken) -> list[str]:
    """Describe which parts of an observation timed out; empty if none did."""
    if look.picture_error is not None:
        return [f"There is no picture: {look.picture_error.message} The marks are without it."]
    if look.marks_error is not None:
        return [f"There are no marks: {look.marks_error.message} The picture is without them."]
    return []


def kept_of(
    taken: AreaPicture, cap: Cap
) -> tuple[tuple[Element, ...], list[Bounds], tuple[LeftOut, ...]]:
    """Return the elements to mark, in reading order; also the other elements' boxes and regions."""
    found = list(taken.found.values())
    ranks = [taken.ranked[key] for key in taken.found]
    order = reading_order(
        [e.bounds for e in found],
        first=[each.lead for each, _ in ranks],
        rtl=any(look.rtl for look in taken.looks),
        document=[at for _, at in ranks],
    )
    room = cap.keep([found[i] for i in order], [ranks[i][0] for i in order])
    chosen = {order[k] for k in room}
    cut = [i for i in order if i not in chosen]
    kept = number_elements([found[i] for i in order if i in chosen])
    return kept, [found[i].bounds for i in cut], left_out([ranks[i][0] for i in cut])
