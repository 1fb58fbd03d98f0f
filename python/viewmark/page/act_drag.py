"""Drags by mouse events (sliders, canvas, sortable lists) or by HTML drag and drop.

Source and destination are resolved and hit-tested before any input is sent. Whether the page
handles mouse events itself or uses HTML drag and drop is only known during the move, when
`dragstart` fires.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.actions import drags, touch
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.click_point import hit_test
from viewmark.browser.actions.keys import Modifier, key_events, modifier_bits, parse_keys
from viewmark.browser.actions.pointer import arm_frames, perform
from viewmark.browser.actions.results import ElementSummary, HitTest, covered_error
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.node_gone import NodeChanged
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import DRAG_HOLD, DRAG_MOVES, MOVES, REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import (
    ElementNotVisible,
    InvalidOption,
    NotDroppable,
    PressLost,
)
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.drag_end import (
    ENDED,
    check_end,
    drop_zones,
    zone_at,
    zone_called,
    zones_sentence,
)
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, is_mac, reach, with_scrolls
from viewmark.page.resolved_target import ElementTarget, ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import check_inside, resolve, resolve_or_none
from viewmark.text import quoted
from viewmark.unknown_options import checked

SLOW_MOVES, SLOW = 3, 4.0
"""A drag begins with `SLOW_MOVES` short moves of `SLOW` CSS px each."""
OUTSIDE = (-10.0, -10.0)
"""A point outside the viewport, where nothing can be dropped."""


class Dragging(PageCalls):
    """Drag actions; a mixin of `Page`."""

    @checked
    @in_turn
    async def drag(
        self,
        source: Target,
        to: Target | None = None,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        steps: Annotated[int, MOVES] = DRAG_MOVES,
        modifiers: Sequence[str] = (),
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Drag with the mouse, and with HTML drag and drop if the page uses it.

        Args:
            source: the element to drag; see `Target`.
            to: the destination.
            dx: instead of `to`: CSS px to the right.
            dy: instead of `to`: CSS px down.
            steps: number of mouse moves on the way, 1 to 200.
            modifiers: keys held during the drag.
            pointer: as for `click`. HTML drag and drop works with the mouse only.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: the source or destination cannot be
                reached, or they are not in view together; nothing was pressed.
            InvalidCoordinates: the drag would end outside the viewport; nothing was pressed.
            NotDroppable: the page does not accept the drop there; nothing was dropped.
        """
        context, aimed = self.context, resolve(self.context, source)
        end_at = resolve_or_none(context, to)
        if end_at is not None and (dx or dy):
            raise InvalidOption("Drag to a target, or by dx and dy, not both.", param="dx")
        if end_at is None and not dx and not dy:
            raise await _nowhere(context, aimed)
        page = context.page
        way = touch.choose_pointer(page, pointer)
        bits = modifier_bits(modifiers, mac=await is_mac(page))
        take = partial(reach, context, aimed, arm=True, pointer=way, timeout=timeout)
        if end_at is None:
            begin, there = await take(), None
            view = await page.viewport()
            where = "the viewport in CSS px, where the drag would end"
            x, y = begin.pointer
            end = check_inside(x + dx, y + dy, view.width, view.height, where)
        else:
            begin, there = await _reach_both(context, aimed, end_at, take, timeout)
            end = there.pointer
        zones = await drop_zones(context, begin.frame, begin.node_id)
        meant = None if there is None else await zone_called(context, zones, there)
        # the destination is the heading of a drop zone, such as the title of a column
        if meant is not None:
            if await zone_at(context, begin.frame, (meant,), *begin.inner) is not None:
                raise NotDroppable(
                    f"{begin.met} is in {quoted(meant.name)} already; nothing was done.",
                    hint="Name what it shall come to.",
                )
            end_at = resolve(context, meant.ref)
            begin, there = await _reach_both(context, aimed, end_at, take, timeout)
            end = there.pointer
        words = None if isinstance(aimed, ElementTarget) else begin.target
        carried = aimed if words is None else words.name
        check = partial(check_end, context, carried, end_at, there)
        moves = _Moves(page, begin, there, end, steps, bits, way, check)
        # The zone is looked up before the drag, because the drop may re-render the board.
        zone = await zone_at(context, begin.frame, zones, *moves.inner_end)
        try:
            done = await moves.run()
        except NotDroppable as error:
            error.message += zones_sentence(zones)
            error.data["candidates"] = [each.json() for each in zones]
            raise
        if zone is not None:
            done.report["drag"]["zone"] = zone.json()
        elif zones and _is_where_it_was(done.report["drag"]):
            done.report["drag"]["candidates"] = [each.json() for each in zones]
        return done


