"""Sets form controls of any kind: one value, many in one call, or empty.

The kind of the control decides what is done: a text is replaced, a list chosen from, a box checked,
a date or colour set. Each is done as its own action does it, with the same checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from viewmark.browser.actions.control_state import Control, control_at, state_after
from viewmark.browser.page_lock import turn
from viewmark.errors import FormIncomplete, InvalidOption, NotEditable, ViewmarkError
from viewmark.page.act_check import check
from viewmark.page.act_combobox import combobox_at
from viewmark.page.act_fields import select, type_text
from viewmark.page.act_upload import upload
from viewmark.page.action_result import ActionResult
from viewmark.page.change_report import reported, reporting
from viewmark.page.changes import Changes, wire_of
from viewmark.page.locked import composed
from viewmark.page.resolve import element
from viewmark.stages import record_stages

if TYPE_CHECKING:
    from viewmark.page.context import PageContext
    from viewmark.page.targets import ResolvedTarget

__all__ = ["FormResult", "Value", "clear", "fill", "fill_form"]

Value: TypeAlias = str | bool | int | float | Sequence[str]
"""A text, number, date; true or false for what is checked; one option or several of a list."""

FIELDS_LIMIT = 100
"""Fields of one form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormResult:
    """What became of each field of a form: all were set."""

    fields: tuple[ActionResult, ...]
    """One answer for each, in the order given."""
    changes: Changes | None = None
    """What all of it changed on the page, as of `ActionResult`."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds: `waiting` for other actions on the page to end, then each stage (`aim`,
    `input`, `effect`, `state`), and `total`."""

    def to_json(self, ref_of: Any = None) -> dict[str, Any]:
        """The wire shape; `ref_of` as for `ActionResult`."""
        row: dict[str, Any] = {"what": "fill_form"}
        row["fields"] = [each.to_json(ref_of) for each in self.fields]
        row |= wire_of(self.changes)
        if self.timings:
            row["timings"] = {name: round(ms) for name, ms in self.timings.items()}
        return row


@composed
async def fill(
    context: PageContext, target: ResolvedTarget, *, value: Value, timeout: float
) -> ActionResult:
    """Set a control to a value, by the action that its kind needs."""
    frame, node_id, _ = await element(context, target)
    control = await control_at(context.page, frame, node_id)
    return replace(await _set(context, target, control, value, timeout), what="fill")


async def _set(
    context: PageContext, target: ResolvedTarget, control: Control, value: Value, timeout: float
) -> ActionResult:
    if control.kind == "file":
        if isinstance(value, (str, list, tuple)) and not value:
            return await upload(context, target, files=(), timeout=timeout)
        raise NotEditable(
            f"{control.reply} takes files.",
            hint="Give it files with upload.",
            target=_json(control),
        )
    if control.kind in ("checkbox", "radio"):
        if isinstance(value, str) and value.strip().lower() in ("true", "false"):
            value = value.strip().lower() == "true"
        if not isinstance(value, bool):
            raise InvalidOption(f"{control.reply} takes true or false.", param="value")
        return await check(context, target, checked=value, timeout=timeout)
    if control.kind == "select":
        return await select(context, target, options=_options(control, value), may_make=True)
    combobox = await combobox_at(context.page, control.frame, control.reply.node_id)
    is_list = isinstance(value, (list, tuple))
    if combobox is not None and (is_list or not combobox.is_free):
        return await select(context, target, options=_options(control, value), may_make=True)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InvalidOption(f"{control.reply} takes a text.", param="value")
    text = value if isinstance(value, str) else f"{value:.15g}"
    done = await type_text(context, target, text=text, clear=True, timeout=timeout)
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
        # A list that has not the text may take it back when the field is left.
        accepted = None if accepted else accepted
    typed = replace(done.typed, accepted=accepted)
    state = await state_after(context.page, done.hit)
    outcome = replace(done.outcome, state=state)
    return replace(done, outcome=outcome, typed=typed, chosen=chosen, report=report)


def _options(control: Control, value: Value) -> list[dict[str, Any]]:
    several = [value] if isinstance(value, str) else value
    if not isinstance(several, Sequence) or not all(isinstance(each, str) for each in several):
        raise InvalidOption(
            f"{control.reply} takes the label of an option, or a list of them.", param="value"
        )
    return [{"label": each} for each in several]


def _json(control: Control) -> dict[str, Any]:
    return control.reply.to_json()


@composed
async def clear(context: PageContext, target: ResolvedTarget, *, timeout: float) -> ActionResult:
    """Empty a field, take files back, or deselect everything in a list of several."""
    frame, node_id, _ = await element(context, target)
    control = await control_at(context.page, frame, node_id)
    if control.kind == "select" and control.multiple:
        done = await select(context, target, options=[])
    elif control.kind == "file":
        done = await upload(context, target, files=(), timeout=timeout)
    elif control.kind in ("select", "checkbox", "radio"):
        hint = "Choose another option, or uncheck it."
        raise NotEditable(f"{control.reply} cannot be emptied.", hint=hint, target=_json(control))
    else:
        done = await type_text(context, target, text="", clear=True, timeout=timeout)
    return replace(done, what="clear")


async def fill_form(
    context: PageContext, fields: Sequence[tuple[ResolvedTarget, Value]], *, timeout: float
) -> FormResult:
    """Set many controls; no other action comes in between.

    All targets are looked for before the first one is set: a ref that is gone changes nothing.
    """
    if not 1 <= len(fields) <= FIELDS_LIMIT:
        raise InvalidOption(f"fields must be 1 to {FIELDS_LIMIT} fields, not {len(fields)}.")
    with record_stages("fill_form") as times:
        async with turn(context.page, "fill_form") as held:
            for target, _ in fields:
                await element(context, target)
            report = await reporting(context, "fill_form", held)
            done: list[ActionResult] = []
            async with reported(report):
                for number, (target, value) in enumerate(fields):
                    try:
                        result = await fill(context, target, value=value, timeout=timeout)
                    except ViewmarkError as error:
                        raise _incomplete(done, number, len(fields), error) from error
                    done.append(result)
                    is_last = number + 1 == len(fields)
                    if not is_last and (stop := _stopped_by(result)):
                        raise _incomplete(done, number + 1, len(fields), stop)
            changes = None if report is None else await report()
            timings = held.timings() | times.timings()
            return FormResult(fields=tuple(done), changes=changes, timings=timings)


def _stopped_by(result: ActionResult) -> ViewmarkError | None:
    """Why the fields behind one cannot be set, if that did something else as well."""
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
