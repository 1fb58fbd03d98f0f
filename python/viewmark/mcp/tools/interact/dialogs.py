"""Answers the dialog that is open: `answer_dialog`, or keys as a person presses them.

Enter is OK, Escape is Cancel, and `type` with `submit` answers a prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, lines_answer
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.interact.travel import TEXT
from viewmark.page.change_report import changes_now
from viewmark.page.changes import wire_of
from viewmark.parameters.parameter import parameter

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.session.tabs import OpenTab

__all__ = ["ANSWER_DIALOG", "answer_dialog"]


async def answer(call: Call) -> Answer:
    """Answer the dialog that is open: OK with a text for a prompt, or Cancel."""
    page, accept = (await call.tab()).page, call.args["accept"]
    text = call.args.get("text") or None
    if page.dialog is None:
        raise InvalidOption(
            "No dialog is open.", hint="click with expect: dialog waits for one.", param="what"
        )
    return await _answer(call, page, accept, text)


async def answer_dialog(call: Call, tab: OpenTab) -> Answer | None:
    """Answer the dialog that is open with a key or a text; None if the call does not."""
    page, what, args = tab.page, call.what, call.args
    dialog = page.dialog
    accept = (what == "keypress" and args.get("key") == "Enter") or (
        what == "type" and "text" in args and args["submit"]
    )
    if dialog is None or not (accept or (what == "keypress" and args.get("key") == "Escape")):
        return None
    return await _answer(call, page, accept, args["text"] if what == "type" else None)


async def _answer(call: Call, page: Page, accept: bool, text: str | None) -> Answer:
    dialog = await page.answer_dialog(accept, text)
    facts = {"kind": dialog.kind, "message": dialog.message, "accepted": accept}
    changes = await changes_now(page.context)
    line = f"{'accepted' if accept else 'dismissed'} {dialog.kind}: {dialog.message}"
    members = {"what": call.what, "dialog": facts} | wire_of(changes)
    return lines_answer([line], changes, members, dialog)


_ACCEPT = parameter("accept", "boolean", default=True, doc="false: Cancel")
ANSWER_DIALOG = What(
    name="answer_dialog",
    handler=answer,
    parameters=(_ACCEPT, TEXT, TAB),
    aliases={"accept_dialog": {}, "dismiss_dialog": {"accept": False}, "handle_dialog": {}},
)
