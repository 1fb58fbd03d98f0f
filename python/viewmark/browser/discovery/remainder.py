"""What frames with very many elements tell in short: those that the cap leaves out anyway."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viewmark.browser import wire
from viewmark.browser.discovery.faults import faults_note
from viewmark.browser.discovery.regions import no_region, regions_of
from viewmark.elements.model import GUESSED
from viewmark.elements.scope import UNVISITED

if TYPE_CHECKING:
    from viewmark.browser.frames.geometry import FrameGeometry
    from viewmark.elements.rank import Region
    from viewmark.geometry import Bounds

UNMARKED_LIMIT = 1000
"""Boxes of elements that the cap leaves out, which are told."""


@dataclass(slots=True)
class Remainder:
    """Numbers, places and reasons of what is not listed."""

    total: int = 0
    regions: dict[Region, int] = field(default_factory=dict)
    bounds: list[Bounds] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)

    def add(self, place: FrameGeometry, answer: dict[str, Any]) -> None:
        """Take what one frame says of it."""
        where = f" in {place.path}" if place.path else ""
        if answer.get("unvisited"):
            self.incomplete.append(
                f"The time of a look was over before all elements{where} were visited: {UNVISITED}."
            )
        untested = answer.get("untested")
        if isinstance(untested, int) and untested > 0:
            self.incomplete.append(f"{untested} elements{where} {GUESSED}: some may be covered.")
        self.incomplete += faults_note(answer.get("faults"), where)
        report = answer.get("rest")
        if not isinstance(report, dict):
            return
        regions = regions_of(place, report)
        for number, count in enumerate(
            wire.list_items(report.get("counts"))[: len(regions) + 1], -1
        ):
            if isinstance(count, int) and 0 < count < 10**7:
                region = regions[number] if number >= 0 else no_region(place)
                self.regions[region] = self.regions.get(region, 0) + count
                self.total += count
        boxes = report.get("bounds")
        for each in boxes[:UNMARKED_LIMIT] if isinstance(boxes, list) else ():
            if (box := place.visible_box(each)) is not None:
                self.bounds.append(box)
