"""Pairs the entries of two checkpoints, and finds entries that only one of them contains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from viewmark.comparison.checkpoint import Checkpoint, Entry, Item, list_items
from viewmark.comparison.matching import ALIKE_WORDS, SAME_NODE, Match, Matches
from viewmark.comparison.moves import Moved, SharedView, displacement, is_cut
from viewmark.comparison.properties import is_other_box
from viewmark.comparison.rows import find_shared, hold_boxes
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.scrolled import ScrolledBoxes

CONTAINERS = frozenset(
    {"", "none", "generic", "cell", "columnheader", "gridcell", "group", "listitem", "row",
     "rowgroup", "rowheader", "grid", "list", "main", "region", "table", "tree", "treegrid"}
)  # fmt: skip
"""Roles of containers, which an observation may list or omit depending on their contents."""


def pair_entries(
    before: Checkpoint,
    after: Checkpoint,
    matches: Matches,
    rules: IgnoreRules,
    scrolled: ScrolledBoxes,
) -> tuple[list[Moved], list[Item], list[Item]]:
    """Return the pairs with their shifts, and the entries that only one checkpoint contains.

    Args:
        before: the earlier checkpoint.
        after: the later checkpoint.
        matches: the matched elements.
        rules: words, elements and regions to exclude from the comparison.
        scrolled: scroll containers that show different parts in the two checkpoints.
    """
    said = Counter(saying_of(each) for each in (*before.entries, *after.entries))
    matched, lent = [], []
    for each in matches.pairs:
        pair = _measure(before, after, each, scrolled)
        if rules.covers(pair.old, pair.old_box) or rules.covers(pair.new, pair.new_box):
            continue
        is_held = (before.origin != after.origin or pair.is_scrolled) and pair.stays
        is_held = is_held or is_other_box(pair.old, pair.new)
        is_unknown = pair.old.style is None and is_cut(pair.old, pair.new)
        is_unknown = is_unknown and saying_of(pair.old) != saying_of(pair.new)
        is_elsewhere = pair.is_scrolled and (pair.dx or pair.dy or is_unknown) and not is_held
        if is_elsewhere and not _says_alone(pair, said):
            lent.append(pair)  # a virtual list reuses the node of an element that left the view
        else:
            matched.append(pair._replace(dx=0.0, dy=0.0) if is_held else pair)
    # Contents of list rows stay matched, because all contents of a row identify the row together.
    lists = matches.relisted
    rows = [each for each in matched if lists and any(one.holds(each.old) for one in lists)]
    known = {id(each) for each in rows}
    others = [each for each in matched if id(each) not in known]
    matched, apart = _part_loose(before, after, others, said)
    matched += rows
    first = [*list_items(before, matches.gone), *((each.old, each.old_box) for each in lent)]
    second = [*list_items(after, matches.new), *((each.new, each.new_box) for each in lent)]
    gone = [*_with_names(first, after), *((each.old, each.old_box) for each in apart)]
    new = [*_with_names(second, before), *((each.new, each.new_box) for each in apart)]
    return (
        matched,
        [item for item in gone if not rules.covers(*item)],
        [item for item in new if not rules.covers(*item)],
    )


def _measure(before: Checkpoint, after: Checkpoint, match: Match, scrolled: ScrolledBoxes) -> Moved:
    """Measure the shift of an element on the page or in its scroll container."""
    a, b = before.boxes[match.old], after.boxes[match.new]
    old, new = before.entries[match.old], after.entries[match.new]
    step = scrolled.step(old, new)
    dx, dy = step or (0.0, 0.0)
    one, other, is_known = a, b.shift(dx, dy), not (old.unsteady or new.unsteady)
    if is_cut(old, new):
        # A clipped element's position requires its complete box, which is unknown in frames.
        whole = before.whole_box(old), after.whole_box(new)
        is_known = is_known and None not in whole and old.element.frame is None
        if whole[0] is not None and whole[1] is not None:
            one, other = whole[0], whole[1].shift(dx, dy)
    way = displacement(one, other) if is_known else (0.0, 0.0)
    return Moved(old, new, a, b, *way, match.confidence, step is not None)


def _part_loose(
    before: Checkpoint,
    after: Checkpoint,
    matched: list[Moved],
    said: Counter[tuple[str, str, str]],
) -> tuple[list[Moved], list[Moved]]:
    """Separate uncertain pairs that are really two elements, each in only one checkpoint.

    A pair is separated if neither element would be visible in the other checkpoint, however
    similar their texts are. A pair is kept if both have a text that no other element has, or if
    each of them would be visible in the other checkpoint.
    """
    loose = [each for each in matched if _is_loose(each)]
    if not loose:
        return matched, []
    certain = [each for each in matched if not _is_loose(each)]
    view = SharedView(before, after, certain)
    apart: list[Moved] = []
    for pair in loose:
        one, other = (pair.old, pair.old_box), (pair.new, pair.new_box)
        seen = view.of([one], [other])
        if seen == ([], []) or (not _says_alone(pair, said) and seen != ([one], [other])):
            apart.append(pair)
    two = {id(each) for each in apart}
    return [each for each in matched if id(each) not in two], apart


def _says_alone(pair: Moved, said: Counter[tuple[str, str, str]]) -> bool:
    """Return True if both elements have the same text, and no other element has it."""
    saying = saying_of(pair.old)
    return saying == saying_of(pair.new) and said[saying] == 2


def saying_of(entry: Entry) -> tuple[str, str, str]:
    """Return role, name and text of an entry."""
    return entry.element.role, entry.element.name, entry.words


def _is_loose(each: Moved) -> bool:
    """Return True if a pair is uncertain: matched by text only, or moved and on different nodes."""
    is_elsewhere = each.old.path != each.new.path and bool(each.dx or each.dy)
    return each.confidence <= ALIKE_WORDS or (each.confidence < SAME_NODE and is_elsewhere)


def _with_names(items: list[Item], other: Checkpoint) -> list[Item]:
    """Omit elements whose path is unknown, or that may match an element with an unknown path."""
    tags = {entry.element.tag for entry in other.entries if not entry.path}
    return [item for item in items if item[0].path and item[0].element.tag not in tags]


def is_rescaled(before: Checkpoint, after: Checkpoint) -> bool:
    """Return True if the device scale factors differ."""
    return before.viewport.device_scale_factor != after.viewport.device_scale_factor


def leave_out_boxes_around(
    matched: Sequence[Moved], gone: list[Item], new: list[Item]
) -> tuple[list[Item], list[Item]]:
    """Omit containers that exist before and after, and are listed because of their contents.

    A cell is listed only if it contains no control, so it is not new if its checkbox disappears. A
    text is not listed if it is the complete text of its container, so the remaining text is not new
    if adjacent text disappears.
    """
    stay = hold_boxes(
        (each.new.element.frame, find_shared(each.old.path, each.new.path)) for each in matched
    )
    own = {(each.new.element.frame, each.new.path) for each in matched}
    alone = stay - own

    def is_change(entry: Entry, others: Sequence[Item]) -> bool:
        element = entry.element
        if element.tag == "label" and any(
            (each.element.frame, each.element.name) == (element.frame, entry.words)
            for each, _ in others
        ):
            # the element is the label of a control, and only the other checkpoint lists that
            # control
            return False
        if (element.frame, entry.path) in alone:
            # the container is in both documents, but had no role or was not actionable in one of
            # them
            return False
        if element.role not in CONTAINERS or not entry.path:
            return True
        inside = [other for other, _ in others if other.is_inside(entry)]
        said = {text for each in inside for text in ("", each.words, each.element.name)}
        return not {entry.words, element.name} <= said

    return (
        [item for item in gone if is_change(item[0], new)],
        [item for item in new if is_change(item[0], gone)],
    )
