"""Drops, the clipboard, buttons and keys that stay down, scrolling until something is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB, rare
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.actions import BUTTON, FILES, KEY, acting, aimed, pressed
from viewmark.mcp.tools.interact.target import AIM, SELECTOR, TARGET
from viewmark.mcp.tools.interact.travel import TEXT, blocked
from viewmark.page.act_clipboard import Copy, Paste
from viewmark.page.act_clipboard import copy as copy_out
from viewmark.page.act_clipboard import paste as paste_in
from viewmark.page.act_drop import Drop
from viewmark.page.act_drop import drop as drop_on
from viewmark.page.act_hold import HoldKey, Mouse, key_hold, mouse
from viewmark.page.act_scroll_until import SCROLLS_LIMIT, ScrollUntil
from viewmark.page.act_scroll_until import scroll_until as scroll_on
from viewmark.page.targets import resolve_or_none

if TYPE_CHECKING:
    from viewmark.page.action_result import ActionResult
    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["DETAILS"]


async def drop(call: Call, context: PageContext, target: ResolvedTarget | None) -> ActionResult:
    """Drop files or a text onto a target, as from outside of the browser."""
    files, text = call.args.get("files", ()), call.args.get("text")
    request = Drop(target=aimed(call, target), files=files, text=text)
    return await drop_on(context, request)


async def copy(call: Call, context: PageContext, target: ResolvedTarget | None) -> ActionResult:
    """Copy what is selected, or all that a target holds; never into the machine's clipboard."""
    return await copy_out(context, Copy(target=target))


async def cut(call: Call, context: PageContext, target: ResolvedTarget | None) -> ActionResult:
    """Copy and delete."""
    return await copy_out(context, Copy(target=target, cut=True))


async def paste(call: Call, context: PageContext, target: ResolvedTarget | None) -> ActionResult:
    """Paste what was copied last, also by a page ("Copy link"), or a text."""
    return await paste_in(context, Paste(target=target, text=call.args.get("text") or None))


async def mouse_move(
    call: Call, context: PageContext, target: ResolvedTarget | None
) -> ActionResult:
    """Move the mouse, with the buttons that are down."""
    request = Mouse(action="move", target=aimed(call, target), steps=call.args["steps"])
    return await mouse(context, request)


async def mouse_down(
    call: Call, context: PageContext, target: ResolvedTarget | None
) -> ActionResult:
    """Press a button and leave it down."""
    return await _button(call, context, target, "down")


async def mouse_up(call: Call, context: PageContext, target: ResolvedTarget | None) -> ActionResult:
    """Release a button."""
    return await _button(call, context, target, "up")


async def _button(
    call: Call, context: PageContext, target: ResolvedTarget | None, action: Literal["down", "up"]
) -> ActionResult:
    request = Mouse(action=action, target=target, button=call.args["button"])
    return await mouse(context, request)


async def key_down(call: Call) -> Answer:
    """Press a key and leave it down; a modifier counts for all that is done until it is up."""
    return await _key(call, "down")


async def key_up(call: Call) -> Answer:
    """Release a key."""
    return await _key(call, "up")


async def _key(call: Call, action: Literal["down", "up"]) -> Answer:
    context = (await call.tab()).page.context
    return _done(call, context, await key_hold(context, HoldKey(key=pressed(call), action=action)))


async def scroll_until(call: Call) -> Answer:
    """Scroll on until a text, or what a selector finds, is in view; also where pages load more."""
    args, context = call.args, (await call.tab()).page.context
    container = args.get("container")
    request = ScrollUntil(
        text=args.get("text") or None,
        selector=args.get("selector"),
        target=resolve_or_none(context, container),
        up=args["up"],
        scrolls=args["scrolls"],
    )
    return _done(call, context, await scroll_on(context, request))


def _done(call: Call, context: PageContext, acted: ActionResult) -> Answer:
    return Answer(text=compact(acted.to_json(context.ref_of) | blocked(call)))


_SCROLL = (
    SELECTOR,
    TEXT,
    rare("container", "string", also=("integer",), doc="what is scrolled: ref, label, selector"),
    rare("up", "boolean", default=False),
    rare("scrolls", "integer", low=1, high=SCROLLS_LIMIT, default=50, doc="how often at most"),
    TAB,
)
_STEPS = rare("steps", "integer", low=1, high=200, default=1, doc="moves on the way")
_AIMED: tuple[tuple[str, Any, tuple[Any, ...], dict[str, Any]], ...] = (
    ("drop", drop, (FILES, TEXT), {"drop_files": {}}),
    ("copy", copy, (), {}),
    ("cut", cut, (), {}),
    ("paste", paste, (TEXT,), {}),
    ("mouse_move", mouse_move, (_STEPS,), {"move": {}, "move_mouse": {}}),
    ("mouse_down", mouse_down, (BUTTON,), {}),
    ("mouse_up", mouse_up, (BUTTON,), {}),
)
DETAILS = (
    *(
        What(
            name=name, handler=acting(action), parameters=(*AIM, TARGET, *own, TAB), aliases=aliases
        )
        for name, action, own, aliases in _AIMED
    ),
    What(name="key_down", handler=key_down, parameters=(KEY, TAB)),
    What(name="key_up", handler=key_up, parameters=(KEY, TAB)),
    What(name="scroll_until", handler=scroll_until, parameters=_SCROLL),
)
