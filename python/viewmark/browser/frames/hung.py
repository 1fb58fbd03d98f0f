"""Waits for answers of frames, and remembers those without: only one observation waits for each."""

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
"""How long (s) a frame's answer is waited for, and the first one of its process: that has to begin,
and to read our scripts, which took up to 2 s where a machine did much else."""
LIMIT = 30.0
"""Seconds until a question is sent again."""


@dataclass(slots=True)
class HungFrames:
    """Frames of a tab that have not answered."""

    questions: dict[str, asyncio.Task[Any]] = field(default_factory=dict)
    """Frame id -> pending question; removed with its answer, or after `LIMIT`."""
    answered: weakref.WeakSet[Session] = field(default_factory=weakref.WeakSet)
    """Sessions of the processes that have answered once."""


def is_hung(page: PageTarget, frame: Frame) -> bool:
    """Whether it still has to answer; the main frame never counts."""
    return frame.parent_id is not None and frame.id in page.state.of(HungFrames).questions


async def answer_of(page: PageTarget, frame: Frame, question: Coroutine[Any, Any, T]) -> T:
    """Wait for the answer of a frame.

    One that is not in time counts as hung from then on until it does answer: it goes on being
    asked, so that nobody has to wait for it again.

    Args:
        page: the page.
        frame: of it.
        question: ends after `LIMIT` at the latest.

    Raises:
        CommandTimeout: not in time, or it hangs.
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
