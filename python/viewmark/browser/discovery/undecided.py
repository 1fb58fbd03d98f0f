"""Says of which elements of a look nobody knows whether they are painted, until a picture tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from viewmark.browser.discovery.found import Found
    from viewmark.elements.cap import Cap
    from viewmark.elements.rank import Ranked, Region

HARDLY = 2
"""The doubt of what nothing says to be painted; of 1 something does."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """What a discovery is made of again once it is known what is painted."""

    doubts: tuple[int, ...]
    """Of each element: 0 it is painted, 1 perhaps, 2 hardly."""
    on_hover: Mapping[int, Sequence[object]]
    """Position -> the numbers of the nodes that its `on_hover` names."""
    cap: Cap
    cut: tuple[Ranked, ...]
    """What the cap left out so far."""
    remainder: Mapping[Region, int]
    """What was only counted."""


def doubts_of(found: Sequence[Found]) -> tuple[int, ...]:
    """Of each: whether it is painted."""
    doubts = (each.record.get("unsure") for each in found)
    return tuple(doubt if doubt in (1, HARDLY) else 0 for doubt in doubts)
