"""Finds the point at which a press hits an element or given coordinates, also inside frames.

The element's own frame finds the point (`js/act/locate.js`: live box, scrolled into view, at rest,
hit-tested). Then a hit test in every outer frame checks that the pointer reaches that point. If the
element is covered, hidden, moving or gone, an error is raised before anything is pressed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.actions import input as hand
from viewmark.browser.actions import touch
from viewmark.browser.actions.results import (
    AimTimings,
    ClickablePoint,
    ElementSummary,
    HitTest,
    ScrollDelta,
    covered_error,
)
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.frames.geometry import FrameGeometry, chain, frame_of_owner
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeChanged, NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import REST_TIMEOUT
from viewmark.errors import (
    CommandTimeout,
    ElementCovered,
    ElementNotFound,
    ElementNotVisible,
    InvalidCoordinates,
    PageBusy,
    PageNavigated,
    ScriptFailed,
    TargetMoving,
    ViewmarkError,
)
from viewmark.stages import staged

BUSY_LIMIT = 8.0
"""Seconds of elapsed time by which a busy page may exceed the time limit."""
COVER_PATIENCE = 0.5
"""Maximum seconds to wait until a covering element disappears: dialogs and menus fade out in 0.2 to
0.3 s."""
FRAME_DEPTH = 8


@dataclass(slots=True)
class AimState:
    """Stores a tab's callback, which is called between scrolling to a target and pressing it."""

    watch: Callable[[], Awaitable[None]] | None = None


def watch_aims(page: PageTarget, watch: Callable[[], Awaitable[None]] | None) -> None:
    """Register a callback for when the target of a press has been scrolled into view.

    Args:
        page: the browser tab.
        watch: the callback, awaited before anything is pressed; None removes the current callback.
    """
    page.state.of(AimState).watch = watch


CHANGED = "The element says something else now."


