"""Asks a frame for its elements, or learns that what it answered before holds still.

An answer is taken over only if the page scripts find nothing that scripts can change without layout
(`js/page/kept.js`), and the browser counted no style recalculation and no layout since before that
answer was made. The counts are its own (`Performance.getMetrics`), of all that it renders; captures
add nothing to them. They are read before a walk, so that what changes during it is seen later, and
again after the scripts have forced layout, so that what is dirty is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.known import with_time_of
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

__all__ = ["Counts", "find_in", "rendering_counts"]

Counts = tuple[int, int]
"""Styles and layouts computed in a frame's process so far."""

_METRICS = ("RecalcStyleCount", "LayoutCount")
_PATIENCE_S = 1.0
_STILL = '{"still":true'
_NUMBER = re.compile(r'"kept":(\d+)}$')


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer that the page scripts keep watch over."""

    number: int
    asked: dict[str, Any]
    counts: Counts
    """From before it was made."""
    text: str


@dataclass(slots=True)
class AnswerState:
    """What a document was asked, and answered."""

    newest: _Kept | None = None
    is_known: bool = False
    """Whether it was looked at before."""
    counts: bool = False
    """Whether the browser counts what it computes for it."""


async def rendering_counts(page: PageTarget, frame: Frame) -> Counts | None:
    """What the browser counted so far; None if it does not say, or the document is new to us.

    Most documents are looked at once: those are not made to count.
    """
    world = await page.world(frame)
    state = world.state.of(AnswerState)
    if not state.is_known:
        state.is_known = True
        return None
    try:
        if not state.counts:
            await world.session.send("Performance.enable", timeout=_PATIENCE_S)
            state.counts = True
        answer = await world.session.send("Performance.getMetrics", timeout=_PATIENCE_S)
    except ViewmarkError:
        return None
    found = {
        each["name"]: wire.whole(each.get("value"))
        for each in wire.records(answer.get("metrics"))
        if each.get("name") in _METRICS
    }
    return (found[_METRICS[0]], found[_METRICS[1]]) if len(found) == len(_METRICS) else None


async def find_in(
    page: PageTarget, frame: Frame, options: dict[str, Any], counts: Counts | None
) -> str:
    """The answer of `vm.find` as text, that of before where it is sure to be the same.

    Args:
        page: the page.
        frame: the frame.
        options: those of `vm.find`.
        counts: from before this call; None: nothing is kept.
    """
    world = await page.world(frame)
    asked = {key: value for key, value in options.items() if key not in ("patience", "look")}
    # A selector may ask for what has no sign, and only the answer tells how far its script came.
    may_keep = counts is not None and options.get("target") != "custom"
    state = world.state.of(AnswerState)
    before, state.newest = state.newest, None
    again = before.number if before is not None and before.asked == asked else 0
    text = await _ask(page, frame, {**options, "keep": may_keep, "again": again * may_keep})
    if text.startswith(_STILL) and before is not None:
        counts = await rendering_counts(page, frame)
        if counts == before.counts:
            state.newest = before
            return with_time_of(before.text, text)
        text = await _ask(page, frame, {**options, "keep": counts is not None})
    number = _NUMBER.search(text)
    if number is not None and counts is not None and '"internals"' not in text:
        state.newest = _Kept(int(number[1]), asked, counts, text)
    return text


async def _ask(page: PageTarget, frame: Frame, options: dict[str, Any]) -> str:
    return str(await scripts.reply_of(page, frame, "find", options))
