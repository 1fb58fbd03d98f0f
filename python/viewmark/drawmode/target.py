"""Resolves the number of an annotation to the element under it, as the target of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import ElementNotFound, TabNotFound

if TYPE_CHECKING:
    from viewmark.drawmode.controller import DrawMode

__all__ = ["drawn_target", "is_drawing"]


def is_drawing(frame_id: str | None) -> bool:
    """Whether that id names a drawing, not an observation."""
    return frame_id is not None and frame_id.startswith("dm_")


def drawn_target(
    mode: DrawMode, correlation_id: str, label: int, *, page_id: str | None = None
) -> dict[str, str]:
    """The element under a mark: `{"ref": ...}`, or `{"selector": ...}` where it has no ref.

    Args:
        mode: where it was drawn.
        correlation_id: the drawing.
        label: number of the mark, from 1.
        page_id: the tab that the action is for, where the drawing may lie on several.

    Raises:
        CorrelationExpired: no such drawing any more.
        ElementNotFound: it has no such number, or nothing lies under that mark.
        TabNotFound: the mark was drawn on another tab.
    """
    marks = mode.store.session(correlation_id).annotations()
    if isinstance(label, bool) or not isinstance(label, int) or not 1 <= label <= len(marks):
        raise ElementNotFound(
            f"The drawing has {len(marks)} marks, none is number {label!r:.40}.", param="label"
        )
    mark = marks[label - 1]
    if page_id is not None and mark.page_id != page_id:
        raise TabNotFound(f"Mark {label} was drawn on tab {mark.page_id}.", param="tab_id")
    hit = next((each for each in mark.elements if each.relation != "near"), None)
    if hit is None:
        raise ElementNotFound(
            f"No element lies under mark {label}.",
            hint="Use its rect with x, y and coordinates: 'css'.",
            param="label",
        )
    return {"ref": hit.ref} if hit.ref else {"selector": hit.selector}
