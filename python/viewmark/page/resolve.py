"""Finds the live node or point of a resolved target.

A node that was replaced is searched for again (`page.found_again`). A point is rejected if it is
outside the viewport, or if the page was scrolled or resized after the screenshot.

The module also finds the cell at a row and column of a grid, or reports why there is none.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from viewmark.browser import scripts, wire
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.click_point import find_click_point, hit_test
from viewmark.browser.actions.keys import key_events, parse_keys
from viewmark.browser.actions.pointer import Outcome, focus_of, perform, press
from viewmark.browser.actions.results import ElementSummary, HitTest
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.discovery.selector_query import find
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged, NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.defaults import REST_TIMEOUTS
from viewmark.errors import (
    ElementCovered,
    ElementNotFound,
    ElementNotVisible,
    InvalidCoordinates,
    InvalidSelector,
    PageNavigated,
)
from viewmark.page.context import PageContext
from viewmark.page.found_again import find_again, find_meant, offer_named
from viewmark.page.resolved_target import (
    CellTarget,
    ElementTarget,
    Meant,
    PointTarget,
    ResolvedTarget,
    SelectorTarget,
)
from viewmark.page.targets import check_inside, frame_of

T = TypeVar("T")

TRIES = 3
"""Maximum number of attempts if the target's text changes each time before the input is sent."""


async def reach(
    context: PageContext,
    target: ResolvedTarget,
    *,
    timeout: float,
    arm: bool = False,
    pointer: Pointer = "auto",
) -> HitTest:
    """Return the point to click: a hit-tested point of the element, or the given point.

    Args:
        context: the page, with its refs and earlier observations.
        target: the resolved target.
        timeout: maximum time until the target stops moving, in seconds.
        arm: True to arm the press guard in the same step.
        pointer: the pointer that will be used.

    Raises:
        InvalidOption: the timeout is invalid. The errors of `find_click_point`, `meet_point`,
            `find` and `find_again` are raised as well.
    """
    REST_TIMEOUTS.check("timeout", timeout)
    if isinstance(target, PointTarget):
        return await meet_point(context, target, witness=arm)

    async def aimed(frame: Frame, node_id: int, meant: Meant) -> HitTest:
        return await find_click_point(
            context.page, frame, node_id, limit=timeout, arm=arm, meant=meant, pointer=pointer
        )

    return await live(context, target, aimed)


async def meet_point(
    context: PageContext, target: PointTarget, *, witness: bool = False
) -> HitTest:
    """Hit-test a point; raise an error if it is outside or its screenshot is outdated."""
    view = await context.page.viewport()
    where = "the viewport in CSS px"
    check_inside(target.x, target.y, view.width, view.height, where)
    seen = target.seen
    if seen is not None:
        moved = (view.scroll_x - seen.scroll_x, view.scroll_y - seen.scroll_y)
        if max(map(abs, moved)) > 1 or (view.width, view.height) != (seen.width, seen.height):
            raise InvalidCoordinates(
                f"The page was scrolled by {moved[0]:g}, {moved[1]:g} CSS px or resized "
                "since that picture; its coordinates mean something else now.",
                hint="Take a new picture and read the coordinates from it.",
            )
    return await hit_test(context.page, target.x, target.y, witness=witness)


async def element(context: PageContext, target: ResolvedTarget) -> tuple[Frame, int, Meant]:
    """Return the frame and node of a target's element, and the text that the node must have.

    For a point, this is the innermost element there, which may have any text.
    """
    if isinstance(target, PointTarget):
        met = await meet_point(context, target)
        if not met.node_id:
            raise ElementNotFound("There is no element at that point.")
        return met.frame, met.node_id, None

    async def found(frame: Frame, node_id: int, meant: Meant) -> tuple[Frame, int, Meant]:
        await check_alive(context, frame, node_id, meant)
        return frame, node_id, meant

    return await live(context, target, found)


