"""Rectangles and viewports in CSS pixels, and the only conversion to image pixels.

This module does not depend on elements, images or browsers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from viewmark.defaults import SCREEN

COORDINATE_LIMIT = 1e15
"""Maximum absolute coordinate of anything on a page, in CSS px."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point in CSS px of the top viewport."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle in CSS px of the top viewport; all four numbers are finite.

    Raises:
        ValueError: a number is NaN or infinite, or a side is negative.
    """

    x: float
    y: float
    width: float
    height: float

    def to_json(self, digits: int | None = None) -> dict[str, float]:
        """Return the JSON form, rounded to `digits` decimal places; None for no rounding."""
        sides = self.as_tuple()
        x, y, width, height = sides if digits is None else [round(v, digits) for v in sides]
        return {"x": x, "y": y, "width": width, "height": height}

    def __post_init__(self) -> None:
        finite = math.isfinite
        if not (finite(self.x) and finite(self.y) and finite(self.width) and finite(self.height)):
            raise ValueError(f"bounds must be finite, got {self.as_tuple()}")
        if self.width < 0 or self.height < 0:
            raise ValueError(f"bounds must not have a negative side, got {self.as_tuple()}")

    @classmethod
    def from_edges(cls, edges: object) -> Bounds | None:
        """Create a rectangle from the edges that page scripts send: [left, top, right, bottom].

        Args:
            edges: edges that are not validated yet; in reverse order they give an empty rectangle.

        Returns:
            The rectangle; None unless these are four numbers that are possible on a page.
        """
        if not isinstance(edges, (list, tuple)) or len(edges) != 4:
            return None
        for edge in edges:
            # also excludes bool, a subclass of int
            if type(edge) is not float and type(edge) is not int:
                return None
            # the comparison is also false for NaN
            if not -COORDINATE_LIMIT <= edge <= COORDINATE_LIMIT:
                return None
        left, top, right, bottom = edges
        width, height = float(right - left), float(bottom - top)
        return cls(
            float(left), float(top), width if width > 0 else 0.0, height if height > 0 else 0.0
        )

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge, in the form that page scripts accept."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)

    @property
    def is_empty(self) -> bool:
        """True if the width or the height is at most half a pixel."""
        return not (self.width > 0.5 and self.height > 0.5)

    def shift(self, dx: float, dy: float) -> Bounds:
        """Return the rectangle moved right and down by a number of CSS px."""
        if not dx and not dy:
            return self
        return Bounds(self.x + dx, self.y + dy, self.width, self.height)

    def intersection(self, other: Bounds) -> Bounds:
        """Return the intersection of two rectangles; a side of 0 means that they are disjoint."""
        left, top, right, bottom = self.edges
        around = other.edges
        # Fast path: in most cases, this rectangle is completely inside the other one.
        if around[0] <= left and around[1] <= top and right <= around[2] and bottom <= around[3]:
            return self
        left, top = max(left, around[0]), max(top, around[1])
        right, bottom = min(right, around[2]), min(bottom, around[3])
        return Bounds(left, top, max(0.0, right - left), max(0.0, bottom - top))

    def overlaps(self, other: Bounds) -> bool:
        """Return True if two rectangles share more than half a pixel on both axes."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        along = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across > 0.5 and along > 0.5

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Bottom edge."""
        return self.y + self.height

    @property
    def area(self) -> float:
        """Area in square CSS px."""
        return self.width * self.height

    @property
    def center(self) -> Point:
        """Centre of the rectangle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def as_tuple(self) -> tuple[float, float, float, float]:
        """Return the rectangle as (x, y, width, height)."""
        return (self.x, self.y, self.width, self.height)

    def to_image_px(self, scale: float) -> tuple[float, float, float, float]:
        """Return the rectangle as (x, y, width, height) in image px.

        Args:
            scale: image px per CSS px, measured from the image itself (image width / viewport
                width), never taken from devicePixelRatio.
        """
        return (self.x * scale, self.y * scale, self.width * scale, self.height * scale)


@dataclass(frozen=True, slots=True)
class Viewport:
    """The visible part of the page at one point in time."""

    width: float
    """Width in CSS px, like `window.innerWidth` (including classic scrollbars)."""
    height: float
    """Height in CSS px."""
    scroll_x: float
    """Horizontal scroll offset of the document in CSS px."""
    scroll_y: float
    """Vertical scroll offset of the document in CSS px."""
    device_scale_factor: float
    """`devicePixelRatio`; for information only, never used to convert coordinates."""


def way_of(view: Viewport, direction: str, amount: float | None = None) -> tuple[float, float]:
    """Return the distance of a directional scroll, in CSS px to the right and down.

    Args:
        view: the viewport.
        direction: down, up, left or right.
        amount: CSS px; None for most of the viewport (`defaults.SCREEN`).
    """
    across, along = {"up": (0, -1), "left": (-1, 0), "right": (1, 0)}.get(direction, (0, 1))
    if amount is None:
        amount = round((view.width if across else view.height) * SCREEN)
    return across * amount, along * amount


def union(boxes: Iterable[Bounds]) -> Bounds:
    """Return the smallest box that contains all boxes; there must be at least one."""
    edges = [box.edges for box in boxes]
    left, top = min(e[0] for e in edges), min(e[1] for e in edges)
    right, bottom = max(e[2] for e in edges), max(e[3] for e in edges)
    return Bounds(left, top, right - left, bottom - top)
