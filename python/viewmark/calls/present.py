"""Creates call results from results of `Page`: lines for readers, and JSON data for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from viewmark.browser.cdp.availability import Dialog
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.page.act_forms import FormResult
from viewmark.page.action_lines import action_line, result_lines
from viewmark.page.action_result import ActionResult
from viewmark.page.arrival import NavigationResult
from viewmark.page.changes import Changes
from viewmark.page.find import Findings

SHOWN = 40_000
"""Maximum length of a value for a model, in characters; clients cut longer results."""


def answer_lines(
    call: Invocation,
    lines: Sequence[str],
    changes: Changes | None,
    facts: Mapping[str, Any],
    *,
    address: bool = True,
) -> CallAnswer:
    """Return the result of an action: its lines, the changes, blocked requests, and JSON data.

    Args:
        call: the invocation.
        lines: text about the action.
        changes: the changes of the page; None if they are not reported.
        facts: the complete result as JSON data.
        address: True if `changes` include the title and URL of a new page.
    """
    whole = call.with_blocked(dict(facts))
    rows = [*lines]
    rows += [] if changes is None else [call.session.changes_text(changes, address=address)]
    rows += [f"blocked: {each['url']} {each['reason']}" for each in whole.get("blocked", ())]
    return CallAnswer(text="\n".join(rows), facts=whole)


def plain(value: Any) -> str:
    """Return a value as text for users: texts unchanged, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def cut_member(facts: dict[str, Any], name: str, more: str = "") -> dict[str, Any]:
    """Return the data with a long member truncated, and a note about this."""
    written = json.dumps(facts.get(name), ensure_ascii=False)
    if len(written) <= SHOWN:
        return facts
    cut = f"the first {SHOWN} of {len(written)} characters as JSON{more}"
    return facts | {name: written[:SHOWN], "cut": cut}


def dialog_facts(dialog: Dialog, **more: Any) -> dict[str, Any]:
    """Return a dialog as a member of a result."""
    return {"dialog": {"kind": dialog.kind, "message": dialog.message, **more}}


@singledispatch
def present(result: Any, call: Invocation, page: Any) -> CallAnswer:
    """Create the result of a call, by default from the `lines()` and `to_json()` of `result`."""
    return CallAnswer(text=result.lines(), facts=result.to_json())


@present.register
def _(result: ActionResult, call: Invocation, page: Any) -> CallAnswer:
    ref_of, here = page.context.ref_of, page.context.page.session.target_id
    lines = result_lines(result, ref_of, result.changes)
    if result.outcome.dialog is not None and call.session.dialog_hint:
        lines[-1] += f"; {call.session.dialog_hint}"
    lines += [call.session.tab_line(each, here) for each in result.outcome.tabs]
    return answer_lines(call, lines, result.changes, result.to_json(ref_of))


@present.register
def _(result: FormResult, call: Invocation, page: Any) -> CallAnswer:
    ref_of = page.context.ref_of
    if call.session.is_server:
        lines = result_lines(result, ref_of, result.changes)
    else:
        lines = [action_line(each, ref_of, result.changes) for each in result.fields]
    return answer_lines(call, lines, result.changes, result.to_json(ref_of))


@present.register
def _(result: NavigationResult, call: Invocation, page: Any) -> CallAnswer:
    lines = result_lines(result, lambda _: None)
    return answer_lines(call, lines, result.changes, result.to_json(), address=False)


@present.register
def _(result: Findings, call: Invocation, page: Any) -> CallAnswer:
    is_counted = call.session.is_server and result.total
    head = f"{len(result)} of {result.total} places\n" if is_counted else ""
    return CallAnswer(text=head + result.lines(), facts=result.to_json())
