"""Mouse and keyboard actions on a page: click, hover, scroll, keypress (FR-004, FR-006, FR-007).

Every answer says what was hit. Targets come resolved (`targets`). Nothing is pressed before the
target was found at rest and reachable; what cannot take the action is an error, and nothing else is
done instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.actions import fields, touch
from viewmark.browser.actions import input as hand
from viewmark.browser.actions import scroll as scrolling
from viewmark.browser.actions.click_point import ClickablePoint, ElementSummary, find_click_point
from viewmark.browser.actions.keys import held_names, key_events, parse_keys, writes
from viewmark.browser.actions.moves import move_onto
from viewmark.browser.actions.pointer import Outcome, focus_of, perform, press
from viewmark.browser.frames.geometry import chain
from viewmark.defaults import CLICKS, EXPECT_TIMEOUT, HOLDS, KEY_REPEATS, REST_TIMEOUT
from viewmark.errors import DialogOpen, InvalidOption, NotEditable
from viewmark.page.action_result import ActionResult
from viewmark.page.expect import Expectation, expectation
from viewmark.page.locked import in_turn
from viewmark.page.recording import Step
from viewmark.page.resolve import (
    checked,
    element,
    is_mac,
    meet_point,
    point_of,
    reach,
    tried,
    with_scrolls,
)
from viewmark.page.targets import ElementTarget, PointTarget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget
    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["Click", "Hover", "KeyPress", "Scroll", "click", "hover", "keypress", "scroll"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Press and release the mouse on a target (FR-004)."""

    target: ResolvedTarget
    button: hand.Button = "left"
    count: int = 1
    """2: a double click, which is two clicks and one dblclick; 3 selects a paragraph."""
    modifiers: Sequence[str] = ()
    """Alt, Control, Meta, Shift, ControlOrMeta."""
    timeout: float = REST_TIMEOUT
    """Seconds that the target may take to come to rest."""
    via: Sequence[ResolvedTarget] = ()
    """What the mouse goes over first, such as the head of a menu that opens on hover."""
    hold: float = 0.0
    """Seconds between press and release."""
    expect: str | None = None
    """What must come of it: navigation, popup, download, dialog, file_chooser, or words."""
    expect_timeout: float = EXPECT_TIMEOUT
    pointer: touch.Pointer = "auto"
    """`mouse` or `touch`; `auto`: touch where a touch screen is emulated."""

    def step(self) -> Step:
        """What is recorded of it."""
        return Step(
            what="double_click" if self.count == 2 else "click",
            button=self.button,
            modifiers=held_names("+".join(self.modifiers)),
            count=self.count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover:
    """Move the mouse onto a target and leave it there."""

    target: ResolvedTarget
    modifiers: Sequence[str] = ()
    timeout: float = REST_TIMEOUT

    def step(self) -> Step:
        """What is recorded of it."""
        return Step(what="hover", modifiers=held_names("+".join(self.modifiers)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll:
    """Scroll by an amount, to an offset, or a target into view (FR-006)."""

    target: ResolvedTarget | None = None
    """None: the page. An element: the container that it is or lies in. A point: what is there."""
    dx: float | None = None
    dy: float | None = None
    to_x: float | None = None
    to_y: float | None = None
    wheel: bool = False
    """Turn a real wheel, for maps and canvases that listen to it."""
    pointer: touch.Pointer = "auto"
    """`touch`: swipe with a finger; else it is scrolled by script, or by the wheel."""

    def step(self) -> Step:
        """What is recorded of it."""
        return Step(what="scroll")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPress:
    """Press keys or combinations one after the other (FR-007)."""

    keys: str | Sequence[str] = field(repr=False)
    target: ResolvedTarget | None = None
    """Gets the focus first; None: whatever has it."""
    repeat: int = 1

    def step(self) -> Step:
        """What is recorded of it."""
        keys = (self.keys,) if isinstance(self.keys, str) else tuple(self.keys)
        return Step(what="keypress", text=", ".join(keys), keys=keys, count=self.repeat)


@in_turn
async def click(context: PageContext, request: Click) -> ActionResult:
    """Click; see `Click`.

    Raises:
        ElementCovered, ElementNotVisible, TargetMoving: it cannot be hit; nothing was pressed.
        PressLost: the browser delivered the press to no frame.
        RefStale, ElementNotFound, InvalidSelector: it is not there.
        InvalidCoordinates: a point outside the viewport, or of a picture that is out of date.
        ExpectationFailed: it was pressed, and what was expected did not come.
        DialogOpen: one was open, or opened when the mouse came; nothing was pressed.
    """
    HOLDS.check("hold", request.hold)
    CLICKS.check("count", request.count)
    had_dialog = context.page.dialog is not None
    what = "double_click" if request.count == 2 else "click"
    expected = expectation(context.page, request.expect, request.expect_timeout)
    try:
        acted = await _click(context, request, what, expected)
        if expected is not None:
            expected.check(acted)
        return acted
    except DialogOpen as error:
        if had_dialog:
            raise
        words = f"Before anything was pressed a dialog opened. {error.message}"
        raise DialogOpen(words, **error.data) from error


async def _click(
    context: PageContext, request: Click, what: str, expected: Expectation | None
) -> ActionResult:
    _refuse_grid(request.target)
    pointer = touch.chosen(context.page, request.pointer, request.button)
    modifiers = hand.modifier_bits(request.modifiers, mac=await is_mac(context.page))
    if expected is not None:
        await expected.begin()
    for each in request.via:
        on_the_way = await reach(context, each, timeout=request.timeout)
        point = point_of(on_the_way, each)
        await move_onto(context.page, on_the_way, *point, modifiers=modifiers)
        await scripts.call(context.page, on_the_way.frame, "nextFrame", timeout=3)

    async def press_once(is_hovered: bool) -> ActionResult:
        aim: dict[str, Any] = {"timeout": request.timeout, "arm": True, "pointer": pointer}
        where = await reach(context, request.target, is_hovered=is_hovered, **aim)
        x, y = point_of(where, request.target)
        outcome = await press(
            context.page,
            where,
            x=x,
            y=y,
            button=request.button,
            count=request.count,
            modifiers=modifiers,
            hold=request.hold,
            pointer=pointer,
            then=expected.wait if expected is not None else None,
        )
        return ActionResult.of(what, with_scrolls(outcome, where), point=(x, y))

    return await tried(press_once)


def _refuse_grid(target: ResolvedTarget) -> None:
    """Refuse a mark that stands for many cells: its middle is just one of them."""
    if isinstance(target, ElementTarget) and target.element.grid is not None:
        name = target.ref or target.element.selector
        raise InvalidOption(
            f"{name} is a {target.element.grid.words(name)}. It is not pressed as a whole.",
            hint=f"Name a cell: {name}[{target.element.grid.first or 1},1].",
        )


@in_turn
async def hover(context: PageContext, request: Hover) -> ActionResult:
    """Move the mouse onto a target; menus that open on hover open. Raises as `click`.

    A finger cannot do that: on a page with a touch screen `report["pointer"]` says that it was the
    mouse.
    """
    page = context.page
    where = await reach(context, request.target, timeout=request.timeout)
    x, y = point_of(where, request.target)
    modifiers = hand.modifier_bits(request.modifiers, mac=await is_mac(page))

    async def look() -> None:
        await scripts.call(page, where.frame, "nextFrame", timeout=3)

    outcome, _ = await perform(
        page, where.links, lambda: move_onto(page, where, x, y, modifiers=modifiers), look
    )
    intended = where.target if isinstance(where, ClickablePoint) else None
    outcome = with_scrolls(replace(outcome, hit=where.hit, intended=intended), where)
    report = {"pointer": "mouse"} if touch.has_touch(page) else {}
    return ActionResult.of("hover", outcome, point=(x, y), report=report)


@in_turn
async def scroll(context: PageContext, request: Scroll) -> ActionResult:
    """Scroll; see `Scroll`. The answer says which container moved, by how much, and where it is.

    Raises:
        InvalidOption: both an amount and an offset, or neither without a target.
        InvalidCoordinates: an amount or offset that is no number.
        and as `click`.
    """
    page, target = context.page, request.target
    by = request.dx is not None or request.dy is not None
    to = request.to_x is not None or request.to_y is not None
    if by and to:
        raise InvalidOption("Scroll by an amount (dx, dy) or to an offset (to_x, to_y), not both.")
    frame, node_id, at = page.main_frame, 0, None
    if isinstance(target, PointTarget):
        met = await meet_point(context, target)
        frame, node_id, at = met.frame, met.node_id, (target.x, target.y)
    elif target is not None:
        frame, node_id = await element(context, target)
    dx, dy = request.dx or 0.0, request.dy or 0.0
    way = _way(page, request, by=by)
    if by and at is not None:
        told = await scrolling.scroll_by(page, dx, dy, at=at, way=way)
    elif by:
        told = await scrolling.scroll_by(page, dx, dy, frame=frame, node_id=node_id, way=way)
    elif to:
        told = await scrolling.scroll_to(
            page, request.to_x, request.to_y, frame=frame, node_id=node_id
        )
    elif node_id:
        told = await scrolling.into_view(page, frame, node_id)
    else:
        raise InvalidOption("Scroll needs an amount (dx, dy), an offset (to_x, to_y) or a target.")
    outcome = Outcome(scrolled=told.moved, pointer="touch" if way == "touch" else "mouse")
    return ActionResult.of("scroll", outcome, scrolled=told)


def _way(page: PageTarget, request: Scroll, *, by: bool) -> scrolling.Way:
    """By script, by the wheel, or by a finger where that is asked for."""
    touch.chosen(page, request.pointer)
    is_swipe = request.pointer == "touch"
    if is_swipe and (request.wheel or not by):
        raise InvalidOption("A swipe scrolls by an amount: dx, dy, and no wheel.", param="pointer")
    return "touch" if is_swipe else "wheel" if request.wheel else "script"


@in_turn
async def keypress(context: PageContext, request: KeyPress) -> ActionResult:
    """Press keys; see `KeyPress`.

    Raises:
        UnknownKey: no such key; the hint has the nearest. Nothing was pressed.
        NotEditable: the target cannot take the focus.
    """
    page = context.page
    mac = await is_mac(page)
    names = [request.keys] if isinstance(request.keys, str) else list(request.keys)
    KEY_REPEATS.check("repeat", request.repeat)
    if len(names) not in KEY_REPEATS:
        raise InvalidOption(f"keys must be 1 to {KEY_REPEATS.high:g} keys, not {len(names)}.")
    held = hand.held(page).modifiers
    presses = [parse_keys(name, mac=mac, held=held) for name in names]
    events = [
        event for each in presses for event in key_events(each, mac=mac, held=held)
    ] * request.repeat
    intended = None
    if request.target is None:
        frame, hit = await focus_of(page)
    else:
        is_written = writes(key_events(presses[0], held=held))
        frame, hit = await _focus_target(context, request.target, is_written=is_written)
        intended = None if isinstance(request.target, PointTarget) else hit
    links = await chain(page, frame)
    others: list[ElementSummary | None] = []

    async def look() -> ElementSummary | None:
        if intended is not None:
            # A page that draws again when it hears the focus takes it away before the key.
            told = await scripts.call(page, frame, "keysWentTo", intended.node_id)
            others.append(ElementSummary.from_wire(told, frame))
        await scripts.call(page, frame, "nextFrame", timeout=3)
        return (await focus_of(page))[1]

    outcome, focused = await perform(page, links, lambda: hand.send_keys(page, events), look)
    hit = next((each for each in others if each is not None), hit)
    outcome = replace(outcome, hit=hit, intended=intended, focused=focused)
    return ActionResult.of("keypress", outcome)


async def _focus_target(
    context: PageContext, target: ResolvedTarget, *, is_written: bool
) -> tuple[Frame, ElementSummary | None]:
    page = context.page
    if isinstance(target, PointTarget):
        met = await meet_point(context, target, witness=True)
        await press(page, met, x=target.x, y=target.y)
        return await focus_of(page)

    async def focus(is_hovered: bool) -> tuple[Frame, int, bool]:
        frame, node_id, meant = await checked(context, target, is_hovered=is_hovered)
        aim: dict[str, Any] = {"is_written": is_written, "meant": meant}
        return frame, node_id, await fields.focus(page, frame, node_id, **aim)

    frame, node_id, is_focused = await tried(focus)
    if not is_focused:
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
