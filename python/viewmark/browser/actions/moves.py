"""Resends mouse moves, button events and wheel turns that never reached their frame."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from viewmark.background import quietly
from viewmark.browser import scripts
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.keys import Modifier
from viewmark.browser.actions.results import HitTest, in_session
from viewmark.browser.page_target import PageTarget
from viewmark.errors import PressLost

_LIMIT = 3.0
"""Maximum seconds to wait for a frame to confirm input; a busy frame is assumed to have received
it."""


async def move_onto(
    page: PageTarget,
    where: HitTest,
    *,
    modifiers: Modifier = Modifier.NONE,
) -> None:
    """Move the mouse to a point.

    The browser routes input for an iframe of another process by the last rendered image, and may
    find no route (see `pointer.press`). If the frame received nothing, the move is sent again,
    directly to the frame's process. Do not use this function while a button is down, because such
    moves are sent to the element on which the button was pressed.

    Args:
        page: the browser tab.
        where: hit test of the target point.
        modifiers: modifier keys held during the move.

    Raises:
        PressLost: the frame did not receive the second move either.
    """
    session = where.frame.session
    await check_heard(
        page,
        where,
        "move",
        lambda: hand.move(page, *where.pointer, modifiers=modifiers),
        lambda: hand.move(page, *in_session(where), modifiers=modifiers, into=session),
    )


async def check_heard(
    page: PageTarget,
    where: HitTest,
    kind: Literal["move", "down", "up", "wheel"],
    *ways: Callable[[], Awaitable[None]],
) -> None:
    """Send input by each of `ways` in turn until the target frame, in another process, receives it.

    Raises:
        PressLost: the frame received no input, whichever way was used.
    """
    is_apart = where.frame.session is not page.session
    for send in ways:
        if is_apart:
            await scripts.call(page, where.frame, "watchMove", kind)
        await send()
        if not is_apart or await _has_come(page, where):
            return
    what = {"move": "move", "down": "press", "up": "release", "wheel": "turn of the wheel"}[kind]
    raise PressLost(f"The {what} on {where.met or 'the page'} did not come to its frame.")


async def _has_come(page: PageTarget, where: HitTest) -> bool:
    came = await quietly(scripts.call(page, where.frame, "moveCame", timeout=_LIMIT))
    return came is not False  # None (dialog, navigation, busy page) is treated as received
