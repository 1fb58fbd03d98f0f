"""Boxes that were scaled, turned and shifted as one, as `transform` does it with a part."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.geometry import Bounds

LEAST = 3
"""Boxes from which on that can be said."""
MOST = 0.8
"""Share of the boxes that must agree."""
NEAR = 2.0
"""CSS px by which edges may differ, and letters may stand on whole px."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """What takes each point of a part where it is: x + y·i times `turn`, plus `shift`."""

    turn: complex
    shift: complex

    @property
    def degrees(self) -> float:
        """By how much it is turned, clockwise as the page is seen, from -180 to 180."""
        return math.degrees(cmath.phase(self.turn))

    @property
    def factor(self) -> float:
        """By how much it is larger."""
        return abs(self.turn)

    def invert(self) -> Similarity:
        """What takes each point back."""
        return Similarity(1 / self.turn, -self.shift / self.turn)

    def place(self, box: Bounds) -> Bounds:
        """The box around what a box becomes."""
        middle = self.turn * _middle(box) + self.shift
        across, along = abs(self.turn.real), abs(self.turn.imag)
        width = across * box.width + along * box.height
        height = along * box.width + across * box.height
        return Bounds(middle.real - width / 2, middle.imag - height / 2, width, height)

    def takes(self, old: Bounds, new: Bounds) -> bool:
        """Whether it takes one box to the other."""
        pairs = zip(self.place(old).edges, new.edges, strict=True)
        return all(abs(one - other) <= NEAR for one, other in pairs)


def fit_similarity(pairs: Sequence[tuple[Bounds, Bounds]]) -> Similarity | None:
    """What takes at least four of five boxes from where they were to where they are.

    Args:
        pairs: boxes before and after, wholly in view, so that their middles are known.
    """
    if len(pairs) < LEAST:
        return None
    points = [(_middle(old), _middle(new)) for old, new in pairs]
    for one, other in _find_far(points):
        if min(abs(other[0] - one[0]), abs(other[1] - one[1])) < 1:
            continue  # what all comes to one point has no way back
        turn = (other[1] - one[1]) / (other[0] - one[0])
        found = Similarity(turn, one[1] - turn * one[0])
        taken = sum(found.takes(old, new) for old, new in pairs)
        if taken >= max(LEAST, MOST * len(pairs)):
            return found
    return None


def _find_far(
    points: list[tuple[complex, complex]],
) -> list[tuple[tuple[complex, complex], tuple[complex, complex]]]:
    """Pairs that lie far apart: the farther, the less rounding says."""
    ways = (1, 1j, 1 + 1j, 1 - 1j)
    found = []
    for way in ways:
        along = [(each[0] * way).real for each in points]
        found.append((points[along.index(min(along))], points[along.index(max(along))]))
    return found


def _middle(box: Bounds) -> complex:
    return complex(box.x + box.width / 2, box.y + box.height / 2)
