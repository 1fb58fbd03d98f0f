"""Scrolls until a text or element is in view, even if the page loads more content on scroll."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from viewmark.browser import scripts
from viewmark.browser.actions import scroll as scrolling
from viewmark.browser.actions.click_point import find_click_point
from viewmark.browser.actions.pointer import Outcome
from viewmark.browser.actions.results import ClickablePoint
from viewmark.browser.discovery.selector_query import count, find
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import SCREEN, SCROLL_COUNTS, SCROLLING, SCROLLS
from viewmark.errors import ElementNotFound, InvalidOption, WaitTimeout
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls
from viewmark.page.find import Nearest
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element
from viewmark.page.resolved_target import PointTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve_or_none
from viewmark.unknown_options import checked

GROW_LIMIT, POLL = 2.0, 0.1
"""`GROW_LIMIT`: seconds to wait at the end of the page until it loads more. `POLL`: seconds between
two checks."""


class Searching(PageCalls):
    """Scroll until a target is in view; a mixin of `Page`."""

    @checked
    @in_turn
    async def scroll_until(
        self,
        text: str | None = None,
        *,
        selector: str | None = None,
        container: Target | None = None,
        up: bool = False,
        scrolls: Annotated[int, SCROLL_COUNTS] = SCROLLS,
    ) -> ActionResult:
        """Scroll until a text or element is in view, also if the page loads more while scrolling.

        Args:
            text: a text of the page, compared without case.
            selector: an element instead of a text.
            container: the container to scroll; the page if omitted.
            up: scroll up instead of down.
            scrolls: maximum number of scrolls, 1 to 500, each by 80 % of the viewport.

        Raises:
            WaitTimeout: the target did not appear; the message says if the end was reached.
        """
        context, aimed = self.context, resolve_or_none(self.context, container)
        wanted = text if selector is None else selector
        is_one = (text is None) is not (selector is None)
        if not is_one or not isinstance(wanted, str) or not wanted.strip():
            raise InvalidOption("scroll_until needs either a text or a selector.", param="text")
        page, frame, node_id = context.page, context.page.main_frame, 0
        if isinstance(aimed, PointTarget):
            raise InvalidOption("A container is an element, not a point.", param="container")
        if aimed is not None:
            frame, node_id, _ = await element(context, aimed)
        by = (await page.viewport()).height * SCREEN * (-1 if up else 1)
        find_it = partial(_find, page, text, selector)
        nearest, way = Nearest(wanted), 0.0
        clock = asyncio.get_running_loop().time
        ends = clock() + SCROLLING
        for number in range(scrolls + 1):
            spot = await _bring(page, find_it)
            if spot is not None:
                outcome = Outcome(hit=spot.target, scrolled=spot.scrolled)
                return ActionResult.of("scroll_until", outcome, report={"scrolls": number})
            if selector is None:
                await nearest.add(page)
            if number == scrolls:
                break
            if clock() > ends:
                far = f"not within {SCROLLING:g} s, {number} scrolls over {abs(way):,.0f} px"
                raise _missing(wanted, f"{far}; there is more", nearest)
            moved = await scrolling.scroll_by(
                page, 0.0, by, frame=frame, node_id=node_id, share=SCREEN
            )
            way += sum(each.dy for each in moved.moved)
            if not moved.moved and not await _comes(page, find_it, frame, node_id, by):
                end = "beginning" if up else "end"
                far = f"the {end} was reached after {number} scrolls over {abs(way):,.0f} px"
                raise _missing(wanted, far, nearest)
        far = f"not within {scrolls} scrolls over {abs(way):,.0f} px; there is more"
        raise _missing(wanted, far, nearest)


async def _bring(
    page: PageTarget, find_it: Callable[[], Awaitable[tuple[Frame, int] | None]]
) -> ClickablePoint | None:
    """Find the target and scroll it into view; repeat this if the list is re-rendered."""
    for is_last in (*(False,) * 4, True):
        found = await find_it()
        if found is None:
            return None
        try:
            return await find_click_point(page, *found, anywhere=True, whole=True)
        except NodeGone:
            if is_last:
                raise
            await asyncio.sleep(POLL)
    return None


async def _find(
    page: PageTarget, text: str | None, selector: str | None
) -> tuple[Frame, int] | None:
    if selector is not None:
        try:
            is_there = (await count(page, selector))[1] > 0
        except ElementNotFound:
            return None
        return await find(page, selector) if is_there else None
    for frame in tuple(page.frames):
        node_id = await scripts.call(page, frame, "findText", text)
        if isinstance(node_id, int) and node_id:
            return frame, node_id
    return None


async def _comes(
    page: PageTarget,
    find_it: Callable[[], Awaitable[tuple[Frame, int] | None]],
    frame: Frame,
    node_id: int,
    by: float,
) -> bool:
    """Return True if the page loads more content at its end in time, so scrolling can continue."""
    loop = asyncio.get_running_loop()
    end = loop.time() + GROW_LIMIT
    while loop.time() < end:
        await asyncio.sleep(POLL)
        if await find_it() is not None:
            return True
        moved = await scrolling.scroll_by(page, 0.0, by, frame=frame, node_id=node_id, share=SCREEN)
        if moved.moved:
            return True
    return False


def _missing(wanted: str, why: str, nearest: Nearest) -> WaitTimeout:
    return WaitTimeout(
        f"{wanted!r:.100} did not come into view: {why}.{nearest.sentence()}",
        hint="Look at the page: it may be under another name, or need a click to load more.",
    )