async def retry(
    context: PageContext, target: ResolvedTarget | None, act: Callable[[], Awaitable[T]]
) -> T:
    """Act on a target; retry if its text changed before the action took effect.

    A text may change when the mouse reaches the target, or when the target receives focus
    (see `PageContext.met`).

    Raises:
        NodeChanged: the text changed in each attempt.
    """
    before = context.met
    try:
        for _ in range(TRIES - 1):
            try:
                return await act()
            except NodeChanged:
                context.met = target
            except ElementCovered:
                if not await leave_field(context):
                    raise
        return await act()
    finally:
        context.met = before


async def press_visible(
    page: PageTarget, frame: Frame, nodes: Sequence[int], *, limit: float, meant: Meant
) -> Outcome:
    """Click the first visible node of these: a control, or else its wrapper."""
    aim = partial(find_click_point, page, frame, limit=limit, arm=True, meant=meant)
    *others, last = dict.fromkeys(nodes)
    for node_id in others:
        with contextlib.suppress(ElementNotVisible):
            spot = await aim(node_id)
            break
    else:
        spot = await aim(last)
    return with_scrolls(await press(page, spot), spot)


async def leave_field(context: PageContext) -> bool:
    """Press Tab to leave the field that was set last, if it still has the focus.

    Popups of the field, such as a calendar, then close, as when a user moves to the next field.
    """
    page, is_filled = context.page, context.has_typed
    context.has_typed = False
    if not is_filled or (await focus_of(page))[1] != context.last_hit:
        return False
    await hand.send_keys(page, key_events(parse_keys("Tab")))
    return True


async def check_alive(context: PageContext, frame: Frame, node_id: int, meant: Meant) -> None:
    """Raise an error unless a node is on the page and has the expected text.

    Raises:
        NodeChanged: the text changed.
        NodeGone: the node is gone.
    """
    asked = (node_id,) if meant is None else (node_id, meant)
    reply = await scripts.call(context.page, frame, "isAlive", *asked)
    if reply == "changed":
        raise NodeChanged("The element says something else now.")
    if reply is not True:
        raise NodeGone("The element is gone from the page.")


async def live(
    context: PageContext,
    target: ResolvedTarget,
    use: Callable[[Frame, int, Meant], Awaitable[T]],
) -> T:
    """Use the node of a target; if the node is gone, retry up to twice with its replacement.

    A node whose text changed also counts as gone. `use` receives the expected text and raises
    `NodeChanged` if the text of the node differs.
    """
    page, is_hovered = context.page, context.met is target
    for last in (False, False, True):
        meant = None
        try:
            named = target.grid if isinstance(target, CellTarget) else target
            if isinstance(named, SelectorTarget):
                try:
                    frame, node_id = await find(page, named.selector)
                except (ElementNotFound, InvalidSelector) as error:
                    if context.offers:
                        await offer_named(context, named, error)
                    raise
            elif isinstance(named, ElementTarget):
                frame, node_id = frame_of(page, named), named.element.handle.node_id
                meant = named.meant
            else:
                raise TypeError(type(target).__name__)
            if isinstance(target, CellTarget):
                await check_alive(context, frame, node_id, meant)
                node_id, meant = await cell_of(page, frame, node_id, target), None
            return await use(frame, node_id, meant)
        except (NodeGone, PageNavigated) as error:
            if last:
                raise
            if isinstance(named, ElementTarget):
                if isinstance(error, NodeChanged):
                    is_hovered = is_hovered or error.is_hovered
                    again = await find_meant(context, named, is_hovered=is_hovered)
                else:
                    again = await find_again(context, named)
                target = replace(target, grid=again) if isinstance(target, CellTarget) else again
    raise AssertionError  # unreachable, because the last attempt returns or raises


