"""Actions take their turn on the page and tell how long that took."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from viewmark.browser.page_lock import turn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.page.action_result import ActionResult
    from viewmark.page.context import PageContext

__all__ = ["in_turn"]

R = TypeVar("R")


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
            return replace(acted, timings=held.timings())

    return acting
