"""Asks all frames of a page whether anything happened in them since they were told to watch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from viewmark.browser import scripts
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

__all__ = ["LASTING", "unrest", "watch_rest"]

MOST_FRAMES = 16
"""A page of more frames is not watched."""
PATIENCE_S = 1.0
LASTING = frozenset({"animation", "canvas", "embed", "marquee", "object", "video"})
"""What keeps a document from rest and will go on for a while."""


async def watch_rest(page: PageTarget) -> frozenset[tuple[str, str]] | None:
    """Have every document note its first change from now on.

    Returns:
        The documents that do, by frame and loader; None: not all can.
    """
    frames = list(page.frames)
    if len(frames) > MOST_FRAMES:
        return None
    try:
        done = await asyncio.gather(
            *(scripts.call(page, frame, "watchRest", timeout=PATIENCE_S) for frame in frames)
        )
    except ViewmarkError:
        return None
    return documents(page) if all(each is True for each in done) else None


async def unrest(page: PageTarget, watched: frozenset[tuple[str, str]]) -> str:
    """What happened or goes on in these documents, in a word; empty: nothing."""
    if documents(page) != watched:
        return "changed"
    try:
        said = await asyncio.gather(
            *(scripts.call(page, frame, "atRest", timeout=PATIENCE_S) for frame in page.frames)
        )
    except ViewmarkError:
        return "changed"
    if documents(page) != watched or not all(isinstance(each, str) for each in said):
        return "changed"
    return next((each for each in said if each), "")


def documents(page: PageTarget) -> frozenset[tuple[str, str]]:
    """The documents of a page, by frame and loader."""
    return frozenset((frame.id, frame.loader_id) for frame in page.frames)
