"""Checks what page scripts tell of the regions that elements lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.browser import wire
from viewmark.elements.model import words
from viewmark.elements.rank import Region

if TYPE_CHECKING:
    from viewmark.browser.frames.geometry import FrameGeometry

_PLACES = frozenset({"page", "main", "navigation", "aside", "menu", "dialog"})


def no_region(place: FrameGeometry) -> Region:
    """The page itself, or a frame."""
    return Region(place.path, frame=place.path)


def regions_of(place: FrameGeometry, answer: dict[str, Any]) -> list[Region]:
    """The regions that a script tells of, checked; their texts are the page's."""
    regions = []
    for number, each in enumerate(wire.list_items(answer.get("regions"))[:20_000]):
        row = wire.record(each)
        selector = row.get("selector")
        is_usable = isinstance(selector, str) and 0 < len(selector) < 500 and selector.isprintable()
        part = row.get("place")
        regions.append(
            Region(
                (place.path, selector if is_usable else number),
                kind=words(row.get("kind"), 40),
                label=words(row.get("label"), 40),
                place=part if isinstance(part, str) and part in _PLACES else "page",
                selector=f"{place.prefix}{selector}" if is_usable else "",
                frame=place.path,
            )
        )
    return regions


def parse_regions(
    place: FrameGeometry, answer: object
) -> tuple[list[Region], list[Any], list[Any]]:
    """The regions that a script tells of, the number of that of each element, and of its kind."""
    row = wire.record(answer)
    return regions_of(place, row), wire.list_items(row.get("of")), wire.list_items(row.get("kinds"))


def numbered_region(place: FrameGeometry, regions: list[Region], number: object) -> Region:
    """The region with that number; the page itself for any other."""
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(regions):
        return regions[number]
    return no_region(place)


def number_at(listed: list[Any], i: int) -> int:
    """The whole number there; -1 if there is none."""
    number = listed[i] if i < len(listed) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else -1
