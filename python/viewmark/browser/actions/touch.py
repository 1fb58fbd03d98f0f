"""Sends trusted touches: taps, long presses, drags and swipes with one finger.

The page receives the events of a finger: pointer and touch events, then the mouse events that the
browser generates for a tap. If a touch screen is emulated, presses and drags are sent as touches.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, Literal

from viewmark.browser.actions import input as hand
from viewmark.browser.actions.keys import Modifier
from viewmark.browser.cdp.session import Session
from viewmark.browser.emulation.overrides import Overrides
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption

Pointer = Literal["auto", "mouse", "touch"]
Kind = Literal["touchStart", "touchMove", "touchEnd", "touchCancel"]
"""`Kind`: type of a CDP touch event. `Pointer`: `PointerEvent.pointerType` of an action; `auto` is
touch if a touch screen is emulated.
"""

LONG_PRESS = 0.5
"""Minimum seconds of a long press, which causes no click."""
DOUBLE_TAP, DOUBLE_TAP_PAUSE = 100.0, 0.6
"""Two taps less than `DOUBLE_TAP` CSS px and `DOUBLE_TAP_PAUSE` seconds apart may become a double
tap; Chromium's own time limit is 0.5 s."""
STROKE, STROKES, MOVES = 400, 50, 8
"""A swipe consists of at most `STROKES` strokes of `STROKE` CSS px, each sent as `MOVES` moves of
the finger."""
REST = 0.1
"""Seconds for which the finger rests at the end of a stroke."""


def has_touch(page: PageTarget) -> bool:
    """Return whether a touch screen is emulated for the page."""
    return any(
        params.get("enabled") is True for _, params in Overrides.of(page).commands_of("touch")
    )


def choose_pointer(
    page: PageTarget, wanted: Pointer = "auto", button: str = "left"
) -> Literal["mouse", "touch"]:
    """Choose the kind of pointer for an action on the page.

    Raises:
        InvalidOption: touch was requested with a button other than left.
    """
    if wanted == "touch" and button != "left":
        raise InvalidOption(
            f"A finger has no {button} button.",
            hint=f"A long press is hold={LONG_PRESS:g} or more; or use pointer=mouse.",
            param="pointer",
        )
    if wanted == "auto":
        return "touch" if button == "left" and has_touch(page) else "mouse"
    return wanted


async def tap(
    page: PageTarget,
    x: float,
    y: float,
    *,
    count: int = 1,
    modifiers: Modifier = Modifier.NONE,
    into: Session | None = None,
    hold: float = 0.0,
) -> bool:
    """Tap or long-press with one finger; the parameters are those of `input.press`."""
    clock = asyncio.get_running_loop().time
    if (last := hand.held_input(page).tapped) is not None and math.dist(
        last[:2], (x, y)
    ) < DOUBLE_TAP:
        # The browser would combine two separately requested taps into a double tap.
        await asyncio.sleep(max(0.0, last[2] + DOUBLE_TAP_PAUSE - clock()))
    try:
        if hold >= LONG_PRESS:
            held = {"x": x, "y": y, "duration": round(hold * 1000), "gestureSourceType": "touch"}
            return await hand.dispatch(
                page, "Input.synthesizeTapGesture", [held], into=into, timeout=hold + 10
            )
        start, end = _touch("touchStart", (x, y), modifiers), _touch("touchEnd", None, modifiers)
        events = [start, end] * count
        return await hand.press_and_release(page, "Input.dispatchTouchEvent", events, hold, into)
    finally:
        hand.held_input(page).tapped = (x, y, clock())


async def swipe(page: PageTarget, x: float, y: float, dx: float, dy: float) -> None:
    """Scroll by a swipe from a point, if the page allows it; positive is right and down.

    Raises:
        InvalidOption: the distance is too long for swipes.
    """
    far = math.hypot(dx, dy)
    times = math.ceil(far / STROKE)
    if times > STROKES:
        raise InvalidOption(
            f"A finger scrolls by {STROKE * STROKES:,} px at most, not by {far:,.0f}.",
            hint="Scroll in parts, or without pointer.",
        )
    for _ in range(times):
        end = (x - dx / times, y - dy / times)  # the finger moves against the scroll direction
        await send(page, "touchStart", (x, y))
        try:
            for number in range(1, MOVES + 1):
                part = number / MOVES
                at = (x + (end[0] - x) * part, y + (end[1] - y) * part)
                await send(page, "touchMove", at)
            await pause_finger(page, end)
        finally:
            await send(page, "touchEnd")


async def pause_finger(
    page: PageTarget, at: tuple[float, float], modifiers: Modifier = Modifier.NONE
) -> None:
    """Hold the finger still briefly, because lifting it while it moves would cause a fling."""
    await asyncio.sleep(REST)
    await send(page, "touchMove", at, modifiers)


async def send(
    page: PageTarget,
    kind: Kind,
    at: tuple[float, float] | None = None,
    modifiers: Modifier = Modifier.NONE,
) -> None:
    """Send one touch event: put the finger down, move it, lift it, or cancel the touch."""
    await hand.dispatch(page, "Input.dispatchTouchEvent", [_touch(kind, at, modifiers)])


def _touch(kind: Kind, at: tuple[float, float] | None, modifiers: Modifier) -> dict[str, Any]:
    points = [] if at is None else [{"x": at[0], "y": at[1], "id": 0}]
    return {"type": kind, "touchPoints": points, "modifiers": int(modifiers)}
