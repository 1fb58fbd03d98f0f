"""Finds elements that are not listed because another element covers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viewmark.comparison.checkpoint import Entry, Item
from viewmark.comparison.matching import SAME_PLACE
from viewmark.comparison.model import PageChange
from viewmark.comparison.moves import Moved
from viewmark.comparison.words import sentence, who

_FEW = 40
"""Maximum added or removed elements; if there are more, a cover is an unlikely explanation."""


def find_covered_controls(
    matched: Sequence[Moved], gone: Sequence[Item], new: Sequence[Item]
) -> list[PageChange]:
    """Find controls that one checkpoint lists by their container, because something covers them.

    Such a control was covered or uncovered between the checkpoints; it was not removed or added.
    """
    changes = []
    for each in matched:
        if is_covered := _is_listed_for(each.new, each.old):
            control, box, others = each.old, each.old_box, new
        elif _is_listed_for(each.old, each.new):
            control, box, others = each.new, each.new_box, gone
        else:
            continue
        if (by := _find_cover((control, box), others)) is None:
            continue
        said, was, now = _word_cover(control, by, is_covered=is_covered)
        changes.append(each.change("covered", said, before=was, after=now))
    return changes


def _is_listed_for(deputy: Entry, control: Entry) -> bool:
    """Return True if a control's label or container is listed instead of the control."""
    one, other = deputy.element, control.element
    if one.tag == "label":
        return other.tag != "label"
    is_same = (one.role, one.name) == (other.role, other.name) and one.tag != other.tag == "input"
    return is_same and control.is_inside(deputy)


def settle_deputies(gone: list[Item], new: list[Item]) -> list[PageChange]:
    """Report a control as covered, not as removed, if another element is listed in its place.

    For example, a cell is listed by its name while its checkbox is covered. The function removes
    the reported items from `gone` and `new`.
    """
    left = list[PageChange]()
    for those, others, is_covered in ((gone, new, True), (new, gone, False)):
        for item in list(those):
            holder = next((other for other in others if _stands_for(other[0], item[0])), None)
            by = _find_cover(item, [other for other in others if other is not holder])
            if by is None or (holder is None and not _is_drawn_by_others(item[0])):
                continue
            those.remove(item)
            around = item[0]
            if holder is not None:
                others.remove(holder)
                around = holder[0]
            else:  # the control's label is listed instead
                others[:] = [each for each in others if not _is_label(each[0], item[0])]
            sides = (item[0], around) if is_covered else (around, item[0])
            change = _describe_cover(item, sides, by, is_covered=is_covered)
            left.append(change if holder is not None else _leave_open(change))
    return left


def _stands_for(holder: Entry, control: Entry) -> bool:
    """Return True if `holder` contains the control and its name, or is a covered part of it."""
    name = control.element.name
    if holder.element.occluded and holder.is_inside(control):
        return True
    return bool(name) and name in holder.element.name and control.is_inside(holder)


def _is_drawn_by_others(control: Entry) -> bool:
    """Return True for a transparent control: other elements paint it, and a cover hides it."""
    return control.style is not None and control.style.opacity == "0"


def _is_label(label: Entry, control: Entry) -> bool:
    one, other = label.element, control.element
    is_same_frame = one.frame == other.frame
    return one.tag == "label" and is_same_frame and label.words == other.name != ""


def _leave_open(covered: PageChange) -> PageChange:
    """Reword a change to say that the element may be either covered or gone."""
    way = "gone or now covered" if covered.after else "new or not covered any more"
    was = "now covered" if covered.after else "not covered any more"
    return replace(covered, sentence=sentence(covered.sentence.replace(f": {was}", f": {way}")))


def _find_cover(item: Item, others: Sequence[Item]) -> str | None:
    """Return role and name of an element that covers an item completely, or None."""
    over = (
        cover
        for cover, box in others
        if box.intersection(item[1]) == item[1] and not item[0].is_inside(cover)
    )
    cover = next(over, None)
    return None if cover is None else who(cover, 24)


def _word_cover(entry: Entry, by: str, *, is_covered: bool) -> tuple[str, str, str]:
    """Return the sentence for a change, and the covering elements before and after as text."""
    way = f"now covered by {by}" if is_covered else "not covered any more"
    was, now = ("", by) if is_covered else ("covered", "")
    return sentence(f"{who(entry)}: {way}"), was, now


def _describe_cover(
    item: Item, sides: tuple[Entry, Entry], by: str, *, is_covered: bool
) -> PageChange:
    entry, box = item
    said, was, now = _word_cover(entry, by, is_covered=is_covered)
    return PageChange(
        kind="covered",
        sentence=said,
        before=was,
        after=now,
        old=sides[0],
        new=sides[1],
        old_box=box,
        new_box=box,
        confidence=SAME_PLACE,
    )
