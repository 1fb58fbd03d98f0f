"""Determines which boxes of a screenshot to mask, from what the page scripts report.

The page scripts report the boxes of secret fields to `browser.capture.mask`, before and after the
screenshot. An invalid report raises an error, so that no secret remains unmasked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from viewmark.errors import InvalidOption, ScreenshotFailed
from viewmark.geometry import Bounds

COLOR = "#7f7f7f"
"""Colour of the covers."""
MOST_SELECTORS = 50
MARGIN = 2.0
"""Margin around each box in CSS px (in image px if the screenshot is smaller). It is needed because
of anti-aliasing, and because JPEG spreads chroma to adjacent pixels."""
TOLERANCE = 1.0
"""Maximum movement of a box between two measurements, in CSS px, up to which both positions are
covered.
"""


def check_mask(selectors: object) -> tuple[str, ...]:
    """Validate the selectors of a mask and return them.

    Raises:
        InvalidOption: the value is not a list of up to 50 non-empty strings.
    """
    if (
        isinstance(selectors, str)
        or not isinstance(selectors, (list, tuple))
        or len(selectors) > MOST_SELECTORS
        or not all(isinstance(s, str) and s.strip() for s in selectors)
    ):
        raise InvalidOption(
            f"mask must be a list of up to {MOST_SELECTORS} selectors, not {selectors!r:.60}.",
            param="mask",
        )
    return tuple(selectors)


@dataclass(frozen=True, slots=True)
class SecretBoxes:
    """Boxes to mask in a screenshot, in CSS px of the top viewport."""

    epoch: str
    boxes: tuple[Bounds, ...]
    changed: bool
    """True if an element moved since the previous measurement."""
    secrets: int
    """Number of elements with secret content, plus frames that cannot be examined."""
    in_transition: bool = False
    """True during a view transition, which also shows the previous state of the page."""

    def is_like(self, other: SecretBoxes) -> bool:
        """Return True if nothing moved, appeared or disappeared between the two measurements."""
        same = (self.epoch, len(self.boxes)) == (other.epoch, len(other.boxes))
        return (
            same
            and not other.changed
            and all(
                abs(a - b) <= TOLERANCE
                for mine, theirs in zip(self.boxes, other.boxes, strict=True)
                for a, b in zip(mine.edges, theirs.edges, strict=True)
            )
        )


def in_px(box: Bounds, scale: float) -> tuple[int, int, int, int]:
    """Return a box in px of a screenshot (x, y, width, height), including the margin.

    Args:
        box: the box in CSS px of the top viewport.
        scale: image px per CSS px.
    """
    margin = MARGIN / min(scale, 1)
    left, top = (math.floor((side - margin) * scale) for side in box.edges[:2])
    right, bottom = (math.ceil((side + margin) * scale) for side in box.edges[2:])
    return (left, top, right - left, bottom - top)


def check_reply(reply: dict[str, Any]) -> None:
    """Raise an error for a response with an invalid box or pinch offset.

    Raises:
        ScreenshotFailed: a value is invalid.
    """
    pinch = reply.get("pinch", [1, 0, 0])
    if not isinstance(pinch, list) or [type(n) in (int, float) for n in pinch] != [True] * 3:
        raise _damaged_error()
    if pinch[0] <= 0:
        raise _damaged_error()
    boxes, frames = reply.get("boxes"), reply.get("frames", [])
    if not isinstance(boxes, list) or not isinstance(frames, list):
        raise _damaged_error()
    for frame in frames:
        if not isinstance(frame, dict) or not isinstance(frame.get("id"), int):
            raise _damaged_error()
        boxes = [*boxes, frame.get("visible"), *([frame["pen"]] if frame.get("pen") else [])]
    if any(Bounds.from_edges(box) is None for box in boxes):
        raise _damaged_error()


def _damaged_error() -> ScreenshotFailed:
    return ScreenshotFailed("The page's answer to what must be covered came back damaged.")
