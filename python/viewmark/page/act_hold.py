"""Buttons and keys that stay pressed across several calls: games, drawing, multiple selection.

Pressed buttons and keys belong to the tab and apply to every action on it until a call releases
them. A navigation does not release them.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from viewmark.browser.actions import input as hand
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.keys import hold_events, parse_keys
from viewmark.browser.actions.moves import check_heard, move_onto
from viewmark.browser.actions.pointer import focus_of
from viewmark.browser.actions.results import HitTest
from viewmark.defaults import MOVES, REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import InvalidOption, PressLost
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.drag_end import check_end
from viewmark.page.locked import in_turn
from viewmark.page.resolve import check_alive, finish, is_mac, meet_point, reach
from viewmark.page.resolved_target import PointTarget, ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve_or_none
from viewmark.unknown_options import checked

DOUBLE_CLICK_PAUSE = 0.5
"""Maximum pause between the clicks of a double click, from release to press, in seconds."""
DOUBLE_CLICK_RADIUS = 5.0
"""Maximum distance between the two presses of a double click, in CSS px."""
MAX_COUNT = 3
"""Maximum number of clicks that count as one multiple click (3 selects a paragraph); the next press
counts as 1 again."""


@in_turn
async def mouse(
    calls: PageCalls,
    target: Target | None,
    *,
    action: Literal["move", "down", "up"],
    button: hand.Button = "left",
    steps: int = 1,
    timeout: float,
) -> ActionResult:
    """Move the mouse, press or release a button; `report["held"]` lists the held buttons."""
    context, aimed = calls.context, resolve_or_none(calls.context, target)
    held = hand.held_input(context.page)
    is_down = button in held.buttons
    if action != "move" and is_down is (action == "down"):
        state = "down already" if is_down else "not down"
        raise InvalidOption(f"The {button} button is {state}.", param="button")
    page = context.page
    where = await _place(context, aimed, held, timeout=timeout)
    x, y = where.pointer
    send = partial(hand.send_button, page, button=button)

    async def do() -> None:
        is_there = (x, y) == held.at and held.document == page.epoch
        if action == "move" or not is_there:
            await _move(context, held, where, steps)
        if action == "down":
            if where.meant is not None:  # the mouse move may have re-rendered the target
                await check_alive(context, where.frame, where.meant["id"], where.meant)
            held.clicks = _clicks(held, button, (x, y), page.epoch)
            press = partial(send, "mousePressed", x, y, count=held.clicks.count)
            try:
                await check_heard(page, where, "down", press)
            except PressLost:
                await send("mouseReleased", x, y)
                raise
            held.buttons.append(button)
            held.pressed_in = where.frame.id
        elif action == "up":
            await check_end(context, None, aimed, where, is_over=True)
            held.buttons.remove(button)
            last = held.clicks
            is_last = last is not None and last.button == button
            count = last.count if last is not None and is_last else 1
            release = partial(send, "mouseReleased", x, y, count=count)
            # the frame of the press receives the release, so other frames cannot check it
            if held.pressed_in == where.frame.id:
                await check_heard(page, where, "up", release)
            else:
                await release()
            if last is not None and is_last:
                held.clicks = replace(last, released=_now())

    outcome = await finish(page, where, do)
    report = {"held": list(held.buttons)}
    return ActionResult.of(f"mouse_{action}", outcome, point=(x, y), report=report)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _clicks(
    held: hand.Held, button: hand.Button, at: tuple[float, float], document: str
) -> hand.Clicks:
    """Return the click count of a press: two presses close in time and place are a double click.

    Only the pause between the calls is measured, not the time that the page takes to handle them.
    """
    last = held.clicks
    is_near = (
        last is not None
        and (last.button, last.document) == (button, document)
        and _now() - last.released <= DOUBLE_CLICK_PAUSE
        and math.dist(last.at, at) <= DOUBLE_CLICK_RADIUS
    )
    count = last.count % MAX_COUNT + 1 if last is not None and is_near else 1
    return hand.Clicks(button=button, at=at, document=document, count=count)


async def _place(
    context: PageContext,
    target: ResolvedTarget | None,
    held: hand.Held,
    *,
    timeout: float,
) -> HitTest:
    if target is not None:
        return await reach(context, target, timeout=timeout)
    if held.at is None:
        raise InvalidOption(
            "Nobody knows where the mouse is.", hint="Move it first, or name a target."
        )
    x, y = held.at
    return await meet_point(context, PointTarget(x=x, y=y))


async def _move(
    context: PageContext,
    held: hand.Held,
    where: HitTest,
    steps: int,
) -> None:
    end = where.pointer
    start_x, start_y = held.at or end
    down = held.buttons[0] if held.buttons else None
    for number in range(1, steps + 1):
        part = number / steps
        at = (start_x + (end[0] - start_x) * part, start_y + (end[1] - start_y) * part)
        if number < steps or down is not None:
            await hand.move(context.page, *at, down=down)
        else:
            await move_onto(context.page, where)


@in_turn
async def key_hold(calls: PageCalls, *, key: str, action: Literal["down", "up"]) -> ActionResult:
    """Press or release a key; `report["held"]` lists the held keys."""
    page = calls.context.page
    held = hand.held_input(page)
    mac = await is_mac(page)
    pressed = parse_keys(key, mac=mac, held=held.modifiers)
    if pressed.modifiers and len(key) > 1:
        raise InvalidOption("Hold one key at a time.", hint="Call it once for each.", param="key")
    code = pressed.key.code or pressed.key.key
    is_down = code in held.keys
    if is_down is (action == "down"):
        state = "down already" if is_down else "not down"
        raise InvalidOption(f"{key[:40]} is {state}.", param="key")
    others = held.modifiers & ~pressed.key.modifier
    down, up = hold_events(pressed, mac=mac, held=others)
    frame, hit = await focus_of(page)

    async def do() -> None:
        if action == "down":
            held.keys[code] = pressed.key.modifier
            await hand.send_keys(page, [down])
        else:
            del held.keys[code]
            await hand.send_keys(page, [up])

    outcome = replace(await finish(page, frame, do), hit=hit)
    report = {"held": list(held.keys)}
    return ActionResult.of(f"key_{action}", outcome, report=report)


class Holding(PageCalls):
    """Held buttons and keys, and single mouse moves; a mixin of `Page`."""

    @checked
    async def mouse_move(
        self,
        target: Target,
        *,
        steps: Annotated[int, MOVES] = 1,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Move the mouse; held buttons stay down, so that the move can be part of a drag.

        Args:
            target: see `Target`.
            steps: number of moves on the way, 1 to 200.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: as for `click`.
        """
        return await mouse(self, target, action="move", steps=steps, timeout=timeout)

    @checked
    async def mouse_down(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Press a button and keep it down; `report["held"]` lists the held buttons.

        Args:
            target: see `Target`; None: the present mouse position.
            button: the mouse button.
            timeout: as for `click`.

        Raises:
            InvalidOption: the button is down already, or the mouse position is unknown.
        """
        return await mouse(self, target, action="down", button=button, timeout=timeout)

    @checked
    async def mouse_up(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Release a mouse button, at a target or at the present mouse position.

        Args:
            target: see `Target`; None: the present mouse position.
            button: the mouse button.
            timeout: as for `click`.

        Raises:
            InvalidOption: the button is not down.
        """
        return await mouse(self, target, action="up", button=button, timeout=timeout)

    @checked
    async def key_down(self, key: str) -> ActionResult:
        """Press a key and keep it down; a held modifier applies to all actions until released.

        Args:
            key: one key, such as `Shift` or `w`.

        Raises:
            UnknownKey: there is no such key.
            InvalidOption: several keys were given, or the key is down already.
        """
        return await key_hold(self, key=key, action="down")

    @checked
    async def key_up(self, key: str) -> ActionResult:
        """Release a key.

        Args:
            key: as for `key_down`.

        Raises:
            InvalidOption: the key is not down.
        """
        return await key_hold(self, key=key, action="up")
