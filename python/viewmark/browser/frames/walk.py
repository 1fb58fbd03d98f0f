"""Walks down through the visible frames of a page, level by level; reports unreachable ones."""

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
"""Maximum nesting depth of frames that are observed."""


async def walk_frames(
    page: PageTarget,
    top: FrameGeometry,
    reply: dict[str, Any],
    ask: Callable[[FrameGeometry, int], Awaitable[dict[str, Any]]],
    unreached: list[str],
    *,
    concerns: Callable[[FrameGeometry], bool] = lambda _: True,
) -> AsyncIterator[list[tuple[FrameGeometry, dict[str, Any]]]]:
    """Walk the frames level by level below the main frame; yields them with their replies.

    Args:
        page: the page.
        top: the main frame, with its visible part.
        reply: its reply; `frames` lists its visible frame elements.
        ask: sends the request to one frame; also receives the number of concurrent requests.
        unreached: receives a sentence for each visible frame without a request or a reply.
        concerns: whether to send the request to a frame.

    Raises:
        InvalidSelector: the selector sent to a frame was invalid.
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
                # A frame that goes away meanwhile must not make the whole observation fail.
                unreached.append(f"{place.path}: {answer.message}")
            else:
                level.append((place, answer))
        yield level
