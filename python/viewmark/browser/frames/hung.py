"""Waits for replies of frames with a limit, and does not wait again for one that did not reply."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from viewmark.browser.cdp.session import Session
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import CommandTimeout

T = TypeVar("T")

PATIENCE, FIRST_PATIENCE = 1.0, 5.0
"""Seconds to wait for a frame's reply, and for the first reply of its process. The process has to
start and to compile our scripts first, which took up to 2 s on a busy machine.
"""
LIMIT = 30.0
"""Seconds until a request is sent again."""


@dataclass(slots=True)
class HungFrames:
    """Frames of a tab that have not replied."""

    questions: dict[str, asyncio.Task[Any]] = field(default_factory=dict)
    """Frame id -> pending request; removed on its reply, or after `LIMIT`."""
    answered: weakref.WeakSet[Session] = field(default_factory=weakref.WeakSet)
    """Sessions of the processes that have replied at least once."""


def is_hung(page: PageTarget, frame: Frame) -> bool:
    """Whether a request to it is still pending; the main frame never counts as hung."""
    return frame.parent_id is not None and frame.id in page.state.of(HungFrames).questions


async def answer_of(page: PageTarget, frame: Frame, question: Coroutine[Any, Any, T]) -> T:
    """Wait for the reply of a frame.

    If it does not reply in time it counts as hung until it does. The request stays pending, so that
    no later caller has to wait for that frame.

    Args:
        page: the page.
        frame: one of its frames.
        question: a request that ends after `LIMIT` at the latest.

    Raises:
        CommandTimeout: no reply in time, or the frame is hung already.
    """
    frames = page.state.of(HungFrames)
    if is_hung(page, frame):
        question.close()
        raise CommandTimeout("The frame has not answered yet.")
    task = asyncio.get_running_loop().create_task(question)
    has_answered = frame.session in frames.answered
    try:
        await asyncio.wait({task}, timeout=PATIENCE if has_answered else FIRST_PATIENCE)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not task.done():
        frames.questions[frame.id] = task
        task.add_done_callback(partial(_forget, frames, frame.id))
        raise CommandTimeout("The frame did not answer in time.")
    answer = task.result()
    frames.answered.add(frame.session)
    return answer


def _forget(frames: HungFrames, frame_id: str, task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()  # nobody waits for it any more
    if frames.questions.get(frame_id) is task:
        del frames.questions[frame_id]
