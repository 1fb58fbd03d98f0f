"""The kinds of targets that an action can have: an element, a selector, or a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewmark.elements.model import Element
    from viewmark.geometry import Viewport

__all__ = ["CellTarget", "ElementTarget", "PointTarget", "SelectorTarget", "Target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementTarget:
    """An element of an observation."""

    element: Element
    ref: str = ""
    """Its ref, where it has one."""


@dataclass(frozen=True, slots=True)
class SelectorTarget:
    """Whatever one element a selector finds when the action begins."""

    selector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointTarget:
    """A point of the top viewport in CSS px."""

    x: float
    y: float
    seen: Viewport | None = None
    """The viewport of the picture that the point was read from; None for plain CSS px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellTarget:
    """A cell of a grid, by row and column; both count from 1, header rows included."""

    grid: ElementTarget | SelectorTarget
    row: int
    column: int
    name: str
    """As it was written: `@runs[3,4]`."""


Target = ElementTarget | SelectorTarget | PointTarget | CellTarget
