"""Places callouts of annotations: inside the picture, next to their shape, without overlap.

The algorithm is greedy in the order of the labels: each callout takes the cheapest free position
around its shape, at increasing distance. If no position is free, the callout takes the position
that covers least. The result is deterministic. Uses only image px, no text or pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewmark.geometry import Bounds

GAP = 4.0
"""Distance in px between a shape and its callout."""
RINGS = 14
"""Number of distances to try; each is one callout height larger than the previous one."""
GRID = 24
"""Columns and rows of positions in the whole picture, tried if nothing nearby is free."""

_Sides = tuple[float, float, float, float]
"""left, top, right, bottom; plain tuples for speed, because 50 callouts need some 100,000
comparisons.
"""


@dataclass(frozen=True, slots=True)
class Callout:
    """A callout to place."""

    target: Bounds
    """The bounding box of its shape."""
    width: float
    height: float


def badge_at(target: Bounds, width: float, height: float, size: float = 24.0) -> Bounds:
    """Return the position of a mark's number: at the shape's top left corner, in the picture."""
    x = _clamp(target.x - size / 2, width - size)
    y = _clamp(target.y - size / 2, height - size)
    return Bounds(x, y, size, size)


def place_callouts(
    callouts: Sequence[Callout], width: float, height: float, taken: Sequence[Bounds] = ()
) -> tuple[Bounds, ...]:
    """Place all callouts.

    Args:
        callouts: callouts in the order of their labels; earlier ones choose first.
        width: width of the picture.
        height: height of the picture.
        taken: areas that callouts must not cover, such as badges.

    Returns:
        One rectangle per callout. All are inside the picture (a callout larger than the picture is
        reduced to it); they overlap only if no free position was found.
    """
    shapes = [_sides(callout.target) for callout in callouts]
    blocked = [_sides(box) for box in taken]
    placed: list[Bounds] = []
    for callout in callouts:
        box = _place(callout, width, height, blocked, shapes)
        blocked.append(_sides(box))
        placed.append(box)
    return tuple(placed)


def _place(
    callout: Callout, width: float, height: float, blocked: list[_Sides], shapes: list[_Sides]
) -> Bounds:
    w, h = min(callout.width, width), min(callout.height, height)
    best: tuple[float, float, float] | None = None
    least: tuple[float, float, float] | None = None
    for x, y, far in _spots(callout.target, w, h):
        left, top = _clamp(x, width - w), _clamp(y, height - h)
        cost = far + (abs(left - x) + abs(top - y)) * 0.5
        if best is not None and cost >= best[0]:
            continue
        box = (left, top, left + w, top + h)
        if not _is_free(box, blocked):
            if best is None and far < 3 * h:
                hidden = _common(box, blocked)
                if least is None or hidden < least[0]:
                    least = (hidden, left, top)
            continue
        cost += _common(box, shapes) / (w * h or 1.0) * 3 * (h + GAP)
        if best is None or cost < best[0]:
            best = (cost, left, top)
    found = (
        best or _scan(callout.target, w, h, (width, height), blocked) or least or (0.0, 0.0, 0.0)
    )
    return Bounds(found[1], found[2], w, h)


def _spots(t: Bounds, w: float, h: float) -> list[tuple[float, float, float]]:
    """Return candidate top left corners around a shape with their distance, nearest first."""
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
    target: Bounds, w: float, h: float, size: tuple[float, float], blocked: list[_Sides]
) -> tuple[float, float, float] | None:
    """Return the free position nearest to the shape, on a coarse grid over the whole picture."""
    best: tuple[float, float, float] | None = None
    room_x, room_y = size[0] - w, size[1] - h
    center = target.center
    for row in range(GRID + 1):
        for column in range(GRID + 1):
            x, y = room_x * column / GRID, room_y * row / GRID
            far = abs(x + w / 2 - center.x) + abs(y + h / 2 - center.y)
            if best is not None and far >= best[0]:
                continue
            if _is_free((x, y, x + w, y + h), blocked):
                best = (far, x, y)
    return best


def _clamp(value: float, most: float) -> float:
    return max(0.0, min(value, most))


def _sides(b: Bounds) -> _Sides:
    return (b.x, b.y, b.right, b.bottom)


def _is_free(box: _Sides, blocked: list[_Sides]) -> bool:
    left, top, right, bottom = box
    for a, b, c, d in blocked:  # noqa: SIM110  # a generator takes twice the time
        if left < c and a < right and top < d and b < bottom:
            return False
    return True


def _common(box: _Sides, others: list[_Sides]) -> float:
    """Return the total area that a box shares with each of the others."""
    left, top, right, bottom = box
    total = 0.0
    for a, b, c, d in others:
        width, height = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
        if width > 0 and height > 0:
            total += width * height
    return total
