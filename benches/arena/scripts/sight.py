"""What is visible in an image: the centre of a colour, the highest bar."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from arena.readers.base import NotSeen

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["highest_of", "middle_of"]

Colour = tuple[int, int, int]


def _spots(picture: bytes, fits: Callable[[Colour], bool]) -> list[tuple[int, int]]:
    with Image.open(io.BytesIO(picture)) as shot:
        small = shot.convert("RGB")
        width, height = small.size
        pixels = small.load()
        assert pixels is not None
        return [
            (x, y)
            for y in range(0, height, 2)
            for x in range(0, width, 2)
            if fits(pixels[x, y])  # type: ignore[arg-type]  # three channels
        ]


def _thick(picture: bytes, colour: Colour, wide: int, high: int) -> list[tuple[int, int]]:
    """Return the top left corners of areas of a colour with this size: no borders, no letters.

    Raises:
        NotSeen: there is no such area.
    """
    near = _spots(picture, lambda p: all(abs(a - b) < 30 for a, b in zip(p, colour, strict=True)))
    spots = set(near)
    found = [
        (x, y) for x, y in near if {(x + wide, y), (x, y + high), (x + wide, y + high)} <= spots
    ]
    if not found:
        raise NotSeen(f"nothing of colour {colour}")
    return found


def middle_of(picture: bytes, colour: Colour) -> tuple[float, float]:
    """Return the centre of a coloured area, in image px."""
    spots = _thick(picture, colour, 12, 12)
    return sum(x for x, _ in spots) / len(spots) + 6, sum(y for _, y in spots) / len(spots) + 6


def highest_of(picture: bytes, colour: Colour) -> tuple[float, float]:
    """Return a point 10 px below the top of the highest area of a colour, in image px."""
    x, y = min(_thick(picture, colour, 10, 30), key=lambda spot: spot[1])
    return x + 10.0, y + 10.0
