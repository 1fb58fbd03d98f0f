"""Validates the parts of a frame's reply besides elements: regions, text boxes, script errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from viewmark.browser import wire
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.elements.model import GUESSED
from viewmark.elements.rank import Region
from viewmark.elements.scope import UNVISITED
from viewmark.elements.words import words
from viewmark.geometry import Bounds

INK_LIMIT = 1500
"""Maximum number of boxes of text lines that each frame reports; a page of small print has about
700 in view."""


def ink_boxes(place: FrameGeometry, answer: dict[str, Any]) -> list[Bounds]:
    """Return the visible parts of the script's line boxes, in CSS px of the top viewport.

    The boxes contain text, text of fields, and icons, all of which badges should not cover.
    """
    flat = wire.list_items(answer.get("ink"))
    boxes = []
    for i in range(0, min(len(flat), 4 * INK_LIMIT) - 3, 4):
        edges = wire.numbers(flat[i : i + 4], 4)
        if edges is None:
            continue
        x, y, width, height = edges
        if (box := place.visible_box((x, y, x + width, y + height))) is not None:
            boxes.append(box)
    return boxes


_PLACES = frozenset({"page", "main", "navigation", "aside", "menu", "dialog"})


def no_region(place: FrameGeometry) -> Region:
    """Return the region of elements outside of any region: the page itself, or a frame."""
    return Region(place.path, frame=place.path)


def regions_of(place: FrameGeometry, answer: dict[str, Any]) -> list[Region]:
    """Validate the regions from a script; their texts come from the page and are untrusted."""
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
    """Return a script's regions, and for each element the indices of its region and kind."""
    row = wire.record(answer)
    return regions_of(place, row), wire.list_items(row.get("of")), wire.list_items(row.get("kinds"))


def numbered_region(place: FrameGeometry, regions: list[Region], number: object) -> Region:
    """Return the region with this index; the page or frame itself for an invalid index."""
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(regions):
        return regions[number]
    return no_region(place)


def number_at(listed: list[Any], i: int) -> int:
    """Return the integer at an index; -1 if there is none."""
    number = listed[i] if i < len(listed) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else -1


def faults_note(reported: object, where: str = "") -> list[str]:
    """Return a sentence about errors in a frame's script; an empty list if there were none.

    Args:
        reported: the script's report `{count, first}`, or None.
        where: ` in FRAME` for a frame other than the main frame.
    """
    faults = wire.record(reported)
    count = min(wire.whole(faults.get("count")), 10**6)
    if count <= 0:
        return []
    times = "once" if count == 1 else f"{count} times"
    return [
        f"Reading an element{where} failed {times} ({words(faults.get('first'), 120)}): "
        "what it and all in it show may be missing."
    ]


UNMARKED_LIMIT = 1000
"""Maximum number of reported boxes of elements that got no mark."""


@dataclass(slots=True)
class Remainder:
    """Counts, positions and reasons of the elements that are not listed."""

    total: int = 0
    regions: dict[Region, int] = field(default_factory=dict)
    bounds: list[Bounds] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)

    def add(self, place: FrameGeometry, answer: dict[str, Any]) -> None:
        """Add the data from one frame's reply."""
        where = f" in {place.path}" if place.path else ""
        if answer.get("unvisited"):
            self.incomplete.append(
                f"The time of a look was over before all elements{where} were visited: {UNVISITED}."
            )
        if answer.get("transitioning"):
            self.incomplete.append(
                f"A view transition is still running{where}: what lies under it is not listed."
            )
        untested = answer.get("untested")
        if isinstance(untested, int) and untested > 0:
            self.incomplete.append(f"{untested} elements{where} {GUESSED}: some may be covered.")
        self.incomplete += faults_note(answer.get("faults"), where)
        report = wire.record(answer.get("rest"))
        regions = regions_of(place, report)
        for number, count in enumerate(
            wire.list_items(report.get("counts"))[: len(regions) + 1], -1
        ):
            if isinstance(count, int) and 0 < count < 10**7:
                region = regions[number] if number >= 0 else no_region(place)
                self.regions[region] = self.regions.get(region, 0) + count
                self.total += count
        boxes = map(place.visible_box, wire.list_items(report.get("bounds"))[:UNMARKED_LIMIT])
        self.bounds += [box for box in boxes if box is not None]
