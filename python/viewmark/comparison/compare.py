"""Compares two checkpoints with `compare_checkpoints`, without a browser. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from viewmark.comparison.checkpoint import Checkpoint, Item, list_items
from viewmark.comparison.folding import (
    alike,
    came_or_went,
    fold_sizes,
    with_followers,
    without_echoes,
)
from viewmark.comparison.matching import match_entries
from viewmark.comparison.model import PageChange, PageComparison
from viewmark.comparison.moves import (
    Cause,
    Moved,
    SharedView,
    is_cut,
    move_changes,
    without_reflow,
)
from viewmark.comparison.order import describe_relisted, order_changes
from viewmark.comparison.pairing import (
    is_rescaled,
    leave_out_boxes_around,
    pair_entries,
)
from viewmark.comparison.pixels import (
    is_set_anew,
    other_font,
    pixel_changes,
)
from viewmark.comparison.properties import compare_entries
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.scaled import find_scaled
from viewmark.comparison.scrolled import Reach
from viewmark.comparison.words import sentence, who
from viewmark.elements.model import GUESSED
from viewmark.errors import NotComparable
from viewmark.geometry import Bounds, Viewport, union

MAX_ELEMENTS = 20_000
"""Maximum number of elements in a checkpoint."""
ROUNDED_PX, ROUNDED = 2.0, 0.015
"""Tolerance of places and sizes if the device scale factors differ, because lines and borders are
rounded to device px: `ROUNDED_PX` CSS px, plus the share `ROUNDED` of the distance from the page's
corner."""
_SIZES = ("size", "text", "name", "value", "font")
"""Kinds of changes after which an element may take more space, which moves other elements."""
_Group: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A group of elements that cannot be told apart: their positions before, and their positions after.
"""


def compare_checkpoints(
    before: Checkpoint, after: Checkpoint, *, ignore: IgnoreRules | None = None
) -> PageComparison:
    """Compare two checkpoints, and return all changes between them.

    Args:
        before: the earlier checkpoint.
        after: the later checkpoint.
        ignore: words, elements and regions to exclude from the comparison.

    Raises:
        NotComparable: the viewport sizes differ, or there are too many elements.
        ImageCorrupt, ImageUnsupported: a screenshot cannot be decoded.
    """
    _check(before, after)
    work = _Work(before, after, ignore or IgnoreRules())
    work.leave_out_guesses()
    work.settle_covers()
    groups = work.settle_groups()
    work.leave_out_pushed()
    alone = work.describe_lonely()
    work.fold_properties()
    undecided = [_undecidable_change(before, after, group) for group in groups]
    changes = [*work.changes, *work.moved, *work.reordered, *alone, *undecided]
    changes += work.find_pixels(changes)
    changes.sort(key=_place)
    return PageComparison(
        before=before,
        after=after,
        changes=tuple(changes),
        notes=tuple(work.list_notes()),
        matched=len(work.matches.pairs),
    )


