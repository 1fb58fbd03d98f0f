"""Makes answers from the results of `Page`: lines for readers, facts for programs."""

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
"""Characters of a value that an answer to a model shows; clients cut longer ones."""


def answer_lines(
    call: Invocation,
    lines: Sequence[str],
    changes: Changes | None,
    facts: Mapping[str, Any],
    *,
    address: bool = True,
) -> CallAnswer:
    """Answer of an action: its lines, the changes below them, refused requests; facts.

    Args:
        call: the call.
        lines: what was done.
        changes: what it changed, if that is reported.
        facts: all of it, as an object.
        address: whether `changes` say where the page is.
    """
    whole = call.with_blocked(dict(facts))
    rows = [*lines]
    rows += [] if changes is None else [call.session.changes_text(changes, address=address)]
    rows += [f"blocked: {each['url']} {each['reason']}" for each in whole.get("blocked", ())]
    return CallAnswer(text="\n".join(rows), facts=whole)


def plain(value: Any) -> str:
    """A value for people: texts as they are, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def cut_member(facts: dict[str, Any], name: str, more: str = "") -> dict[str, Any]:
    """The facts; a long member is cut, with a note."""
    written = json.dumps(facts.get(name), ensure_ascii=False)
    if len(written) <= SHOWN:
        return facts
    cut = f"the first {SHOWN} of {len(written)} characters as JSON{more}"
    return facts | {name: written[:SHOWN], "cut": cut}


def dialog_facts(dialog: Dialog, **more: Any) -> dict[str, Any]:
    """A dialog as a member of an answer."""
    return {"dialog": {"kind": dialog.kind, "message": dialog.message, **more}}


@singledispatch
def present(result: Any, call: Invocation, page: Any) -> CallAnswer:
    """The answer for a result; one that knows its lines and its JSON needs nothing else."""
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
