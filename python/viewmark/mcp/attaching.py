"""Attaches a screenshot to a tool result, depending on the mode or `include_screenshot`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from viewmark.calls.answer import CallAnswer, Picture
from viewmark.calls.call import Invocation
from viewmark.errors import ViewmarkError
from viewmark.mcp.state import SessionState
from viewmark.page.attach import attach_picture
from viewmark.session.tabs import OpenTab

MARKED_TOKENS = 800
"""Token limit of a screenshot that is added to a text result; `observe` uses the normal size."""


def _is_wanted(
    state: SessionState, tool: str, what: str, args: dict[str, Any], *, failed: bool
) -> bool:
    wanted = args.get("include_screenshot")
    if wanted is None:
        return state.attach_policy.wants(tool=tool, what=what, failed=failed)
    return bool(wanted)


async def with_picture(
    state: SessionState,
    tool: str,
    what: str,
    args: dict[str, Any],
    answer: CallAnswer,
    since: float,
) -> CallAnswer:
    """Add a screenshot of the tab to the result if requested, or the reason why there is none.

    If the page has settled at or after the time `since`, take the screenshot without waiting.
    """
    if not _is_wanted(state, tool, what, args, failed=answer.failed) or answer.picture is not None:
        return answer
    tab = await _tab(state, args.get("tab_id"))
    taken = await attach_picture(
        None if tab is None else tab.page.browser_page,
        state.bucket if args.get("include_screenshot") else state.attach_policy,
        now=state.clock(),
        quality=state.attach_quality,
        max_base64=state.picture_budget,
        telemetry=None if tab is None else tab.page.context.telemetry,
        since=since,
    )
    picture = None if taken.base64 is None else Picture(base64=taken.base64, format="jpeg")
    if tab is not None and taken.look is not None:
        tab.page.context.remember(taken.look, is_attached=True)
    return replace(answer, attached=picture, notes=(*answer.notes, *taken.notes))


async def with_marks(call: Invocation, answer: CallAnswer) -> CallAnswer:
    """Add a marked screenshot of the tab to the result, and the `frame_id` that its labels need."""
    try:
        tab = await call.tab()
        seen = await tab.page.observe(
            annotate=True, max_base64=call.session.picture_budget, max_tokens=MARKED_TOKENS
        )
    except ViewmarkError as error:
        return replace(answer, notes=(*answer.notes, f"[No picture: {error.message}]"))
    if seen.base64 is None or seen.image_info is None:
        return answer
    note = f"[Picture with marks: frame_id {seen.frame_id}, labels 1..{len(seen.annotations)}]"
    picture = Picture(base64=seen.base64, format=seen.image_info.format)
    return replace(answer, picture=picture, notes=(*answer.notes, note))


async def _tab(state: SessionState, tab_id: str | None) -> OpenTab | None:
    """Return the tab to show, or None; never start a browser."""
    if not state.tabs.running:
        return None
    try:
        tab = await state.tabs.tab(tab_id)
        state.tabs.check(tab)
    except ViewmarkError:
        return None
    return tab
