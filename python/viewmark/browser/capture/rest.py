"""Asks all frames of a page whether anything happened in them since they were told to watch.

By what their documents hear, and by whether styles or layouts were computed (`style_work`).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewmark.browser import scripts
from viewmark.browser.capture.style_work import style_work
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.capture.style_work import StyleWork
    from viewmark.browser.page_target import PageTarget

__all__ = ["LASTING", "UNREADY", "Watch", "is_styled_as", "unrest", "watch_rest"]

MOST_FRAMES = 16
"""A page of more frames is not watched."""
PATIENCE_S = 1.0
LASTING = frozenset({"animation", "canvas", "embed", "marquee", "object", "paint", "video"})
"""What keeps a document from rest and will go on for a while."""
UNREADY = "unready"
"""A document has not noted yet how far its scrollers are scrolled."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What the documents of a page, told to note their first change, are compared with."""

    documents: frozenset[tuple[str, str]]
    """By frame and loader."""
    work: StyleWork


async def watch_rest(page: PageTarget) -> Watch | None:
    """Have every document note its first change from now on; None: not all can.

    What is taken afterwards shows no state from before the watch.
    """
    frames = list(page.frames)
    if len(frames) > MOST_FRAMES:
        return None
    try:
        *told, work = await asyncio.gather(
            *(scripts.call(page, frame, "watchRest", timeout=PATIENCE_S) for frame in frames),
            style_work(page, begin=True),
        )
    except ViewmarkError:
        return None
    if work is None or not all(each is True for each in told):
        return None
    return Watch(_documents(page), work)


async def is_styled_as(page: PageTarget, watch: Watch) -> bool:
    """Whether no style and no layout was computed since the watch began."""
    return await style_work(page) == watch.work


async def unrest(page: PageTarget, watch: Watch) -> str:
    """What happened or goes on in these documents, in a word; empty: nothing.

    Measure the page before: that has what is not computed yet computed, and so counted.
    """
    if _documents(page) != watch.documents:
        return "changed"
    try:
        *told, work = await asyncio.gather(
            *(scripts.call(page, frame, "atRest", timeout=PATIENCE_S) for frame in page.frames),
            style_work(page),
        )
    except ViewmarkError:
        return "changed"
    if _documents(page) != watch.documents or not all(isinstance(each, str) for each in told):
        return "changed"
    lasting = next((each for each in told if each in LASTING), "")
    if lasting:
        return lasting
    if work != watch.work:
        return "changed"
    return max(told, key=lambda each: (each != "", each != UNREADY), default="")


def _documents(page: PageTarget) -> frozenset[tuple[str, str]]:
    return frozenset((frame.id, frame.loader_id) for frame in page.frames)
