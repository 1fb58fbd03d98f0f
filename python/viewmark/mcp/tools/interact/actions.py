"""`interact click`, `type` and the like: what is done to a target, and its result."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from viewmark.api.places import place
from viewmark.errors import InvalidOption, NotSelectable
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB, parameter
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.dialogs import answer_dialog
from viewmark.mcp.tools.interact.target import AIM, names_element, place_of, target_of
from viewmark.mcp.tools.interact.travel import TEXT, blocked
from viewmark.page import act
from viewmark.page.act_check import Check
from viewmark.page.act_check import check as set_checked
from viewmark.page.act_drag import Drag
from viewmark.page.act_drag import drag as drag_to
from viewmark.page.act_fields import Select, Type, type_text
from viewmark.page.act_fields import select as choose
from viewmark.page.act_forms import Fill
from viewmark.page.act_forms import fill as set_value
from viewmark.page.act_upload import Upload
from viewmark.page.act_upload import upload as give_files
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageContext
from viewmark.page.targets import Target

if TYPE_CHECKING:
    from viewmark.mcp.tool import Handler

__all__ = ["ACTIONS"]

Action = Callable[[Call, PageContext, Target | None], Awaitable[ActionResult]]


def acting(action: Action) -> Handler:
    """The handler of an action: its target and dialogs before it, its result after it."""

    @functools.wraps(action)
    async def handler(call: Call) -> Answer:
        tab = await call.tab()
        if tab.page.dialog is not None and not names_element(call):
            answered = await answer_dialog(call, tab)
            if answered is not None:
                return answered
        context = tab.page.context
        acted = await action(call, context, target_of(call, tab))
        return Answer(text=compact(acted.to_json(context.ref_of) | blocked(call)))

    return handler


def _aimed(call: Call, target: Target | None) -> Target:
    if target is None:
        raise InvalidOption(
            f"interact {call.what} needs a target.",
            hint="Give ref, label with frame_id, selector, or x and y.",
            param="ref",
        )
    return target


def _modifiers(call: Call) -> list[str]:
    return [name for name in call.args.get("modifiers", "").split("+") if name]


async def click(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Click a target."""
    return await _click(call, context, target, 1)


async def double_click(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Click a target twice."""
    return await _click(call, context, target, 2)


async def _click(
    call: Call, context: PageContext, target: Target | None, count: int
) -> ActionResult:
    request = act.Click(
        target=_aimed(call, target),
        button=call.args["button"],
        count=count,
        modifiers=_modifiers(call),
    )
    return await act.click(context, request)


async def hover(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Move the pointer over a target."""
    request = act.Hover(target=_aimed(call, target), modifiers=_modifiers(call))
    return await act.hover(context, request)


async def type_(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Type into a field, or where the caret is."""
    args = call.args
    request = Type(
        text=call.needed("text"),
        target=target,
        clear=args["clear"],
        keys=args["keys"],
        submit=args["submit"],
    )
    return await type_text(context, request)


async def fill(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Bring a control to a value, whatever it holds: a text, a date, true or false, an option."""
    request = Fill(target=_aimed(call, target), value=call.needed("value"))
    return await set_value(context, request)


async def check(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Bring a checkbox, switch or radio button into a state; pressed only if it is not in it."""
    request = Check(target=_aimed(call, target), checked=call.args["checked"])
    return await set_checked(context, request)


async def scroll(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Scroll the page or a target by an amount, or a target into view."""
    request = act.Scroll(target=target, dx=call.args.get("dx"), dy=call.args.get("dy"))
    return await act.scroll(context, request)


async def drag(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Drag a target onto another, or by an amount."""
    to = call.args.get("to")
    request = Drag(
        target=_aimed(call, target),
        to=None if to is None else place(context, place_of(to)),
        dx=call.args.get("dx", 0),
        dy=call.args.get("dy", 0),
    )
    return await drag_to(context, request)


async def upload(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Give files of the output folder to a file field, or to what asks for files when pressed."""
    request = Upload(target=_aimed(call, target), files=call.needed("files"))
    return await give_files(context, request)


async def keypress(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Press a key or a combination, where the focus is or on a target."""
    return await act.keypress(context, act.KeyPress(keys=call.needed("key"), target=target))


async def select(call: Call, context: PageContext, target: Target | None) -> ActionResult:
    """Choose one option or several by label; if there are none of that name, by value."""
    target, wanted = _aimed(call, target), call.needed("value")
    several = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
    try:
        labels = [{"label": each} for each in several]
        return await choose(context, Select(target=target, options=labels))
    except NotSelectable:
        values = [{"value": each} for each in several]
        return await choose(context, Select(target=target, options=values))


_BUTTONS = ("left", "right", "middle")
_BUTTON = parameter("button", "string", enum=_BUTTONS, default="left")
_MODIFIERS = parameter("modifiers", "string", doc="such as Control+Shift")
_TYPE = (
    TEXT,
    parameter("clear", "boolean", default=False, doc="empty the field first"),
    parameter("keys", "boolean", default=False, doc="key by key"),
    parameter("submit", "boolean", default=False, doc="press Enter afterwards"),
)
_KEY = parameter(
    "key", "string", doc="keypress: Enter, Control+A, ArrowDown, ...", aliases=("keys",)
)
_VALUE = parameter(
    "value",
    "string",
    also=("boolean", "number", "array"),
    doc="select: option or JSON list; fill: text, true, date",
    aliases=("option", "text"),
    may_be_empty=True,
)
_TO = parameter("to", "string", also=("integer",), doc="ref, label or selector")
_FILES = parameter("files", "array", aliases=("paths",), doc="in the output folder")
_CHECKED = parameter("checked", "boolean", default=True)
_DELTA = (parameter("dx", "number", doc="CSS px"), parameter("dy", "number", doc="CSS px down"))

_CLICK: dict[str, dict[str, Any]] = {
    "left_click": {"button": "left"},
    "right_click": {"button": "right"},
    "tap": {},
}
ACTIONS = tuple(
    What(name=name, handler=acting(action), parameters=(*AIM, *own, TAB), aliases=aliases)
    for name, action, own, aliases in (
        ("click", click, (_BUTTON, _MODIFIERS), _CLICK),
        ("double_click", double_click, (_BUTTON, _MODIFIERS), {"dblclick": {}}),
        ("hover", hover, (_MODIFIERS,), {"mouse_over": {}}),
        ("type", type_, _TYPE, {"type_text": {}}),
        ("fill", fill, (_VALUE,), {"set_value": {}, "clear": {"value": ""}}),
        ("check", check, (_CHECKED,), {"uncheck": {"checked": False}}),
        ("scroll", scroll, _DELTA, {"scroll_to": {}, "scroll_by": {}}),
        ("drag", drag, (_TO, *_DELTA), {"drag_and_drop": {}}),
        ("upload", upload, (_FILES,), {"upload_file": {}, "file_upload": {}}),
        ("keypress", keypress, (_KEY,), {"key_press": {}, "press": {}, "press_key": {}}),
        ("select", select, (_VALUE,), {"select_option": {}}),
    )
)
