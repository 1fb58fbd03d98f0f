"""Matches elements of two observations by the rules of refs. No I/O.

The module is used by the registry of a tab, by clicks that find the element of a ref again, and by
comparisons of two observations. Pairs are found by live node first (`by_node`), then by identity
(`by_identity`); ambiguous elements stay unmatched. Discovered elements are first converted to the
registry's form.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from viewmark.elements.model import Element
from viewmark.refs.by_identity import match
from viewmark.refs.identity import Key
from viewmark.refs.memory import DocumentAddress, Known, Seen, learn, place_of
from viewmark.refs.sightings import is_here, may_return, sight

View = tuple[str, str, tuple[float, float]]
"""The state in which a page was observed: document ID, URL, and scroll offset in CSS px."""


def match_look(
    known: Sequence[Known],
    elements: Sequence[Element],
    view: View,
    *,
    last: int,
    anchors: Container[Key],
) -> tuple[list[Seen], dict[int, Known]]:
    """Match the elements of an observation with remembered elements.

    Args:
        known: all remembered elements.
        elements: elements of the observation; their order does not matter.
        view: document, URL and scroll offset of the observation.
        last: number of the previous observation.
        anchors: test ids and ids that were seen before, on any element.

    Returns:
        The elements in comparable form, and the remembered elements, each at most once, keyed by
        index in that form.
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
    """Match the elements of two observations as if both had the same URL.

    Args:
        before: elements of the first observation.
        after: elements of the second observation.
        scrolls: scroll offsets of both observations, in CSS px.

    Returns:
        The index in `before`, each at most once, keyed by index in `after`.
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
