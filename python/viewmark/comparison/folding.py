"""Merges related changes: equal changes of many elements, nested and repeated changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from viewmark.comparison.checkpoint import Entry, Item
from viewmark.comparison.model import PageChange, merge_changes
from viewmark.comparison.rows import hold_boxes, list_around
from viewmark.comparison.words import LIMIT, sentence, who
from viewmark.geometry import union
from viewmark.grouping import grouped

MANY = 3
"""Minimum number of elements with equal changes that are reported as a single change."""
_ALIKE = (
    *("text", "name", "color", "background", "font", "border"),
    *("opacity", "contrast", "state", "covered"),
)
_ECHOES = ("text", "name", "value", "pixels")


def without_echoes(changes: Sequence[PageChange], alone: Sequence[Entry]) -> list[PageChange]:
    """Omit changes that are also reported for an inner element or a label.

    Args:
        changes: changes of matched elements.
        alone: added or removed elements.
    """
    texts = [c for c in changes if c.kind in ("text", "value")]
    inner = [*(c.new for c in texts if c.new is not None), *alone]
    saying = [entry for entry in inner if entry.words]
    said = {(c.before, c.after) for c in texts if c.kind == "text"}
    left = []
    for change in changes:
        entry = change.new
        if entry is not None and change.kind in _ECHOES:
            # A change without text, such as a changed icon, does not change the text around it.
            those = saying if change.kind == "text" else inner
            if any(each.is_inside(entry) for each in those):
                continue
        if change.kind == "name" and (change.before, change.after) in said:
            continue
        left.append(change)
    return left


def alike(changes: Sequence[PageChange]) -> list[PageChange]:
    """Merge equal changes of many elements into one change, and keep the order of the page."""
    similar = (each for each in changes if each.kind in _ALIKE)
    groups = grouped(((c.kind, c.detail, c.before, c.after), c) for c in similar)
    folded: dict[int, PageChange | None] = {}
    for members in groups.values():
        if len(members) < MANY:
            continue
        first = members[0]
        assert first.old is not None
        values = first.sentence.partition(": ")[2]
        said = f"{who(first.old, 20)} and {len(members) - 1} more: {values}"
        folded |= {id(each): None for each in members}
        folded[id(first)] = merge_changes(members, said)
    found = (folded.get(id(change), change) for change in changes)
    return [change for change in found if change is not None]


def fold_sizes(changes: Sequence[PageChange]) -> list[PageChange]:
    """Merge size changes that belong together, such as those of the cells of a row or column.

    Only the largest change is reported. Two changes belong together if the elements are side by
    side and their heights changed equally, or below each other and their widths changed equally.
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
    members = grouped((group[id(each)], each) for each in sized)
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
    changes: Sequence[tuple[PageChange, set[int]]], moved: Sequence[PageChange]
) -> tuple[list[PageChange], list[PageChange]]:
    """Merge moves into the changes that caused them, if the merged sentence is short enough.

    Args:
        changes: added or removed elements, as returned by `came_or_went`.
        moved: the moves, each with its cause.
    """
    folded: list[PageChange] = []
    left = list(moved)
    for change, members in changes:
        follow = [m for m in left if m.cause is not None and id(m.cause) in members]
        if follow:
            way = follow[0].sentence.partition(": ")[0]
            if len(follow) > 1:
                way = f"{sum(each.count for each in follow)} elements moved with it"
            said = f"{change.sentence}; {way}"
            if len(said) <= LIMIT:
                left = [each for each in left if each not in follow]
                change = replace(change, sentence=said)
        folded.append(change)
    return folded, left


def came_or_went(
    entries: Sequence[Item],
    stay: Sequence[Entry],
    *,
    is_new: bool,
    is_cover_listed: bool,
) -> list[tuple[PageChange, set[int]]]:
    """Return changes for items that are in one checkpoint only, each with the `id` of its entries.

    An item and its contents are reported as one change, and so are many such items of one list.

    Args:
        entries: the items, each with its box in CSS px of the page.
        stay: matched entries of this checkpoint.
        is_new: True if the items were added, False if they were removed.
        is_cover_listed: True if the other checkpoint would list covered elements.
    """
    if not entries:
        return []
    word = "new" if is_new else "gone"
    if not is_cover_listed:
        word += " or uncovered" if is_new else " or covered"
    held = hold_boxes((each.element.frame, each.path) for each in stay)
    boxes: dict[tuple[str | None, str], list[Item]] = defaultdict(list)
    for entry, box in entries:
        frame = entry.element.frame
        apart = (
            step for step in (*list_around(entry.path), entry.path) if (frame, step) not in held
        )
        boxes[(frame, next(apart, entry.path))].append((entry, box))
    lists: dict[tuple[str, ...], list[list[Item]]] = defaultdict(list)
    for (frame, path), inside in boxes.items():
        # The entry at that path contains all others, so it names the change. Without such an entry,
        # the first entry in reading order does.
        inside.sort(key=lambda item: item[0].path != path)
        holder, _, step = path.rpartition("/")
        role = inside[0][0].element.role
        key = (frame or "", holder.rpartition("[")[0], step.partition("[")[0], role)
        lists[key].append(inside)
    changes = []
    for members in lists.values():
        those = (
            [[item for inside in members for item in inside]] if len(members) >= MANY else members
        )
        for inside in those:
            change = _one(inside[0][0], inside, word, is_new=is_new)
            changes.append((change, {id(entry) for entry, _ in inside}))
    return changes


def _one(entry: Entry, inside: list[Item], word: str, *, is_new: bool) -> PageChange:
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
