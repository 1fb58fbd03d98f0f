"""Folds changes that are one: alike on many elements, inside of one another, said twice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.comparison.model import PageChange
from viewmark.comparison.moves import union
from viewmark.comparison.words import LIMIT, sentence, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Entry
    from viewmark.geometry import Bounds

__all__ = ["alike", "came_or_went", "fold_sizes", "with_followers", "without_echoes"]

MANY = 3
"""Elements that changed alike from which on that is one change."""
_ALIKE = ("color", "background", "font", "border", "opacity", "contrast", "state", "covered")
_ECHOES = ("text", "name", "value", "pixels")


def _is_inside(inner: Entry, outer: Entry) -> bool:
    a, b = inner.element, outer.element
    return a.frame == b.frame and bool(outer.path) and inner.path.startswith(outer.path + "/")


def without_echoes(changes: Sequence[PageChange], alone: Sequence[Entry]) -> list[PageChange]:
    """Without words that are told of an element inside, or as the name of what they label.

    Args:
        changes: of matched elements.
        alone: elements that came or went.
    """
    texts = [c for c in changes if c.kind in ("text", "value")]
    inner = [*(c.new for c in texts if c.new is not None), *alone]
    inner_paths = {(entry.element.frame, entry.path) for entry in inner}
    said = {(c.before, c.after) for c in texts if c.kind == "text"}
    left = []
    for change in changes:
        entry = change.new
        if entry is not None and change.kind in _ECHOES and entry.path:
            prefix = entry.path + "/"
            frame = entry.element.frame
            if any(f == frame and path.startswith(prefix) for f, path in inner_paths):
                continue
        if change.kind == "name" and (change.before, change.after) in said:
            continue
        left.append(change)
    return left


def alike(changes: Sequence[PageChange], keys: dict[int, str]) -> list[PageChange]:
    """The same change of the same property on many elements as one.

    Args:
        changes: in the order of the page.
        keys: what else must be equal, by `id` of the change.
    """
    groups: dict[tuple[str, ...], list[PageChange]] = defaultdict(list)
    for change in changes:
        if change.kind in _ALIKE:
            also = keys.get(id(change), "")
            key = (change.kind, change.detail, change.before, change.after, also)
            groups[key].append(change)
    folded: dict[int, PageChange | None] = {}
    for members in groups.values():
        if len(members) >= MANY:
            first = members[0]
            assert first.old is not None
            values = first.sentence.partition(": ")[2]
            said = f"{who(first.old, 20)} and {len(members) - 1} more: {values}"
            one = replace(
                first,
                sentence=sentence(said),
                count=sum(each.count for each in members),
                old_box=union(c.old_box for c in members if c.old_box is not None),
                new_box=union(c.new_box for c in members if c.new_box is not None),
            )
            folded |= {id(each): None for each in members}
            folded[id(first)] = one
    found = (folded.get(id(change), change) for change in changes)
    return [change for change in found if change is not None]


def fold_sizes(changes: Sequence[PageChange]) -> list[PageChange]:
    """Sizes that changed together, as cells of a row and of a column do, as one.

    Told is the one that changed most; two go together if they stand side by side and are as much
    taller, or one below the other and are as much wider.
    """
    sized = [c for c in changes if c.kind == "size" and c.old_box and c.new_box]
    if len(sized) < MANY:
        return list(changes)
    group = {id(each): number for number, each in enumerate(sized)}
    for i, one in enumerate(sized):
        for other in sized[:i]:
            if group[id(one)] != group[id(other)] and _are_aligned(one, other):
                number, gone = group[id(one)], group[id(other)]
                group = {key: number if n == gone else n for key, n in group.items()}
    members: dict[int, list[PageChange]] = defaultdict(list)
    for each in sized:
        members[group[id(each)]].append(each)
    folded: dict[int, PageChange | None] = {}
    for those in members.values():
        if len(those) < MANY:
            continue
        first = max(those, key=lambda each: sum(map(abs, _growth(each))))
        folded |= {id(each): None for each in those}
        said = f"{first.sentence}, {len(those) - 1} more with it"
        folded[id(first)] = replace(first, sentence=sentence(said), count=len(those))
    found = (folded.get(id(change), change) for change in changes)
    return [change for change in found if change is not None]


def _growth(change: PageChange) -> tuple[float, float]:
    assert change.old_box is not None
    assert change.new_box is not None
    a, b = change.old_box, change.new_box
    return b.width - a.width, b.height - a.height


def _are_aligned(one: PageChange, other: PageChange) -> bool:
    assert one.new_box is not None
    assert other.new_box is not None
    a, b = one.new_box, other.new_box
    (wide, high), (wide2, high2) = _growth(one), _growth(other)
    overlap = a.y < b.bottom and b.y < a.bottom
    below = a.x < b.right and b.x < a.right
    return (overlap and abs(high) >= 1 and abs(high - high2) < 1) or (
        below and abs(wide) >= 1 and abs(wide - wide2) < 1
    )


def with_followers(
    changes: Sequence[PageChange], moved: Sequence[PageChange]
) -> tuple[list[PageChange], list[PageChange]]:
    """Moves that follow from what came or went, told with that where there is room."""
    folded: list[PageChange] = []
    left = list(moved)
    for change in changes:
        follows = next((m for m in left if m.cause is not None and m.cause is change.entry), None)
        if follows is not None:
            way = follows.sentence.partition(": ")[0]
            said = f"{change.sentence}; {way}"
            if len(said) <= LIMIT:
                left.remove(follows)
                change = replace(change, sentence=said)
        folded.append(change)
    return folded, left


def came_or_went(entries: Sequence[tuple[Entry, Bounds]], *, is_new: bool) -> list[PageChange]:
    """What is only in one checkpoint: boxes with what is in them as one, and long lists as one."""
    heads: list[tuple[Entry, list[tuple[Entry, Bounds]]]] = []
    for entry, box in sorted(entries, key=lambda item: len(item[0].path)):
        holder = next((inside for head, inside in heads if _is_inside(entry, head)), None)
        if holder is None:
            heads.append((entry, [(entry, box)]))
        else:
            holder.append((entry, box))
    lists: dict[tuple[str, str], list[tuple[Entry, list[tuple[Entry, Bounds]]]]] = defaultdict(list)
    for entry, inside in heads:
        parent = entry.path.rpartition("/")[0].rpartition("/")[0]
        lists[(entry.element.frame or "", parent or entry.path)].append((entry, inside))
    changes = []
    for members in lists.values():
        if len(members) >= MANY:
            everything = [item for _, inside in members for item in inside]
            changes.append(_one(members[0][0], everything, is_new=is_new))
        else:
            changes += [_one(entry, inside, is_new=is_new) for entry, inside in members]
    return changes


def _one(entry: Entry, inside: list[tuple[Entry, Bounds]], *, is_new: bool) -> PageChange:
    word = "new" if is_new else "gone"
    more = f" and {len(inside) - 1} more" if len(inside) > 1 else ""
    box = union(box for _, box in inside)
    return PageChange(
        kind="new" if is_new else "gone",
        sentence=sentence(f"{who(entry)}{more}: {word}"),
        old=None if is_new else entry,
        new=entry if is_new else None,
        old_box=None if is_new else box,
        new_box=box if is_new else None,
        count=len(inside),
    )
