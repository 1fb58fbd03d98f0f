"""Scrolls on until a text or an element is there and in view, also where pages load as one goes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewmark.browser import scripts
from viewmark.browser.actions import scroll as scrolling
from viewmark.browser.actions.click_point import find_click_point
from viewmark.browser.actions.pointer import Outcome
from viewmark.browser.discovery.selector_query import count, find
from viewmark.defaults import SCREEN, SCROLL_COUNTS, SCROLLS
from viewmark.errors import ElementNotFound, InvalidOption, WaitTimeout
from viewmark.page.action_result import ActionResult
from viewmark.page.locked import in_turn
from viewmark.page.nearest import Nearest
from viewmark.page.recording import Step
from viewmark.page.resolve import element
from viewmark.page.targets import PointTarget

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["ScrollUntil", "scroll_until"]

GROW_LIMIT, POLL = 2.0, 0.1
"""Seconds at the end in which a page may add more; and between two looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollUntil:
    """Scroll until a text or what a selector finds is in view."""

    text: str | None = field(default=None, repr=False)
    selector: str | None = None
    target: ResolvedTarget | None = None
    """The container that is scrolled; None: the page."""
    up: bool = False
    scrolls: int = SCROLLS
    """How often at most."""

    def step(self) -> Step:
        """What is recorded of it."""
        return Step(what="scroll_until")


@in_turn
async def scroll_until(context: PageContext, request: ScrollUntil) -> ActionResult:
    """Scroll on; `hit` is what was looked for, `report["scrolls"]` how often was scrolled.

    Raises:
        WaitTimeout: it did not come: the end was reached, or `scrolls` were not enough.
        InvalidOption: not exactly one of text and selector.
    """
    wanted = request.text if request.selector is None else request.selector
    is_one = (request.text is None) is not (request.selector is None)
    if not is_one or not isinstance(wanted, str) or not wanted.strip():
        raise InvalidOption("scroll_until needs either a text or a selector.", param="text")
    SCROLL_COUNTS.check("scrolls", request.scrolls)
    page, frame, node_id = context.page, context.page.main_frame, 0
    if isinstance(request.target, PointTarget):
        raise InvalidOption("A container is an element, not a point.", param="container")
    if request.target is not None:
        frame, node_id = await element(context, request.target)
    by = (await page.viewport()).height * SCREEN * (-1 if request.up else 1)
    nearest, way = Nearest(wanted), 0.0
    for number in range(request.scrolls + 1):
        found = await _found(context, request)
        if found is not None:
            spot = await find_click_point(page, *found, anywhere=True, whole=True)
            outcome = Outcome(hit=spot.target, scrolled=spot.scrolled)
            return ActionResult.of("scroll_until", outcome, report={"scrolls": number})
        if request.selector is None:
            await nearest.add(page)
        if number == request.scrolls:
            break
        moved = await scrolling.scroll_by(page, 0.0, by, frame=frame, node_id=node_id)
        way += sum(each.dy for each in moved.moved)
        if not moved.moved and not await _comes(context, request, frame, node_id, by):
            end = "beginning" if request.up else "end"
            far = f"the {end} was reached after {number} scrolls over {abs(way):,.0f} px"
            raise _missing(wanted, far, nearest)
    far = f"not within {request.scrolls} scrolls over {abs(way):,.0f} px; there is more"
    raise _missing(wanted, far, nearest)


async def _found(context: PageContext, request: ScrollUntil) -> tuple[Frame, int] | None:
    page = context.page
    if request.selector is not None:
        try:
            is_there = (await count(page, request.selector))[1] > 0
        except ElementNotFound:
            return None
        return await find(page, request.selector) if is_there else None
    for frame in tuple(page.frames):
        node_id = await scripts.call(page, frame, "findText", request.text)
        if isinstance(node_id, int) and node_id:
            return frame, node_id
    return None


async def _comes(
    context: PageContext, request: ScrollUntil, frame: Frame, node_id: int, by: float
) -> bool:
    """Whether the page adds something at its end, so that it is worth to go on."""
    loop = asyncio.get_running_loop()
    end = loop.time() + GROW_LIMIT
    while loop.time() < end:
        await asyncio.sleep(POLL)
        if await _found(context, request) is not None:
            return True
        moved = await scrolling.scroll_by(context.page, 0.0, by, frame=frame, node_id=node_id)
        if moved.moved:
            return True
    return False


def _missing(wanted: str, why: str, nearest: Nearest) -> WaitTimeout:
    return WaitTimeout(
        f"{wanted!r:.100} did not come into view: {why}.{nearest.sentence()}",
        hint="Look at the page: it may be under another name, or need a click to load more.",
    )
