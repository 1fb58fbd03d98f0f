"""Controls that something lies over, so that a look lists what is around them in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.comparison.model import PageChange
from viewmark.comparison.properties import NAMELESS
from viewmark.comparison.words import sentence, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.comparison.checkpoint import Entry, Item
    from viewmark.comparison.moves import Moved

__all__ = ["find_covered_controls", "settle_deputies"]

_ITS_OWN = ("role", "name", "state", "value", "address")
"""What a box says that stands for a control in it."""


def find_covered_controls(matched: Sequence[Moved], new: Sequence[Item]) -> list[PageChange]:
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


def settle_deputies(
    matched: Sequence[Moved],
    changes: Sequence[PageChange],
    gone: list[Item],
    new: list[Item],
) -> tuple[list[PageChange], list[Item], list[Item]]:
    """Tell of a control that the text around it is listed for as covered, and not as gone.

    Where its own place is covered, and not all of its text, that has its role and state then.

    Returns:
        The changes, and what is left of what went and came.
    """
    left = list(changes)
    for each in matched:
        was, now = (entry.element.role in NAMELESS for entry in (each.old, each.new))
        if was == now or each.old.path != each.new.path:
            continue
        those, others, deputy = (gone, new, each.new) if was else (new, gone, each.old)
        item = next((item for item in those if _is_of(item[0], deputy)), None)
        if item is None:
            continue
        those.remove(item)
        left = [c for c in left if c.new is not each.new or c.kind not in _ITS_OWN]
        over = (cover for cover, box in others if box.intersection(item[1]) == item[1])
        if (cover := next(over, None)) is not None:
            left.append(_describe_cover(item, each, who(cover, 24), is_covered=was))
    return left, gone, new


def _is_of(control: Entry, deputy: Entry) -> bool:
    one, other = control.element, deputy.element
    is_inside = one.frame == other.frame and control.path.startswith(f"{deputy.path}/")
    return is_inside and (one.role, one.name) == (other.role, other.name)


def _describe_cover(item: Item, deputy: Moved, by: str, *, is_covered: bool) -> PageChange:
    entry, box = item
    way = f"now covered by {by}" if is_covered else "not covered any more"
    return PageChange(
        kind="covered",
        sentence=sentence(f"{who(entry)}: {way}"),
        before="" if is_covered else "covered",
        after=by if is_covered else "",
        old=entry if is_covered else deputy.old,
        new=deputy.new if is_covered else entry,
        old_box=box,
        new_box=box,
        confidence=deputy.confidence,
    )
