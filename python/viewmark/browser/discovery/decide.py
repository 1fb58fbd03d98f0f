"""Settles what a look was not sure of: what is not painted has no mark.

Page scripts tell what surely is painted; of the rest the picture decides (`viewmark.page.seen`).
What is taken out then leaves no gap: order, cap and numbers are those of a page without it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.browser.discovery.undecided import HARDLY
from viewmark.elements.order import number_elements, reading_order
from viewmark.elements.rank import left_out

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from viewmark.browser.discovery.discover import Discovery
    from viewmark.elements.model import Element


def likely_blank(found: Discovery) -> frozenset[int]:
    """Positions of what the picture will most likely show to be blank."""
    undecided = found.undecided
    doubts = undecided.doubts if undecided is not None else ()
    return frozenset(i for i, doubt in enumerate(doubts) if doubt == HARDLY)


def decide_marks(found: Discovery, blank: Collection[int]) -> Discovery:
    """The discovery without what is not painted.

    Args:
        found: with all that may be.
        blank: positions of what is not.
    """
    undecided = found.undecided
    if undecided is None:
        return found
    seen = {
        found.elements[i].handle.node_id
        for i, doubt in enumerate(undecided.doubts)
        if doubt and i not in blank
    }
    left = [i for i in range(len(found.elements)) if i not in blank]
    order = reading_order(
        [found.elements[i].bounds for i in left],
        first=[found.ranked[i].lead for i in left],
        rtl=found.rtl,
        document=[found.document[i] for i in left],
    )
    left = [left[k] for k in order]
    chosen = set(
        undecided.cap.keep([found.elements[i] for i in left], [found.ranked[i] for i in left])
    )
    cut = [i for k, i in enumerate(left) if k not in chosen]
    left = [i for k, i in enumerate(left) if k in chosen]
    elements = [_with_hovers(found.elements[i], undecided.on_hover.get(i), seen) for i in left]
    return replace(
        found,
        elements=number_elements(elements),
        total_found=found.total_found - len(blank),
        left_out=left_out([*undecided.cut, *(found.ranked[i] for i in cut)], undecided.remainder),
        unmarked=(*(found.elements[i].bounds for i in cut), *found.unmarked),
        ranked=tuple(found.ranked[i] for i in left),
        document=tuple(found.document[i] for i in left),
        undecided=None,
    )


def _with_hovers(
    element: Element, nodes: Sequence[object] | None, seen: Collection[object]
) -> Element:
    """Without the names of controls that show already."""
    if nodes is None or not any(node in seen for node in nodes):
        return element
    names = zip(element.on_hover, nodes, strict=False)
    return replace(element, on_hover=tuple(name for name, node in names if node not in seen))
