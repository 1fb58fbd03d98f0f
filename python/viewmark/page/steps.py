"""Several actions as one: done in order, each checked as it is alone, stopped at a surprise.

Whoever sends steps has seen the page before the first one only. So what leads elsewhere ends them:
another document, a dialog, a new tab, a target that says something else than when it was seen,
unless the step said that it expects that (`expect`), or the next one waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark.browser.page_lock import turn
from viewmark.errors import (
    ElementNotFound,
    ElementNotVisible,
    InvalidOption,
    PageNavigated,
    ViewmarkError,
)
from viewmark.page.act_forms import FormResult
from viewmark.page.action_lines import RefOf, Result, result_lines
from viewmark.page.action_result import ActionResult
from viewmark.page.change_report import reporting
from viewmark.page.changes import Changes, wire_of
from viewmark.page.context import PageContext
from viewmark.page.resolve import check_document
from viewmark.stages import record_stages

STEPS_LIMIT = 50
"""Steps of one call."""
APPEARING = 2.0
"""Seconds in which a target may appear that the step before brings; nothing is done before."""
_POLL = 0.05

_GOING = frozenset({"goto", "navigate", "open", "back", "forward", "reload"})
_ANSWERING = frozenset({"answer_dialog", "dialog", "wait_for_dialog"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCall:
    """One step, checked as far as it can be before the first one is done."""

    what: str
    target: str = ""
    """As it was written; for words about the step. What is typed is no part of them."""
    expect: str | None = None
    """What the step itself says must come of it (see `Page.click`)."""
    waits: bool = False
    """Whether it waits until something is so, wherever the page went."""
    run: Callable[[], Awaitable[Result]] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.what} {self.target}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """Why not all steps were done."""

    number: int
    """The step that was refused or brought the surprise, from 1."""
    step: str
    reason: str
    error: ViewmarkError | None = None
    """Why the step was refused; None: it was done, and what came of it is the surprise."""
    not_done: tuple[str, ...] = ()
    """The steps that were not done, without the one that was refused."""

    def __str__(self) -> str:
        when = "at" if self.error is not None else "after"
        rows = [f"stopped {when} step {self.number} ({self.step}): {self.reason}"]
        if self.not_done:
            first = self.number + 1
            left = "; ".join(f"{n} {each}" for n, each in enumerate(self.not_done, first))
            rows.append(f"not done: {left}")
        return "\n".join(rows)

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        row: dict[str, Any] = {"step": self.number, "was": self.step, "reason": self.reason}
        if self.error is not None:
            row |= {"error_code": self.error.code, "hint": self.error.hint}
            if candidates := self.error.data.get("candidates"):
                row["candidates"] = candidates
        return row | {"not_done": list(self.not_done)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsResult:
    """What became of several steps."""

    done: tuple[Result, ...]
    """The result of each step that was done."""
    targets: tuple[str, ...] = ()
    """The target of each, as it was written."""
    total: int
    """How many there were to do."""
    stopped: Stopped | None = None
    """None: all were done."""
    changes: Changes | None = None
    """What all of them changed, as of `ActionResult`."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds, as of `ActionResult`."""

    def lines(self, ref_of: RefOf = lambda _: None) -> str:
        """The shortest text: how many were done, why it stopped, and what only the results say.

        A step whose target was a ref, which was hit, and of which nothing else came has no line.

        Args:
            ref_of: the refs of what was hit.
        """
        count = len(self.done)
        all_of = f"{count} of {self.total}" if self.stopped is not None else f"{count}"
        rows = [f"{all_of} step{'' if self.total == 1 else 's'} done"]
        for number, (result, target) in enumerate(
            zip(self.done, self.targets, strict=True), start=1
        ):
            for line in result_lines(result, ref_of, self.changes):
                is_plain = target.startswith("@") and line.endswith(f" {target}")
                rows += [] if is_plain else [f"{number} {line}"]
        rows += [f"{self.stopped}"] if self.stopped is not None else []
        return "\n".join(rows)

    def to_json(self, ref_of: RefOf | None = None) -> dict[str, Any]:
        """The wire shape; `ref_of` as of `lines`."""
        row: dict[str, Any] = {"what": "steps", "total": self.total}
        row["done"] = [_wire(each, ref_of) for each in self.done]
        if self.stopped is not None:
            row["stopped"] = self.stopped.to_json()
        return row | wire_of(self.changes, self.timings)


def _wire(result: Result, ref_of: RefOf | None) -> dict[str, Any]:
    if isinstance(result, (ActionResult, FormResult)):
        return result.to_json(ref_of)
    if hasattr(result, "to_json"):
        return result.to_json()
    return {"what": "answer_dialog", "dialog": {"kind": result.kind, "message": result.message}}


