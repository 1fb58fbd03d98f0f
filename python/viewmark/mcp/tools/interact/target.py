"""How a call of `interact` names its target: on the page, in a picture, or in a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import ElementNotFound, TabNotFound
from viewmark.mcp.parameters import parameter

if TYPE_CHECKING:
    from viewmark.drawmode.controller import DrawMode
    from viewmark.mcp.tabs import OpenTab

__all__ = ["AIM", "SELECTOR", "drawn_target", "is_aimed"]

SELECTOR = parameter("selector", "string")
AIM = (
    parameter("ref", "string"),
    parameter("label", "integer", low=1),
    SELECTOR,
    parameter("x", "number"),
    parameter("y", "number"),
    parameter("frame_id", "string", doc="observation of label or x,y; default newest"),
    parameter("coordinates", "string", enum=("image", "css"), default="image"),
)
"""Parameters that name a target."""


def is_aimed(aim: dict[str, Any]) -> bool:
    """Whether these parameters name an element."""
    return not aim.keys().isdisjoint({"ref", "label", "selector"})


def drawn_target(mode: DrawMode, tab: OpenTab, aim: dict[str, Any]) -> dict[str, Any]:
    """A number of a drawing (`label`, and the drawing as `frame_id`) as what it means.

    Raises:
        CorrelationExpired: no such drawing any more.
        ElementNotFound: it has no such number, or nothing lies under that mark.
        TabNotFound: the mark was drawn on another tab.
    """
    drawing, label = str(aim.get("frame_id", "")), aim.get("label")
    if label is None or not drawing.startswith("dm_"):
        return aim
    marks = mode.store.session(drawing).annotations()
    if label > len(marks):
        raise ElementNotFound(
            f"The drawing has {len(marks)} marks, none is number {label}.", param="label"
        )
    mark = marks[label - 1]
    if mark.page_id != tab.id:
        raise TabNotFound(f"Mark {label} was drawn on tab {mark.page_id}.", param="tab_id")
    hit = next((each for each in mark.elements if each.relation != "near"), None)
    if hit is None:
        raise ElementNotFound(
            f"No element lies under mark {label}.",
            hint="Use its rect with x, y and coordinates: 'css'.",
            param="label",
        )
    rest = {k: v for k, v in aim.items() if k not in ("label", "frame_id")}
    return rest | ({"ref": hit.ref} if hit.ref else {"selector": hit.selector})