@staged("aim")
async def find_click_point(
    page: PageTarget,
    frame: Frame,
    node_id: int,
    *,
    limit: float = REST_TIMEOUT,
    patience: float = COVER_PATIENCE,
    arm: bool = False,
    anywhere: bool = False,
    whole: bool = False,
    meant: dict[str, Any] | None = None,
    pointer: Pointer = "auto",
) -> ClickablePoint:
    """Find where to press an element: scroll the element into view and wait until it stops moving.

    Args:
        page: the browser tab.
        frame: the element's frame.
        node_id: the element's node ID in the isolated world of that frame.
        limit: seconds within which the element must come to rest.
        patience: seconds to wait for a covering element to disappear.
        arm: whether to prepare a press. The mouse then moves to the point while waiting for rest,
            so that content shown on hover is part of the hit test, and the click guard (the script
            that blocks a press on another element) is armed in the element's frame.
        anywhere: whether any visible box of the element is enough, even if another element would
            receive the pointer there.
        whole: whether to also scroll clipped parts of the element into view, as far as they fit.
        meant: the element's expected text, checked by `vm.saysStill` at each measurement.
        pointer: the kind of pointer; a finger has no position before the press.

    Raises:
        NodeChanged: the element has different text now.
        ElementNotFound: the element is no longer on the page.
        ElementNotVisible: the element has no visible box.
        ElementCovered: the element is completely covered; the message names the covering element.
        TargetMoving: the element did not come to rest.
        PageBusy: the page responded or drew too slowly to decide.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + limit + BUSY_LIMIT
    options: dict[str, Any] = {"limit": limit * 1000, "patience": patience * 1000, "any": anywhere}
    if whole:
        options["whole"] = True
    if meant is not None:
        options["meant"] = meant

    async def find_spot(**more: Any) -> ClickablePoint:
        wall = max(0.0, end - clock())
        return await _locate(page, frame, node_id, options | {"wall": wall * 1000} | more, patience)

    async def find_spot_and_check(
        has_come: Callable[[], bool], **more: Any
    ) -> tuple[ClickablePoint, bool]:
        # The page handles mouse moves and calls in order, on one thread. If the reply to the move
        # arrives after the reply to the call, the call ran before hover menus could open.
        return await find_spot(**more), has_come()

    try:
        spot = await find_spot(quick=arm)
    except ElementCovered:
        if pointer == "touch" or not await _wake(page, frame, node_id):
            raise
        spot = await find_spot(quick=arm)
    if not arm or spot.inert:
        return spot
    if spot.scrolled and (watch := page.state.of(AimState).watch) is not None:
        await watch()
    try:
        is_touched = touch.choose_pointer(page, pointer) == "touch"
        at: tuple[float, float] | None = None
        while True:
            before, again = spot, {"again": True, "arm": True, "extra": [spot.inner]}
            again["pointed"] = not is_touched
            if is_touched or before.pointer == at:
                spot, has_come = await find_spot(**again), True
            else:
                at = before.pointer
                moving = asyncio.ensure_future(_move(page, *at))
                looking = find_spot_and_check(moving.done, **again)
                _, (spot, has_come) = await asyncio.gather(moving, looking)
            has_moved = max(abs(spot.x - before.x), abs(spot.y - before.y)) >= 1
            took = before.took + spot.took + AimTimings(moves=int(has_moved))
            spot = replace(spot, scrolled=before.scrolled + spot.scrolled, took=took)
            if spot.inert or (has_come and not has_moved):
                return spot
            if has_moved and took.spent > limit:
                raise _moving(spot.target)
            if clock() > end:
                raise _moving(spot.target) if took.moves > 1 else _busy(spot.target, took)
    except ViewmarkError:
        # This call will not lead to a press, so the click guard must not stay armed: it could block
        # a press by another client.
        await quietly(scripts.call(page, frame, "disarm"))
        raise


async def _wake(page: PageTarget, frame: Frame, node_id: int) -> bool:
    """Hover a transparent element, which may then fade in; return False if it is opaque."""
    at = wire.pair(await scripts.call(page, frame, "fadedAt", node_id))
    if at is None:
        return False
    await _move(page, *(await chain(page, frame))[-1].to_top.point(*at))
    return True


async def _move(page: PageTarget, x: float, y: float) -> None:
    try:
        await hand.move(page, x, y)
    except CommandTimeout as error:
        raise PageBusy(
            "The page did not handle a move of the mouse in time; nothing was pressed.",
            **error.data,
        ) from error


async def _locate(
    page: PageTarget, frame: Frame, node_id: int, options: dict[str, Any], patience: float
) -> ClickablePoint:
    deadline = options["wall"] / 1000 + 2
    try:
        reply = await scripts.call(page, frame, "locate", node_id, options, timeout=deadline)
    except CommandTimeout as error:
        raise PageBusy(
            f"The page did not answer within {deadline:.0f} s where the element is; nothing was "
            "pressed.",
            **error.data,
        ) from error
    if not isinstance(reply, dict):
        raise ScriptFailed("The page's answer to where an element is came back damaged.")
    target = ElementSummary.from_wire(reply.get("target"), frame) or ElementSummary(
        tag="element", frame_id=frame.id
    )
    took = AimTimings.from_wire(reply.get("took"))
    again, pointed = options.get("again") is True, options.get("pointed") is True
    _refuse(reply, target, frame, took, again=again, pointed=pointed)
    inner = wire.pair(reply.get("point"))
    if inner is None:
        raise ScriptFailed("The page's answer to where an element is came back damaged.")
    scrolled = ScrollDelta.from_wire(reply.get("scrolled"), frame)
    if frame.parent_id is None:
        links: tuple[FrameGeometry, ...] = (FrameGeometry(frame=frame),)
        pinch = wire.pair(reply.get("pinch")) or (0.0, 0.0)
    else:
        links, pinch, more = await _open_way(page, frame, inner, target, patience)
        scrolled += more
    x, y = links[-1].to_top.point(*inner)
    return ClickablePoint(
        x=x,
        y=y,
        inner=inner,
        target=target,
        node_id=target.node_id,
        hit=ElementSummary.from_wire(reply.get("hit"), frame) or target,
        inert=reply.get("inert") is True,
        links=links,
        took=took,
        pinch=pinch,
        scrolled=scrolled,
        meant=options.get("meant"),
    )


def _moving(target: ElementSummary) -> TargetMoving:
    return TargetMoving(f"{target} does not come to rest.", target=target.to_json())


def _busy(target: ElementSummary, took: AimTimings) -> PageBusy:
    return PageBusy(
        f"The page is busy: it drew {took.frames} frames in {took.wall:.1f} s, too few to tell "
        f"whether {target} rests; nothing was pressed.",
        target=target.to_json(),
        frames=took.frames,
        seconds=round(took.wall, 1),
    )


def _refuse(
    reply: dict[str, Any],
    target: ElementSummary,
    frame: Frame,
    took: AimTimings,
    *,
    again: bool,
    pointed: bool,
) -> None:
    status = reply.get("status")
    if status == "ok":
        return
    if status == "gone":
        raise NodeGone("The element is gone from the page.")
    if status == "changed":
        raise NodeChanged.by_mouse(target) if again else NodeChanged(CHANGED)
    if status == "hidden" and pointed:
        raise ElementNotVisible(
            f"{target} hides as soon as the pointer is over it; nothing was pressed.",
            hint="What the page shows there instead stands open now: observe, and press that.",
            target=target.to_json(),
        )
    if status == "hidden" and target.tag == "option":
        raise ElementNotVisible(
            f"{target} is an option of a closed list, which shows none of them.",
            hint="Choose it by its label with select (or fill) on its list.",
            target=target.to_json(),
        )
    if status == "hidden":
        raise ElementNotVisible(f"{target} has no visible part.", target=target.to_json())
    if status == "moving":
        raise _moving(target)
    if status == "busy":
        raise _busy(target, took)
    if status == "through":
        raise ElementCovered(
            f"{target} lets the pointer through.",
            hint="Name what receives the pointer there: its container, or a point of a picture.",
            target=target.to_json(),
        )
    over = ElementSummary.from_wire(reply.get("over"), frame)
    if status == "inside" and over is not None:
        only = f"{target} is covered but for {over}, a control inside of it; nothing was pressed."
        raise covered_error(only, target, over)
    raise covered_error(f"{target} is covered by {over or 'something else'}.", target, over)


async def _open_way(
    page: PageTarget,
    frame: Frame,
    inner: tuple[float, float],
    target: ElementSummary,
    patience: float,
) -> tuple[tuple[FrameGeometry, ...], tuple[float, float], tuple[ScrollDelta, ...]]:
    """Scroll the outer containers until a point inside a frame is visible in the top viewport.

    Return the frames from the top down, the offset of the visual viewport, and what was scrolled.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    scrolled: tuple[ScrollDelta, ...] = ()
    reveals = 0
    while True:
        links = await chain(page, frame)
        points = []
        x, y = inner
        for link in reversed(links[1:]):
            x, y = link.to_parent.point(x, y)
            points.append((link, x, y))
        answers = await asyncio.gather(
            *(
                scripts.call(page, link.parent.frame, "opens", link.owner_id, x, y)
                for link, x, y in points
                if link.parent is not None
            )
        )
        shut = [
            (link, x, y, reply)
            for (link, x, y), reply in zip(points, answers, strict=True)
            if not (isinstance(reply, dict) and reply.get("opens") is True)
        ]
        if not shut:
            return links, wire.pair(answers[-1].get("pinch")) or (0.0, 0.0), scrolled
        link, x, y, reply = shut[-1]  # start with the outermost frame
        above = link.parent.frame if link.parent else frame
        if reveals < len(links):
            reveals += 1
            answer = await scripts.call(page, above, "reveal", link.owner_id, x, y)
            scrolled += ScrollDelta.from_wire(wire.record(answer).get("moved"), above)
            continue
        if loop.time() > end:
            over = ElementSummary.from_wire(wire.record(reply).get("over"), above)
            if over is None or wire.record(reply).get("isOut"):
                raise ElementNotVisible(f"The frame of {target} cannot be scrolled into view.")
            raise covered_error(f"{target} is covered by {over}, over its frame.", target, over)
        await scripts.call(page, above, "nextFrame")


