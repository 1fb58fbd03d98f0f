"""The verb `do`: several verbs in one call."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.arguments import HINT, arguments_of
from viewmark.shell.printing import stepped
from viewmark.shell.table.traveling import seconds_of
from viewmark.shell.verb import Reply, Verb, argument

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import SimpleNamespace

    from viewmark.page.action_lines import Result
    from viewmark.page.steps import StepCall
    from viewmark.shell.session import ShellSession

__all__ = ["do_verb"]

_AIMS = ("target", "keys", "where", "url", "text", "what", "answer")
"""Arguments that say what a verb is about; `pairs` holds what is typed."""


def do_verb(verbs: Sequence[Verb]) -> Verb:
    """The verb that does others.

    Args:
        verbs: all the others; those that may be a step are taken (`Verb.may_be_step`).
    """
    known = {each.name: each for each in verbs if each.may_be_step}

    async def do(session: ShellSession, args: SimpleNamespace) -> Reply:
        steps = [
            _plan(session, known, each, number)
            for number, each in enumerate(session.check_count(args.steps), start=1)
        ]
        page = await session.page()
        session.changes = "none"  # one report, of all
        done = await session.run_steps(page.context, steps)
        reply = stepped(session, page, done)
        return replace(reply, failed=None if done.stopped is None else done.stopped.error)

    return Verb(
        name="do",
        group="mouse and keys",
        summary='several verbs in one call: do "fill @name Ann; click @save"',
        call=do,
        arguments=(
            argument("steps", metavar="STEPS", nargs="*", kind="steps", help="verbs, ; in between"),
        ),
        acts=True,
        more="Without STEPS lines of stdin. It stops at the first refusal or surprise.",
    )


def _plan(session: ShellSession, known: dict[str, Verb], sent: str, number: int) -> StepCall:
    """A step from what the client made of its words: verb and arguments, as JSON."""
    try:
        step: Any = json.loads(sent)
        verb, args = known[step["verb"]], step["args"]
    except (ValueError, KeyError, TypeError):
        message = f"Step {number} is no verb that may be one."
        raise InvalidOption(message, hint=HINT, param="steps") from None
    values = arguments_of(verb, args)
    about = next((a for name in _AIMS if (a := getattr(values, name, None)) is not None), "")
    if pairs := getattr(values, "pairs", None):
        about = " ".join(pairs[::2])
    if verb.name in ("type", "paste", "dialog") and about == getattr(values, "text", None):
        about = ""
    return session.step(
        what=verb.name,
        target=(" ".join(map(str, about)) if isinstance(about, list) else f"{about}")[:60],
        expect=getattr(values, "expect", None),
        waits=verb.name == "wait" and seconds_of(values.what, values.text) is None,
        run=partial(_run, session, verb, values),
    )


async def _run(session: ShellSession, verb: Verb, values: SimpleNamespace) -> Result:
    reply = await verb.call(session, values)
    if reply.result is None:
        raise InvalidOption(f"{verb.name} does nothing to the page so.", param="steps")
    return reply.result
