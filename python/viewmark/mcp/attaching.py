"""Adds the picture of a mode, or of `include_screenshot`, to an answer."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any

from viewmark.calls.answer import CallAnswer, Picture
from viewmark.calls.call import Invocation
from viewmark.errors import ViewmarkError
from viewmark.mcp.state import SessionState
from viewmark.page.attach import EffectPicture, attach_picture
from viewmark.session.tabs import OpenTab

YOUNG_S = 2.0
"""Older requests are streams, or nothing that the last action asked for."""


@contextlib.asynccontextmanager
async def effect_picture(
    state: SessionState, tool: str, what: str, args: dict[str, Any]
) -> AsyncIterator[EffectPicture | None]:
    """Around a call: begins the picture of an action's effect when its input is sent.

    None where the call does not act, or no picture is wanted or allowed.
    """
    is_due = tool == "interact" and _is_wanted(state, tool, what, args, failed=False)
    is_asked = bool(args.get("include_screenshot"))
    is_due = is_due and (is_asked or state.attach_policy.refusal(state.clock()) is None)
    tab = await _tab(state, args.get("tab_id")) if is_due else None
    if tab is None:
        yield None
        return
    async with EffectPicture(tab.page.browser_page, quality=state.attach_quality) as effect:
        yield effect


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
    effect: EffectPicture | None = None,
) -> CallAnswer:
    """The answer, with a picture of the tab if one is wanted; else with the reason as a note."""
    if not _is_wanted(state, tool, what, args, failed=answer.failed) or answer.picture is not None:
        return answer
    tab = await _tab(state, args.get("tab_id"))
    taken = await attach_picture(
        None if tab is None else tab.page.browser_page,
        state.bucket if args.get("include_screenshot") else state.attach_policy,
        now=state.clock(),
        quality=state.attach_quality,
        max_base64=state.picture_budget,
        loading=int if tab is None else partial(_loading, tab),
        effect=effect,
    )
    picture = None if taken.base64 is None else Picture(base64=taken.base64, format="jpeg")
    state.has_attached |= picture is not None
    return replace(answer, attached=picture, notes=(*answer.notes, *taken.notes))


async def with_marks(call: Invocation, answer: CallAnswer) -> CallAnswer:
    """The answer with a marked picture of the tab, whose numbers go with its `frame_id`."""
    try:
        tab = await call.tab()
        seen = await tab.page.observe(annotate=True, max_base64=call.session.picture_budget)
    except ViewmarkError as error:
        return replace(answer, notes=(*answer.notes, f"[No picture: {error.message}]"))
    if seen.base64 is None or seen.image_info is None:
        return answer
    note = f"[Picture with marks: frame_id {seen.frame_id}, labels 1..{len(seen.annotations)}]"
    picture = Picture(base64=seen.base64, format=seen.image_info.format)
    return replace(answer, picture=picture, notes=(*answer.notes, note))


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
