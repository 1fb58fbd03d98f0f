"""Annotations back into the overlay's own records, for a page that was loaded again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.drawmode.model import DrawnAnnotation, Hit
    from viewmark.geometry import Bounds

__all__ = ["place_of", "to_overlay"]


def place_of(url: str) -> str:
    """The address without a fragment that only scrolls; one that routes (#/, #!) counts."""
    return url if re.search(r"#[/!]", url) else url.partition("#")[0]


def to_overlay(mark: DrawnAnnotation) -> dict[str, Any]:
    """The record that `intake.annotation` takes, so that a mark survives any number of loads."""
    view = mark.viewport
    return {
        "id": mark.id,
        "kind": mark.kind.value,
        "intent": mark.intent.value,
        "text": mark.text,
        "rect": _box(mark.rect),
        "points": [[p.x, p.y] for p in mark.points],
        "timestamp": mark.timestamp,
        "elements": [_hit(hit) for hit in mark.elements],
        "view": {
            "width": view.width,
            "height": view.height,
            "scroll_x": view.scroll_x,
            "scroll_y": view.scroll_y,
            "dpr": view.device_scale_factor,
            "url": mark.page_url,
            "title": mark.page_title,
        },
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "key": "",  # numbers of another document mean nothing
        "selector": hit.selector,
        "tag": hit.tag,
        "role": hit.role,
        "name": hit.name,
        "summary": hit.summary,
        "bounds": _box(hit.bounds),
        "coverage": hit.coverage,
        "relation": hit.relation.value,
        "interactive": hit.interactive,
        "private": hit.private,
        "print": hit.print,
        "frame": hit.frame_id,
    }


def _box(bounds: Bounds) -> dict[str, float]:
    return dict(zip(("x", "y", "width", "height"), bounds.as_tuple(), strict=True))
