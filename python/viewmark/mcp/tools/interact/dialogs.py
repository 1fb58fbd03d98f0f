"""Keys go to the dialog that is open, as a person's would: Enter is OK, Escape is Cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.mcp.content import Answer, compact

if TYPE_CHECKING:
    from viewmark.mcp.tabs import OpenTab
    from viewmark.mcp.tool import Call

__all__ = ["answer_dialog"]


async def answer_dialog(call: Call, tab: OpenTab) -> Answer | None:
    """Answer the dialog that is open with a key or a text; None if the call does not."""
    page, what, args = tab.page, call.what, call.args
    dialog = page.dialog
    accept = (what == "keypress" and args.get("key") == "Enter") or (
        what == "type" and "text" in args and args["submit"]
    )
    if dialog is None or not (accept or (what == "keypress" and args.get("key") == "Escape")):
        return None
    await page.answer_dialog(accept, args["text"] if what == "type" else None)
    facts = {"kind": dialog.kind, "message": dialog.message, "accepted": accept}
    return Answer(text=compact({"what": what, "dialog": facts}))
