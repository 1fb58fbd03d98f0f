"""Remembers for a moment which frames did not answer, so that one look waits for each only once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

__all__ = ["is_hung", "note_hung"]

LASTS = 3.0
"""Seconds after which a frame is asked again."""


@dataclass(slots=True)
class HungFrames:
    """Frames of a tab that did not answer."""

    ends: dict[str, float] = field(default_factory=dict)
    """Frame id -> when it is asked again, by the event loop's clock."""


def note_hung(page: PageTarget, frame: Frame) -> None:
    """Note that a frame did not answer in time."""
    ends = page.state.of(HungFrames).ends
    ends[frame.id] = asyncio.get_running_loop().time() + LASTS


def is_hung(page: PageTarget, frame: Frame) -> bool:
    """Whether it did not answer a moment ago; the main frame never counts."""
    ends = page.state.of(HungFrames).ends
    if frame.parent_id is None or frame.id not in ends:
        return False
    return asyncio.get_running_loop().time() < ends[frame.id]
