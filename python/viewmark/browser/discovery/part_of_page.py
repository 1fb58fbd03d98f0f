"""Restricts an observation to the content of one element, across outer and inner frames."""

from __future__ import annotations

from typing import Any, TypeAlias

from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.page_target import PageTarget

Node: TypeAlias = tuple[str, int]
"""An element: CDP ID of its frame, and its node ID in that frame's isolated world."""

_ONLY_FRAMES = -1
"""Value of the `within` option for documents outside of the observed element
(`js/page/discover.js`).
"""


class PartOfPage:
    """The observed part of each frame: the whole frame, the content of one element, or nothing."""

    def __init__(self, page: PageTarget, within: Node | None) -> None:
        self.within = within
        self._around: set[str] = set()
        frame = page.frames.get(within[0]) if within is not None else None
        while frame is not None:
            self._around.add(frame.id)
            frame = page.frames.parent_of(frame)

    def options(self, place: FrameGeometry, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options with which the scripts of a frame are called."""
        if self.within is None or place.frame.id not in self._around:
            return options
        is_own = place.frame.id == self.within[0]
        return {**options, "within": self.within[1] if is_own else _ONLY_FRAMES}

    def concerns(self, place: FrameGeometry) -> bool:
        """Return whether the frame contains the element or lies inside of it."""
        at: FrameGeometry | None = place
        while at is not None and self.within is not None:
            if at.frame.id == self.within[0]:
                return True
            at = at.parent
        return self.within is None or place.frame.id in self._around
