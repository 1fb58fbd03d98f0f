"""Several actions in one call, written as the calls of `Page` are: name, target, options."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from viewmark.browser.cdp.availability import Dialog
from viewmark.errors import InvalidOption, StepsIncomplete
from viewmark.page.act_forms import FormResult
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls
from viewmark.page.navigate import NavigationResult
from viewmark.page.steps import StepCall, StepsResult, check_count, run_steps
from viewmark.parameters.coercion import coerce_value
from viewmark.parameters.hints import parameters_of
from viewmark.parameters.parameter import Parameter
from viewmark.text import did_you_mean
from viewmark.unknown_options import checked

_AIMS = ("target", "source", "container", "text", "selector", "url", "key", "keys")
"""Options that say what a step is about, the first that it has; not what is typed."""
_TYPED = ("type", "fill", "paste", "drop", "answer_dialog")


class Steps(PageCalls):
    """What one can do in one call; a part of `Page`."""

    @checked
    async def do(self, steps: Sequence[Sequence[Any] | Mapping[str, Any]]) -> StepsResult:
        """Do several actions in order, as one; each is checked as it is alone.

            await page.do([("fill", "@name", "Ada"), ("click", "@save")])

        It stops at the first step that is refused, and before the next one where a step led to
        another page, a dialog, a new tab, or its target said something else than when it was seen;
        not where the step has `expect`, or the next one is `answer_dialog` or `wait_for` with more
        than `seconds`. Targets are looked for when their turn has come, and one that is not there
        yet is waited for 2 seconds.

        Args:
            steps: 1 to 50, each the name of a call and what it takes in its order,
                `("click", "@save")`, or by name:
                `{"what": "click", "target": "@save", "count": 3}`. Calls that act, go somewhere,
                wait, or answer a dialog.

        Raises:
            InvalidOption: not such a list, an unknown call or option; nothing was done.
            StepsIncomplete: not all were done; its `result` is that of those that were.
        """
        calls = [self._step(each, n) for n, each in enumerate(check_count(steps), start=1)]
        result = await run_steps(self.context, calls)
        if result.stopped is not None:
            raise incomplete(result)
        return result

    def _step(self, step: object, number: int) -> StepCall:
        what, words, options = _read(step, number)
        own: Any = type(self)
        known = _calls(own)
        if what not in known:
            message = f"Step {number}: there is no call {what!r:.60} that may be one."
            hint = did_you_mean(what, known) or f"There are {', '.join(known)}."
            raise InvalidOption(message, hint=hint, param="steps")
        method = getattr(self, what)
        try:
            arguments = inspect.signature(method).bind(*words, **options).arguments
        except TypeError as error:
            message = f"Step {number}: {what}: {error}."
            hint = f"It takes {', '.join(known[what])}."
            raise InvalidOption(message, hint=hint, param="steps") from None
        arguments = {name: _own(known[what][name], value) for name, value in arguments.items()}
        shown = next((name for name in _AIMS if arguments.get(name) is not None), None)
        if shown == "text" and what in _TYPED:
            shown = None
        return StepCall(
            what=what,
            target="" if shown is None else f"{arguments[shown]}"[:60],
            expect=arguments.get("expect"),
            waits=what == "wait_for" and "seconds" not in arguments,
            run=partial(method, **arguments),
        )


def incomplete(result: StepsResult) -> StepsIncomplete:
    """The error for steps that were not all done."""
    error = StepsIncomplete(result.lines(), **result.to_json())
    error.result = result
    return error


def _own(parameter: Parameter, value: Any) -> Any:
    """A value as the call takes it; steps that are texts only write `false` and `3`."""
    return coerce_value(parameter, value) if isinstance(value, str) else value


def _read(step: object, number: int) -> tuple[str, Sequence[Any], dict[str, Any]]:
    """The call, and what it takes by order and by name."""
    if isinstance(step, Mapping):
        options = dict(step)
        return str(options.pop("what", "")), (), options
    if isinstance(step, Sequence) and not isinstance(step, (str, bytes)) and step:
        return str(step[0]), step[1:], {}
    message = f"Step {number} is neither a list nor a mapping, but {type(step).__name__}."
    hint = 'Such as ["click", "@save"] or {"what": "click", "target": "@save"}.'
    raise InvalidOption(message, hint=hint, param="steps")


@cache
def _calls(page: Any) -> dict[str, dict[str, Any]]:
    """Calls of a page that may be steps: what acts, goes somewhere, waits, answers a dialog.

    That is what answers with such a result; with the options of each.
    """
    results = (ActionResult, FormResult, NavigationResult, Dialog)
    found = {}
    for name, method in inspect.getmembers(page, inspect.iscoroutinefunction):
        if not name.startswith("_") and typing.get_type_hints(method).get("return") in results:
            found[name] = dict(parameters_of(method))
    return found
