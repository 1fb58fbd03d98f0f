"""Elements found by an observation: ordered, limited and numbered, without unpainted elements.

Page scripts report which elements are certainly painted; for the others, the screenshot shows
whether they are (`viewmark.page.picture`). Removing unpainted elements leaves no gap in the
numbers, and the limit applies to the remaining elements.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from viewmark.browser.discovery.found import HARDLY
from viewmark.browser.frames.affine import Affine
from viewmark.elements.cap import Cap
from viewmark.elements.model import Element
from viewmark.elements.order import Rank, number_elements, reading_order
from viewmark.elements.rank import LeftOut, Ranked, Region, left_out
from viewmark.elements.scroller import Scroller
from viewmark.elements.twins import wheres
from viewmark.geometry import Bounds, Viewport


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may get a mark."""

    element: Element
    ranked: Ranked
    rank: Rank
    """The element's position in the document."""
    doubt: int = 0
    """Uncertainty whether the element is painted: 0 certainly painted, 1 perhaps, 2 hardly."""
    on_hover: Sequence[object] = ()
    """IDs of the nodes whose names are in the element's `on_hover`, in the same order."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Intermediate result of a discovery, completed when it is known which elements are painted."""

    candidates: tuple[Candidate, ...]
    """Elements that may get a mark, in reading order."""
    cap: Cap
    cut: tuple[Ranked, ...]
    """Elements that the limit has omitted so far."""
    remainder: Mapping[Region, int]
    """Number of elements that were only counted, keyed by region."""


@dataclass(frozen=True, kw_only=True)
class Discovery:
    """The elements that were found, and the state of the page at the same time."""

    elements: tuple[Element, ...] = ()
    """Elements within the limit, in reading order: first those of an open modal dialog, then those
    of an open menu."""
    total_found: int
    """Number of elements before the limit is applied."""
    left_out: tuple[LeftOut, ...] = ()
    """How many elements the limit omitted in each region, and how to make them visible."""
    url: str = field(repr=False)
    title: str
    ready_state: str
    status: int | None = None
    """HTTP status of the document."""
    viewport: Viewport
    visible: bool
    """Whether the tab is visible; hidden tabs draw no frames."""
    text_rects: tuple[Bounds, ...]
    """Line boxes of text, first words of fields, and icons in view, in CSS px; badges should not
    cover them.
    """
    unmarked: tuple[Bounds, ...]
    """Boxes of the first thousand elements that the limit omitted; badges should not cover these.
    """
    ranked: tuple[Ranked, ...] = ()
    """Rank of each element, by which the limit selects."""
    document: tuple[Rank, ...] = ()
    """Position of each element in the document, as a sort key; in the order of `elements`."""
    rtl: bool = False
    """Whether the page is read from right to left."""
    frames: tuple[str, ...]
    """Readable paths of the examined frames."""
    unreachable: tuple[str, ...] = ()
    """Visible frames that could not be examined, with the reasons."""
    incomplete: tuple[str, ...] = ()
    """Parts of the page that were examined only coarsely or not at all, with reasons; empty on
    nearly all pages.
    """
    maps: Mapping[str, Affine] = field(default_factory=dict)
    """Map from a frame's CSS px to CSS px of the top viewport, keyed by frame ID."""
    scrolled_boxes: tuple[Scroller, ...] = ()
    """Scroll containers of the main document that are scrolled."""
    draft: Draft | None = None
    """The intermediate result, if it is still unknown whether some elements are painted: a
    screenshot shows this, and `finish` then sets `elements`.
    """
    number: int = field(default=0, compare=False)
    """Number of the observation in this process; observed documents store it (see `detect_shifts`).
    """
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds, keyed by `page` (script of the main frame) and `total`."""
    known_wheres: list[tuple[tuple[Element, ...], Sequence[str]]] = field(
        default_factory=list, repr=False, compare=False
    )
    """Cache of `wheres`: the elements for which it was last computed, and the result."""

    @property
    def wheres(self) -> Sequence[str]:
        """Text that distinguishes each element from similar elements; computed once and cached."""
        if not self.known_wheres or self.known_wheres[0][0] is not self.elements:
            self.known_wheres[:] = [(self.elements, wheres(self.elements))]
        return self.known_wheres[0][1]

    @property
    def omitted(self) -> Mapping[str, int]:
        """Number of elements that the limit omitted, keyed by region."""
        counts: dict[str, int] = {}
        for each in self.left_out:
            counts[each.region] = counts.get(each.region, 0) + each.count
        return counts

    @property
    def truncated(self) -> bool:
        """Whether the limit omitted elements."""
        return self.total_found > len(self.elements)


def likely_blank(found: Discovery) -> frozenset[int]:
    """Return the indices of candidates that are most likely not painted."""
    candidates = found.draft.candidates if found.draft is not None else ()
    return frozenset(i for i, each in enumerate(candidates) if each.doubt == HARDLY)


def finish(found: Discovery, blank: Collection[int] = ()) -> Discovery:
    """Complete a discovery that has a draft: add the final elements.

    Args:
        found: a discovery whose draft has all elements that may be painted.
        blank: indices of candidates that the screenshot shows not to be painted.
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
    listed = [each for i, each in enumerate(left) if i in chosen]
    seen = {each.element.handle.node_id for each in left if each.doubt}
    return replace(
        found,
        elements=number_elements([_without_seen(each, seen) for each in listed]),
        total_found=found.total_found + len(left),
        left_out=left_out([*draft.cut, *(each.ranked for each in cut)], draft.remainder),
        unmarked=(*(each.element.bounds for each in cut), *found.unmarked),
        ranked=tuple(each.ranked for each in listed),
        document=tuple(each.rank for each in listed),
        draft=None,
    )


def _without_seen(candidate: Candidate, seen: Collection[object]) -> Element:
    """Remove controls that are already visible from the element's list of hover controls."""
    element, nodes = candidate.element, candidate.on_hover
    if not any(node in seen for node in nodes):
        return element
    names = zip(element.on_hover, nodes, strict=False)
    return replace(element, on_hover=tuple(name for name, node in names if node not in seen))
