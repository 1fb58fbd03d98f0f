"""Resolved targets: an element, a selector, a point or a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from viewmark.elements.model import Element
from viewmark.geometry import Viewport

Meant: TypeAlias = dict[str, Any] | None
"""Text that identifies the observed node, in the form of the page scripts; None for any text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementTarget:
    """An element of an observation."""

    element: Element
    ref: str = ""
    """Ref of the element, if it has one."""
    seen_in: str | None = None
    """ID of the observation to which the number belongs; None for the newest with this element."""
    shown: Element | None = None
    """The element with the new text that a refusal has shown to the caller; this text is accepted
    as well."""
    is_fresh: bool = False
    """True if the element was observed immediately before this action, in order to act on it."""

    @property
    def meant(self) -> Meant:
        """Expected text of the node, for the page scripts (`vm.saysStill`); None for any text."""
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
    """The single element that a selector matches when the action begins."""

    selector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointTarget:
    """A point of the top viewport, in CSS px."""

    x: float
    y: float
    seen: Viewport | None = None
    """Viewport of the screenshot from which the point was read; None for CSS px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellTarget:
    """A cell of a grid by row and column, both counted from 1 and including header rows."""

    grid: ElementTarget | SelectorTarget
    row: int
    column: int
    name: str
    """The target in the form in which the caller gave it, such as `@runs[3,4]`."""


ResolvedTarget: TypeAlias = ElementTarget | SelectorTarget | PointTarget | CellTarget
