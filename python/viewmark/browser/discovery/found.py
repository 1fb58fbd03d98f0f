"""Intermediate records of elements, from a frame's script reply to the marks of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from viewmark.background import gather_groups
from viewmark.browser import scripts, wire
from viewmark.browser.discovery.answers import no_region, number_at, numbered_region, parse_regions
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.page_target import PageTarget
from viewmark.elements.order import Rank
from viewmark.elements.rank import Ranked, Region
from viewmark.geometry import Bounds

HARDLY = 2
"""Value of `doubt` for an element that shows no sign of being painted; 1 means that there is a
sign."""


@dataclass(slots=True)
class Found:
    """Intermediate record of an element: script data, frame, and data added later."""

    place: FrameGeometry
    record: dict[str, Any]
    about: dict[str, Any] | None
    bounds: Bounds
    rank: Rank
    """The element's position in the document."""
    layer: int = 0
    piece: int = 0
    kind: int = -1
    region: Region | None = None
    """Region of the element; None until the region has been requested."""

    @property
    def doubt(self) -> int:
        """Uncertainty whether the element is painted: 0 certainly painted, 1 perhaps, 2 hardly."""
        doubt = self.record.get("unsure")
        return doubt if doubt in (1, HARDLY) else 0

    @property
    def ranked(self) -> Ranked:
        """The properties that determine the element's rank."""
        region = self.region or no_region(self.place)
        weight = min(2, max(0, wire.whole(self.record.get("weight"))))
        return Ranked(region, self.layer, weight, self.kind, self.piece)


def take(place: FrameGeometry, answer: dict[str, Any]) -> list[Found]:
    """Return the script's records in coordinates of the top viewport; skip invalid records."""
    records = answer.get("elements")
    abouts, pieces = answer.get("about"), wire.list_items(answer.get("pieces"))
    regions, numbers, kinds = parse_regions(place, answer.get("regions"))
    if not isinstance(records, list):
        return []
    taken = []
    for i, record in enumerate(records[:20_000]):
        if (moved := place.record(record)) is None:
            continue
        about = abouts[i] if isinstance(abouts, list) and i < len(abouts) else None
        piece = number_at(pieces, i)
        layer = 2 if moved.get("inDialog") == 2 else int(piece > 0)
        region = numbered_region(place, regions, numbers[i]) if i < len(numbers) else None
        rank = (*place.rank, float(i))
        each = Found(place, moved, about, moved["bounds"], rank, layer, max(0, piece))
        each.kind, each.region = number_at(kinds, i), region
        taken.append(each)
    return taken


def frame_of(found: Found) -> str:
    """Return the ID of the element's frame."""
    return found.place.frame.id


async def drop_covered(
    page: PageTarget, place: FrameGeometry, inside: list[Found], *, keep_covered: bool
) -> list[Found]:
    """Drop elements of a frame that hit tests in the outer frames report as covered."""
    at = place
    while at.parent is not None and inside:
        to_parent = at.to_parent
        points = [
            [to_parent.point(x, y) for x, y in found.record["inner_points"]] for found in inside
        ]
        flat = [point for each in points for point in each]
        if flat:
            reply = await scripts.call(page, at.parent.frame, "meets", at.owner_id, flat)
            verdicts = iter(reply if isinstance(reply, list) else [])
            remaining = []
            for found, each in zip(inside, points, strict=True):
                passed = [i for i, _ in enumerate(each) if next(verdicts, False) is True]
                record = found.record
                if passed:
                    record["share"] *= len(passed) / len(each)
                    record["points"] = [record["points"][i] for i in passed]
                    record["inner_points"] = [each[i] for i in passed]
                    remaining.append(found)
                elif keep_covered:
                    record |= {"occluded": True, "share": 0.0, "points": [], "inner_points": []}
                    remaining.append(found)
            inside = remaining
        at = at.parent
    return inside


def without_holders(found: Sequence[Found], target: str) -> list[Found]:
    """Remove frame elements whose content is marked, unless a selector matched them."""
    if target == "custom":
        return [*found]
    holders = {(f.place.parent.frame.id, f.place.owner_id) for f in found if f.place.parent}
    return [f for f in found if (f.place.frame.id, f.record.get("id")) not in holders]


async def learn_regions(page: PageTarget, found: Sequence[Found]) -> None:
    """Request each element's region; frames with fewer elements than the limit do not report it."""

    async def learn_group(group: list[Found]) -> None:
        place = group[0].place
        reply = await scripts.call(page, place.frame, "regionsOf", *(f.record["id"] for f in group))
        regions, numbers, kinds = parse_regions(place, reply)
        for i, (each, number) in enumerate(zip(group, numbers, strict=False)):
            each.region = numbered_region(place, regions, number)
            each.kind = number_at(kinds, i)

    missing = [each for each in found if each.region is None]
    await gather_groups(missing, frame_of, learn_group)
