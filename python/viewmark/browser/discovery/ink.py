"""Reads where a frame shows text, fields' words and icons: badges should not lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.browser import wire

if TYPE_CHECKING:
    from viewmark.browser.frames.geometry import FrameGeometry
    from viewmark.geometry import Bounds

INK_LIMIT = 1500
"""Text line rectangles per frame; a page of small print has about 700 in view."""


def ink_boxes(place: FrameGeometry, answer: dict[str, Any]) -> list[Bounds]:
    """What of the script's line boxes can be seen, CSS px of the top viewport."""
    flat = answer.get("ink")
    if not isinstance(flat, list):
        return []
    boxes = []
    for i in range(0, min(len(flat), 4 * INK_LIMIT) - 3, 4):
        edges = wire.numbers(flat[i : i + 4], 4)
        if edges is None:
            continue
        x, y, width, height = edges
        if (box := place.visible_box((x, y, x + width, y + height))) is not None:
            boxes.append(box)
    return boxes
