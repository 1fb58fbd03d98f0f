"""Finds elements whose order in the document changed; a whole list is reported at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from viewmark.comparison.checkpoint import Checkpoint, Entry
from viewmark.comparison.lists import STEP, Relisted, Rows, find_words_around
from viewmark.comparison.model import Kind, PageChange, merge_changes
from viewmark.comparison.moves import Moved
from viewmark.comparison.rows import longest_rising
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.words import LIMIT, sentence, who
from viewmark.geometry import union
from viewmark.grouping import grouped
from viewmark.text import cut

SAME_PLACE = 0.7
"""Confidence of a match of two elements that is based only on their place (see `matching`)."""
MANY = 3
"""Minimum number of reordered items of a list that are reported as one change."""
_List = tuple[str, str, str, str]
"""Key of a list: frame, path before, path after, and tag; its items have one tag and one parent."""


def order_changes(
    matched: Sequence[Moved], relisted: Sequence[Relisted] = ()
) -> tuple[list[PageChange], set[int]]:
    """Return changes of order, and positions of all elements that moved because of them.

    Paths define an order only for items that have the same tag and the same parent.

    Args:
        matched: all matched elements, moved or not; elements without a path are ignored.
        relisted: lists whose order is reported together with their new rows.
    """
    changes: list[PageChange] = []
    touched: set[int] = set()
    for i, each in enumerate(matched):
        if any(one.holds(each.old) or one.holds(each.new) for one in relisted):
            touched.add(i)
    others = [(i, each) for i, each in enumerate(matched) if i not in touched]
    for items in _lists(others).values():
        # Index after, keyed by index before; items with contradictory indices are dropped.
        places: dict[int, int] = {}
        members = grouped((old, i) for old, _, i in items)
        torn = set()
        for old, new, _ in items:
            if places.setdefault(old, new) != new:
                torn.add(old)
        order = sorted((old for old in places if old not in torn), key=lambda old: places[old])
        stays = longest_rising(order)
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
    """Report a sorted list as one change, with the number of rows and the new first rows."""
    says = [each.element.name or each.words for each in order]
    names = ", ".join(f'"{cut(name, 16)}"' for name in says)
    names = f", now {names}" if len({*says}) > 1 else ""
    first = changes[0]
    assert first.old is not None
    said = f"{who(first.old, 16)} and {len(changes) - 1} more: in another order{names}"
    return merge_changes(changes, said)


def _lists(matched: Sequence[tuple[int, Moved]]) -> dict[_List, list[tuple[int, int, int]]]:
    """Return the lists in which the index of an item changed.

    Each item is given as its index before, its index after, and its position in `matched`.
    """
    lists: dict[_List, list[tuple[int, int, int]]] = defaultdict(list)
    shifted: set[_List] = set()
    if all(each.old.path == each.new.path for _, each in matched):
        return {}
    for i, each in matched:
        if not each.old.path or not each.new.path:
            continue
        frame = each.new.element.frame or ""
        before, after = "", ""
        steps = zip(each.old.path.split("/"), each.new.path.split("/"), strict=False)
        for one, other in steps:
            x, y = STEP.match(one), STEP.match(other)
            if x is None or y is None or x[1] != y[1]:
                break
            key = (frame, before, after, x[1])
            lists[key].append((int(x[2]), int(y[2]), i))
            if one != other:
                shifted.add(key)
            before, after = f"{before}/{one}", f"{after}/{other}"
    return {key: lists[key] for key in sorted(shifted)}


def describe_relisted(
    relisted: Relisted, before: Checkpoint, after: Checkpoint, rules: IgnoreRules
) -> PageChange | None:
    """Report a list that shows different rows as one change; None if ignore rules exclude it."""
    left = _without_ignored(relisted.left, before, rules)
    came = _without_ignored(relisted.came, after, rules)
    displaced = [row for row in relisted.displaced if row in relisted.rows[0]]
    if not left and not came:
        return None
    first = before.entries[
        relisted.rows[0][displaced[0] if displaced else min(relisted.rows[0])][0]
    ]
    top = after.entries[relisted.rows[1][min(relisted.rows[1])][0]]
    word = "rows" if relisted.key[2].lower() == "tr" or first.element.role == "row" else "items"
    parts = [f"{len(came)} came into view"] if came else []
    parts += [f"{len(left)} left {'it' if came else 'the view'}"] if left else []
    entered = ", ".join(parts)
    kind: Kind = "order"
    if displaced:
        more = f" and {len(displaced) - 1} more" if len(displaced) > 1 else ""
        said = f"{who(first, 15)}{more}: in another order; {entered}"
    else:
        kind = "text"
        count = max(len(left), len(came))
        names = list(dict.fromkeys(_name_of(after, came[row]) for row in sorted(came)))
        what = "say something else" if len(names) > 1 else "are others"
        said = f"{count} {word} from {who(first, 16)} on {what} now"
        said = _with_names(said, names) if len(names) > 1 else said
    boxes = [
        union(of.boxes[i] for inside in rows.values() for i in inside)
        for of, rows in zip((before, after), relisted.rows, strict=True)
    ]
    return PageChange(
        kind=kind,
        sentence=sentence(said),
        old=first,
        new=top,
        old_box=boxes[0],
        new_box=boxes[1],
        count=max(len(displaced) + len(came), len(displaced) + len(left)),
        confidence=1.0 if displaced else SAME_PLACE,
    )


def _without_ignored(rows: Rows, of: Checkpoint, rules: IgnoreRules) -> Rows:
    return {
        row: inside
        for row, inside in rows.items()
        if not all(rules.covers(of.entries[i], of.boxes[i]) for i in inside)
    }


def _with_names(said: str, names: Iterable[str]) -> str:
    """Append as many item names as fit into the sentence, but at least two."""
    for at, name in enumerate(names):
        longer = f'{said}{", " if at else ": "}"{cut(name, 16)}"'
        if at > 1 and len(longer) > LIMIT:
            break
        said = longer
    return said


def _name_of(of: Checkpoint, inside: Sequence[int]) -> str:
    entry = of.entries[inside[0]]
    return find_words_around(entry) or entry.element.name or entry.words