def check_count(
    steps: object, *, hint: str = 'Such as [["click", "@save"], ["fill", "@name", "Ada"]].'
) -> Sequence[Any]:
    """The steps, if they are a list of 1 to `STEPS_LIMIT`.

    Args:
        steps: what was handed in.
        hint: how steps are written where they came from.

    Raises:
        InvalidOption: they are not; nothing was done.
    """
    if isinstance(steps, (str, bytes)) or not isinstance(steps, Sequence):
        kind = type(steps).__name__
        raise InvalidOption(f"steps must be a list, not {kind}.", hint=hint, param="steps")
    if not 1 <= len(steps) <= STEPS_LIMIT:
        message = f"steps must be 1 to {STEPS_LIMIT} steps, not {len(steps)}; nothing was done."
        raise InvalidOption(message, hint=hint, param="steps")
    return steps


async def run_steps(context: PageContext, steps: Sequence[StepCall]) -> StepsResult:
    """Do steps in order; no other action on the page comes in between.

    A step that is refused, and one with a surprise (see this module) before the last, ends them;
    the result says so. What was done stays done.
    """
    page, done = context.page, list[Result]()
    mode = context.changes
    stopped = None
    with record_stages("steps") as times:
        async with turn(page, "steps") as held:
            report = await reporting(context, "steps", held)
            context.changes = "none"  # one report for all of them
            try:
                epoch = page.epoch
                for i, step in enumerate(steps):
                    context.document = epoch if _follows(steps, i) else None
                    try:
                        done.append(await _run(context, step, is_first=i == 0))
                    except ViewmarkError as error:
                        if isinstance(error, PageNavigated) and error.data.get("is_before"):
                            stopped = _stop(steps, i - 1, "it led to another page")
                        else:
                            stopped = _stop(steps, i, error.message, error)
                        break
                    follower = steps[i + 1] if i + 1 < len(steps) else None
                    if follower is None:
                        break
                    has_gone = page.epoch != epoch and step.what not in _GOING and not step.waits
                    epoch = page.epoch
                    if reason := _surprise(done[-1], step, follower, has_gone=has_gone):
                        stopped = _stop(steps, i, reason)
                        break
            finally:
                context.changes, context.document = mode, None
            changes = None if report is None or page.closed else await report.read()
            return StepsResult(
                done=tuple(done),
                targets=tuple(each.target for each in steps[: len(done)]),
                total=len(steps),
                stopped=stopped,
                changes=changes,
                timings=held.timings() | times.timings(),
            )


def _follows(steps: Sequence[StepCall], i: int) -> bool:
    """Whether a step means the page that the step before it was done on."""
    if i == 0 or steps[i].waits or steps[i].what in _GOING | _ANSWERING:
        return False
    before = steps[i - 1]
    return before.expect is None and not before.waits and before.what not in _GOING


async def _run(context: PageContext, step: StepCall, *, is_first: bool) -> Result:
    """Do a step; wait a moment for a target that the step before brings.

    Raises:
        PageNavigated: the page is another one than the step means.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + APPEARING
    while True:
        check_document(context)
        context.offers = is_last = is_first or loop.time() >= end
        try:
            return await step.run()
        except (ElementNotFound, ElementNotVisible):
            if is_last:
                raise
        finally:
            context.offers = True
        await asyncio.sleep(_POLL)


def _stop(
    steps: Sequence[StepCall], i: int, reason: str, error: ViewmarkError | None = None
) -> Stopped:
    return Stopped(
        number=i + 1,
        step=str(steps[i]),
        reason=reason,
        error=error,
        not_done=tuple(map(str, steps[i + 1 :])),
    )


def _surprise(result: Result, step: StepCall, follower: StepCall, *, has_gone: bool) -> str:
    """What came of a step that whoever wrote the next one cannot have known; empty if nothing."""
    if has_gone and step.expect is None and not (follower.waits or follower.what in _GOING):
        return "it led to another page"
    several = result.fields if isinstance(result, FormResult) else (result,)
    for each in several:
        if isinstance(each, ActionResult) and (reason := _surprise_of(each, step, follower)):
            return reason
    return ""


def _surprise_of(acted: ActionResult, step: StepCall, follower: StepCall) -> str:
    done = acted.outcome
    if done.closed:
        return "the tab is closed"
    if done.dialog is not None and follower.what not in _ANSWERING:
        return f"it opened a dialog ({done.dialog['kind']}): {done.dialog['message']!r}"
    if done.navigating and step.expect is None and not follower.waits:
        return "a navigation is under way"
    if (done.opened or done.not_open) and step.expect != "popup":
        return "it opened another tab"
    if done.file_chooser is not None and step.expect != "file_chooser":
        return "it asked for files"
    if "was" in acted.report:
        return f"its target said {acted.report['was']!r} before, and {acted.report['is']!r} then"
    is_option = done.hit is not None and done.hit.role in ("option", "menuitem")
    if (done.replaced or done.no_click) and not (done.replaced and is_option):
        return "no click came of it"
    if acted.typed is not None and acted.typed.accepted is False:
        return "the field shows something else than what was typed"
    if acted.chosen is not None and not acted.chosen.held:
        return "the page did not keep the choice"
    return "the page is busy" if done.busy else ""