async def finish(
    page: PageTarget, where: HitTest | Frame, do: Callable[[], Awaitable[None]]
) -> Outcome:
    """Send trusted input, wait for the next rendered frame, and return the effects.

    Args:
        page: the page.
        where: the target of the input, or only its frame.
        do: function that sends the input.
    """
    frame = where.frame if isinstance(where, HitTest) else where
    links = where.links if isinstance(where, HitTest) else await chain(page, frame)

    async def look() -> ElementSummary | None:
        await scripts.call(page, frame, "nextFrame", timeout=3)
        return (await focus_of(page))[1]

    outcome, focused = await perform(page, links, do, look)
    outcome = replace(outcome, focused=focused)
    return aimed_at(where, outcome) if isinstance(where, HitTest) else outcome


def aimed_at(where: HitTest, outcome: Outcome) -> Outcome:
    """Add the target, the hit element, and the scrolls before the input to an outcome."""
    scrolled = where.scrolled + outcome.scrolled
    return replace(outcome, hit=where.hit, intended=where.target, scrolled=scrolled)


def with_scrolls(outcome: Outcome, where: HitTest) -> Outcome:
    """Add the scrolls that brought the target into view to an outcome."""
    return replace(outcome, scrolled=where.scrolled + outcome.scrolled)


@dataclass(slots=True)
class Platform:
    """Operating system of the browser that shows a tab."""

    is_mac: bool | None = None
    """True on macOS; None if the system is not yet determined."""


async def is_mac(page: PageTarget) -> bool:
    """Return True if the browser runs on a Mac, where shortcuts use Meta."""
    known = page.state.of(Platform)
    if known.is_mac is None:
        reply = await page.call(None, script("single/platform"))
        known.is_mac = str(reply).startswith("Mac")
    return known.is_mac


async def cell_of(page: PageTarget, frame: Frame, node_id: int, target: CellTarget) -> int:
    """Return the node number of a cell.

    Args:
        page: the page.
        frame: the frame of the grid.
        node_id: node of the grid, or of an element that contains it.
        target: the cell to find.

    Raises:
        ElementNotFound: no such grid, row or column, or the row is not rendered at the moment.
        NodeGone: the grid is gone.
    """
    seen = target.grid.element.grid if isinstance(target.grid, ElementTarget) else None
    sign = seen.sign if seen else ""
    reply = wire.record(
        await scripts.call(page, frame, "cellOf", node_id, target.row, target.column, sign)
    )
    if found := wire.whole(reply.get("id")):
        return found
    if reply.get("gone") is True:
        raise NodeGone("The grid is gone from the page.")
    if "grids" in reply:
        count = wire.whole(reply["grids"])
        raise ElementNotFound(
            f"{target.name}: there is no table or grid there."
            if count == 0
            else f"{target.name}: {count} tables and grids are there, not one.",
            hint="Name a table or grid, or something that holds just one.",
        )
    if "unnumbered" in reply:
        raise ElementNotFound(
            f"{target.name}: this grid has {wire.whole(reply['unnumbered'])} of its rows in the "
            "page and does not number them, so nothing tells which one is meant.",
            hint="Use a ref or selector of something in that row.",
        )
    if reply.get("changed") is True:
        raise ElementNotFound(
            f"{target.name}: this grid shows other cells now, or in other places.",
            hint="Look again: rows and columns are counted anew.",
        )
    if reply.get("empty") is True:
        raise ElementNotFound(
            f"{target.name}: nothing stands in row {target.row}, column {target.column}.",
            hint="Places of a grid can be empty, as before the first day of a month.",
        )
    raise _missing(target, reply)


def _missing(target: CellTarget, reply: dict[str, object]) -> ElementNotFound:
    kind = "column" if reply.get("missing") == "column" else "row"
    number = target.column if kind == "column" else target.row
    first, last, count = (wire.whole(reply.get(key)) for key in ("first", "last", "count"))
    if number <= count:
        message = f"{kind} {number} of {count} is not in the page now; {first} to {last} are."
        hint = "Scroll the grid there and try again: it draws only what is in view."
    else:
        message = f"there is no {kind} {number}; {kind}s {first} to {last} are in the page."
        hint = "Rows and columns count from 1, header rows included."
    return ElementNotFound(f"{target.name}: {message}", hint=hint)
