"""Drops, the clipboard, buttons and keys that stay down, scrolling until something is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.mcp.parameters import TAB, of
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.actions import (
    BUTTON,
    FILES,
    KEY,
    MOVES,
    acting,
    aimed,
    done,
    pressed,
)
from viewmark.mcp.tools.interact.target import AIM, SELECTOR, TARGET
from viewmark.mcp.tools.interact.travel import TEXT
from viewmark.parameters.parameter import rare

if TYPE_CHECKING:
    from viewmark.api.page import Page
    from viewmark.mcp.content import Answer
    from viewmark.page.action_result import ActionResult
    from viewmark.page.target import Target
__all__ = ["DETAILS"]


async def drop(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Drop files or a text onto a target, as from outside of the browser."""
    files, text = call.args.get("files", ()), call.args.get("text")
    return await page.drop(aimed(call, target), files, text=text)


async def copy(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Copy what is selected, or all that a target holds; never into the machine's clipboard."""
    return await page.copy(target)


async def cut(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Copy and delete."""
    return await page.cut(target)


async def paste(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Paste what was copied last, also by a page ("Copy link"), or a text."""
    return await page.paste(target, text=call.args.get("text") or None)


async def mouse_move(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Move the mouse, with the buttons that are down."""
    return await page.mouse_move(aimed(call, target), **call.given(drag_steps="steps"))


async def mouse_down(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Press a button and leave it down."""
    return await page.mouse_down(target, button=call.args["button"])


async def mouse_up(call: Call, page: Page, target: Target | None) -> ActionResult:
    """Release a button."""
    return await page.mouse_up(target, button=call.args["button"])


async def key_down(call: Call) -> Answer:
    """Press a key and leave it down; a modifier counts for all that is done until it is up."""
    page = (await call.tab()).page
    return done(call, page, await page.key_down(pressed(call)))


async def key_up(call: Call) -> Answer:
    """Release a key."""
    page = (await call.tab()).page
    return done(call, page, await page.key_up(pressed(call)))


async def scroll_until(call: Call) -> Answer:
    """Scroll on until a text, or what a selector finds, is in view; also where pages load more."""
    page = (await call.tab()).page
    options = call.given("selector", "container", "up", "scrolls")
    return done(call, page, await page.scroll_until(call.args.get("text") or None, **options))


_SCROLL = (
    SELECTOR,
    TEXT,
    rare("container", "string", also=("integer",), doc="what is scrolled: ref, label, selector"),
    of("scroll_until", "up", rare=True),
    of("scroll_until", "scrolls", rare=True, doc="how often at most"),
    TAB,
)
_AIMED: tuple[tuple[str, Any, tuple[Any, ...], dict[str, Any]], ...] = (
    ("drop", drop, (FILES, TEXT), {"drop_files": {}}),
    ("copy", copy, (), {}),
    ("cut", cut, (), {}),
    ("paste", paste, (TEXT,), {}),
    ("mouse_move", mouse_move, (MOVES,), {"move": {}, "move_mouse": {}}),
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
