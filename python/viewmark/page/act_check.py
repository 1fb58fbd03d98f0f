"""Checks and unchecks checkboxes, radio buttons and switches; presses only if needed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from viewmark.browser import scripts
from viewmark.browser.actions.click_point import find_click_point
from viewmark.browser.actions.control_state import Control, control_at
from viewmark.browser.actions.pointer import Outcome, press
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.errors import ElementNotVisible, InvalidOption, NotCheckable, StateNotReached
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.locked import in_turn
from viewmark.page.resolve import element, with_scrolls
from viewmark.page.resolved_target import Meant
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.unknown_options import checked as checked_options

SETTLE_LIMIT = 1.0
"""Seconds that a page may take to show a new state after the press."""


class Checks(PageCalls):
    """Check boxes and radio buttons; a part of `Page`."""

    @checked_options
    @in_turn
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
        for _ in range(2 if before == "mixed" else 1):  # what is mixed may become either at first
            outcome = await _press(context, control, node_id, meant, timeout)
            meant = None  # what it says now is what the press made of it
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
    page = context.page
    aim: dict[str, Any] = {"limit": timeout, "arm": True, "meant": meant}
    try:
        spot = await find_click_point(page, control.frame, control.node_id, **aim)
    except ElementNotVisible:
        if node_id == control.node_id:
            raise
        spot = await find_click_point(page, control.frame, node_id, **aim)
    return replace(with_scrolls(await press(page, spot), spot), intended=control.reply)


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
