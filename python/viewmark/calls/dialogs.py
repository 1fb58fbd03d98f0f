"""Answers the dialog that is open: by the call, or for a model by keys as a person presses them.

Enter is OK, Escape is Cancel, and `type` with `submit` answers a prompt.
"""

from __future__ import annotations

from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.present import answer_lines, dialog_facts
from viewmark.errors import InvalidOption
from viewmark.page.change_report import changes_now
from viewmark.page.changes import wire_of


async def answer(call: Invocation) -> CallAnswer:
    """Answer the dialog that is open: OK with a text for a prompt, or Cancel."""
    page = (await call.tab()).page
    accept, text = call.args["accept"], call.args.get("text") or None
    if page.dialog is None and call.session.is_model:
        raise InvalidOption(
            "No dialog is open.", hint="click with expect: dialog waits for one.", param="what"
        )
    return await _answer(call, page, accept, text)


async def dialog(call: Invocation) -> CallAnswer:
    """Say which dialog is open, or answer it: the verb `dialog`."""
    page, how = (await call.tab()).page, call.args.get("decision")
    if how is not None:
        return await _answer(call, page, how == "accept", call.args.get("text"))
    if page.dialog is None:
        return CallAnswer(text="no dialog is open", facts={"dialog": None})
    return CallAnswer(
        text=f"{page.dialog.kind}: {page.dialog.message}", facts=dialog_facts(page.dialog)
    )


async def answer_by_keys(call: Invocation, page: Page) -> CallAnswer | None:
    """Answer the dialog that is open with a key or a text; None if the call does not."""
    name, args = call.call.name, call.args
    accept = (name == "keypress" and args.get("keys") == "Enter") or (
        name == "type" and "text" in args and args["submit"]
    )
    if not (accept or (name == "keypress" and args.get("keys") == "Escape")):
        return None
    return await _answer(call, page, accept, args["text"] if name == "type" else None)


async def _answer(call: Invocation, page: Page, accept: bool, text: str | None) -> CallAnswer:
    found = await page.answer_dialog(accept, text)
    changes = await changes_now(page.context)
    line = f"{'accepted' if accept else 'dismissed'} {found.kind}: {found.message}"
    facts = {"what": call.title.split()[-1], **dialog_facts(found, accepted=accept)}
    return answer_lines(call, [line], changes, facts | wire_of(changes), found)
