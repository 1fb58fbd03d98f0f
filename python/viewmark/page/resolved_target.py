"""Resolved targets: an element, a selector, a point or a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from viewmark.elements.model import Element
from viewmark.geometry import Viewport

Meant: TypeAlias = dict[str, Any] | None
"""Words that identify the observed node; None: any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementTarget:
    """An element of an observation."""

    element: Element
    ref: str = ""
    """Ref of the element, if it has one."""
    seen_in: str | None = None
    """The observation that its number refers to; None: the newest one that contains it."""
    shown: Element | None = None
    """Element whose new words the caller has seen in a refusal, so that they are accepted as
    well."""
    is_fresh: bool = False
    """True if it was just observed for this action."""

    @property
    def meant(self) -> Meant:
        """Required words of its node, for the page scripts (`vm.saysStill`); None: any."""
        handle = self.element.handle
        if not self.ref or not handle.says:
            return None
        says = [handle.says] + ([self.shown.handle.says] if self.shown is not None else [])
        return {
            "id": handle.node_id,
            "control": handle.control_id,
            "says": says,
            "isFresh": self.is_fresh,
        }


@dataclass(frozen=True, slots=True)
class SelectorTarget:
    """The one element that a selector matches when the action begins."""

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
    """The target as it was written: `@runs[3,4]`."""


ResolvedTarget: TypeAlias = ElementTarget | SelectorTarget | PointTarget | CellTarget