class _Work:
    """State of a comparison; each step handles the elements that earlier steps did not report."""

    def __init__(self, before: Checkpoint, after: Checkpoint, rules: IgnoreRules) -> None:
        self.before, self.after, self.rules = before, after, rules
        self.matches = match_entries(before, after)
        self.reach = Reach(before, after)
        matched, gone, new = pair_entries(before, after, self.matches, rules, self.reach.scrolled)
        self.matched = matched
        self.gone, self.new = self.reach.pick_gone(gone), self.reach.pick_new(new)
        self.changes, self.causes = _properties(matched, rules)
        relisted = self.matches.relisted
        self.reordered, self.touched = order_changes(matched, relisted)
        lists = (describe_relisted(each, before, after, rules) for each in relisted)
        self.reordered += [each for each in lists if each is not None]
        self.moved: list[PageChange] = []
        self.is_rescaled = is_rescaled(before, after)
        self.scaled = None if self.is_rescaled else find_scaled(matched)
        is_known = self.is_rescaled or self.scaled is not None
        self.font, self.reset = ("", set()) if is_known else other_font(matched)
        """A note about a different font, and `id` of the entries that use it; none if most entries
        do.
        """
        self.is_font = bool(self.font) and not self.reset
        self.is_elsewhere = before.origin != after.origin
        self.is_zoomed = self.scaled is not None and self.scaled.is_page
        # A reordered element did not displace the elements around it.
        went = [each for i, each in enumerate(matched) if i not in self.touched]
        self.view = SharedView(before, after, went)
        self.notes = [self.font] if self.font else []

    def leave_out_guesses(self) -> None:
        """Omit uncertain results about elements that an observation had no time to hit-test."""
        sides = (self.before, self.after)
        if any(GUESSED in reason for each in sides for reason in each.incomplete):
            self.changes = [c for c in self.changes if c.kind != "covered" or _is_cover_known(c)]
            self.gone = [item for item in self.gone if not is_cut(item[0])]
            self.new = [item for item in self.new if not is_cut(item[0])]

    def settle_covers(self) -> None:
        """Omit "covered" changes that result from scrolling."""
        scrolled = {id(each.new) for each in self.matched if each.is_scrolled}
        is_page = self.is_elsewhere or self.is_font
        # After scrolling, fixed elements and scroll containers cover different content.
        self.changes = [
            each
            for each in self.changes
            if each.kind != "covered"
            or "dialog" in each.after
            or not (is_page or id(each.new) in scrolled)
        ]

    def settle_groups(self) -> list[_Group]:
        """Return groups of equal elements that cannot be distinguished.

        If only one checkpoint shows elements of a group, these count as added or removed.
        """
        groups = []
        for group in self.matches.undecided:
            ours, theirs = list_items(self.before, group[0]), list_items(self.after, group[1])
            if self.reach.pick_gone(ours) != ours or self.reach.pick_new(theirs) != theirs:
                # the other checkpoint may not list all of them, so their number is unknown
                continue
            is_seen = any(self.view.of([each], [])[0] for each in ours)
            if is_seen and any(self.view.of([], [each])[1] for each in theirs):
                groups.append(group)
            else:  # in one checkpoint they are out of view, so none of them can be in both
                self.gone += [item for item in ours if not self.rules.covers(*item)]
                self.new += [item for item in theirs if not self.rules.covers(*item)]
        self.gone, self.new = _sort(self.gone, self.before), _sort(self.new, self.after)
        return groups

    def leave_out_pushed(self) -> None:
        """Omit elements that only left or entered the view, and those listed in their place."""
        if not (self.gone or self.new):
            return
        items = leave_out_boxes_around(self.matched, self.gone, self.new)
        seen = self.view.of(*items)
        is_still = not (self.causes or self.is_elsewhere or any(e.is_moved for e in self.matched))
        if is_still and not any(seen):
            seen = items  # if nothing moved, nothing can have left the screenshot
        self.gone, self.new = seen

    def describe_lonely(self) -> list[PageChange]:
        """Report added and removed elements with the moves they caused; keep other moves."""
        self.pushing = _pushing(self.gone, self.new, self.causes)
        still = [
            each
            for i, each in enumerate(self.matched)
            if (each.dx or each.dy) and i not in self.touched
        ]
        if self.is_rescaled:
            still = [each for each in still if not _is_rounded_off(each)]
        if self.scaled is not None:
            affected = self.scaled.affected
            still = [e for e in still if not self.is_zoomed and id(e.new) not in affected]
        moved = move_changes(still, self.pushing)
        stay = [each.new for each in self.matched]
        listed = self.before.scope.covered
        alone = came_or_went(self.new, stay, is_new=True, is_cover_listed=listed)
        came, moved = with_followers(alone, moved)
        stay = [each.old for each in self.matched]
        listed = self.after.scope.covered
        alone = came_or_went(self.gone, stay, is_new=False, is_cover_listed=listed)
        went, self.moved = with_followers(alone, moved)
        return [*came, *went]

    def fold_properties(self) -> None:
        """Merge changes of matched elements, and omit those that follow from fonts or scaling."""
        changes = self.changes
        if self.scaled is not None:
            changes = [each for each in changes if not self.scaled.explains(each)]
        if not self.is_font and self.moved and is_set_anew(changes, self.matched):
            count = sum(each.count for each in self.moved)
            if count:
                self.notes.append(f"{count} elements moved with the font of most texts.")
            changes, self.moved = [each for each in changes if each.kind != "size"], []
        if self.is_font:
            changes, self.moved = [each for each in changes if each.kind != "size"], []
        lonely = [entry for entry, _ in (*self.gone, *self.new)]
        changes = fold_sizes(without_reflow(without_echoes(changes, lonely), self.pushing))
        changes = [c for c in changes if c.kind != "size" or id(c.new) not in self.reset]
        self.changes = alike(changes)
        if self.scaled is not None:
            self.changes.append(self.scaled.change)

    def find_pixels(self, changes: Sequence[PageChange]) -> list[PageChange]:
        """Return pixel differences that no other change explains."""
        if self.is_elsewhere:
            self.notes.append(
                "The page is scrolled elsewhere: what is in view only once, and where what stays "
                "in the window lies, were not compared."
            )
        if self.is_zoomed:
            is_text = self.scaled is not None and self.scaled.change.kind == "font"
            what = "the size of the text" if is_text else "that"
            self.notes.append(f"Places, sizes and pixels follow from {what}.")
        if self.is_font or self.is_zoomed:
            return []
        known = {id(entry) for each in self.matched for entry in (each.old, each.new)}
        first, second = (
            [
                *self.before.turning,
                *self.after.turning,
                *(b for e, b in zip(of.entries, of.boxes, strict=True) if id(e) not in known),
                *self.rules.regions,
                *self.reach.scrolled.areas(of),
            ]
            for of in (self.before, self.after)
        )
        drawn, notes = _pixels(self.before, self.after, self.matched, first, second, changes)
        self.notes += notes
        has_frames = self.reach.scrolled.has_frames
        apart = self.reset if self.scaled is None else self.scaled.affected
        return [
            each for each in drawn if (each.entry or not has_frames) and id(each.new) not in apart
        ]

    def list_notes(self) -> list[str]:
        """Return notes on differences that are not changes, or that were not compared."""
        notes = list(self.notes)
        for each, name in ((self.before, "first"), (self.after, "second")):
            notes += [f"{name}: {reason}" for reason in each.incomplete]
        return notes + self.reach.notes()


