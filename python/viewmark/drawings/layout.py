"""Places for the plates with the words: inside the picture, beside their shape, on no other plate.

Greedy in the order of the labels: each plate takes the cheapest free place among those around its
shape at growing distance; when the picture is so full that none is free, the one that covers
least. Deterministic. Image px; knows no text and no pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewmark.geometry import Bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Plate", "badge_at", "place_plates"]

GAP = 4.0
"""Px between a shape and its plate."""
RINGS = 14
"""Distances that are tried, one plate height apart."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A plate to place."""

    target: Bounds
    """What it speaks of."""
    width: float
    height: float


def badge_at(target: Bounds, width: float, height: float, size: float = 24.0) -> Bounds:
    """Where the number goes: on the shape's upper left corner, inside the picture."""
    x = _clamp(target.x - size / 2, width - size)
    y = _clamp(target.y - size / 2, height - size)
    return Bounds(x, y, size, size)


def place_plates(
    plates: Sequence[Plate], width: float, height: float, taken: Sequence[Bounds] = ()
) -> tuple[Bounds, ...]:
    """A place for every plate.

    Args:
        plates: in the order of their labels; the first choose first.
        width: of the picture.
        height: of the picture.
        taken: what must stay free of plates, such as badges.

    Returns:
        One rectangle per plate. All lie inside the picture (a plate larger than the picture is
        cut to it); they overlap only when no free place was found.
    """
    shapes = [plate.target for plate in plates]
    blocked = list(taken)
    placed: list[Bounds] = []
    for plate in plates:
        box = _place(plate, width, height, blocked, shapes)
        blocked.append(box)
        placed.append(box)
    return tuple(placed)


def _place(
    plate: Plate, width: float, height: float, blocked: list[Bounds], shapes: list[Bounds]
) -> Bounds:
    w, h = min(plate.width, width), min(plate.height, height)
    best: tuple[float, Bounds] | None = None
    for x, y, far in _spots(plate.target, w, h):
        box = Bounds(_clamp(x, width - w), _clamp(y, height - h), w, h)
        moved = abs(box.x - x) + abs(box.y - y)
        hidden = sum(_overlap(box, other) for other in blocked)
        covers = sum(_overlap(box, shape) for shape in shapes) / (w * h or 1.0)
        cost = far + moved * 0.5 + covers * 3 * (h + GAP) + (1e6 + hidden if hidden > 0 else 0)
        if best is None or cost < best[0]:
            best = (cost, box)
        if cost == 0:
            break
    if best is not None and best[0] >= 1e6 and (free := _scan(w, h, width, height, plate, blocked)):
        return free
    return best[1] if best is not None else Bounds(0, 0, w, h)


def _spots(t: Bounds, w: float, h: float) -> list[tuple[float, float, float]]:
    """Upper left corners around a shape with their distance; nearest first."""
    out: list[tuple[float, float, float]] = []
    for ring in range(RINGS):
        d = GAP + ring * (h + GAP)
        far = ring * (h + GAP)
        out += [
            (t.x, t.bottom + d, far),
            (t.x, t.y - h - d, far + 1),
            (t.right - w, t.bottom + d, far + 2),
            (t.right - w, t.y - h - d, far + 3),
            (t.right + d, t.y, far + 4),
            (t.x - w - d, t.y, far + 5),
            (t.right + d, t.bottom - h, far + 6),
            (t.x - w - d, t.bottom - h, far + 7),
            (t.right + d, t.bottom + d, far + 8),
            (t.x - w - d, t.y - h - d, far + 9),
        ]
    return out


def _scan(
    w: float, h: float, width: float, height: float, plate: Plate, blocked: list[Bounds]
) -> Bounds | None:
    """The free place nearest to the shape in the whole picture, on a grid of half plates."""
    best: tuple[float, Bounds] | None = None
    columns = max(int((width - w) // (w / 4 or 1)) + 1, 1)
    rows = max(int((height - h) // (h / 2 or 1)) + 1, 1)
    center = plate.target.center
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = min(column * w / 4, width - w), min(row * h / 2, height - h)
            box = Bounds(max(x, 0), max(y, 0), w, h)
            if any(_overlap(box, other) > 0 for other in blocked):
                continue
            far = abs(box.center.x - center.x) + abs(box.center.y - center.y)
            if best is None or far < best[0]:
                best = (far, box)
    return best[1] if best else None


def _clamp(value: float, most: float) -> float:
    return max(0.0, min(value, most))


def _overlap(a: Bounds, b: Bounds) -> float:
    width = min(a.right, b.right) - max(a.x, b.x)
    height = min(a.bottom, b.bottom) - max(a.y, b.y)
    return width * height if width > 0 and height > 0 else 0.0
