"""Finds elements that are not listed because another element covers them."""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.comparison.checkpoint import Entry, Item
from viewmark.comparison.model import PageChange
from viewmark.comparison.moves import Moved
from viewmark.comparison.words import sentence, who


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
        way = f"now covered by {by}" if is_covered else "not covered any more"
        was, now = ("", by) if is_covered else ("covered", "")
        said = sentence(f"{who(control)}: {way}")
        changes.append(each.change("covered", said, before=was, after=now))
    return changes


def _is_listed_for(deputy: Entry, control: Entry) -> bool:
    """Return True if a control's label or container is listed instead of the control."""
    one, other = deputy.element, control.element
    if one.tag == "label":
        return other.tag != "label"
    is_same = (one.role, one.name) == (other.role, other.name) and one.tag != other.tag == "input"
    return is_same and control.is_inside(deputy)


def _find_cover(item: Item, others: Sequence[Item]) -> str | None:
    """Return role and name of an element that covers an item completely, or None."""
    over = (
        cover
        for cover, box in others
        if box.intersection(item[1]) == item[1] and not item[0].is_inside(cover)
    )
    cover = next(over, None)
    return None if cover is None else who(cover, 24)
