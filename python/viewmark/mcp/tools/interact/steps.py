"""`interact steps`: several of its other calls in one, each written as it is by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.mcp.content import Answer, lines_answer
from viewmark.mcp.parameters import ANSWER, ATTACH, CHANGES, PICTURE, TAB
from viewmark.mcp.tool import Call, Tool, What
from viewmark.mcp.tools.interact.actions import ACTIONS
from viewmark.mcp.tools.interact.details import DETAILS
from viewmark.mcp.tools.interact.dialogs import ANSWER_DIALOG
from viewmark.mcp.tools.interact.forms import FILL_FORM
from viewmark.mcp.tools.interact.travel import TRAVEL, WAIT_FOR, blocked
from viewmark.mcp.validation import validate
from viewmark.page.steps import StepCall, check_count, run_steps
from viewmark.parameters.parameter import parameter

if TYPE_CHECKING:
    from viewmark.page.action_lines import Result

__all__ = ["STEPS"]

_STEP = Tool(
    name="step",
    opening="",
    whats=(*ACTIONS, FILL_FORM, *DETAILS, ANSWER_DIALOG, *TRAVEL, WAIT_FOR),
    what_aliases=("action",),
)
"""What may be a step, as it is a call."""
_SUCH_AS = 'Such as [{"what": "click", "ref": "@save"}].'
_OF_THE_CALL = tuple(each.name for each in (TAB, ANSWER, ATTACH, CHANGES, PICTURE))


async def steps(call: Call) -> Answer:
    """Do several of these calls in order; stops at the first refusal or surprise."""
    listed = check_count(_as_list(call.needed("steps")), hint=_SUCH_AS)
    planned = [_plan(call, each, number) for number, each in enumerate(listed, start=1)]
    page = (await call.tab()).page
    done = await run_steps(page.context, planned)
    ref_of = page.context.ref_of
    facts = done.to_json(ref_of) | blocked(call)
    is_refused = done.stopped is not None and done.stopped.error is not None
    return replace(lines_answer([done.lines(ref_of)], done.changes, facts), failed=is_refused)


def _as_list(value: Any) -> Any:
    """The steps of a list or of its JSON; the schema has texts, as strict clients want it."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError) as error:
        message = f"`steps` is no JSON list: {error}; nothing was done."
        raise InvalidOption(message, hint=_SUCH_AS, param="steps") from None


def _plan(call: Call, step: object, number: int) -> StepCall:
    """A step, checked as the call that it is.

    Raises:
        InvalidOption: it is none; the message says which.
    """
    try:
        return _check(call, step)
    except ViewmarkError as error:
        message = f"Step {number}: {error.message} Nothing was done."
        raise type(error)(message, hint=error.hint, **error.data) from None


def _check(call: Call, step: object) -> StepCall:
    if not isinstance(step, dict):
        hint = 'Such as {"what": "click", "ref": "@save"}.'
        raise InvalidOption("It is no object.", hint=hint, param="steps")
    if beside := [name for name in _OF_THE_CALL if step.get(name) not in (None, "")]:
        message = f"`{beside[0]}` goes beside `steps`, not into a step."
        raise InvalidOption(message, hint="One for all steps.", param=beside[0])
    what, args = validate(_STEP, step)
    if TAB.name in args:  # by another of its names
        message = f"`{TAB.name}` goes beside `steps`, not into a step."
        raise InvalidOption(message, hint="One for all steps.", param=TAB.name)
    of_tab = {name: call.args[name] for name in (TAB.name,) if name in call.args}
    own = replace(call, what=what, args=args | of_tab, changes="none")
    target = next(
        (args[each] for each in ("ref", "target", "label", "selector") if each in args), ""
    )
    if what == "wait_for":
        target = next((args[each] for each in ("text", "url") if args.get(each)), target)
    if "key" in args:
        target = args["key"]
    return StepCall(
        what=what,
        target=f"{target}"[:60],
        expect=args.get("expect"),
        waits=what == "wait_for" and not ({"time_ms", "seconds"} & args.keys()),
        run=partial(_run, own),
    )


async def _run(own: Call) -> Result:
    answer = await _STEP.by_what[own.what].handler(own)
    if answer.result is None:
        raise TypeError(own.what)  # every call of `_STEP` has one
    return answer.result


_STEPS = parameter(
    "steps",
    "string",
    also=("array",),
    doc="JSON list of such calls: {what, ref, ...}",
)
STEPS = What(
    name="steps",
    handler=steps,
    parameters=(_STEPS, TAB),
    aliases={"batch": {}, "do": {}, "actions": {}, "multi": {}},
    hint="several calls, until a surprise",
)
