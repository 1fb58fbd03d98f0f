"""`interact click`, `type` and the like: what is done to a target, and its result."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from viewmark.api.page import Page
from viewmark.defaults import HOLDS
from viewmark.errors import InvalidOption, NotSelectable
from viewmark.geometry import way_of
from viewmark.mcp.content import Answer, lines_answer
from viewmark.mcp.parameters import TAB, of
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.dialogs import answer_dialog
from viewmark.mcp.tools.interact.target import (
    AIM,
    LABEL,
    TARGET,
    aim_of,
    names_element,
)
from viewmark.mcp.tools.interact.travel import TEXT, TIMEOUT, blocked
from viewmark.page.action_lines import result_lines
from viewmark.page.action_result import ActionResult
from viewmark.page.target import FORMS, Target, target_of
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.mcp.tool import Handler

__all__ = ["ACTIONS", "BUTTON", "FILES", "KEY", "MOVES", "acting", "aimed", "done", "pressed"]

NOTCH, NOTCHES = 100, 20
"""CSS px of one notch of a wheel. An `amount` of up to 20 counts those, as computer-use models
send it; a larger one is CSS px."""
_JOINT = re.compile(r"(?<=[A-Za-z])_(?=[A-Za-z])")
Action = Callable[[Call, Page, Target | None], Awaitable[ActionResult]]


def acting(action: Action) -> Handler:
    """The handler of an action: its target and dialogs before it, its result after it."""

    @functools.wraps(action)
    async def handler(call: Call) -> Answer:
        tab = await call.tab()
        if tab.page.dialog is not None and not names_element(call):
            answered = await answer_dialog(call, tab)
            if answered is not None:
                return answered
        return done(call, tab.page, await action(call, tab.page, aim_of(call)))

    return handler


def done(call: Call, page: Page, acted: ActionResult) -> Answer:
    """What came of an action."""
    ref_of, here = page.context.ref_of, page.context.page.session.target_id
    lines = result_lines(acted, ref_of, acted.changes)
    lines += [
        f"tab_id {each.id} is new: {each.url} (this one: {here})" for each in acted.outcome.tabs
    ]
    facts = acted.to_json(ref_of) | blocked(call)
    return lines_answer(lines, acted.changes, facts, acted)


def aimed(call: Call, target: Target | None) -> Target:
    """The target, which must be named.

    Raises:
        InvalidOption: it is not.
    """
    if target is None:
        raise InvalidOption(
            f"interact {call.what} needs a target.",
            hint="Give from and to: each a ref, a label or a selector."
            if call.what == "drag"
            else "Give ref, label with frame_id, selector, or x and y.",
            param="ref",
        )
    return target


def _modifiers(call: Call) -> list[str]:
    given = call.args.get("modifiers", "")
    parts = given if isinstance(given, list) else [given]
    return [name for part in parts for name in str(part).split("+") if name]


async def click(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Click a target."""
    return await _click(call, page, target, 1)


