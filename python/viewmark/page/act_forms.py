"""Sets form controls of any kind, one or several per call.

The kind of a control determines how it is set: text is replaced, an option is chosen, a box is
checked, a date or colour is set. Each case uses the corresponding single action with its checks.

Checkboxes, radio buttons and switches are clicked only if they are not yet in the requested state.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeAlias

from viewmark.browser import scripts
from viewmark.browser.actions.control_state import Control, control_at, state_after
from viewmark.browser.actions.fields import Typed
from viewmark.browser.actions.pointer import Outcome
from viewmark.browser.page_lock import turn
from viewmark.defaults import KEY_REPEATS, REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import (
    FormIncomplete,
    InvalidOption,
    NotCheckable,
    NotEditable,
    StateNotReached,
    ViewmarkError,
)
from viewmark.page.act_combobox import combobox_at
from viewmark.page.act_fields import Fields, select
from viewmark.page.act_upload import Uploads
from viewmark.page.action_result import ActionResult
from viewmark.page.change_report import reported, reporting
from viewmark.page.changes import Changes, wire_of
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.locked import composed, in_turn
from viewmark.page.resolve import element, press_visible
from viewmark.page.resolved_target import Meant
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.stages import record_stages
from viewmark.unknown_options import checked as checked_options

SETTLE_LIMIT = 1.0
"""Maximum seconds for a page to show the new state after a click."""


class Checks(PageCalls):
    """Check boxes and radio buttons; a mixin of `Page`."""

    @checked_options
    @in_turn
    async def check(
        self,
        target: Target,
        checked: bool = True,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Check a checkbox, switch or radio button; click it only if it has another state.

        Args:
            target: see `Target`.
            checked: False: uncheck it.
            timeout: as for `click`.

        Raises:
            NotCheckable: the target is no such control, is disabled, or is a radio button to
                uncheck.
            StateNotReached: the control was clicked, but did not change to that state.
        """
        context, aimed = self.context, resolve(self.context, target)
        if not isinstance(checked, bool):
            raise InvalidOption(f"checked must be true or false, not {checked!r:.40}.")
        frame, node_id, meant = await element(context, aimed)
        control = await control_at(context.page, frame, node_id)
        _refuse(control, checked)
        before = control.state.get("checked")
        if before is checked:
            return ActionResult.of("check", Outcome(hit=control.reply), report={"changed": False})
        outcome = Outcome()
        # a click on a mixed checkbox may result in either state
        for _ in range(2 if before == "mixed" else 1):
            outcome = await _press(context, control, node_id, meant, timeout)
            meant = None  # the click may have changed the control's label
            went = outcome.navigating or outcome.busy or outcome.ended
            if went or await _is(context, control, checked):
                return ActionResult.of("check", outcome, report={"changed": True})
        state = "checked" if checked else "unchecked"
        raise StateNotReached(
            f"{control.reply} was pressed and is not {state}: the page did not take the change.",
            target=control.reply.to_json(),
            hit=outcome.hit.to_json() if outcome.hit else None,
        )


def _refuse(control: Control, wanted: bool) -> None:
    target = control.reply.to_json()
    if control.kind not in ("checkbox", "radio"):
        raise NotCheckable(f"{control.reply} cannot be checked.", target=target)
    if control.state.get("checked") is wanted:
        return
    if control.disabled:
        raise NotCheckable(f"{control.reply} is disabled.", target=target)
    if control.kind == "radio" and not wanted:
        raise NotCheckable(
            f"{control.reply} is a radio button and cannot be unchecked.", target=target
        )


async def _press(
    context: PageContext, control: Control, node_id: int, meant: Meant, timeout: float
) -> Outcome:
    nodes, page = (control.node_id, node_id), context.page
    outcome = await press_visible(page, control.frame, nodes, limit=timeout, meant=meant)
    return replace(outcome, intended=control.reply)


async def _is(context: PageContext, control: Control, wanted: bool) -> bool:
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLE_LIMIT
    while True:
        now = await control_at(context.page, control.frame, control.node_id)
        if now.state.get("checked") is wanted:
            return True
        if loop.time() > end:
            return False
        await scripts.call(context.page, control.frame, "nextFrame")


