"""Chooses what of an area gets marks, once all of its parts were looked at."""

from __future__ import annotations

from viewmark.elements.cap import Cap
from viewmark.elements.model import Element
from viewmark.elements.order import number_elements, reading_order
from viewmark.elements.rank import LeftOut, left_out
from viewmark.geometry import Bounds
from viewmark.page.area import AreaPicture


def kept_of(
    taken: AreaPicture, cap: Cap
) -> tuple[tuple[Element, ...], list[Bounds], tuple[LeftOut, ...]]:
    """What the cap keeps, in reading order; the boxes of the others, and where they lie."""
    found = list(taken.found.values())
    ranks = [taken.ranked[key] for key in taken.found]
    order = reading_order(
        [e.bounds for e in found],
        first=[each.lead for each, _ in ranks],
        rtl=any(look.rtl for look in taken.looks),
        document=[at for _, at in ranks],
    )
    room = cap.keep([found[i] for i in order], [ranks[i][0] for i in order])
    chosen = {order[k] for k in room}
    cut = [i for i in order if i not in chosen]
    kept = number_elements([found[i] for i in order if i in chosen])
    return kept, [found[i].bounds for i in cut], left_out([ranks[i][0] for i in cut])
