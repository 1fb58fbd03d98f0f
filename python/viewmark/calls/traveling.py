"""Navigates, waits, and answers an open dialog, also by the keys that a user would press.

Enter means OK, Escape means Cancel, and `type` with `submit` answers a prompt.
"""

from __future__ import annotations

from typing import Any

from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.calls.present import answer_lines, dialog_facts, present
from viewmark.errors import InvalidOption
from viewmark.page.arrival import where_now
from viewmark.page.change_report import changes_now
from viewmark.page.changes import wire_of
from viewmark.page.navigate import plain_seconds

_CONDITIONS = ("text", "selector", "url", "load", "dialog")


async def go(call: Invocation) -> CallAnswer:
    """Open a URL, go back or forward, or load the page again."""
    if call.args.get("url") is not None:
        call.args["url"] = call.session.tabs.guard.check_typed(call.args["url"])
    elif call.call.of_page == "goto" and not call.session.is_model:
        page = (await call.tab()).page
        return present(await where_now(page.browser_page, "open"), call, page)
    there = await result_of(call)
    answer = present(there, call, None)
    if call.session.is_server:
        tab_id = call.args.get("tab_id") or call.session.tabs.current_id
        answer.facts.update(navigated_to=there.url, tab_id=tab_id)
    return answer


async def wait_for(call: Invocation) -> CallAnswer:
    """Wait until an element, text or URL is present or absent, or for a number of seconds."""
    args = call.args
    if (words := args.pop("words", None)) is not None and args.get("text") is None:
        seconds = plain_seconds(words)
        args |= {"text": words} if seconds is None else {"seconds": seconds}
    page = (await call.tab()).page
    wanted = [each for each in _CONDITIONS if args.get(each) not in (None, "", False)]
    wanted += ["seconds"] if args.get("seconds") is not None else []
    if len(wanted) != 1:
        problem = f"{call.title} needs one of {', '.join(_CONDITIONS)} and seconds"
        problem += f", not {' and '.join(wanted)}." if wanted else "."
        raise InvalidOption(problem, hint="Give one of them.", param=(wanted or ["text"])[-1])
    if wanted == ["dialog"]:
        options = {"timeout": args["timeout"]} if args.get("timeout") is not None else {}
        dialog = await page.wait_for_dialog(**options)
        facts: dict[str, Any] = {"what": "wait_for", **dialog_facts(dialog)}
        line = f"{dialog.kind} is open: {dialog.message}"
        return answer_lines(call, [line], None, facts)
    only = [wanted[0], *(["timeout", "absent"] if wanted != ["seconds"] else [])]
    return present(await result_of(call, "", *only), call, page)


async def answer(call: Invocation) -> CallAnswer:
    """Answer the open dialog: OK, with a text for a prompt, or Cancel."""
    page = (await call.tab()).page
    accept, text = call.args["accept"], call.args.get("text") or None
    if page.dialog is None and call.session.is_model:
        raise InvalidOption(
            "No dialog is open.", hint="click with expect: dialog waits for one.", param="what"
        )
    return await _answer(call, page, accept, text)


async def dialog(call: Invocation) -> CallAnswer:
    """Report the open dialog, or answer it (verb `dialog`)."""
    page, how = (await call.tab()).page, call.args.get("decision")
    if how is not None:
        return await _answer(call, page, how == "accept", call.args.get("text"))
    if page.dialog is None:
        return CallAnswer(text="no dialog is open", facts={"dialog": None})
    return CallAnswer(
        text=f"{page.dialog.kind}: {page.dialog.message}", facts=dialog_facts(page.dialog)
    )


async def answer_by_keys(call: Invocation, page: Page) -> CallAnswer | None:
    """Answer the open dialog if the call is a suitable key or text; otherwise return None."""
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
    return answer_lines(call, [line], changes, facts | wire_of(changes))
