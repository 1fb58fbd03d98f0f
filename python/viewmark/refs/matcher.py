"""Matches elements of one observation with those of another, by the rules of refs. Pure.

Used by the memory of a tab, by a ref traced at a click, and by comparisons of two observations.
Pairs are found by live node first (`by_node`), then by identity (`by_identity`); an ambiguous
element stays unmatched.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from viewmark.elements.model import Element
from viewmark.refs.by_identity import match
from viewmark.refs.identity import Key
from viewmark.refs.memory import DocumentAddress, Known, Seen, learn, place_of
from viewmark.refs.sightings import is_here, may_return, sight

View = tuple[str, str, tuple[float, float]]
"""Document, address, scroll offset in CSS px."""


def match_look(
    known: Sequence[Known],
    elements: Sequence[Element],
    view: View,
    *,
    last: int,
    anchors: Container[Key],
) -> tuple[list[Seen], dict[int, Known]]:
    """Return an observation in comparable form, and its remembered elements.

    Args:
        known: everything remembered.
        elements: of the observation; their order does not matter.
        view: where it was taken.
        last: number of the previous observation.
        anchors: authors' names that were seen before, on any element.

    Returns:
        The elements in comparable form, and index in them -> remembered element, each at most once.
    """
    epoch, url, scroll = view
    place = place_of(url)
    seen = sight(elements, scroll, {k.node: k for k in known if k.node is not None})
    pairs = match(
        known,
        seen,
        last=last,
        anchors=anchors,
        may_return=lambda k, s: may_return(k, s, place, epoch),
        is_here=lambda k: is_here(k, place, epoch),
    )
    return seen, pairs


def match_looks(
    before: Sequence[Element],
    after: Sequence[Element],
    scrolls: tuple[tuple[float, float], tuple[float, float]],
) -> dict[int, int]:
    """Match the elements of two observations, as if both were of one URL.

    Args:
        before: elements of the first observation.
        after: elements of the second.
        scrolls: scroll offsets of both in CSS px.

    Returns:
        Index after -> index before, each at most once.
    """
    here: tuple[DocumentAddress, str] = (place_of(""), "")
    first = sight(before, scrolls[0], {})
    known = [
        learn(f"@{i}", s, element, here, 1)
        for i, (s, element) in enumerate(zip(first, before, strict=True))
    ]
    anchors = {s.keys.anchor for s in first if s.keys.anchor}
    _, pairs = match_look(known, after, ("", "", scrolls[1]), last=1, anchors=anchors)
    return {j: int(k.ref[1:]) for j, k in pairs.items()}
