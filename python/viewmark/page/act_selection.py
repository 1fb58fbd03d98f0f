"""Selects a part of the visible text, and reads the selection.

The mouse selects the text, so that editors that draw their own text (CodeMirror, Monaco) and
toolbars that appear at selected text react. In a text field, a script sets the selection.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace

from viewmark.browser import scripts, wire
from viewmark.browser.actions import input as hand
from viewmark.browser.actions.pointer import focus_of
from viewmark.defaults import REST_TIMEOUT
from viewmark.errors import ElementCovered, NotSelectable, ViewmarkError
from viewmark.page.act_clipboard import redacted
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.locked import in_turn
from viewmark.page.resolve import finish, reach
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.text import quoted, visible

OPTION = 'An option is chosen by: select "Field" "Option".'
SHOWN = 200
"""Maximum length of the selected text in a report, in characters."""

_PRESSED = frozenset(
    {"button", "link", "option", "tab", "checkbox", "radio", "switch", "treeitem"}
    | {"menuitem", "menuitemcheckbox", "menuitemradio", "columnheader"}
)
"""Roles of elements that a mouse press activates."""


@in_turn
async def select_text(calls: PageCalls, target: Target, words: str) -> ActionResult:
    """Select the only occurrence of a text in an element; case is ignored.

    Raises:
        NotSelectable: the text occurs not at all or several times, or the page selects another.
        ElementCovered: another element covers an end of the text.
    """
    context = calls.context
    page, aimed = context.page, resolve(context, target)
    there = await reach(context, aimed, timeout=REST_TIMEOUT)
    found = wire.record(await scripts.call(page, there.frame, "spanOf", there.node_id, words))
    what, count = f"{quoted(words)} in {there.met}", wire.whole(found.get("count"))
    if count != 1:
        hint = "Give more of the words around it." if count else OPTION
        raise NotSelectable(f"{what} occurs {count} times; nothing was selected.", hint=hint)
    if there.hit is not None and there.hit.role in _PRESSED:
        raise NotSelectable(f"{what} was not selected: a press would activate it.", hint=OPTION)
    ends = wire.numbers(found.get("ends"), 4)
    if ends is None and found.get("isDone") is not True:
        raise ElementCovered(f"Something covers {what}; nothing was selected.")

    async def do() -> None:
        if ends is None:
            return
        dx, dy = (a - b for a, b in zip(there.pointer, there.inner, strict=True))
        x, y = ends[2] + dx, ends[3] + dy
        await hand.move(page, ends[0] + dx, ends[1] + dy)
        await hand.send_button(page, "mousePressed", ends[0] + dx, ends[1] + dy)
        try:
            await hand.move(page, x, y, down="left")
        finally:
            await hand.send_button(page, "mouseReleased", x, y)

    outcome = replace(await finish(page, there, do), hit=there.met, intended=None)
    now = None if outcome.ended else await selected_text(context)
    if now is not None and now.casefold().split() != words[:SHOWN].casefold().split():
        raise NotSelectable(f"{what} was dragged over; {quoted(now)} is selected instead.")
    return ActionResult.of("select", outcome)


async def selected_text(context: PageContext) -> str | None:
    """Return the beginning of the selected text without secrets; None if it cannot be read."""
    page = context.page
    if page.dialog is not None or page.closed or page.pending.url is not None:
        return None
    with contextlib.suppress(ViewmarkError):
        frame, _ = await focus_of(page)
        text = await scripts.call(page, frame, "selectedText")
        clean, _ = await redacted(page, text) if isinstance(text, str) and text else ("", 0)
        return page.redactor("\n".join(map(visible, clean[:SHOWN].split("\n"))))
    return None
