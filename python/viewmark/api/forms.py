"""Form controls: set, check, empty, many in one call, give files.

The options of every call are written out, as in `actions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from viewmark.api.actions import Actions
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import InvalidOption
from viewmark.page.act_check import check
from viewmark.page.act_forms import FormResult, Value, clear, fill, fill_form
from viewmark.page.action_result import ActionResult
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.unknown_options import checked as checked_options


class Forms(Actions):
    """What one can do to form controls."""

    @checked_options
    async def fill(
        self,
        target: Target,
        value: Value,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Bring a control to a value, whatever it holds; `type` adds to a text instead.

        Args:
            target: see `Target`.
            value: a text replaces the field's; a number; a date, time or colour as HTML writes it;
                true or false for a checkbox, switch or radio button; the label of an option, or a
                list of them, for a list.
            timeout: as for `click`.

        Raises:
            InvalidOption: the control does not take this value; the message names what it takes.
            NotEditable, NotSelectable, NotCheckable: it cannot be set; nothing was done.
            StateNotReached: it was pressed, and the page did not leave it as asked for.
        """
        aimed = resolve(self.context, target)
        return await fill(self.context, aimed, value=value, timeout=timeout)

    @checked_options
    async def fill_form(
        self,
        fields: Sequence[Mapping[str, Any]],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> FormResult:
        """Set many controls in one call, in the order given; one answer for each.

        Args:
            fields: `{"target": "#name", "value": "Ada"}` each; target and value as in `fill`.
            timeout: as for `click`, for each field.

        Raises:
            FormIncomplete: a field could not be set; `data` says which were, and which not.
            InvalidOption: a field without a target or a value; nothing was set.
            RefStale, ElementNotFound: a target is not there; nothing was set.
        """
        resolved = [self._field(each) for each in fields]
        return await fill_form(self.context, resolved, timeout=timeout)

    def _field(self, field: Mapping[str, Any]) -> tuple[ResolvedTarget, Value]:
        if not isinstance(field, Mapping) or field.keys() != {"target", "value"}:
            raise InvalidOption(
                "A field is a mapping with a target and a value.",
                hint='Such as {"target": "@email", "value": "ada@example.com"}.',
                param="fields",
            )
        return resolve(self.context, field["target"]), field["value"]

    @checked_options
    async def check(
        self,
        target: Target,
        checked: bool = True,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Bring a checkbox, switch or radio button into a state; pressed only if it is not in it.

        Args:
            target: see `Target`.
            checked: False: unchecked.
            timeout: as for `click`.

        Raises:
            NotCheckable: no such control, disabled, or a radio button to be unchecked.
            StateNotReached: it was pressed, and the page did not leave it so.
        """
        aimed = resolve(self.context, target)
        return await check(self.context, aimed, checked=checked, timeout=timeout)

    @checked_options
    async def clear(
        self,
        target: Target,
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Empty a field, or deselect everything in a list of several.

        Args:
            target: see `Target`.
            timeout: as for `click`.

        Raises:
            InvalidOption: it always holds something, as a range and a colour do.
            NotEditable: nothing in it can be emptied.
        """
        aimed = resolve(self.context, target)
        return await clear(self.context, aimed, timeout=timeout)
