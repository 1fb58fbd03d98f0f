"""Sends trusted input events: mouse, wheel, keys and text.

All events are sent to the tab's own session in CSS px of the top viewport; the browser routes them
into frames. The events of one press are sent together: waiting for each reply would take four times
as long and would give the page time to change in between.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from viewmark.browser.actions.keys import Modifier
from viewmark.browser.cdp.session import Session
from viewmark.browser.page_lock import outlive
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    CommandTimeout,
    DialogOpen,
    PageNavigated,
)

Button = Literal["left", "middle", "right", "back", "forward"]

BUTTONS: dict[str, int] = {"left": 1, "right": 2, "middle": 4, "back": 8, "forward": 16}
"""Bits that represent the mouse buttons in `MouseEvent.buttons`, keyed by button name."""

PRESSURE = 0.5
"""Value of `PointerEvent.pressure` of a mouse with a pressed button (Pointer Events 3, section
4.1.2)."""

KEYS_LIMIT = 30.0
"""Maximum seconds to send the keys of one action; 6,000 keys take 9 s on an idle page."""
KEYS_AT_ONCE = 16
"""Number of key events sent before waiting for replies, so that a slow page is not flooded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clicks:
    """The last press of a button, with the number of consecutive presses at that position."""

    button: Button
    at: tuple[float, float]
    document: str
    count: int = 1
    released: float = 0.0
    """Time at which the button was released, on the event loop's clock."""


@dataclass(slots=True)
class Held:
    """Keys and buttons that stay pressed across actions, and the position of the mouse."""

    at: tuple[float, float] | None = None
    """Mouse position in CSS px of the top viewport; None before the first move."""
    document: str = ""
    """Document in which the mouse last moved. If the page has since navigated, the new document has
    received no move.
    """
    buttons: list[Button] = field(default_factory=list)
    clicks: Clicks | None = None
    """The last press by `mouse_down`; the next press may turn it into a double click."""
    pressed_in: str = ""
    """The frame that received the last press whose button is still pressed."""
    tapped: tuple[float, float, float] | None = None
    """X, Y and time (on the event loop's clock) of the last tap."""
    keys: dict[str, Modifier] = field(default_factory=dict)
    """The modifier of each pressed key, keyed by `KeyboardEvent.code`."""

    @property
    def modifiers(self) -> Modifier:
        """The modifiers that are currently pressed."""
        bits = Modifier.NONE
        for each in self.keys.values():
            bits |= each
        return bits

    @property
    def mask(self) -> int:
        """The pressed buttons as a bit mask, as in `MouseEvent.buttons`."""
        return sum(BUTTONS[each] for each in self.buttons)


def held_input(page: PageTarget) -> Held:
    """Return the keys and buttons that are currently pressed on the page."""
    return page.state.of(Held)


_MODIFIER_KEYS = frozenset({"Alt", "Control", "Meta", "Shift"})


async def move(
    page: PageTarget,
    x: float,
    y: float,
    *,
    modifiers: Modifier = Modifier.NONE,
    down: Button | None = None,
    into: Session | None = None,
) -> None:
    """Move the mouse, with the button `down` held if given; `into` is described in `press`."""
    event = _mouse("mouseMoved", x, y, modifiers, buttons=BUTTONS[down] if down else 0)
    event |= {"button": down} if down else {}
    await dispatch(page, "Input.dispatchMouseEvent", [event], into=into)


async def send_button(
    page: PageTarget,
    kind: Literal["mousePressed", "mouseReleased"],
    x: float,
    y: float,
    *,
    button: Button = "left",
    count: int = 1,
    modifiers: Modifier = Modifier.NONE,
) -> None:
    """Send one mouse button event, which presses (and keeps pressed) or releases a button."""
    held: dict[str, Any] = {"button": button, "clickCount": count}
    down = BUTTONS[button] if kind == "mousePressed" else 0
    event = _mouse(kind, x, y, modifiers, buttons=down, **held)
    await dispatch(page, "Input.dispatchMouseEvent", [event])


async def press(
    page: PageTarget,
    x: float,
    y: float,
    *,
    button: Button = "left",
    count: int = 1,
    modifiers: Modifier = Modifier.NONE,
    into: Session | None = None,
    move: bool = True,
    hold: float = 0.0,
) -> bool:
    """Move to a point, then press and release `count` times with increasing click counts.

    A count of 2 causes two `click` events and one `dblclick`. Returns when the page has handled the
    last event, when a dialog blocks it, or when the page navigates.

    Args:
        page: the browser tab.
        x: X coordinate in CSS px of the top viewport.
        y: Y coordinate in the same units.
        button: the mouse button.
        count: number of clicks.
        modifiers: modifier keys held during the press.
        into: send to this session's process, bypassing the browser's routing; x and y are then CSS
            px of that session's own viewport.
        move: whether to move to the point first; False if the mouse is already there.
        hold: seconds between the last press and the release.

    Returns:
        Whether every event received a reply; False if a native window consumed one.
    """
    held_input(page).clicks = None
    events = [_mouse("mouseMoved", x, y, modifiers)] if move else []
    for number in range(1, count + 1):
        which: dict[str, Any] = {"button": button, "clickCount": number}
        events.append(_mouse("mousePressed", x, y, modifiers, buttons=BUTTONS[button], **which))
        events.append(_mouse("mouseReleased", x, y, modifiers, **which))
    return await press_and_release(page, "Input.dispatchMouseEvent", events, hold, into)