Value: TypeAlias = str | bool | int | float | Sequence[str]
"""A text, number or date; a boolean for a checkbox; one or several options of a list."""
FIELDS_LIMIT = 100
"""Maximum number of fields of one form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormResult:
    """The result of `fill_form`; all fields were set."""

    fields: tuple[ActionResult, ...]
    """One result for each field, in the given order."""
    changes: Changes | None = None
    """Changes of the page caused by the whole form, as in `ActionResult`."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds: `waiting` for other actions on the page to end, then each stage (`aim`,
    `input`, `effect`, `state`), and `total`."""

    def to_json(self, ref_of: Any = None) -> dict[str, Any]:
        """Return the JSON form; `ref_of` as for `ActionResult`."""
        row = {"what": "fill_form", "fields": [each.to_json(ref_of) for each in self.fields]}
        return row | wire_of(self.changes, self.timings)


class Forms(Fields, Checks, Uploads):
    """Set one control to a value, or a whole form; a mixin of `Page`."""

    @checked_options
    @composed
    async def fill(
        self,
        target: Target,
        value: Value,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Set a control to a value, replacing the present one; `type` appends a text instead.

        Args:
            target: see `Target`.
            value: a text that replaces the field's; a number; a date, time or colour in HTML
                format; true or false for a checkbox, switch or radio button; the label of an
                option, or a list of them, for a list.
            timeout: as for `click`.

        Raises:
            InvalidOption: the control does not take this value; the message says what it takes.
            NotEditable, NotSelectable, NotCheckable: the control cannot be set; nothing was done.
            StateNotReached: the control was clicked, but did not change to that state.
        """
        frame, node_id, _ = await element(self.context, resolve(self.context, target))
        control = await control_at(self.context.page, frame, node_id)
        return replace(await _set(self, target, control, value, timeout), what="fill")

    @checked_options
    async def fill_form(
        self,
        fields: Sequence[Mapping[str, Any]],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> FormResult:
        """Set several controls in one call, in the given order; returns one result for each.

        Args:
            fields: `{"target": "#name", "value": "Ada"}` for each; target and value as in `fill`.
            timeout: as for `click`, for each field.

        Raises:
            FormIncomplete: a field could not be set; `data` lists which were set and which not.
            InvalidOption: a field has no target or no value; nothing was set.
            RefStale, ElementNotFound: a target was not found; nothing was set.
        """
        named = [self._field(each) for each in fields]
        if not 1 <= len(fields) <= FIELDS_LIMIT:
            raise InvalidOption(f"fields must be 1 to {FIELDS_LIMIT} fields, not {len(fields)}.")
        with record_stages("fill_form") as times:
            async with turn(self.context.page, "fill_form") as held:
                for target, _ in named:
                    await element(self.context, target)
                report = await reporting(self.context, "fill_form", held)
                done: list[ActionResult] = []
                async with reported(report):
                    for number, (target, value) in enumerate(named):
                        try:
                            result = await self.fill(target, value, timeout=timeout)
                        except ViewmarkError as error:
                            raise _incomplete(done, number, len(fields), error) from error
                        done.append(result)
                        is_last = number + 1 == len(fields)
                        if not is_last and (stop := _stopped_by(result)):
                            raise _incomplete(done, number + 1, len(fields), stop)
                changes = None if report is None else await report.read()
                timings = held.timings() | times.timings()
                return FormResult(fields=tuple(done), changes=changes, timings=timings)

    def _field(self, field: Mapping[str, Any]) -> tuple[Any, Value]:
        if not isinstance(field, Mapping) or field.keys() != {"target", "value"}:
            raise InvalidOption(
                "A field is a mapping with a target and a value.",
                hint='Such as {"target": "@email", "value": "ada@example.com"}.',
                param="fields",
            )
        return resolve(self.context, field["target"]), field["value"]


async def _set(
    calls: Forms, target: Target, control: Control, value: Value, timeout: float
) -> ActionResult:
    if control.kind == "file":
        if isinstance(value, (str, list, tuple)) and not value:
            return await calls.upload(target, (), timeout=timeout)
        raise NotEditable(
            f"{control.reply} takes files.",
            hint="Give it files with upload.",
            target=control.reply.to_json(),
        )
    if control.kind in ("checkbox", "radio"):
        if isinstance(value, str) and value.strip().lower() in ("true", "false"):
            value = value.strip().lower() == "true"
        if not isinstance(value, bool):
            raise InvalidOption(f"{control.reply} takes true or false.", param="value")
        return await calls.check(target, value, timeout=timeout)
    if control.kind == "select":
        return await select(calls, target, options=_options(control, value), may_make=True)
    if control.number is not None:
        return await _step_to(calls, target, control, value)
    combobox = await combobox_at(calls.context.page, control.frame, control.reply.node_id)
    is_list = isinstance(value, (list, tuple))
    if combobox is not None and (is_list or not combobox.is_free):
        return await select(calls, target, options=_options(control, value), may_make=True)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InvalidOption(f"{control.reply} takes a text.", param="value")
    text = value if isinstance(value, str) else f"{value:.15g}"
    done = await calls.type(target, text, clear=True, timeout=timeout)
    if combobox is None or done.typed is None or _stopped_by(done) is not None:
        return done
    combobox.may_make = True
    chosen, offered = await combobox.confirm(text)
    if chosen is None and not offered:
        return done
    accepted, report = done.typed.accepted, done.report
    if chosen is not None:
        accepted = chosen.held
    else:
        report = report | {"offered": list(offered)}
        # A combobox may clear a text that its list lacks on blur, so acceptance is unknown.
        accepted = None if accepted else accepted
    typed = replace(done.typed, accepted=accepted)
    state = await state_after(calls.context.page, done.hit)
    outcome = replace(done.outcome, state=state)
    return replace(done, outcome=outcome, typed=typed, chosen=chosen, report=report)


MOST_STEPS = 200
"""Maximum key presses to set a slider to a value that is not a number."""
_DIGITS = re.compile(r"[0-9]+")
ROUNDS = 8
"""Maximum rounds of key presses to set a slider to a number."""


_STEP_KEYS = (("ArrowDown", "ArrowUp"), ("ArrowLeft", "ArrowRight"))
"""Pairs of keys that decrease and increase the value of a slider or spin button."""


async def _step_to(calls: Forms, target: Target, control: Control, value: Value) -> ActionResult:
    """Set a slider or spin button to a number with its keys (ARIA APG), as a user would."""
    text = str(value).strip()
    try:
        wanted = math.nan if isinstance(value, bool) else float(text)
    except ValueError:
        wanted = math.nan
    if not math.isfinite(wanted):
        return await _step_to_text(calls, target, control, text)
    done = ActionResult.of("fill", Outcome(hit=control.reply))
    keys, step, now = list(_STEP_KEYS), 0.0, control.number
    for number in range(ROUNDS):
        if now is None or math.isclose(now, wanted, abs_tol=max(step / 2, 1e-9)):
            break
        # The first press reveals the step size; later keys go to the focused element.
        count = min(max(1, round(abs(wanted - now) / step)), int(KEY_REPEATS.high)) if step else 1
        key = keys[0][wanted > now]
        done = await calls.keypress(key, target=None if number else target, repeat=count)
        control = await control_at(calls.context.page, control.frame, control.node_id)
        before, now, focused = now, control.number, done.outcome.focused
        if now is None or focused is None or focused.node_id != control.node_id:
            break
        if now == before and (step or not keys[1:]):
            break
        if now == before:  # a slider may react only to the arrow keys of its orientation
            keys.pop(0)
        # the value moved the wrong way, as in a right-to-left slider, so swap the keys
        elif (now > before) is not (wanted > before):
            keys[0] = keys[0][::-1]
        step = abs(now - before) / count
    accepted = now is not None and math.isclose(now, wanted, abs_tol=1e-9)
    outcome = replace(done.outcome, state=control.state)
    typed = Typed(length=len(text), accepted=accepted)
    return replace(done, outcome=outcome, typed=typed, report={})


async def _step_to_text(calls: Forms, target: Target, control: Control, text: str) -> ActionResult:
    """Set a slider to a displayed value such as `22:00`, by one key press per step."""

    def place(shown: str) -> list[int]:
        return [int(each) for each in _DIGITS.findall(shown)]

    now = str(control.state.get("value", ""))
    if _DIGITS.sub("", now) != _DIGITS.sub("", text) or not place(text):
        takes = f"a number, or a value as it shows {now!r:.40}" if place(now) else "a number"
        raise InvalidOption(f"{control.reply} takes {takes}.", param="value")
    is_more = place(text) > place(now)
    done = ActionResult.of("fill", Outcome(hit=control.reply))
    keys = [pair[is_more] for pair in _STEP_KEYS]
    for number in range(MOST_STEPS):
        if now == text or (place(now) > place(text)) is is_more:
            break
        done = await calls.keypress(keys[0], target=None if number else target)
        control = await control_at(calls.context.page, control.frame, control.node_id)
        before, now = now, str(control.state.get("value", ""))
        if now == before and len(keys) == 1:
            break
        keys = keys[1:] if now == before else keys[:1]
    outcome = replace(done.outcome, state=control.state)
    typed = Typed(length=len(text), accepted=now == text)
    return replace(done, outcome=outcome, typed=typed, report={})


def _options(control: Control, value: Value) -> list[dict[str, Any]]:
    several = [value] if isinstance(value, str) and (value or not control.multiple) else value
    if not isinstance(several, Sequence) or not all(isinstance(each, str) for each in several):
        raise InvalidOption(
            f"{control.reply} takes the label of an option, or a list of them.", param="value"
        )
    return [{"label": each} for each in several]


def _stopped_by(result: ActionResult) -> ViewmarkError | None:
    """Return an error if this field's effect, such as a navigation, stops the form; else None."""
    outcome = result.outcome
    if outcome.dialog is not None:
        return ViewmarkError(f"{result.hit or 'the field before'} opened a dialog.")
    if outcome.closed:
        return ViewmarkError(f"{result.hit or 'the field before'} closed the tab.")
    if outcome.navigated_to is not None or outcome.navigating:
        return ViewmarkError(f"{result.hit or 'the field before'} led to another page.")
    return None


def _incomplete(
    done: list[ActionResult], number: int, total: int, error: ViewmarkError
) -> FormIncomplete:
    rest = total - number - 1
    tail = f" {rest} after it {'was' if rest == 1 else 'were'} not tried." if rest else ""
    return FormIncomplete(
        f"{len(done)} of {total} fields set; field {number + 1} was not: {error.message}{tail}",
        set=[each.to_json() for each in done],
        failed={
            "field": number + 1,
            "error": error.code,
            "message": error.message,
            "hint": error.hint,
        },
        not_tried=list(range(number + 2, total + 1)),
    )
