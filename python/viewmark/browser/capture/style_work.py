"""Counts how often Chromium computed styles or a layout for a page, in each of its processes.

Nothing but canvas, video, images and scrolling changes what a page shows without one of the two,
and both are done by whatever measures the page, before the frame of a change. So equal counts
before and after mean that no element, style or rule of a style sheet has changed in between, also
where no document hears of it: a script that edits a rule in place, a state that it sets.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from viewmark.background import outlived
from viewmark.browser import wire
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.cdp.session import Session
    from viewmark.browser.page_target import PageTarget

    StyleWork = frozenset[tuple[Session, int, int]]
    """Session, styles computed, layouts computed."""

__all__ = ["counting", "end_counting", "style_work", "work_in"]

PATIENCE_S = 1.0
_COUNTED = ("RecalcStyleCount", "LayoutCount")
_ENDED = "style_work.ended"  # our note in page.memo: how often it was ended


def counting(page: PageTarget) -> int:
    """Numbers the stretches in which all was counted: counts of two of them are not comparable."""
    number = page.memo.get(_ENDED, 0)
    return number if isinstance(number, int) else 0


async def work_in(session: Session, *, begin: bool = False) -> tuple[int, int] | None:
    """Styles and layouts computed in one process until now; None: it does not count.

    Args:
        session: a session of that process.
        begin: have it count, if it does not yet, until `end_counting`.
    """
    if begin:
        await session.send("Performance.enable", timeout=PATIENCE_S)
    answer = await session.send("Performance.getMetrics", timeout=PATIENCE_S)
    found = {}
    for each in wire.records(answer.get("metrics")):
        if (name := each.get("name")) in _COUNTED:
            found[name] = wire.whole(each.get("value"))
    if len(found) < len(_COUNTED):
        return None
    return found[_COUNTED[0]], found[_COUNTED[1]]


async def style_work(page: PageTarget, *, begin: bool = False) -> StyleWork | None:
    """The counts until now; None: a process does not count, or does not answer.

    Args:
        page: the page.
        begin: have all its processes count, if they do not yet, until `end_counting`.
    """
    sessions = _sessions(page)
    try:
        counts = await asyncio.gather(*(work_in(each, begin=begin) for each in sessions))
    except ViewmarkError:
        return None
    found = [(each, *count) for each, count in zip(sessions, counts, strict=True) if count]
    return frozenset(found) if len(found) == len(sessions) else None


def end_counting(page: PageTarget) -> None:
    """End it; a process that counts does a little more with every task."""

    async def end(session: Session) -> None:
        try:
            await session.send("Performance.disable", timeout=PATIENCE_S)
        except ViewmarkError:
            return  # gone, and its counts with it

    page.memo[_ENDED] = counting(page) + 1
    for session in _sessions(page):
        if not session.ended:
            outlived(end(session))


def _sessions(page: PageTarget) -> list[Session]:
    return list(dict.fromkeys(frame.session for frame in page.frames))
