"""Asks all frames of a page whether anything happened in them since they were told to watch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from viewmark.browser import scripts
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

__all__ = ["is_at_rest", "watch_rest"]

MOST_FRAMES = 16
"""A page of more frames is not watched."""
PATIENCE_S = 1.0


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


async def is_at_rest(page: PageTarget, watched: frozenset[tuple[str, str]]) -> bool:
    """Whether the same documents are there and none of them changed, moves or loads."""
    if documents(page) != watched:
        return False
    try:
        said = await asyncio.gather(
            *(scripts.call(page, frame, "atRest", timeout=PATIENCE_S) for frame in page.frames)
        )
    except ViewmarkError:
        return False
    return all(each == "" for each in said) and documents(page) == watched


def documents(page: PageTarget) -> frozenset[tuple[str, str]]:
    """The documents of a page, by frame and loader."""
    return frozenset((frame.id, frame.loader_id) for frame in page.frames)
