"""Runs an action under the page lock, measures and records it, and adds the resulting state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from viewmark.browser.actions.control_state import state_after
from viewmark.browser.page_lock import turn
from viewmark.browser.page_target import PageTarget
from viewmark.browser.settling import pending_requests
from viewmark.errors import ViewmarkError
from viewmark.page.action_result import ActionResult
from viewmark.page.change_report import reported, reporting
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.recorder import Recorder
from viewmark.page.recording import step_of
from viewmark.page.resolve import retry
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.targets import resolve_or_none
from viewmark.stages import record_stages, stage
from viewmark.text import quoted

COMPOSED = ("fill", "fill_form")
"""Names of actions that consist of other actions; the other actions are recorded instead."""
FEEDING = ("upload", "drop")
AIMS = ("target", "source", "container", "to")
"""Names of parameters that contain a target; the first one that a call gives is the action's
target."""

S = TypeVar("S", bound="PageCalls")
P = ParamSpec("P")
Action: TypeAlias = "Callable[Concatenate[S, P], Coroutine[Any, Any, ActionResult]]"


@dataclass(slots=True)
class HoldState:
    """A check that decides whether actions on a tab are allowed."""

    refusal: Callable[[str], ViewmarkError | None] | None = None


def hold_page(page: PageTarget, refusal: Callable[[str], ViewmarkError | None] | None) -> None:
    """Install a check that can refuse actions on a page.

    Args:
        page: the page.
        refusal: function that is called with the name of an action just before the action starts.
            If it returns an error, that error is raised. None removes the check.
    """
    page.state.of(HoldState).refusal = refusal


def in_turn(action: Action[S, P]) -> Action[S, P]:
    """Decorator: run the action exclusively, so that no other action on the page interferes.

    The target is resolved at the time of the call, before the action waits for its turn.

    Raises:
        PageBusy: another action did not end in time; the action was not started.
        DrawModeActive: a user is marking the page; the action was not started.
    """
    what, signature = action.__name__, inspect.signature(action)

    @wraps(action)
    async def acting(calls: S, /, *args: P.args, **options: P.kwargs) -> ActionResult:
        context = calls.context
        call, target = _bind(signature, calls, *args, **options)
        with record_stages(what, context) as times:
            async with turn(context.page, what) as held:
                refusal = context.page.state.of(HoldState).refusal
                if refusal is not None and (error := refusal(what)) is not None:
                    raise error
                context.renamed.clear()
                before = context.telemetry.open_ids()
                report = await reporting(context, what, held)
                outer, held.what = held.what, what  # calls inside this action are part of it
                try:
                    async with reported(report):
                        again = partial(action, *call.args, **call.kwargs)
                        acted = await retry(context, target, again)
                finally:
                    held.what = outer
                context.last_hit, context.has_typed = acted.outcome.hit, acted.typed is not None
                context.awaits_pause = acted.typed is not None or acted.what in FEEDING
                context.is_hovering = acted.what == "hover"
                if context.renamed:  # the target's text has changed since it was observed
                    was, now = context.renamed[-1]
                    acted = replace(acted, report=acted.report | {"was": was, "is": now})
                if report is not None:
                    await report.settle()
                with stage("state"):
                    acted = await _with_state(context, acted)
                if waiting := len(pending_requests(context.page, context.telemetry, before)):
                    acted = replace(acted, report=acted.report | {"requests_pending": waiting})
                if report is not None:
                    changes = await report.read(_opener(acted))
                    if changes is not None:
                        changes = replace(changes, restyled=acted.outcome.restyled)
                    acted = replace(acted, changes=changes)
                acted = replace(acted, timings=held.timings() | times.timings())
        # an action that is part of another action is not recorded
        if held.what in (what, *COMPOSED):
            step = step_of(acted.what, call.arguments)
            await Recorder.of(context.page).note(step, target, acted)
        return acted

    return acting


def composed(action: Action[S, P]) -> Action[S, P]:
    """Decorator like `in_turn`, for an action that consists of others (see `COMPOSED`)."""
    what, signature = action.__name__, inspect.signature(action)

    @wraps(action)
    async def acting(calls: S, /, *args: P.args, **options: P.kwargs) -> ActionResult:
        context = calls.context
        call, _ = _bind(signature, calls, *args, **options)
        with record_stages(what, context) as times:
            async with turn(context.page, what) as held:
                report = await reporting(context, what, held)
                async with reported(report):
                    done = await action(*call.args, **call.kwargs)
                if report is not None:
                    done = replace(done, changes=await report.read())
                return replace(done, timings=held.timings() | times.timings())

    return acting


def _bind(
    signature: inspect.Signature, calls: PageCalls, /, *args: object, **options: object
) -> tuple[inspect.BoundArguments, ResolvedTarget | None]:
    """Bind the arguments of a call and resolve its targets; also return the action's target."""
    call = signature.bind(calls, *args, **options)
    call.apply_defaults()
    aims: dict[str, Any] = {n: call.arguments[n] for n in AIMS if n in call.arguments}
    aims = {name: resolve_or_none(calls.context, target) for name, target in aims.items()}
    call.arguments.update(aims)
    return call, next(iter(aims.values()), None)


def _opener(acted: ActionResult) -> str:
    """Return the clicked control's name, quoted, if it may have opened a menu; else empty."""
    hit = acted.hit
    is_press = hit is not None and hit.name and not hit.role.startswith(("menuitem", "option"))
    return quoted(hit.name) if hit is not None and is_press else ""


async def _with_state(context: PageContext, acted: ActionResult) -> ActionResult:
    """Add the state of the target element after the action to the result."""
    done = acted.outcome
    went = done.busy or done.navigating or done.closed or done.navigated_to is not None
    if done.state or went:
        return acted
    state = await state_after(context.page, done.hit)
    return replace(acted, outcome=replace(done, state=state)) if state else acted