async def press_and_release(
    page: PageTarget,
    method: str,
    events: Sequence[dict[str, Any]],
    hold: float,
    into: Session | None,
) -> bool:
    """Send mouse events, the last (the release) after a delay; return whether all got a reply."""
    if not hold:
        return await dispatch(page, method, events, into=into)
    is_whole = await dispatch(page, method, events[:-1], into=into)
    try:
        if page.dialog is None:
            await asyncio.sleep(hold)
    finally:  # even after an error or cancellation, never leave a button pressed
        release = asyncio.ensure_future(dispatch(page, method, events[-1:], into=into))
        outlive(page, [release])
        with contextlib.suppress(DialogOpen):
            is_whole &= await asyncio.shield(release)
    return is_whole


async def wheel(
    page: PageTarget,
    x: float,
    y: float,
    dx: float,
    dy: float,
    *,
    modifiers: Modifier = Modifier.NONE,
) -> None:
    """Turn the wheel over a point; positive values scroll right and down."""
    event = _mouse("mouseWheel", x, y, modifiers, deltaX=dx, deltaY=dy)
    await dispatch(page, "Input.dispatchMouseEvent", [event])


async def send_keys(
    page: PageTarget, events: Sequence[dict[str, Any]], *, limit: float = KEYS_LIMIT
) -> None:
    """Send key events (see `keys`) to the focused element; stop if one of them opens a dialog.

    Raises:
        CommandTimeout: not all keys were sent within `limit` seconds; the message gives the number.
    """
    clock = asyncio.get_running_loop().time
    begun = clock()
    for start in range(0, len(events), KEYS_AT_ONCE):
        if page.dialog is not None:
            return
        if clock() - begun > limit:
            raise _too_slow(events, start, limit)
        sent = start + KEYS_AT_ONCE
        try:
            is_whole = await dispatch(page, "Input.dispatchKeyEvent", events[start:sent])
        except CommandTimeout as error:
            raise _too_slow(events, start, error.data.get("timeout_s", limit)) from error
        if not is_whole and sent < len(events):
            raise _too_slow(events, sent, limit)


def _too_slow(events: Sequence[dict[str, Any]], sent: int, limit: float) -> CommandTimeout:
    """Return an error that gives the number of keys sent, but not which keys they were."""
    done, total = (sum(map(_is_stroke, part)) for part in (events[:sent], events))
    return CommandTimeout(
        f"The page handles keys too slowly: {done} of {total} were sent within {limit:g} s.",
        hint="Those that were sent have had their effect: look at the page, then send the rest. "
        "A text goes in at once without keys.",
        keys_sent=done,
        keys_total=total,
        timeout_s=limit,
    )


def _is_stroke(event: dict[str, Any]) -> bool:
    """Return whether an event presses a key that is not a modifier for another key."""
    return event["type"] != "keyUp" and event["key"] not in _MODIFIER_KEYS


async def insert_text(page: PageTarget, text: str) -> None:
    """Insert the whole text at the caret, as an input method does, without key events."""
    await dispatch(page, "Input.insertText", [{"text": text}])


def _mouse(
    kind: str, x: float, y: float, modifiers: Modifier, *, buttons: int = 0, **more: Any
) -> dict[str, Any]:
    return {
        "type": kind,
        "x": x,
        "y": y,
        "modifiers": int(modifiers),
        "buttons": buttons,
        "button": "none",
        "pointerType": "mouse",
        **more,
    }


def _with_buttons(event: dict[str, Any], held: int) -> dict[str, Any]:
    """Add the buttons that are already pressed to a mouse event."""
    buttons = event["buttons"] | held
    return {**event, "buttons": buttons, "force": PRESSURE if buttons else 0.0}


async def dispatch(
    page: PageTarget,
    method: str,
    events: Sequence[dict[str, Any]],
    *,
    into: Session | None = None,
    timeout: float | None = None,
) -> bool:
    """Send input events together; a dialog or navigation that they cause is not an error."""
    session = into or page.session
    down = held_input(page)
    if down.modifiers:
        events = [
            {**each, "modifiers": each["modifiers"] | down.modifiers}
            if "modifiers" in each
            else each
            for each in events
        ]
    if method == "Input.dispatchMouseEvent" and events:
        events = [_with_buttons(each, down.mask) for each in events]
        if into is None:
            down.at, down.document = (events[-1]["x"], events[-1]["y"]), page.epoch
    if refusal := page.session.vitals.refusal(method):
        raise refusal  # a dialog was already open, so no event would arrive
    sending = [
        asyncio.ensure_future(session.send(method, event, timeout=timeout)) for event in events
    ]
    try:
        await asyncio.wait(sending)
    except asyncio.CancelledError:
        outlive(page, sending)  # the page is still handling the events: the next action must wait
        raise
    answers = [each.exception() for each in sending]
    is_whole = True
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(
            answer, (DialogOpen, PageNavigated)
        ):
            # A native window (file chooser, print dialog) consumes the input and never replies.
            if isinstance(answer, CommandTimeout) and answer is not answers[0]:
                is_whole = False
                continue
            raise answer
    return is_whole
