"""Several calls in one, each written as it is by itself in the face."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.present import present
from viewmark.calls.traveling import plain_seconds
from viewmark.errors import InvalidOption, ViewmarkError
from viewmark.page.action_lines import Result
from viewmark.page.steps import StepCall, check_count, run_steps

_AIMS = ("ref", "target", "source", "label", "selector", "keys", "key", "where", "url", "words")
"""Options that say what a step is about, the first that it has; not what is typed."""


async def do(call: Invocation) -> CallAnswer:
    """Do several calls in order; stop at the first refusal or surprise."""
    session = call.session
    listed = check_count(session.read_steps(call), hint=session.steps_hint)
    planned = [_plan(call, each, number) for number, each in enumerate(listed, start=1)]
    page = (await call.tab()).page
    done = await run_steps(page.context, planned)
    error = None if done.stopped is None else done.stopped.error
    return replace(present(done, call, page), failed=error is not None, error=error)


def _plan(call: Invocation, step: object, number: int) -> StepCall:
    """A step, checked as the call that it is.

    Raises:
        InvalidOption: it is none; the message says which.
    """
    try:
        own = replace(call.session.read_step(call, step), changes="none")
    except ViewmarkError as error:
        message = f"Step {number}: {error.message} Nothing was done."
        raise type(error)(message, hint=error.hint, **error.data) from None
    args, name = own.args, own.call.name
    about = next((args[each] for each in _AIMS if args.get(each) not in (None, "")), "")
    if name == "wait_for":
        about = args.get("text") or args.get("url") or about
    if pairs := args.get("pairs"):
        about = pairs[::2]
    return StepCall(
        what=call.session.title_of(own.call).split()[-1],
        target=(" ".join(map(str, about)) if isinstance(about, list) else f"{about}")[:60],
        expect=args.get("expect"),
        waits=name == "wait_for"
        and args.get("seconds") is None
        and plain_seconds(args.get("words")) is None,
        run=partial(_run, own),
    )


async def _run(own: Invocation) -> Result:
    answer = await own.call.handler(own)
    if answer.result is None:
        raise InvalidOption(f"{own.title} does nothing to the page so.", param="steps")
    return answer.result
