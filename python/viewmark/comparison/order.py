"""Finds elements that stand in another order in the document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.comparison.moves import union
from viewmark.comparison.words import cut, sentence, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Entry
    from viewmark.comparison.model import PageChange
    from viewmark.comparison.moves import Moved

__all__ = ["order_changes"]

_STEP = re.compile(r"(.*?)\[(\d{1,9})\]$")
MANY = 3
"""Items of one list from which on their order is one change."""
_List = tuple[str, str, str, str]
"""Frame, path before, path after, tag: items with one tag under one parent."""


def order_changes(matched: Sequence[Moved]) -> tuple[list[PageChange], set[int]]:
    """Changes of order; and the positions of all whose place is another one for that reason.

    Only items with one tag under one parent have an order that paths tell.

    Args:
        matched: all matched elements, moved or not; those without a path take no part.
    """
    changes: list[PageChange] = []
    touched: set[int] = set()
    for items in _lists(matched).values():
        # Index before -> index after, and who stands in it; two answers for one are none.
        places: dict[int, int] = {}
        members: dict[int, list[int]] = defaultdict(list)
        torn = set()
        for old, new, i in items:
            if places.setdefault(old, new) != new:
                torn.add(old)
            members[old].append(i)
        order = sorted((old for old in places if old not in torn), key=lambda old: places[old])
        stays = _longest_rising(order)
        own: list[PageChange] = []
        for at, old in enumerate(order):
            if at in stays:
                continue
            each = matched[members[old][0]]
            after = next((order[k] for k in range(at + 1, len(order)) if k in stays), None)
            where = "now last"
            if after is not None:
                where = f"now before {who(matched[members[after][0]].new, 24)}"
            rank = sorted(order).index(old)
            low, high = sorted((rank, at))
            for k in sorted(order)[low : high + 1]:
                touched.update(members[k])
            said = sentence(f"{who(each.old, 24)}: {where}")
            own.append(each.change("order", said, before=str(rank + 1), after=str(at + 1)))
        if len(own) >= MANY:
            own = [_as_one(own, [matched[members[old][0]].new for old in order])]
        changes += own
    return changes, touched


def _as_one(changes: Sequence[PageChange], order: Sequence[Entry]) -> PageChange:
    """A list that was sorted anew as one change: how many, and what stands first now."""
    says = [each.element.name or each.words for each in order]
    names = ", ".join(f'"{cut(name, 16)}"' for name in says)
    names = f", now {names}" if len({*says}) > 1 else ""
    first = changes[0]
    assert first.old is not None
    said = f"{who(first.old, 16)} and {len(changes) - 1} more: in another order{names}"
    return replace(
        first,
        sentence=sentence(said),
        old_box=union(each.old_box for each in changes if each.old_box is not None),
        new_box=union(each.new_box for each in changes if each.new_box is not None),
        count=len(changes),
    )


def _lists(matched: Sequence[Moved]) -> dict[_List, list[tuple[int, int, int]]]:
    """Lists in which indices are others than before: (index before, after, position) of each."""
    lists: dict[_List, list[tuple[int, int, int]]] = defaultdict(list)
    shifted: set[_List] = set()
    if all(each.old.path == each.new.path for each in matched):
        return {}
    for i, each in enumerate(matched):
        if not each.old.path or not each.new.path:
            continue
        frame = each.new.element.frame or ""
        before, after = "", ""
        steps = zip(each.old.path.split("/"), each.new.path.split("/"), strict=False)
        for one, other in steps:
            x, y = _STEP.match(one), _STEP.match(other)
            if x is None or y is None or x[1] != y[1]:
                break
            key = (frame, before, after, x[1])
            lists[key].append((int(x[2]), int(y[2]), i))
            if one != other:
                shifted.add(key)
            before, after = f"{before}/{one}", f"{after}/{other}"
    return {key: lists[key] for key in sorted(shifted)}


def _longest_rising(ranks: Sequence[int]) -> set[int]:
    """Positions of a longest rising subsequence: what stayed in order."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(ranks)
    for at, rank in enumerate(ranks):
        k = bisect_left(tails, rank)
        before[at] = ends[k - 1] if k else -1
        if k == len(tails):
            tails.append(rank)
            ends.append(at)
        else:
            tails[k], ends[k] = rank, at
    stays = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        stays.add(at)
        at = before[at]
    return stays