async def _nowhere(context: PageContext, target: ResolvedTarget) -> InvalidOption:
    """Return the error for a drag without a destination, with possible drop targets."""
    frame, node_id, _ = await element(context, target)
    zones = await drop_zones(context, frame, node_id)
    return InvalidOption(
        f"A drag needs somewhere to go: to, or dx and dy.{zones_sentence(zones)}",
        param="to",
        candidates=[each.json() for each in zones],
    )


async def _reach_both(
    context: PageContext,
    target: ResolvedTarget,
    to: ResolvedTarget,
    take: Callable[[], Awaitable[HitTest]],
    timeout: float,
) -> tuple[HitTest, HitTest]:
    """Bring both ends into view and return their hit tests; the source's arms the press guard."""
    await reach(context, target, timeout=timeout)
    for _ in range(2):
        there = await reach(context, to, timeout=timeout)
        source = await take()
        if not source.scrolled:
            return source, there
    raise ElementNotVisible(
        "Source and destination are not in view at the same time; nothing was dragged.",
        hint="Enlarge the viewport, or drag in parts: by dx and dy to the edge, then on.",
    )


@dataclass(slots=True)
class _Moves:
    """A drag in progress: its source, end point, destination and options."""

    page: PageTarget
    source: HitTest
    there: HitTest | None
    end: tuple[float, float]
    steps: int
    modifiers: Modifier
    pointer: Literal["mouse", "touch"]
    check_end: Callable[..., Awaitable[None]]
    """Checks the drop target (see `drag_end.check_end`); takes `is_over`."""
    hold: float = DRAG_HOLD
    """Seconds between press and first move; 0 for HTML drag and drop."""

    @property
    def inner_end(self) -> tuple[float, float]:
        """The end point in CSS px of the source's frame; (-1, -1) if it is in a different frame."""
        if self.source.frame.parent_id is None:
            return self.end
        inner = self.there.inner if self.there and self.there.frame is self.source.frame else None
        return (-1.0, -1.0) if inner is None else inner

    async def run(self) -> ActionResult:
        page, source, there = self.page, self.source, self.there
        links = list(dict.fromkeys([*source.links, *(there.links if there else ())]))
        before = await self._place()
        report: dict[str, Any] = {}

        async def do() -> None:
            report["drag"] = await self._drag()

        async def look() -> None:
            await scripts.call(page, source.frame, "nextFrame", timeout=3)

        outcome, _ = await perform(page, links, do, look)
        if not outcome.ended:
            drawn = self.source.met is not None and self.source.met.tag == "canvas"
            report["drag"] |= {} if drawn else _changes(before, await self._place())
        outcome = replace(with_scrolls(outcome, source), hit=source.met, pointer=self.pointer)
        return ActionResult.of("drag", outcome, point=self.end, report=report)

    async def _place(self) -> tuple[list[float] | None, int]:
        """Return the position of the source and its index among its siblings."""
        node_id = self.source.met.node_id if self.source.met else 0
        frame = self.source.frame
        box = wire.numbers(await scripts.call(self.page, frame, "boxNow", node_id), 4)
        among = await scripts.call(self.page, frame, "placeAmong", node_id)
        return box, among if isinstance(among, int) else -1

    async def _drag(self) -> dict[str, Any]:
        page, frame = self.page, self.source.frame
        frames = list(dict.fromkeys([frame, *([self.there.frame] if self.there else [])]))
        node_id = self.source.met.node_id if self.source.met else 0
        for each in frames:
            by_html = await scripts.call(page, each, "watchDrag", node_id if each is frame else 0)
            if by_html:
                self.hold = 0
        await arm_frames(page, self.source, again=False)
        try:
            if self.pointer == "touch":
                return await self._touch()
            async with drags.intercept_drag(page, frame) as intercepted:
                return await self._go(intercepted)
        finally:
            for each in frames:
                await quietly(scripts.call(page, each, "endDrag"))

    async def _go(self, intercepted: drags.Intercepted) -> dict[str, Any]:
        page, (x, y) = self.page, self.source.pointer
        await hand.move(page, x, y, modifiers=self.modifiers)
        await hand.send_button(page, "mousePressed", x, y, modifiers=self.modifiers)
        is_down = True
        try:
            await self._check_press()
            try:
                await asyncio.sleep(self.hold)
                await self.check_end(is_over=False)
                for number in range(1, self.steps + 1):
                    x, y = self._point(number)
                    await hand.move(page, x, y, modifiers=self.modifiers, down="left")
                    met = await drags.read_drag(page, self.source.frame, 0)
                    begun = intercepted.has_come or met.started
                    if begun and (data := await intercepted.data()) is not None:
                        # from now on, mouse input goes to the browser's own drag operation
                        is_down = False
                        await self._check_source(data)
                        return await self._carry(data, number)
                await hand.move(page, x, y, modifiers=self.modifiers, down="left")
                await scripts.call(page, self.source.frame, "nextFrame")
                await self.check_end(is_over=True)
            except ENDED:
                if is_down:
                    x, y = await self._give_up()
                raise
        finally:
            if is_down:
                await hand.send_button(page, "mouseReleased", x, y, modifiers=self.modifiers)
                await quietly(scripts.call(page, self.source.frame, "disarm"))
        frame = self.there.frame if self.there else self.source.frame
        met = await drags.read_drag(page, frame, 0)
        return {"kind": "mouse"} | ({"released_on": met.released.to_json()} if met.released else {})

    async def _give_up(self) -> tuple[float, float]:
        """Cancel the drag with Escape, move the mouse out of the viewport; return that point."""
        await hand.send_keys(self.page, key_events(parse_keys("Escape")))
        for x, y in (self.source.pointer, OUTSIDE):
            await hand.move(self.page, x, y, down="left")
        return OUTSIDE

    async def _touch(self) -> dict[str, Any]:
        """Drag by touch; the gesture is handled by the page, or scrolls if the page ignores it."""
        page, frame = self.page, self.source.frame
        end: touch.Kind = "touchEnd"
        try:
            await touch.send(page, "touchStart", self.source.pointer, self.modifiers)
            await scripts.call(page, frame, "nextFrame")
            await self._check_press()
            await asyncio.sleep(self.hold)
            await self.check_end(is_over=False)
            for number in range(1, self.steps + 1):
                await touch.send(page, "touchMove", self._point(number), self.modifiers)
            await scripts.call(page, frame, "nextFrame")
            if is_scroll := (await drags.read_drag(page, frame, 0)).cancelled:
                await touch.pause_finger(page, self.end, self.modifiers)
            else:
                await self.check_end(is_over=True)
        except ENDED:
            end = "touchCancel"
            raise
        finally:
            await touch.send(page, end, None, self.modifiers)
            await quietly(scripts.call(page, frame, "nextFrame"))
            await quietly(scripts.call(page, frame, "disarm"))
        if is_scroll or page.dialog is not None:
            return {"kind": "scroll" if is_scroll else "touch"}
        met = await hit_test(page, *self.end)
        return {"kind": "touch"} | ({"released_on": met.hit.to_json()} if met.hit else {})

    def _point(self, number: int) -> tuple[float, float]:
        """Return the point of a move.

        The first moves are short, because many libraries start a drag after a threshold and do not
        move the element by the distance before it.
        """
        (x, y), (to_x, to_y) = self.source.pointer, self.end
        slow = min(SLOW_MOVES, self.steps - 1)
        share = min(SLOW / max(SLOW, math.hypot(to_x - x, to_y - y)), 1 / self.steps)
        part = share * min(number, slow)
        part += (1 - share * slow) * max(0, number - slow) / (self.steps - slow)
        return x + (to_x - x) * part, y + (to_y - y) * part

    async def _check_press(self) -> None:
        """Raise an error unless the press reached the source."""
        reply = wire.record(await scripts.call(self.page, self.source.frame, "guardMet"))
        verdict = reply.get("verdict")
        if verdict == "stopped":
            over = ElementSummary.from_wire(reply.get("met"), self.source.frame)
            message = (
                f"{self.source.met} was covered by {over or 'something'} when the pointer came."
            )
            raise covered_error(message, self.source.met, over)
        if verdict == "changed":
            raise NodeChanged.by_mouse(self.source.met)
        if verdict in ("none", "short"):
            raise PressLost(f"The press on {self.source.met or 'the page'} did not reach it.")

    async def _check_source(self, data: dict[str, Any]) -> None:
        """Raise an error unless the browser drags the pressed element.

        Raises:
            NodeChanged: the browser drags another element; nothing was dropped.
        """
        if (await drags.read_drag(self.page, self.source.frame, 0)).is_other:
            await self._send("dragCancel", self.source.pointer, data)
            raise NodeChanged.by_mouse(self.source.met)

    async def _carry(self, data: dict[str, Any], begun_at: int) -> dict[str, Any]:
        """Move the dragged element to the destination, and drop it if the page accepts it."""
        page, there = self.page, self.there
        frame = there.frame if there is not None else self.source.frame
        meant = there.node_id if there is not None and there.target is not None else 0
        await quietly(scripts.call(page, self.source.frame, "disarm"))
        await self._send("dragEnter", self._point(begun_at), data)
        for number in range(begun_at, self.steps + 1):
            await self._send("dragOver", self._point(number), data)
        # moves twice, because elements may have made room for the dragged element
        for _ in range(2):
            await scripts.call(page, frame, "nextFrame")
            await self._send("dragOver", self._point(self.steps), data)
        try:
            await self.check_end(is_over=True)
        except ENDED:
            await self._send("dragCancel", self.end, data)
            raise
        met = await drags.read_drag(page, frame, meant)
        if not (met.is_meant and (met.taken or met.field)):
            await self._send("dragCancel", self.end, data)
            wanted = (there.target if there is not None else None) or met.over
            over = "" if met.is_meant or met.over is None else f" (the mouse was over {met.over})"
            raise NotDroppable(f"{wanted or 'The page'} does not take {self.source.met}{over}.")
        await self._send("drop", self.end, data)
        if page.dialog is not None:
            return {"kind": "html"}
        met = await drags.read_drag(page, frame, meant)
        if not met.drops:
            raise NotDroppable(f"The drop of {self.source.met} did not come to the page.")
        return {"kind": "html", "dropped_on": met.dropped.to_json() if met.dropped else None}

    async def _send(self, what: str, at: tuple[float, float], data: dict[str, Any]) -> None:
        await drags.send(self.page, what, *at, data, modifiers=self.modifiers)


def _is_where_it_was(drag: dict[str, Any]) -> bool:
    return drag.get("moved") == {"dx": 0, "dy": 0} and "place" not in drag


def _changes(
    before: tuple[list[float] | None, int], after: tuple[list[float] | None, int]
) -> dict[str, Any]:
    """Return changes of the source: a move, a new index among its siblings, or its removal."""
    (old, old_place), (new, new_place) = before, after
    if old is None or new is None:
        return {"gone": True} if old is not None else {}
    row: dict[str, Any] = {
        "moved": {"dx": round(new[0] - old[0], 1), "dy": round(new[1] - old[1], 1)}
    }
    if new_place != old_place:
        row["place"] = {"before": old_place, "after": new_place}
    return row