def _sort(items: Sequence[Item], of: Checkpoint) -> list[Item]:
    """Sort items in the order of their checkpoint, because the first item names the group."""
    place = {id(entry): i for i, entry in enumerate(of.entries)}
    return sorted(items, key=lambda item: place[id(item[0])])


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
        zoom = _find_browser_zoom(a, b)
        why = f": the browser's zoom is {zoom:.0%} of before" if zoom else ""
        raise NotComparable(
            f"The viewports differ: {sizes[0]} and {sizes[1]} CSS px{why}.",
            hint="Take both at the same size, and both of the viewport or of the whole page.",
        )


def _find_browser_zoom(a: Viewport, b: Viewport) -> float:
    """Return the browser zoom that explains the changed scale factor and viewport size, or 0."""
    zoom = b.device_scale_factor / a.device_scale_factor
    pairs = ((a.width, b.width), (a.height, b.height))
    is_zoomed = zoom != 1 and all(abs(other * zoom - one) <= 2 * zoom for one, other in pairs)
    return zoom if is_zoomed else 0.0


def _is_rounded_off(moved: Moved) -> bool:
    """Return True if the move can result from rounded sizes of elements above and to the left."""
    dx, dy = abs(moved.dx), abs(moved.dy)
    box = moved.old_box
    return max(dx - ROUNDED * abs(box.x), dy - ROUNDED * abs(box.y)) < ROUNDED_PX


def _properties(
    matched: Sequence[Moved], rules: IgnoreRules
) -> tuple[list[PageChange], list[Cause]]:
    changes, causes = list[PageChange](), list[Cause]()
    for each in matched:
        own = compare_entries(each, rules.clean)
        changes += own
        sized = next((change for change in own if change.kind in _SIZES), None)
        if sized is not None:
            causes.append(Cause(each.new, each.old_box, each.new_box, sized))
    return changes, causes


def _pushing(
    gone: Sequence[Item],
    new: Sequence[Item],
    causes: Sequence[Cause],
) -> list[Cause]:
    """Return all elements that may have displaced other elements."""
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
    """Return True if a hit test at the element's center found a cover, so it was not guessed."""
    styles = (each.style for each in (covered.old, covered.new) if each is not None)
    return any(style is not None and style.cover is not None for style in styles)


def _undecidable_change(before: Checkpoint, after: Checkpoint, group: _Group) -> PageChange:
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
    factors = [each.viewport.device_scale_factor for each in (before, after)]
    if is_rescaled(before, after):
        return [], [
            f"The pixels were not compared: the screens have {factors[0]:g} and {factors[1]:g} px "
            "per CSS px, and places and sizes only beyond what is rounded by that."
        ]
    return pixel_changes(before, after, matched, gone, new, changes)


def _place(change: PageChange) -> tuple[float, float]:
    box = change.new_box or change.old_box
    return (box.y, box.x) if box is not None else (float("inf"), 0.0)
