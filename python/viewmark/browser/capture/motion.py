"""Pauses animations during an observation, and remembers moving elements per document.

An observation whose boxes have shifted is repeated with animations paused. On a page that moves
constantly, every observation would be made twice, so the next observation of the same document
pauses animations from the start. Movement by script cannot be paused. If an element is known to
move by script, only its mark is corrected, and the observation is not repeated.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import TaskSet, gather_answers
from viewmark.browser import scripts, wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_lock import turn
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Handle
from viewmark.errors import PageBusy

CREEP = 0.001
"""Playback rate that counts as paused: 0.6 px/s for an animation of 600 px/s."""
STILL_LIMIT = 2.0
"""Maximum seconds to pause the animations of each frame, and to restart them."""
TURN_LIMIT = 2.0
"""Maximum seconds that an observation waits for an action to end before it proceeds without pausing
the animations."""
MEMORY = 8
"""Number of observations for which an element that a script moved is remembered, because carousels
pause between two movements."""


@dataclass(slots=True)
class Motion:
    """Movement in one document: whether animations run, and which elements scripts move."""

    epoch: str
    animates: bool = False
    """Whether animations run and have shifted an observation, so that the next observation pauses
    them at once.
    """
    by_script: dict[Handle, int] = field(default_factory=dict)
    """Elements that moved although animations were paused; the value is the number of further
    observations for which to remember them.
    """

    def explains(self, moved: Collection[Handle]) -> bool:
        """Return whether all of these elements are known to move by script.

        If so, another observation would not help.
        """
        return all(each in self.by_script for each in moved)

    def note(self, moved: Collection[Handle]) -> None:
        """Record the elements that moved in the final observation."""
        remaining = {each: left - 1 for each, left in self.by_script.items() if left > 1}
        self.by_script = remaining | dict.fromkeys(moved, MEMORY)


@dataclass(slots=True)
class MotionState:
    """The movement recorded for a tab's newest document."""

    newest: Motion | None = None
    """What is known about motion in the newest document of the page."""
    repairs: TaskSet = field(default_factory=TaskSet)
    """Background tasks that restart animations after a pause."""


def motion_of(page: PageTarget) -> Motion:
    """Return the known motion in the current document."""
    state = page.state.of(MotionState)
    if state.newest is None or state.newest.epoch != page.epoch:
        state.newest = Motion(page.epoch)
    return state.newest


@contextlib.asynccontextmanager
async def frozen_animations(page: PageTarget) -> AsyncIterator[bool]:
    """Pause CSS and Web Animations of the page and its frames during the `async with` block.

    Yields whether any animation was running and is now paused. Motion by script continues.
    Measured: boxes and pixels of a CSS animation of 600 px/s differ by 10 to 40 px without this,
    and by less than 1 px with it. (At a rate of 0 they would permanently differ by one frame's
    distance, because compositor and layout stop at different positions.)

    Nothing is paused during an action, because what the action waits for might then never happen.
    If the action does not end within `TURN_LIMIT` seconds, the block runs without pausing.
    """
    is_held = False
    async with contextlib.AsyncExitStack() as stack:
        with contextlib.suppress(PageBusy):
            await stack.enter_async_context(turn(page, "observe", limit=TURN_LIMIT))
            is_held = await stack.enter_async_context(_hold_motion(page))
        yield is_held


@contextlib.asynccontextmanager
async def _hold_motion(page: PageTarget) -> AsyncIterator[bool]:
    frames = list(page.frames)
    sessions = list({id(frame.session): frame.session for frame in frames}.values())
    running = await _in_each(page, frames, "beforeStill")
    if not any(wire.whole(each) for each in running):
        # No animation is running. Slowing down the clock would only break animations that start
        # during the block (see `_repair`).
        yield False
        return
    rates = await asyncio.gather(*(_slow_down(session) for session in sessions))
    try:
        yield True
    finally:
        await asyncio.gather(*(_restore_rate(session, rate) for session, rate in rates))
        _repair(page, frames)


async def _slow_down(session: Session) -> tuple[Session, float]:
    """Slow down the animation clock of a process; return its previous rate.

    The commands are sent together, in this order: `send` queues a command before it waits.
    """
    _, reply, _ = await gather_answers(
        session.send("Animation.enable"),
        session.send("Animation.getPlaybackRate"),
        session.send("Animation.setPlaybackRate", {"playbackRate": CREEP}),
    )
    return session, wire.number(wire.record(reply).get("playbackRate"), 1.0)


async def _restore_rate(session: Session, rate: float) -> None:
    # If two pauses overlap, the second one has read the slow rate that the first one set.
    rate = rate if rate > CREEP else 1.0
    await gather_answers(
        session.send("Animation.setPlaybackRate", {"playbackRate": rate}),
        session.send("Animation.disable"),
    )


def _repair(page: PageTarget, frames: Sequence[Frame]) -> None:
    """Start animations that were due during the pause, at once and in the next three frames.

    This runs in the background. If another pause starts meanwhile, its own end completes the work.
    """
    page.state.of(MotionState).repairs.start(_in_each(page, frames, "afterStill"))


async def _in_each(page: PageTarget, frames: Sequence[Frame], name: str) -> list[Any]:
    """Call a script in each frame; skip frames that are gone or unresponsive."""
    calls = (scripts.call(page, frame, name, timeout=STILL_LIMIT) for frame in frames)
    return await gather_answers(*calls)
