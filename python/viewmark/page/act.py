"""Mouse and keyboard actions on a page: click, hover, scroll, keypress (FR-004, FR-006, FR-007).

Every result names the element that was hit. Targets are resolved first (`targets`). Input is sent
only after the target has stopped moving and can be reached. If a target cannot take the action, an
error is raised; no other action is tried instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from viewmark.browser import scripts
from viewmark.browser.actions import fields, touch
from viewmark.browser.actions import input as hand
from viewmark.browser.actions import scroll as scrolling
from viewmark.browser.actions.click_point import find_click_point
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.keys import Modifier, key_events, modifier_bits, parse_keys, writes
from viewmark.browser.actions.moves import move_onto
from viewmark.browser.actions.pointer import Outcome, focus_of, perform, press
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import (
    CLICKS,
    EXPECT_TIMEOUT,
    HOLDS,
    KEY_REPEATS,
    REST_TIMEOUT,
    REST_TIMEOUTS,
    TIMEOUTS,
)
from viewmark.errors import DialogOpen, InvalidOption, NotEditable
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.expect import expectation
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, finish, is_mac, meet_point, reach, with_scrolls
from viewmark.page.resolved_target import ElementTarget, PointTarget, ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked


class Pressing(PageCalls):
    """Click, hover, scroll, keypress; a mixin of `Page`."""

    @checked
    @in_turn
    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: Annotated[int, CLICKS] = 1,
        modifiers: Sequence[str] = (),
        via: Sequence[Target] = (),
        hold: Annotated[float, HOLDS] = 0.0,
        expect: str | None = None,
        expect_timeout: Annotated[float, TIMEOUTS] = EXPECT_TIMEOUT,
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Click.

        Args:
            target: a number, `"@ref"`, a selector, `viewmark.at(x, y)`; see `Target`. Use
                `viewmark.mark(3, of=...)` for a number of an earlier observation or drawing.
            button: the mouse button.
            count: 2 is a double click, 3 selects a paragraph.
            modifiers: keys held during the click: Alt, Control, Meta, Shift, ControlOrMeta.
            via: targets to hover first, in this order, such as the trigger of a menu that opens
                on hover.
            hold: seconds between press and release.
            expect: the required effect: `navigation`, `popup`, `download`, `dialog`,
                `file_chooser`, or a text that the page must show afterwards and does not show yet
                (`text=popup` for a text that is also one of these words).
            expect_timeout: seconds within which that effect must occur.
            pointer: `mouse` or `touch`; `auto` is touch if a touch screen is emulated. With touch,
                a `hold` of 0.5 or more is a long press, which causes no click event.
            timeout: seconds that the target may take to come to rest.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: the target cannot be hit; nothing was
                pressed.
            PressLost: the browser did not deliver the press to any frame.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the target was not found.
            InvalidCoordinates: the point is outside the viewport, or in an outdated screenshot.
            ExpectationFailed: the click was sent, but the expected effect did not occur.
        """
        context, aimed = self.context, resolve(self.context, target)
        _refuse_grid(aimed)
        page = context.page
        had_dialog = page.dialog is not None
        expected = expectation(page, expect, expect_timeout)
        way = touch.choose_pointer(page, pointer, button)
        bits = modifier_bits(modifiers, mac=await is_mac(page))
        try:
            if expected is not None:
                await expected.begin()
            for each in via:
                await _go_over(context, resolve(context, each), bits, timeout)
            where = await reach(context, aimed, timeout=timeout, arm=True, pointer=way)
            outcome = await press(
                page,
                where,
                button=button,
                count=count,
                modifiers=bits,
                hold=hold,
                pointer=way,
                then=expected.wait if expected is not None else None,
            )
            what = "double_click" if count == 2 else "click"
            acted = ActionResult.of(what, with_scrolls(outcome, where), point=where.pointer)
            if expected is not None:
                expected.check(acted)
            return acted
        except DialogOpen as error:
            if had_dialog:
                raise
            words = f"Before anything was pressed a dialog opened. {error.message}"
            raise DialogOpen(words, **error.data) from error

    @checked
    @in_turn
    async def hover(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Move the mouse onto a target and leave it there; raises the errors of `click`.

        Args:
            target: see `Target`.
            modifiers: as for `click`.
            timeout: as for `click`.
        """
        context, aimed = self.context, resolve(self.context, target)
        page = context.page
        where = await reach(context, aimed, timeout=timeout)
        bits = modifier_bits(modifiers, mac=await is_mac(page))
        outcome = await finish(page, where, lambda: move_onto(page, where, modifiers=bits))
        report = {"pointer": "mouse"} if touch.has_touch(page) else {}
        return ActionResult.of("hover", outcome, point=where.pointer, report=report)

    @checked
    @in_turn
    async def scroll(
        self,
        target: Target | None = None,
        *,
        dx: float | None = None,
        dy: float | None = None,
        to_x: float | None = None,
        to_y: float | None = None,
        wheel: bool = False,
        pointer: Pointer = "auto",
    ) -> ActionResult:
        """Scroll by an amount, to an offset, or to a target; the result names what was scrolled.

        Args:
            target: an element in the container to scroll; None: the page.
            dx: CSS px to the right.
            dy: CSS px down.
            to_x: offset in CSS px.
            to_y: offset in CSS px.
            wheel: send real wheel events, for maps and canvases that listen to them.
            pointer: `touch` swipes with a finger, for pages that listen to touch events.
        """
        context, aimed = self.context, resolve_or_none(self.context, target)
        page = context.page
        by = dx is not None or dy is not None
        to = to_x is not None or to_y is not None
        if by and to:
            raise InvalidOption(
                "Scroll by an amount (dx, dy) or to an offset (to_x, to_y), not both."
            )
        frame, node_id, at = page.main_frame, 0, None
        if isinstance(aimed, PointTarget):
            met = await meet_point(context, aimed)
            frame, node_id, at = met.frame, met.node_id, (aimed.x, aimed.y)
        elif aimed is not None:
            frame, node_id, _ = await element(context, aimed)
        way = _scroll_way(page, pointer, wheel=wheel, by=by)
        if by:
            in_it = {"frame": frame, "node_id": node_id}
            place: dict[str, Any] = in_it if at is None else {"at": at}
            scrolled = await scrolling.scroll_by(page, dx or 0.0, dy or 0.0, way=way, **place)
        elif to:
            scrolled = await scrolling.scroll_to(page, to_x, to_y, frame=frame, node_id=node_id)
        elif node_id:
            scrolled = await scrolling.into_view(page, frame, node_id)
        else:
            raise InvalidOption(
                "Scroll needs an amount (dx, dy), an offset (to_x, to_y) or a target."
            )
        outcome = Outcome(scrolled=scrolled.moved, pointer="touch" if way == "touch" else "mouse")
        return ActionResult.of("scroll", outcome, scrolled=scrolled)

    @checked
    async def scroll_to(self, target: Target) -> ActionResult:
        """Scroll an element into view, in all its frames and containers; reports the scrolls.

        Args:
            target: see `Target`.

        Raises:
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element was not found.
        """
        return await self.scroll(target)

    @checked
    @in_turn
    async def keypress(
        self,
        keys: str | Sequence[str],
        *,
        target: Target | None = None,
        repeat: Annotated[int, KEY_REPEATS] = 1,
    ) -> ActionResult:
        """Press keys in the focused element, or in a target.

        Args:
            keys: a key or a combination (`"Enter"`, `"Control+A"`), or a sequence of them.
            target: the element to focus first.
            repeat: how many times.

        Raises:
            UnknownKey: there is no such key; the hint names the nearest one.
        """
        context, aimed = self.context, resolve_or_none(self.context, target)
        page = context.page
        mac = await is_mac(page)
        names = [keys] if isinstance(keys, str) else list(keys)
        if len(names) not in KEY_REPEATS:
            raise InvalidOption(f"keys must be 1 to {KEY_REPEATS.high:g} keys, not {len(names)}.")
        held = hand.held_input(page).modifiers
        presses = [parse_keys(name, mac=mac, held=held) for name in names]
        of_presses = (key_events(each, mac=mac, held=held) for each in presses)
        events = [event for each in of_presses for event in each] * repeat
        intended = None
        if aimed is None:
            frame, hit = await focus_of(page)
        else:
            is_written = writes(key_events(presses[0], held=held))
            frame, hit = await _focus_target(context, aimed, is_written=is_written)
            intended = None if isinstance(aimed, PointTarget) else hit
        links = await chain(page, frame)
        others: list[ElementSummary | None] = []

        async def look() -> ElementSummary | None:
            if intended is not None:
                # A page that re-renders on focus may move the focus to another element before the
                # key arrives.
                reply = await scripts.call(page, frame, "keysWentTo", intended.node_id)
                others.append(ElementSummary.from_wire(reply, frame))
            await scripts.call(page, frame, "nextFrame", timeout=3)
            return (await focus_of(page))[1]

        outcome, focused = await perform(page, links, lambda: hand.send_keys(page, events), look)
        hit = next((each for each in others if each is not None), hit)
        outcome = replace(outcome, hit=hit, intended=intended, focused=focused)
        # Single characters are omitted, because they may be part of a password and results may be
        # logged.
        pressed = " ".join(name if len(name) > 1 else "a character" for name in names)
        pressed += f" x{repeat}" if repeat > 1 else ""
        return ActionResult.of("keypress", outcome, report={"keys": pressed})


async def _go_over(
    context: PageContext, target: ResolvedTarget, modifiers: Modifier, timeout: float
) -> None:
    """Hover a target of the option `via` before a click, such as the trigger of a hover menu."""
    where = await reach(context, target, timeout=timeout)
    await move_onto(context.page, where, modifiers=modifiers)
    await scripts.call(context.page, where.frame, "nextFrame", timeout=3)


def _refuse_grid(target: ResolvedTarget) -> None:
    """Reject a target that is the mark of a whole grid, because its center is an arbitrary cell."""
    if isinstance(target, ElementTarget) and target.element.grid is not None:
        name = target.ref or target.element.selector
        raise InvalidOption(
            f"{name} is a {target.element.grid.words(name)}. It is not pressed as a whole.",
            hint=f"Name a cell: {name}[{target.element.grid.first or 1},1].",
        )


def _scroll_way(
    page: PageTarget, pointer: touch.Pointer, *, wheel: bool, by: bool
) -> scrolling.Way:
    """Choose how to scroll: by script, by the mouse wheel, or by touch if that is requested."""
    touch.choose_pointer(page, pointer)
    is_swipe = pointer == "touch"
    if is_swipe and (wheel or not by):
        raise InvalidOption("A swipe scrolls by an amount: dx, dy, and no wheel.", param="pointer")
    return "touch" if is_swipe else "wheel" if wheel else "script"


async def _focus_target(
    context: PageContext, target: ResolvedTarget, *, is_written: bool
) -> tuple[Frame, ElementSummary | None]:
    page = context.page
    if isinstance(target, PointTarget):
        met = await meet_point(context, target, witness=True)
        await press(page, met)
        return await focus_of(page)
    frame, node_id, meant = await element(context, target)
    if not await fields.focus(page, frame, node_id, is_written=is_written, meant=meant):
        spot = await find_click_point(page, frame, node_id)
        raise NotEditable(
            f"{spot.target} cannot take the focus.",
            hint="Click it, or press the keys without a target.",
            target=spot.target.to_json(),
        )
    found, reply = await focus_of(page)
    if found.id != frame.id:
        raise NotEditable(
            f"The target does not get the focus; {reply or 'another frame'} has it.",
            hint="Click it, or press the keys without a target.",
        )
    if reply is None:
        raise NotEditable(
            "The page took the focus away from the target at once; no key was pressed.",
            hint="Click it, or press the keys without a target.",
        )
    return found, reply
