"""Affine maps between the coordinates of a frame and of the top viewport.

A frame may be scrolled, scaled, rotated or partly clipped, so its position is an affine map derived
from the content quad of its frame element. A bounding rectangle would be wrong for any frame with
padding or a transform. This module is pure geometry and does not depend on CDP.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.geometry import Bounds

_STEEPEST = 1e9
"""Maximum scale factor of a frame: larger than any real one, small enough to avoid overflow."""


@dataclass(frozen=True, slots=True)
class Affine:
    """The affine map x' = a x + c y + e, y' = b x + d y + f; coefficients named as in SVG."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def onto_quad(cls, quad: Sequence[float], width: float, height: float) -> Affine | None:
        """Return the map from the viewport (0, 0, width, height) to a content quad.

        Args:
            quad: x and y of the four corners, clockwise from the top left, as returned by
                `DOM.getBoxModel`.
            width: width of the frame's viewport in the frame's CSS px.
            height: height of that viewport.

        Returns:
            The map; None if the quad or the viewport has no area or a coordinate is not finite.
        """
        if len(quad) != 8 or not all(isinstance(v, (int, float)) for v in quad):
            return None
        if not all(math.isfinite(v) for v in (*quad, width, height)) or width <= 0 or height <= 0:
            return None
        x0, y0, x1, y1, _, _, x3, y3 = quad
        made = cls(
            (x1 - x0) / width,
            (y1 - y0) / width,
            (x3 - x0) / height,
            (y3 - y0) / height,
            x0,
            y0,
        )
        numbers = (made.a, made.b, made.c, made.d, made.e, made.f)
        is_real = all(abs(number) < _STEEPEST for number in numbers)
        return made if is_real and abs(made.determinant) > 1e-9 else None

    @property
    def determinant(self) -> float:
        """Area of the image of the unit square; negative if the map mirrors."""
        return self.a * self.d - self.b * self.c

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the image of a point."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def bounds(self, box: Bounds) -> Bounds:
        """Return the bounding rectangle of the image of a rectangle."""
        if self is HERE:  # the most frequent case: the main frame
            return box
        corners = [self.point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        return Bounds(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def growth(self, edges: Sequence[float]) -> tuple[float, float, float, float]:
        """Return how far the edges of a mapped box move if the box's own edges move this far."""
        left, top, right, bottom = edges
        turned = Affine(self.a, self.b, self.c, self.d)
        grown = turned.bounds(Bounds(left, top, right - left, bottom - top))
        return (grown.x, grown.y, grown.right, grown.bottom)

    def after(self, inner: Affine) -> Affine:
        """Return the composition that applies `inner` first, then this map."""
        e, f = self.point(inner.e, inner.f)
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            e,
            f,
        )

    def inverse(self) -> Affine:
        """Return the inverse map.

        Raises:
            ZeroDivisionError: the map has no area; `onto_quad` never returns such a map.
        """
        det = self.determinant
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


HERE = Affine()
"""The map of the main frame: the identity."""