async def hit_test(page: PageTarget, x: float, y: float, *, witness: bool = False) -> HitTest:
    """Find the element that receives the pointer at a point of the top viewport.

    Args:
        page: the browser tab.
        x: X coordinate in CSS px of the top viewport, as for input events.
        y: Y coordinate in the same units.
        witness: whether every frame from the top frame to the point records what the next press
            hits (see `pointer.press`).

    Raises:
        InvalidCoordinates: the point is outside of the document.
    """
    frame = page.main_frame
    links: tuple[FrameGeometry, ...] = (FrameGeometry(frame=frame),)
    inner, start = (x, y), (x, y)
    for _ in range(FRAME_DEPTH):
        reply = await scripts.call(page, frame, "hitAt", *inner, witness)
        if not isinstance(reply, dict):
            break
        inner = wire.pair(reply.get("at")) or (0.0, 0.0)
        if frame.parent_id is None:
            x, y = inner
        met = HitTest(
            x=start[0],
            y=start[1],
            inner=inner,
            hit=ElementSummary.from_wire(reply.get("hit"), frame),
            node_id=wire.whole(reply.get("id")),
            links=links,
        )
        child = None
        if reply.get("frame") is True and met.node_id:
            child = await frame_of_owner(page, frame, met.node_id)
        if child is None:
            return met
        try:
            below = await chain(page, child)
        except (ElementNotFound, ElementNotVisible, PageNavigated):
            return met
        frame, links = child, below
        inner = links[-1].to_top.inverse().point(x, y)
    raise InvalidCoordinates("The frames at that point are nested too deep.")
