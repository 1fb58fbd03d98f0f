"""Converts discovered elements to the registry's form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from viewmark.elements.model import Element, NodeKey
from viewmark.grouping import grouped
from viewmark.refs.by_identity import path_order
from viewmark.refs.identity import Keys, keys_of
from viewmark.refs.memory import DocumentAddress, Known, Seen, is_site
from viewmark.refs.rows import digest_of


def sight(
    elements: Sequence[Element], scroll: tuple[float, float], by_node: dict[NodeKey | None, Known]
) -> list[Seen]:
    """Convert each discovered element to the form that the registry compares.

    Args:
        elements: the discovered elements.
        scroll: scroll offset of the top document in CSS px.
        by_node: remembered elements, keyed by node; keys of unchanged elements are reused.
    """
    used = set()
    seen = []
    for element in elements:
        handle, identity, bounds = element.handle, element.identity, element.bounds
        node = handle.key
        k = by_node.get(node)
        is_same = k is not None and k.element is not None and k.element.identity == identity
        keys: Keys = (k.base or k.keys) if k is not None and is_same else keys_of(identity)
        if node in used or not handle.node_id:
            # a node stands for one element only, so a second element with this node gets no node
            unique = None
        else:
            unique = node
            used.add(node)
        seen.append(
            Seen(
                keys=keys,
                node=unique,
                box=handle.node_id,
                identity=identity,
                x=bounds.x + scroll[0],
                y=bounds.y + scroll[1],
                is_site=is_site(identity.context),
                base=keys,
            )
        )
    _tell_apart(seen)
    return seen


def _tell_apart(seen: Sequence[Seen]) -> None:
    """Distinguish equal elements by a row that only one of them has: store its digest in `aim`."""
    for members in grouped((s.keys.full, s) for s in seen if s.identity.rows).values():
        if len(members) == 1:
            continue
        count = Counter(each for s in members for each in {*map(digest_of, s.identity.rows)})
        for s in members:
            told = next((d for d in map(digest_of, s.identity.rows) if count[d] == 1), "")
            if told:
                s.keys = s.keys._replace(aim=told)


def ranks(seen: Sequence[Seen], fresh: Sequence[int]) -> dict[int, int]:
    """Return the rank among equal elements, from 1 in document order, keyed by element index.

    Only elements that need a new ref need their actual rank; all others get 0.
    """
    count = Counter([s.keys.exact for s in seen])
    if len(count) == len(seen):
        return {}
    groups = grouped((s.keys.full, i) for i, s in enumerate(seen) if count[s.keys.exact] > 1)
    named = {seen[i].keys.full for i in fresh}
    found: dict[int, int] = {}
    for key, members in groups.items():
        if len(members) == 1:
            continue
        if key in named:
            members.sort(key=lambda i: (path_order(seen[i].identity.path), seen[i].y, seen[i].x))
            found.update({i: rank for rank, i in enumerate(members, 1)})
        else:
            found.update(dict.fromkeys(members, 0))
    return found


def may_return(k: Known, s: Seen, place: DocumentAddress, epoch: str) -> bool:
    """Return True if an element at this URL and document may be the remembered element."""
    if k.place == place:
        return True
    if k.place.origin != place.origin:
        return False
    if k.epoch == epoch and k.place.path == place.path:
        return True  # The same document; only a filter or page number in the URL changed.
    return k.is_site and s.is_site


def is_here(k: Known, place: DocumentAddress, epoch: str) -> bool:
    """Return True if the remembered element can be in this document, judged by its URL."""
    return k.is_site or is_of_page(k, place, epoch)


def is_of_page(k: Known, place: DocumentAddress, epoch: str) -> bool:
    """Return True if `k` was last seen at this URL; in the same document, the query may differ."""
    if k.epoch == epoch:
        return (k.place.origin, k.place.path) == (place.origin, place.path)
    return k.place == place
