"""Walks down through the visible frames of a page level by level and reports unreachable frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from viewmark.background import gather_answers
from viewmark.browser.frames.geometry import FrameGeometry, visible_children
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import FRAMES
from viewmark.errors import InvalidSelector, ViewmarkError

FRAME_DEPTH = 8
"""Maximum nesting depth at which frames are observed."""


async def walk_frames(
    page: PageTarget,
    top: FrameGeometry,
    reply: dict[str, Any],
    ask: Callable[[FrameGeometry, int], Awaitable[dict[str, Any]]],
    unreached: list[str],
    *,
    concerns: Callable[[FrameGeometry], bool] = lambda _: True,
) -> AsyncIterator[list[tuple[FrameGeometry, dict[str, Any]]]]:
    """Walk the frames below the main frame level by level; yield each level with its replies.

    Args:
        page: the browser tab.
        top: geometry of the main frame, with its visible part.
        reply: the main frame's reply; `frames` lists its visible frame elements.
        ask: function that sends the request to one frame; its second argument is the number of
            concurrent requests.
        unreached: list to which one sentence is added for each visible frame that was skipped or
            did not reply.
        concerns: function that returns whether to send the request to a frame.

    Raises:
        InvalidSelector: a frame rejected the selector as invalid.
    """
    level, count = [(top, reply)], 0
    for depth in range(FRAME_DEPTH + 1):
        below = await asyncio.gather(
            *(visible_children(page, place, reply.get("frames")) for place, reply in level)
        )
        unreached += [each for _, failed in below for each in failed]
        places = [each for found, _ in below for each in found if concerns(each)]
        room, why = FRAMES - count, f"{FRAMES} frames were read before"
        if depth == FRAME_DEPTH:
            room, why = 0, f"it lies more than {FRAME_DEPTH} frames deep"
        unreached += [f"{each.path}: {why}" for each in places[room:]]
        places = places[:room]
        if not places:
            return
        count += len(places)
        answers = await gather_answers(*(ask(each, len(places)) for each in places))
        level = []
        for place, answer in zip(places, answers, strict=True):
            if isinstance(answer, InvalidSelector):
                raise answer
            if isinstance(answer, ViewmarkError):
                # A frame that disappears during the walk must not make the whole observation fail.
                unreached.append(f"{place.path}: {answer.message}")
            else:
                level.append((place, answer))
        yield level
