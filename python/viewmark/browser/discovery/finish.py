"""Orders, caps and numbers what a look found, without what is not painted.

Page scripts tell what surely is painted; of the rest the picture decides (`viewmark.page.seen`).
What is taken out then leaves no gap: order, cap and numbers are those of a page without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from viewmark.browser.discovery.found import HARDLY
from viewmark.elements.order import number_elements, reading_order
from viewmark.elements.rank import left_out

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from viewmark.browser.discovery.discover import Discovery
    from viewmark.elements.cap import Cap
    from viewmark.elements.columns import Rank
    from viewmark.elements.model import Element
    from viewmark.elements.rank import Ranked, Region


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may get a mark."""

    element: Element
    ranked: Ranked
    rank: Rank
    """Where it stands in the document."""
    doubt: int = 0
    """0: it is painted, 1: perhaps, 2: hardly."""
    on_hover: Sequence[object] = ()
    """The numbers of the nodes that its `on_hover` names."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a discovery is made of, and once more when it is known what is painted."""

    candidates: tuple[Candidate, ...]
    """In reading order."""
    cap: Cap
    cut: tuple[Ranked, ...]
    """What the cap left out so far."""
    remainder: Mapping[Region, int]
    """What was only counted."""


def likely_blank(found: Discovery) -> frozenset[int]:
    """Positions among the candidates of what the picture will most likely show to be blank."""
    candidates = found.draft.candidates if found.draft is not None else ()
    return frozenset(i for i, each in enumerate(candidates) if each.doubt == HARDLY)


def finish(found: Discovery, blank: Collection[int] = ()) -> Discovery:
    """The discovery with the elements of its draft, if it has one.

    Args:
        found: of all that may be painted; without elements, and what was left out so far.
        blank: positions of candidates that are not painted.
    """
    draft = found.draft
    if draft is None:
        return found
    left = [each for i, each in enumerate(draft.candidates) if i not in blank]
    if blank:
        order = reading_order(
            [each.element.bounds for each in left],
            first=[each.ranked.lead for each in left],
            rtl=found.rtl,
            document=[each.rank for each in left],
        )
        left = [left[i] for i in order]
    chosen = set(draft.cap.keep([each.element for each in left], [each.ranked for each in left]))
    cut = [each for i, each in enumerate(left) if i not in chosen]
    kept = [each for i, each in enumerate(left) if i in chosen]
    seen = {each.element.handle.node_id for each in left if each.doubt}
    return replace(
        found,
        elements=number_elements([_without_seen(each, seen) for each in kept]),
        total_found=found.total_found + len(left),
        left_out=left_out([*draft.cut, *(each.ranked for each in cut)], draft.remainder),
        unmarked=(*(each.element.bounds for each in cut), *found.unmarked),
        ranked=tuple(each.ranked for each in kept),
        document=tuple(each.rank for each in kept),
        draft=None,
    )


def _without_seen(candidate: Candidate, seen: Collection[object]) -> Element:
    """The element without the names of controls under the pointer that show already."""
    element, nodes = candidate.element, candidate.on_hover
    if not any(node in seen for node in nodes):
        return element
    names = zip(element.on_hover, nodes, strict=False)
    return replace(element, on_hover=tuple(name for name, node in names if node not in seen))
