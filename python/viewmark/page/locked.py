"""Actions take their turn on the page, tell how long that took, and are recorded."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from viewmark.browser.page_lock import turn
from viewmark.page.recorder import Recordable, Recorder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.page.action_result import ActionResult
    from viewmark.page.context import PageContext

__all__ = ["in_turn"]

R = TypeVar("R", bound=Recordable)


def in_turn(
    action: Callable[[PageContext, R], Awaitable[ActionResult]],
) -> Callable[[PageContext, R], Awaitable[ActionResult]]:
    """The action as one step that no other action on the page can come into.

    Raises:
        PageBusy: another action did not end in time; nothing was begun.
    """
    what = action.__name__.removesuffix("_text")

    @wraps(action)
    async def acting(context: PageContext, request: R) -> ActionResult:
        async with turn(context.page, what) as held:
            acted = await action(context, request)
            acted = replace(acted, timings=held.timings())
        if held.what == what:  # else it is a part of another action
            await Recorder.of(context.page).note(request, acted)
        return acted

    return acting
