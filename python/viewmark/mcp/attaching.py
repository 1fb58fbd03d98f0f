"""Adds the picture of a mode, or of `include_screenshot`, to an answer."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from viewmark.errors import ViewmarkError
from viewmark.mcp.content import Picture
from viewmark.page.attach import attach_picture

if TYPE_CHECKING:
    from viewmark.mcp.content import Answer
    from viewmark.mcp.state import SessionState
    from viewmark.mcp.tabs import OpenTab

__all__ = ["with_picture"]

YOUNG_S = 2.0
"""Older requests are streams, or nothing that the last action asked for."""


async def with_picture(
    state: SessionState, tool: str, what: str, args: dict[str, Any], answer: Answer
) -> Answer:
    """The answer, with a picture of the tab if one is wanted; else with the reason as a note."""
    wanted = args.get("include_screenshot")
    if wanted is None:
        wanted = state.attach_policy.wants(tool=tool, what=what, failed=answer.failed)
    if not wanted or answer.picture is not None:
        return answer
    tab = await _tab(state, args.get("tab_id"))
    taken = await attach_picture(
        None if tab is None else tab.page.browser_page,
        state.attach_policy,
        now=state.clock(),
        quality=state.attach_quality,
        max_base64=state.picture_budget,
        loading=int if tab is None else partial(_loading, tab),
    )
    picture = None if taken.base64 is None else Picture(base64=taken.base64, format="jpeg")
    return replace(answer, attached=picture, notes=(*answer.notes, *taken.notes))


def _loading(tab: OpenTab) -> int:
    """Requests for data that the tab waits for, of those that an action just now may have begun."""
    return tab.page.context.telemetry.loading((time.time() - YOUNG_S) * 1000)


async def _tab(state: SessionState, tab_id: str | None) -> OpenTab | None:
    """The tab that may be shown, if there is one; no browser is started for it."""
    if not state.tabs.running:
        return None
    try:
        tab = await state.tabs.tab(tab_id)
        state.tabs.check(tab)
    except ViewmarkError:
        return None
    return tab
