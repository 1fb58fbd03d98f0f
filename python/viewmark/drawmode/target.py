"""Resolves the number of a drawn mark to the element under it, as the target of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import ElementNotFound, TabNotFound

if TYPE_CHECKING:
    from viewmark.drawmode.store import DrawingStore


def target_of_drawing(store: DrawingStore, page_id: str, correlation_id: str, number: int) -> str:
    """The element under a mark: its ref, or a selector where it has none.

    Args:
        store: where it was drawn.
        page_id: the tab that the action is for; a drawing may lie on several.
        correlation_id: the drawing.
        number: of the mark, from 1.

    Raises:
        CorrelationExpired: no such drawing any more.
        ElementNotFound: it has no such number, or nothing lies under that mark.
        TabNotFound: the mark was drawn on another tab.
    """
    marks = store.session(correlation_id).annotations()
    if not 1 <= number <= len(marks):
        raise ElementNotFound(
            f"The drawing has {len(marks)} marks, none is number {number}.", param="label"
        )
    mark = marks[number - 1]
    if mark.page_id != page_id:
        raise TabNotFound(f"Mark {number} was drawn on tab {mark.page_id}.", param="tab_id")
    hit = next((each for each in mark.elements if each.relation != "near"), None)
    if hit is None:
        raise ElementNotFound(
            f"No element lies under mark {number}.",
            hint="Use its rect with x, y in CSS px: at(x, y, css=True), coordinates: 'css'.",
            param="label",
        )
    return hit.ref or hit.selector
