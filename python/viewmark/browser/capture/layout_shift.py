"""Detects layout shifts between discovery and screenshot; waits for rest; freezes animations.

`detect_shifts` costs one small call per frame that has elements; `settle` waits, bounded, until
the page rests. What to do about movement (another look, or `layout_shifted`) is the caller's
policy.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts, wire
from viewmark.browser.page_lock import turn
from viewmark.errors import InvalidOption, PageBusy, PageNavigated, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from viewmark.browser.cdp.session import Session
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget
    from viewmark.elements.model import Element

__all__ = ["ShiftedElement", "Settled", "detect_shifts", "settle", "frozen_animations"]

TOLERANCE = 2.0
"""CSS px that an edge may differ: less is not seen on a picture."""


CREEP = 0.001
"""Playback rate that counts as standing still: 0.6 px/s of an animation at 600 px/s."""
STILL_LIMIT = 2.0
"""Seconds for a frame's own part before and after a block."""
TURN_LIMIT = 2.0
"""Seconds that a look waits for an action to end before it goes without holding the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftedElement:
    """What the second look at marked elements told."""

    elements: tuple[int, ...]
    """Positions, in the sequence that was given, of elements that moved or are gone."""
    view_changed: bool
    """Another scroll offset, viewport size or address; then everything moved."""

    def __bool__(self) -> bool:
        return self.view_changed or bool(self.elements)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How far the page came to rest."""

    settled: bool
    fonts: bool
    """No font is loading."""
    images: int
    """Images in view that still load."""
    layout: bool
    """The layout stayed the same for some frames."""
    ms: float


async def detect_shifts(
    page: PageTarget, elements: Sequence[Element], *, tolerance: float = TOLERANCE
) -> ShiftedElement:
    """Compare where elements are now with where they were when they were found.

    Args:
        page: the page.
        elements: of a discovery of this page.
        tolerance: CSS px.
    """
    groups: dict[str, list[int]] = {page.main_frame.id: []}
    for i, element in enumerate(elements):
        groups.setdefault(element.handle.frame_id, []).append(i)
    moved: set[int] = set()
    shifted_frames: set[str] = set()
    view_changed = False

    async def ask(frame_id: str, positions: list[int]) -> None:
        nonlocal view_changed
        is_main = frame_id == page.main_frame.id
        frame = page.frames.get(frame_id)
        if frame is None or any(elements[i].handle.epoch != frame.loader_id for i in positions):
            moved.update(positions)
            view_changed = view_changed or is_main
            return
        try:
            ids = [elements[i].handle.node_id for i in positions]
            reply = await scripts.call(page, frame, "shifts", ids)
        except PageNavigated:
            moved.update(positions)
            view_changed = view_changed or is_main
            return
        answer: dict[str, Any] = reply if isinstance(reply, dict) else {}
        if answer.get("viewChanged") is not False:
            shifted_frames.add(frame_id)
            view_changed = view_changed or is_main
        if not _within(answer.get("owners"), tolerance):
            shifted_frames.update(child.id for child in page.frames.children(frame_id))
        shifts = answer.get("shifts")
        for k, position in enumerate(positions):
            shift = shifts[k] if isinstance(shifts, list) and k < len(shifts) else None
            if not _within(shift, tolerance):
                moved.add(position)

    await asyncio.gather(*(ask(frame_id, group) for frame_id, group in groups.items()))
    for i, element in enumerate(elements):
        at = page.frames.get(element.handle.frame_id)
        while at is not None:
            if at.id in shifted_frames:
                moved.add(i)
            at = page.frames.get(at.parent_id) if at.parent_id else None
    return ShiftedElement(elements=tuple(sorted(moved)), view_changed=view_changed)


def _within(shift: object, tolerance: float) -> bool:
    return isinstance(shift, (int, float)) and shift <= tolerance


@contextlib.asynccontextmanager
async def frozen_animations(page: PageTarget) -> AsyncIterator[None]:
    """Hold CSS and Web animations of the page and its frames for the length of the block.

    Motion by script goes on. Measured: boxes and pixels of a CSS animation at 600 px/s differ by
    10 to 40 px without this and by less than 1 px with it. (At a rate of 0 they differ by a frame's
    way for good: the compositor stops where it is, and the layout where it was.)

    An action that is under way is not stopped in its tracks: what it waits for might never come.
    Where it does not end within `TURN_LIMIT` seconds, nothing is held.
    """
    async with contextlib.AsyncExitStack() as stack:
        with contextlib.suppress(PageBusy):
            await stack.enter_async_context(turn(page, "observe", limit=TURN_LIMIT))
            await stack.enter_async_context(_held(page))
        yield


@contextlib.asynccontextmanager
async def _held(page: PageTarget) -> AsyncIterator[None]:
    frames = list(page.frames)
    sessions = list({id(frame.session): frame.session for frame in frames}.values())
    await _in_each(page, frames, "beforeStill")
    rates: list[tuple[Session, float]] = []
    for session in sessions:
        with contextlib.suppress(ViewmarkError):
            await session.send("Animation.enable")
            reply = await session.send("Animation.getPlaybackRate")
            rate = reply.get("playbackRate")
            rates.append((session, float(rate) if isinstance(rate, (int, float)) else 1.0))
            await session.send("Animation.setPlaybackRate", {"playbackRate": CREEP})
    try:
        yield
    finally:
        for session, rate in rates:
            with contextlib.suppress(ViewmarkError):
                # Where two blocks overlap, the second one found what the first had set.
                await session.send(
                    "Animation.setPlaybackRate", {"playbackRate": rate if rate > CREEP else 1.0}
                )
                await session.send("Animation.disable")
        await _in_each(page, frames, "afterStill")


async def _in_each(page: PageTarget, frames: Sequence[Frame], name: str) -> None:
    answers = await asyncio.gather(
        *(scripts.call(page, frame, name, timeout=STILL_LIMIT) for frame in frames),
        return_exceptions=True,
    )
    for answer in answers:
        # A frame that went away or hangs has nothing that could be put right.
        if isinstance(answer, BaseException) and not isinstance(answer, ViewmarkError):
            raise answer


async def settle(page: PageTarget, *, timeout_s: float = 3.0) -> Settled:
    """Wait until fonts are loaded, images in view are there and the layout is quiet.

    Args:
        page: the page; frames below are not waited for.
        timeout_s: at most that many seconds, 0 to 60.

    Raises:
        InvalidOption: the limit is out of range.
    """
    if not 0 <= timeout_s <= 60:
        raise InvalidOption(f"timeout_s must lie in 0..60, not {timeout_s!r}.", param="timeout_s")
    reply = await scripts.call(page, None, "settle", timeout_s * 1000, timeout=timeout_s + 5)
    answer: Mapping[str, Any] = reply if isinstance(reply, dict) else {}
    images, ms = answer.get("images"), answer.get("ms")
    return Settled(
        settled=answer.get("settled") is True,
        fonts=answer.get("fonts") is True,
        images=wire.whole(images),
        layout=answer.get("layout") is True,
        ms=wire.number(ms),
    )
