"""Pauses animations during an observation, and remembers moving elements per document.

A look that finds its boxes shifted is taken once more, with animations held. Where something moves
all the time every look would so be taken twice. So the next look at the same document holds them at
once, and what is known to move by script, which nothing holds, costs its own mark a correction and
no second look.
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
"""Playback rate that counts as standing still: 0.6 px/s of an animation at 600 px/s."""
STILL_LIMIT = 2.0
"""Seconds for a frame's own part before and after a block."""
TURN_LIMIT = 2.0
"""Seconds that a look waits for an action to end before it goes without holding the page."""
MEMORY = 8
"""Looks for which an element that moved by script counts as one that moves: carousels pause."""


@dataclass(slots=True)
class Motion:
    """Known motion in one document."""

    epoch: str
    animates: bool = False
    """Animations run there, and a look was shifted: the next one holds them at once."""
    by_script: dict[Handle, int] = field(default_factory=dict)
    """Elements that moved although animations were paused -> number of observations to remember
    it."""

    def explains(self, moved: Collection[Handle]) -> bool:
        """Whether all of these are known to move by script, so that another look is of no use."""
        return all(each in self.by_script for each in moved)

    def note(self, moved: Collection[Handle]) -> None:
        """Record the movement in the observation that is returned."""
        remaining = {each: left - 1 for each, left in self.by_script.items() if left > 1}
        self.by_script = remaining | dict.fromkeys(moved, MEMORY)


@dataclass(slots=True)
class MotionState:
    """Known motion in a tab."""

    newest: Motion | None = None
    """That of the newest document."""
    repairs: TaskSet = field(default_factory=TaskSet)
    """Repairs after a block."""


def motion_of(page: PageTarget) -> Motion:
    """Motion in the document that the page shows now."""
    state = page.state.of(MotionState)
    if state.newest is None or state.newest.epoch != page.epoch:
        state.newest = Motion(page.epoch)
    return state.newest


@contextlib.asynccontextmanager
async def frozen_animations(page: PageTarget) -> AsyncIterator[bool]:
    """Hold CSS and Web animations of the page and its frames for the length of the block.

    The block is given whether any run, so that something is held. Motion by script goes on.
    Measured: boxes and pixels of a CSS animation at 600 px/s differ by 10 to 40 px without this and
    by less than 1 px with it. (At a rate of 0 they differ by a frame's
    way for good: the compositor stops where it is, and the layout where it was.)

    An action that is under way is not stopped in its tracks: what it waits for might never come.
    Where it does not end within `TURN_LIMIT` seconds, nothing is held.
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
        # Nothing to hold; but a fault that begins in the block is caused by a held clock.
        yield False
        return
    rates = await asyncio.gather(*(_slow_down(session) for session in sessions))
    try:
        yield True
    finally:
        await asyncio.gather(*(_restore_rate(session, rate) for session, rate in rates))
        _repair(page, frames)


async def _slow_down(session: Session) -> tuple[Session, float]:
    """Slow the clock of a process; the rate that it had.

    Sent together, in this order: `send` hands a command over before it waits.
    """
    _, reply, _ = await gather_answers(
        session.send("Animation.enable"),
        session.send("Animation.getPlaybackRate"),
        session.send("Animation.setPlaybackRate", {"playbackRate": CREEP}),
    )
    return session, wire.number(wire.record(reply).get("playbackRate"), 1.0)


async def _restore_rate(session: Session, rate: float) -> None:
    # Where two blocks overlap, the second one found what the first had set.
    rate = rate if rate > CREEP else 1.0
    await gather_answers(
        session.send("Animation.setPlaybackRate", {"playbackRate": rate}),
        session.send("Animation.disable"),
    )


def _repair(page: PageTarget, frames: Sequence[Frame]) -> None:
    """Start animations that began during the pause: at once, and those of the next three frames.

    Nobody waits for it. A block that begins meanwhile goes on with it at its own end.
    """
    page.state.of(MotionState).repairs.start(_in_each(page, frames, "afterStill"))


async def _in_each(page: PageTarget, frames: Sequence[Frame], name: str) -> list[Any]:
    """A frame that went away or hangs has nothing that could be put right."""
    calls = (scripts.call(page, frame, name, timeout=STILL_LIMIT) for frame in frames)
    return await gather_answers(*calls)
