"""Compares two checkpoints: `compare_checkpoints` is all of it, pure and without a browser."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, overload

from viewmark.comparison.folding import (
    alike,
    came_or_went,
    fold_sizes,
    with_followers,
    without_echoes,
)
from viewmark.comparison.matching import ALIKE_WORDS, SAME_NODE, match_entries
from viewmark.comparison.model import PageChange, PageComparison
from viewmark.comparison.moves import (
    FONT_LINES,
    STRIP,
    Cause,
    Moved,
    SharedView,
    displacement,
    is_cut,
    motions,
    move_changes,
    not_told_by,
    union,
    without_reflow,
)
from viewmark.comparison.order import order_changes
from viewmark.comparison.pixels import is_set_anew, other_font, pixel_changes
from viewmark.comparison.properties import compare_entries, is_other_box
from viewmark.comparison.reach import Reach
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.words import sentence, who
from viewmark.elements.model import GUESSED
from viewmark.errors import NotComparable
from viewmark.geometry import Bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Checkpoint, Entry
    from viewmark.comparison.matching import Matches
    from viewmark.comparison.scrolled import ScrolledBoxes

__all__ = ["MAX_ELEMENTS", "compare_checkpoints"]

MAX_ELEMENTS = 20_000
"""Elements of one checkpoint."""
ROUNDED_PX, ROUNDED = 2.0, 0.015
"""CSS px, and a share of the way from the page's corner, by which places and sizes may differ on a
screen of another scale: there lines and frames are as thick as whole px of it."""
CONTAINERS = frozenset(
    {"", "none", "generic", "cell", "columnheader", "gridcell", "group", "listitem", "row",
     "rowgroup", "rowheader", "grid", "list", "main", "region", "table", "tree", "treegrid"}
)  # fmt: skip
"""Roles of boxes that are listed or not by what stands in them."""


_SIZES = ("size", "text", "name", "value", "font")
"""Changes after which an element may take more room."""


def compare_checkpoints(
    before: Checkpoint, after: Checkpoint, *, ignore: IgnoreRules | None = None
) -> PageComparison:
    """What changed from one checkpoint to another.

    Args:
        before: the earlier one.
        after: the later one.
        ignore: what is not compared.

    Raises:
        NotComparable: viewports of different size, or more elements than can be compared.
        ImageCorrupt, ImageUnsupported: a picture cannot be read.
    """
    rules = ignore or IgnoreRules()
    _check(before, after)
    matches = match_entries(before, after)
    reach = Reach(before, after)
    matched, gone, new = _parts(before, after, matches, rules, reach.scrolled)
    gone, new = reach.pick_gone(gone), reach.pick_new(new)
    changes, keys, causes = _properties(matched, rules)
    if any(GUESSED in reason for each in (before, after) for reason in each.incomplete):
        changes = [each for each in changes if each.kind != "covered" or _is_cover_known(each)]
        gone, new = ([item for item in side if not is_cut(item[0])] for side in (gone, new))
    reordered, touched = order_changes(matched)
    font, reset = ("", set()) if _factor(before) != _factor(after) else other_font(matched)
    is_font = bool(font) and not reset
    scrolled = {id(each.new) for each in matched if each.is_scrolled}
    is_page = before.origin != after.origin or is_font
    if is_page or scrolled:
        # What stays in the window, or in a box of it, lies over something else now.
        changes = [
            each
            for each in changes
            if each.kind != "covered"
            or "dialog" in each.after
            or not (is_page or id(each.new) in scrolled)
        ]
    known = {id(each.new) for each in changes if each.kind == "covered"}
    changes += _covered_controls([each for each in matched if id(each.new) not in known], new)
    view = SharedView(before, after, motions(matched), FONT_LINES if is_font else STRIP)
    groups = []
    for group in matches.undecided:
        ours, theirs = _items(before, group[0]), _items(after, group[1])
        if reach.pick_gone(ours) != ours or reach.pick_new(theirs) != theirs:
            continue  # how many there are is not known
        is_seen = any(view.of([each], [])[0] for each in ours)
        if is_seen and any(view.of([], [each])[1] for each in theirs):
            groups.append(group)
        else:  # none of one side is none of those of the other
            gone += [item for item in ours if not rules.covers(*item)]
            new += [item for item in theirs if not rules.covers(*item)]
    if gone or new:
        gone, new = _without_boxes_around(matched, gone, new)
        # What only left the picture was pushed, and pushed nothing itself.
        seen = view.of(gone, new)
        pushed = [
            [each for each in side if each not in seen[i]] for i, side in enumerate((gone, new))
        ]
        gone, new = (not_told_by(seen[0], pushed[1]), not_told_by(seen[1], pushed[0]))
    pushing = _pushing(gone, new, causes)
    is_rounded = _factor(before) != _factor(after)
    still = [each for i, each in enumerate(matched) if (each.dx or each.dy) and i not in touched]
    if is_rounded:
        still = [each for each in still if not _is_rounded_off(each)]
    moved = move_changes(still, pushing)
    lonely = [entry for entry, _ in (*gone, *new)]
    alone_boxes = [[box for _, box in each] for each in (gone, new)]
    stay = [[each.old for each in matched], [each.new for each in matched]]
    lists = [each.scope.covered for each in (before, after)]
    alone = came_or_went(new, stay[1], is_new=True, is_cover_listed=lists[0])
    came, moved = with_followers(alone, moved)
    alone = came_or_went(gone, stay[0], is_new=False, is_cover_listed=lists[1])
    went, moved = with_followers(alone, moved)
    notes = [font] if font else []
    if not is_font and moved and is_set_anew(changes, matched):
        count = sum(each.count for each in moved)
        notes.append(f"{count} elements moved with the font of most texts.")
        changes, moved = [each for each in changes if each.kind != "size"], []
    if is_font:
        changes, moved = [each for each in changes if each.kind != "size"], []
    elif is_rounded:
        changes = [each for each in changes if each.kind != "size" or not _is_rounding(each)]
    undecided = [
        _undecidable_change(before, after, group)
        for group in groups
        if not _is_cut_list(view, group, has_other_font=is_font)
    ]
    changes = fold_sizes(without_reflow(without_echoes(changes, lonely), pushing))
    changes = alike([c for c in changes if c.kind != "size" or id(c.new) not in reset], keys)
    everything = [*changes, *moved, *reordered, *came, *went, *undecided]
    hidden = [rules.hidden(before), rules.hidden(after)]
    drawn: list[PageChange] = []
    if before.origin != after.origin:
        notes.append(
            "The page is scrolled elsewhere: what is in view only once, and where what stays in "
            "the window lies, were not compared."
        )
    if not is_font:
        scrolled_areas = [reach.scrolled.areas(of) for of in (before, after)]
        first, second = ([*alone_boxes[i], *hidden[i], *scrolled_areas[i]] for i in (0, 1))
        drawn, also = _pixels(before, after, matched, first, second, everything)
        drawn = [each for each in drawn if each.entry or not reach.scrolled.has_frames]
        notes += also
    everything += [each for each in drawn if id(each.new) not in reset]
    everything.sort(key=_place)
    for each, name in ((before, "first"), (after, "second")):
        notes += [f"{name}: {reason}" for reason in each.incomplete]
    notes += reach.notes()
    return PageComparison(
        before=before,
        after=after,
        changes=tuple(everything),
        notes=tuple(notes),
        matched=len(matches.pairs),
    )


def _check(before: Checkpoint, after: Checkpoint) -> None:
    for each in (before, after):
        if len(each.entries) > MAX_ELEMENTS:
            raise NotComparable(
                f"{len(each.entries)} elements; at most {MAX_ELEMENTS} are compared.",
                hint="Look at a part of the page.",
            )
    a, b = before.viewport, after.viewport
    if (before.area is None) != (after.area is None) or (a.width, a.height) != (b.width, b.height):
        sizes = [f"{view.width:g} x {view.height:g}" for view in (a, b)]
        raise NotComparable(
            f"The viewports differ: {sizes[0]} and {sizes[1]} CSS px.",
            hint="Take both at the same size, and both of the viewport or of the whole page.",
        )


def _parts(
    before: Checkpoint,
    after: Checkpoint,
    matches: Matches,
    rules: IgnoreRules,
    scrolled: ScrolledBoxes,
) -> tuple[list[Moved], list[tuple[Entry, Bounds]], list[tuple[Entry, Bounds]]]:
    matched = []
    other_rows: list[Moved] = []
    said = Counter(_saying(each) for each in (*before.entries, *after.entries))
    for each in matches.pairs:
        a, b = before.boxes[each.old], after.boxes[each.new]
        old, new = before.entries[each.old], after.entries[each.new]
        if not rules.covers(old, a) and not rules.covers(new, b):
            step = scrolled.step(old, new)
            back = step or (0.0, 0.0)
            whole = before.whole_box(old), _shift(after.whole_box(new), back)
            dx, dy = _displacement(old, new, a, _shift(b, back), whole)
            pair = Moved(old, new, a, b, dx, dy, each.confidence, whole, step is not None)
            is_held = (before.origin != after.origin or pair.is_scrolled) and pair.stays
            is_held = is_held or is_other_box(old, new)
            is_same = _saying(old) == _saying(new) and said[_saying(old)] == 2
            if pair.is_scrolled and (dx or dy) and not is_held and not is_same:
                other_rows.append(pair)  # what is out of view lends its node to what comes
            else:
                matched.append(replace(pair, dx=0.0, dy=0.0) if is_held else pair)
    others = [(each.old, each.old_box) for each in other_rows]
    gone = _with_names([*_items(before, matches.gone), *others], after)
    others = [(each.new, each.new_box) for each in other_rows]
    new_ones = _with_names([*_items(after, matches.new), *others], before)
    # What only came into view is none of those seen before, however alike their words are; nor is
    # what alone says the same elsewhere in the document, where neither would be in view in both.
    loose = [each for each in matched if _is_loose(each)]
    if loose:
        certain = [each for each in matched if not _is_loose(each)]
        is_font = _factor(before) == _factor(after) and _is_set_otherwise(certain)
        view = SharedView(before, after, motions(certain), FONT_LINES if is_font else STRIP)
        apart = set[int]()
        for pair in loose:
            one, other = (pair.old, pair.old_box), (pair.new, pair.new_box)
            seen = view.of([one], [other])
            is_alone = _saying(pair.old) == _saying(pair.new) and said[_saying(pair.old)] == 2
            if seen == ([], []) or (not is_alone and seen != ([one], [other])):
                apart.add(id(pair))
                gone.append(one)
                new_ones.append(other)
        matched = [each for each in matched if id(each) not in apart]
    return (
        matched,
        [item for item in gone if not rules.covers(*item)],
        [item for item in new_ones if not rules.covers(*item)],
    )


@overload
def _shift(box: Bounds, by: tuple[float, float]) -> Bounds: ...
@overload
def _shift(box: Bounds | None, by: tuple[float, float]) -> Bounds | None: ...
def _shift(box: Bounds | None, by: tuple[float, float]) -> Bounds | None:
    return box and Bounds(box.x + by[0], box.y + by[1], box.width, box.height)


def _items(of: Checkpoint, positions: Sequence[int]) -> list[tuple[Entry, Bounds]]:
    return [(of.entries[i], of.boxes[i]) for i in positions]


def _saying(entry: Entry) -> tuple[str, str, str]:
    return entry.element.role, entry.element.name, entry.words


def _is_loose(each: Moved) -> bool:
    """Whether only their words say that both are the same."""
    is_elsewhere = each.old.path != each.new.path and bool(each.dx or each.dy)
    return each.confidence <= ALIKE_WORDS or (each.confidence < SAME_NODE and is_elsewhere)


def _with_names(items: list[tuple[Entry, Bounds]], other: Checkpoint) -> list[tuple[Entry, Bounds]]:
    """Without marks that a look had no time to name, and what may be one of those of the other."""
    tags = {entry.element.tag for entry in other.entries if not entry.path}
    return [item for item in items if item[0].path and item[0].element.tag not in tags]


def _is_set_otherwise(matched: Sequence[Moved]) -> bool:
    """Whether most texts are set in another font, from which all else follows."""
    note, apart = other_font(matched)
    return bool(note) and not apart


def _factor(of: Checkpoint) -> float:
    return of.viewport.device_scale_factor


def _is_rounded_off(moved: Moved) -> bool:
    """Whether it moved by no more than what is rounded above it and to its left."""
    dx, dy = abs(moved.dx), abs(moved.dy)
    box = moved.old_box
    return max(dx - ROUNDED * abs(box.x), dy - ROUNDED * abs(box.y)) < ROUNDED_PX


def _is_rounding(sized: PageChange) -> bool:
    """Whether a size differs by no more than lines that are as thick as whole px of a screen."""
    a, b = sized.old_box, sized.new_box
    assert a is not None
    assert b is not None
    return max(abs(a.width - b.width), abs(a.height - b.height)) < ROUNDED_PX


def _displacement(
    old: Entry, new: Entry, a: Bounds, b: Bounds, whole: tuple[Bounds | None, Bounds | None]
) -> tuple[float, float]:
    if old.unsteady or new.unsteady:
        return 0.0, 0.0
    if is_cut(old, new):
        # Of what is cut only the whole box tells where it is; in frames that is not known.
        one, other = whole
        if one is None or other is None or old.element.frame is not None:
            return 0.0, 0.0
        a, b = one, other
    return displacement(a, b)


def _properties(
    matched: Sequence[Moved], rules: IgnoreRules
) -> tuple[list[PageChange], dict[int, str], list[Cause]]:
    changes, causes = [], []
    keys: dict[int, str] = {}
    for each in matched:
        if each.old.element == each.new.element and each.old.style == each.new.style:
            continue
        found = compare_entries(each.old, each.new, each.old_box, each.new_box, rules.clean)
        own = [
            each.change(
                one.kind, one.sentence, before=one.before, after=one.after, detail=one.detail
            )
            for one in found
        ]
        keys |= {id(change): one.key for change, one in zip(own, found, strict=True)}
        changes += own
        sized = next((change for change in own if change.kind in _SIZES), None)
        if sized is not None:
            causes.append(Cause(each.new, each.old_box, each.new_box, sized))
    return changes, keys, causes


def _pushing(
    gone: Sequence[tuple[Entry, Bounds]],
    new: Sequence[tuple[Entry, Bounds]],
    causes: Sequence[Cause],
) -> list[Cause]:
    """Everything that may have pushed others."""
    pushing = [
        *causes,
        *(Cause(entry, box, None) for entry, box in gone),
        *(Cause(entry, None, box) for entry, box in new),
    ]
    if len(gone) > 1:
        pushing.append(Cause(gone[0][0], union(box for _, box in gone), None))
    if len(new) > 1:
        pushing.append(Cause(new[0][0], None, union(box for _, box in new)))
    return pushing


def _is_cover_known(covered: PageChange) -> bool:
    """Whether its middle was tested: of the rest one look may have guessed what it is told of."""
    styles = (each.style for each in (covered.old, covered.new) if each is not None)
    return any(style is not None and style.cover is not None for style in styles)


def _without_boxes_around(
    matched: Sequence[Moved], gone: list[tuple[Entry, Bounds]], new: list[tuple[Entry, Bounds]]
) -> tuple[list[tuple[Entry, Bounds]], list[tuple[Entry, Bounds]]]:
    """Without boxes that are there before and after, and are listed by what stands in them.

    A cell is listed where no control in it is: if its tick box goes, the cell does not come.
    """
    stay = set[tuple[str | None, str]]()
    for each in matched:
        path = ""
        steps = zip(each.old.path.split("/"), each.new.path.split("/"), strict=False)
        for one, other in steps:
            if one != other:
                break
            path = f"{path}/{one}" if path else one
            stay.add((each.new.element.frame, path))
    own = {(each.new.element.frame, each.new.path) for each in matched}
    other_boxes = [each for each in matched if is_other_box(each.old, each.new)]

    def is_change(
        entry: Entry, others: Sequence[tuple[Entry, Bounds]], boxes: Sequence[Entry]
    ) -> bool:
        element, around = entry.element, f"{entry.path}/"
        if element.tag == "label" and any(
            (each.element.frame, each.element.name) == (element.frame, entry.words)
            for each, _ in others
        ):
            return False  # of a control that stands no more, or stood not, for both
        if any(entry.words == box.words and _is_part(entry, box) for box in boxes):
            return False  # of a label that is listed for its control in one of them
        if element.role not in CONTAINERS or not entry.path:
            return True
        if (element.frame, entry.path) in stay - own:
            return False
        inside = [
            other
            for other, _ in others
            if other.element.frame == element.frame and other.path.startswith(around)
        ]
        said = {text for each in inside for text in ("", each.words, each.element.name)}
        return not {entry.words, element.name} <= said

    return (
        [item for item in gone if is_change(item[0], new, [each.new for each in other_boxes])],
        [item for item in new if is_change(item[0], gone, [each.old for each in other_boxes])],
    )


def _covered_controls(
    matched: Sequence[Moved], new: Sequence[tuple[Entry, Bounds]]
) -> list[PageChange]:
    """Controls over which something came, so that their label is listed for them."""
    changes = []
    for each in matched:
        if each.new.element.tag != "label" or each.old.element.tag == "label":
            continue
        over = (cover for cover, box in new if box.intersection(each.old_box) == each.old_box)
        if (cover := next(over, None)) is not None:
            by = who(cover, 24)
            said = sentence(f"{who(each.old)}: now covered by {by}")
            changes.append(each.change("covered", said, after=by))
    return changes


def _is_part(entry: Entry, of: Entry) -> bool:
    return entry.element.frame == of.element.frame and entry.path.startswith(f"{of.path}/")


def _is_cut_list(
    view: SharedView, group: tuple[tuple[int, ...], tuple[int, ...]], *, has_other_font: bool
) -> bool:
    """Whether things that all say the same are as many as before, but for those out of view.

    In another font each line stands elsewhere, so how many are in view says nothing.
    """
    old, new = _items(view.before, group[0]), _items(view.after, group[1])
    if len({_saying(entry) for entry, _ in old + new}) > 1:
        return False
    if has_other_font:
        return True
    seen_old, seen_new = view.of(old, new)
    return len(seen_old) <= len(new) and len(seen_new) <= len(old) and len(old) != len(new)


def _undecidable_change(
    before: Checkpoint, after: Checkpoint, group: tuple[tuple[int, ...], tuple[int, ...]]
) -> PageChange:
    old, new = group
    first = before.entries[old[0]]
    said = (
        f"{len(old)} like {who(first, 24)} before, {len(new)} after: not decidable which is which"
    )
    return PageChange(
        kind="undecidable",
        sentence=sentence(said),
        old=first,
        old_box=union(before.boxes[i] for i in old),
        new_box=union(after.boxes[j] for j in new),
        count=max(len(old), len(new)),
        confidence=0.0,
    )


def _pixels(
    before: Checkpoint,
    after: Checkpoint,
    matched: Sequence[Moved],
    gone: Sequence[Bounds],
    new: Sequence[Bounds],
    changes: Sequence[PageChange],
) -> tuple[list[PageChange], list[str]]:
    if before.picture is None or after.picture is None:
        return [], ["There are no pixels to compare: a picture is missing."]
    if before.scale != after.scale or before.size != after.size:
        return [], [
            f"The pixels were not compared: the pictures have different scales or sizes "
            f"({before.scale:g} and {after.scale:g} px per CSS px)."
        ]
    factors = [_factor(before), _factor(after)]
    if factors[0] != factors[1]:
        return [], [
            f"The pixels were not compared: the screens have {factors[0]:g} and {factors[1]:g} px "
            "per CSS px, and places and sizes only beyond what is rounded by that."
        ]
    return pixel_changes(before, after, matched, gone, new, changes)


def _place(change: PageChange) -> tuple[float, float]:
    box = change.new_box or change.old_box
    return (box.y, box.x) if box is not None else (float("inf"), 0.0)
