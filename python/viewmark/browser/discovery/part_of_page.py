"""Restricts an observation to the contents of one element, across outer and inner frames."""

from __future__ import annotations

from typing import Any, TypeAlias

from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.page_target import PageTarget

Node: TypeAlias = tuple[str, int]
"""An element: CDP's id of its frame, and its node id in that frame's isolated world."""
_ONLY_FRAMES = -1
"""Option for the scripts of documents outside of the observed one (`js/page/discover.js`)."""


class PartOfPage:
    """The observed part of each frame: all of it, the inside of one element, or nothing."""

    def __init__(self, page: PageTarget, within: Node | None) -> None:
        self.within = within
        self._around: set[str] = set()
        frame = page.frames.get(within[0]) if within is not None else None
        while frame is not None:
            self._around.add(frame.id)
            frame = page.frames.parent_of(frame)

    def options(self, place: FrameGeometry, options: dict[str, Any]) -> dict[str, Any]:
        """The options of the frame."""
        if self.within is None or place.frame.id not in self._around:
            return options
        is_own = place.frame.id == self.within[0]
        return {**options, "within": self.within[1] if is_own else _ONLY_FRAMES}

    def concerns(self, place: FrameGeometry) -> bool:
        """Whether the frame contains the element, or is inside of it."""
        at: FrameGeometry | None = place
        while at is not None and self.within is not None:
            if at.frame.id == self.within[0]:
                return True
            at = at.parent
        return self.within is None or place.frame.id in self._around
