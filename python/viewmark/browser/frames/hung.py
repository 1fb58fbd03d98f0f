"""Limits the wait for a frame's reply, and never waits twice for an unresponsive frame."""

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
"""Maximum seconds to wait for a frame's reply: `PATIENCE`, or `FIRST_PATIENCE` for the first reply
of its process. A new process must start and compile our scripts first, which took up to 2 s on a
busy machine."""
LIMIT = 30.0
"""Seconds after which a pending request expires, so that a new one can be sent."""


@dataclass(slots=True)
class HungFrames:
    """The unresponsive frames of a tab."""

    questions: dict[str, asyncio.Task[Any]] = field(default_factory=dict)
    """Pending requests, keyed by frame ID; removed on a reply or after `LIMIT`."""
    answered: weakref.WeakSet[Session] = field(default_factory=weakref.WeakSet)
    """Sessions whose processes have replied at least once."""


def is_hung(page: PageTarget, frame: Frame) -> bool:
    """Return whether a request to the frame is still pending; never true for the main frame."""
    return frame.parent_id is not None and frame.id in page.state.of(HungFrames).questions


async def answer_of(page: PageTarget, frame: Frame, question: Coroutine[Any, Any, T]) -> T:
    """Wait for the reply of a frame.

    A frame that does not reply in time is treated as unresponsive ("hung") until it does. The
    request stays pending, and meanwhile later callers fail at once instead of waiting for that
    frame.

    Args:
        page: the browser tab.
        frame: one of its frames.
        question: the request; it must end after `LIMIT` at the latest.

    Raises:
        CommandTimeout: the frame did not reply in time, or already counts as hung.
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
        # retrieved so that asyncio does not log the exception; no caller is waiting
        task.exception()
    if frames.questions.get(frame_id) is task:
        del frames.questions[frame_id]