async def double_click(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Click a target twice."""
    return await _click(call, page, target, 2)


async def _click(call: Call, page: Page, target: Target | None, count: int) -> ActionResult:
    args = call.args
    if "expect" not in args and "timeout_s" in args:
        message = "`timeout_s` of a click is how long `expect` is waited for."
        raise InvalidOption(message, hint="Give expect too.", param="timeout_s")
    return await page.click(
        aimed(call, target),
        button=args["button"],
        count=args.get("count", count),
        modifiers=_modifiers(call),
        hold=args.get("hold_ms", 0) / 1000,
        via=args.get("via", ()),
        expect=args.get("expect"),
        pointer=args["pointer"],
        **call.given(timeout_s="expect_timeout"),
    )


async def hover(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Move the pointer over a target."""
    return await page.hover(aimed(call, target), modifiers=_modifiers(call))


async def type_(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Type into a field, or where the caret is."""
    how = {name: call.args[name] for name in ("clear", "keys", "submit")}
    return await page.type(target, call.needed("text"), **how)


async def fill(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Bring a control to a value, whatever it holds: a text, a date, true or false, an option."""
    return await page.fill(aimed(call, target), call.needed("value"))


async def check(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Bring a checkbox, switch or radio button into a state; pressed only if it is not in it."""
    return await page.check(aimed(call, target), call.args["checked"])


async def scroll(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Scroll the page or a target by an amount or to an offset, or a target into view."""
    ways = call.given("dx", "dy", "to_x", "to_y")
    direction, amount = call.args.get("direction"), call.args.get("amount")
    if direction is not None or amount is not None:
        if ways:
            message = "`direction` and `amount` say how far, and so do dx, dy, to_x and to_y."
            raise InvalidOption(message, hint="Give one of them.", param="direction")
        far = amount * NOTCH if amount is not None and amount <= NOTCHES else amount
        ways["dx"], ways["dy"] = way_of(await page.viewport(), direction or "down", far)
    how = {"wheel": call.args["wheel"], "pointer": call.args["pointer"]}
    return await page.scroll(target, **how, **ways)


async def drag(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Drag a target onto another, or by an amount."""
    to = call.args.get("to")
    return await page.drag(
        aimed(call, target),
        None if to is None else _end(call, to),
        dx=call.args.get("dx", 0),
        dy=call.args.get("dy", 0),
        pointer=call.args["pointer"],
        modifiers=_modifiers(call),
        **call.given(drag_steps="steps"),
    )


def _end(call: Call, to: Any) -> Target:
    """Where a drag ends; a point there is one of the same picture as where it begins."""
    if not isinstance(to, dict):
        return to  # type: ignore[no-any-return]
    shared = {name: call.args[name] for name in ("frame_id", "coordinates") if name in call.args}
    end = target_of(**(to | shared if "x" in to else to))
    if end is None:
        raise InvalidOption("`to` names nothing.", hint=FORMS, param="to")
    return end


async def upload(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Give files of the output folder to a file field, or to what asks for files when pressed."""
    return await page.upload(aimed(call, target), call.needed("files"))


async def keypress(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Press a key or a combination, where the focus is or on a target."""
    return await page.keypress(pressed(call), target=target, repeat=call.args["repeat"])


def pressed(call: Call) -> str:
    """The key or combination of a call.

    Some clients send its parts as a list, or name keys as X does: `Page_Down`.
    """
    key = call.needed("key")
    written = "+".join(map(str, key)) if isinstance(key, list) else str(key)
    return _JOINT.sub("", written)


async def select(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Choose one option or several by label; if there are none of that name, by value."""
    target, several = aimed(call, target), _several(call.needed("value"))
    try:
        return await page.select(target, several)
    except NotSelectable:
        return await page.select(target, [{"value": each} for each in several])


def _several(value: Any) -> list[str]:
    """One option or several; a list may come as JSON text, for the schema knows texts only."""
    if isinstance(value, str) and value.strip()[:1] == "[":
        try:
            listed = json.loads(value)
        except (ValueError, RecursionError):
            listed = None
        if isinstance(listed, list) and all(isinstance(each, (str, int)) for each in listed):
            value = listed
    return [str(each) for each in (value if isinstance(value, list) else [value])]


BUTTON = of("click", "button", enum=("left", "right", "middle"))
_MODIFIERS = rare("modifiers", "string", also=("array",), doc="such as Control+Shift")
_COUNT = of("click", "count", default=None, rare=True, doc="presses: 3 selects a paragraph")
_HOLD = rare(
    "hold_ms",
    "integer",
    low=0,
    high=HOLDS.high * 1000,
    doc="how long the button stays down",
)
_POINTER = of("click", "pointer", rare=True, doc="auto: touch where emulated; scroll: touch swipes")
_EXPECT = parameter(
    "expect",
    "string",
    doc="wait for navigation, popup, download, dialog, file_chooser or text=...",
)
_VIA = rare("via", "array", doc="refs, labels or selectors to go over first, as menus want it")
_PRESS = (BUTTON, _MODIFIERS, _HOLD, _VIA, _EXPECT, _POINTER, TIMEOUT)
_TYPE = (
    TEXT,
    of("type", "clear", doc="empty the field first"),
    of("type", "keys", rare=True, doc="key by key", aliases=("slowly",)),
    of("type", "submit", doc="press Enter afterwards"),
)
KEY = parameter(
    "key",
    "string",
    also=("array",),
    doc="keypress: Enter, Control+A, ...",
    aliases=("keys",),
)
_REPEAT = of("keypress", "repeat", rare=True)
_VALUE = parameter(
    "value",
    "string",
    also=("boolean", "number", "array"),
    doc="select: option or JSON list; fill: text, true, date",
    aliases=("option", "options", "values", "text"),
    may_be_empty=True,
)
MOVES = of("drag", "steps", called="drag_steps", default=None, rare=True, doc="moves on the way")
_TO = parameter(
    "to",
    "string",
    also=("integer", "object"),
    doc="ref, label or selector",
    aliases=("target", "end_ref", "to_ref", "destination", "end", "end_target"),
    fields=(
        parameter("x", "number"),
        parameter("y", "number"),
        *(parameter(name, "string") for name in ("ref", "selector")),
        LABEL,
    ),
)
_DIRECTION = rare(
    "direction",
    "string",
    enum=("down", "up", "left", "right"),
    unlisted=True,
    doc="by nearly a screen",
    aliases=("scroll_direction",),
)
_AMOUNT = rare(
    "amount",
    "number",
    low=0,
    unlisted=True,
    doc="with direction: notches of a wheel up to 20, else CSS px",
    aliases=("scroll_amount", "distance", "pixels"),
)
FILES = parameter(
    "files",
    "array",
    aliases=("paths", "file", "path"),
    doc="in the output folder or --upload-folder",
)
_CHECKED = of("check", "checked")
_OFFSET = (
    of("scroll", "to_x", rare=True, doc="offset to scroll to, CSS px"),
    of("scroll", "to_y", rare=True),
    of("scroll", "wheel", rare=True, doc="turn a real wheel, as maps want it"),
)
_DELTA = (
    of("scroll", "dx", doc="CSS px", aliases=("delta_x",)),
    of("scroll", "dy", doc="CSS px down", aliases=("delta_y",)),
)

_CLICK: dict[str, dict[str, Any]] = {
    "left_click": {"button": "left"},
    "right_click": {"button": "right"},
    "tap": {},
    "long_press": {"hold_ms": 1000},
    "press_and_hold": {"hold_ms": 1000},
    "triple_click": {"count": 3},
}
_FILL: dict[str, dict[str, Any]] = {
    "clear": {"value": ""},
    **{name: {} for name in ("set_value", "input", "input_text", "enter_text", "set_text")},
}
_DRAG: dict[str, dict[str, Any]] = {"drag_and_drop": {}, "left_click_drag": {}}
_SCROLL: dict[str, dict[str, Any]] = {
    "scroll_to": {},
    "scroll_by": {},
    "scroll_down": {"direction": "down"},
    "scroll_up": {"direction": "up"},
}
_KEYPRESS: dict[str, dict[str, Any]] = {
    name: {} for name in ("key_press", "press", "press_key", "send_keys", "hotkey", "key")
}
ACTIONS = tuple(
    What(
        name=name,
        handler=acting(action),
        parameters=(*AIM, *(() if _TO in own else (TARGET,)), *own, TAB),
        aliases=aliases,
    )
    for name, action, own, aliases in (
        ("click", click, (*_PRESS, _COUNT), _CLICK),
        ("double_click", double_click, _PRESS, {"dblclick": {}}),
        ("hover", hover, (_MODIFIERS,), {"mouse_over": {}}),
        ("type", type_, _TYPE, {"type_text": {}, "send_text": {}, "write": {}}),
        ("fill", fill, (_VALUE,), _FILL),
        ("check", check, (_CHECKED,), {"uncheck": {"checked": False}}),
        ("scroll", scroll, (*_DELTA, *_OFFSET, _DIRECTION, _AMOUNT, _POINTER), _SCROLL),
        ("drag", drag, (_TO, *_DELTA, MOVES, _MODIFIERS, _POINTER), _DRAG),
        ("upload", upload, (FILES,), {"upload_file": {}, "upload_files": {}, "file_upload": {}}),
        ("keypress", keypress, (KEY, _REPEAT), _KEYPRESS),
        ("select", select, (_VALUE,), {"select_option": {}, "choose": {}}),
    )
)
