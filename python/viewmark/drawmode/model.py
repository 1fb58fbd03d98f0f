"""Annotations drawn by a user, the elements under them, and the later state of those elements.

Rectangles named `rect` are in CSS px of the viewport at the time of confirmation; `document_rect`
is the same rectangle with the document's scroll offset added. Both refer to the top document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from viewmark.drawmode.thread import Thread, ThreadStatus
from viewmark.geometry import Bounds, Point, Viewport


def place_of(url: str) -> str:
    """Return the URL without its fragment, unless the fragment is a route (#/, #!)."""
    return url if re.search(r"#[/!]", url) else url.partition("#")[0]


class DrawnKind(str, Enum):
    """The shape of an annotation."""

    RECTANGLE = "rectangle"
    ELEMENT = "element"
    """An element that was clicked or selected by keys; the shape is its box."""
    ARROW = "arrow"
    """An arrow from the first point to the last; the mark refers to the element at the last point.
    """
    FREEHAND = "freehand"
    BLACKOUT = "blackout"
    """An area that the user hides from all pictures; its elements are not described."""


class Intent(str, Enum):
    """The purpose of an annotation."""

    CHANGE = "change"
    BUG = "bug"
    QUESTION = "question"
    SUGGESTION = "suggestion"


class Relation(str, Enum):
    """The position of an element's box relative to the annotation."""

    EXACT = "exact"
    INSIDE = "inside"
    """The element is inside the annotation."""
    CONTAINS = "contains"
    """The annotation is inside the element."""
    PARTIAL = "partial"
    NEAR = "near"
    """The boxes do not touch. The nearest element is reported as a starting point for the agent."""


class AnchorState(str, Enum):
    """The state of an element at the time of reading, compared with the time of drawing."""

    SAME = "same"
    MOVED = "moved"
    """The element is unchanged, but at another position in the document."""
    CHANGED = "changed"
    """The element has different text or another role, or was found only by its selector."""
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Hit:
    """One element under an annotation's shape."""

    key: str
    """Node ID of the element in the page scripts; empty if the element cannot be looked up."""
    selector: str
    tag: str
    role: str
    name: str
    summary: str
    """`tag.class 'text'`; only the tag for fields that contain secrets."""
    bounds: Bounds
    """Box in CSS px of the top viewport when the annotation was drawn."""
    coverage: float
    """Share of the element that the annotation covers, 0 to 1."""
    relation: Relation
    interactive: bool = False
    private: bool = False
    """Whether the element is a field that contains secrets, of which only tag and selector are
    reported.
    """
    print: str = ""
    """Fingerprint of the element at the time of drawing, which distinguishes `changed` from `same`.
    """
    frame_id: str = ""
    """CDP frame ID; empty in the main frame."""
    ref: str | None = None
    """The ref with which the agent can act on the element, for example `@submitBtn`."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "ref": self.ref,
            "selector": self.selector,
            "tag": self.tag,
            "role": self.role,
            "name": self.name,
            "coverage": round(self.coverage, 2),
            "relation": self.relation.value,
        }


@dataclass(frozen=True, slots=True)
class Anchor:
    """The current state of an annotation's first element."""

    state: AnchorState
    rect: Bounds | None = None
    """The annotation's current box in the viewport; None if element or page is gone."""

    @property
    def warning(self) -> str | None:
        """The specification's code for a missing or changed element, or None."""
        if self.state is AnchorState.CHANGED:
            return "element_changed"
        return "element_not_found" if self.state is AnchorState.GONE else None


@dataclass(frozen=True, slots=True)
class DrawnAnnotation:
    """A confirmed annotation with its comment."""

    id: str
    correlation_id: str
    """ID for `annotation_detail`."""
    kind: DrawnKind
    intent: Intent
    text: str
    rect: Bounds
    document_rect: Bounds
    points: tuple[Point, ...]
    """Points of an arrow or freehand line in CSS px of the document; otherwise empty."""
    viewport: Viewport
    page_id: str
    page_url: str = field(repr=False)
    page_title: str
    timestamp: int
    """Time of drawing, in milliseconds since 1970."""
    elements: tuple[Hit, ...] = ()
    anchor: Anchor = field(default_factory=lambda: Anchor(AnchorState.SAME))
    interrupted: bool = False
    """Whether the comment may be incomplete, because the page disappeared while it was being typed.
    """
    document: str = ""
    """ID of the document in which the annotation was drawn; it changes with every load."""
    warning: str | None = None
    thread: Thread = field(default_factory=Thread)
    """Messages of the agent and the user about the annotation."""

    @property
    def status(self) -> ThreadStatus:
        """Its status: open, seen, in progress or resolved."""
        return self.thread.status

    @property
    def element_summary(self) -> str:
        """Summary of the best-matching element; "" if there is no element."""
        return self.elements[0].summary if self.elements else ""

    def to_json(self, *, label: int) -> dict[str, Any]:
        """Return the specification's object with the additions of this interface.

        Args:
            label: the number painted in the picture.
        """
        out: dict[str, Any] = {
            "label": label,
            "id": self.id,
            "kind": self.kind.value,
            "intent": self.intent.value,
            "text": self.text,
            "rect": _rect(self.rect),
            "document_rect": _rect(self.document_rect),
            "scroll": {"x": _px(self.viewport.scroll_x), "y": _px(self.viewport.scroll_y)},
            "device_scale_factor": self.viewport.device_scale_factor,
            "timestamp": self.timestamp,
            "page_url": self.page_url,
            "element_summary": self.element_summary,
            "elements": [hit.to_json() for hit in self.elements],
            "anchor": self.anchor.state.value,
            "correlation_id": self.correlation_id,
            **self.thread.to_json(),
            "status": self.thread.report.value,
        }
        if self.kind in (DrawnKind.ARROW, DrawnKind.FREEHAND):
            out["points"] = [[_px(p.x), _px(p.y)] for p in self.points]
        if self.anchor.rect is not None and self.anchor.state is not AnchorState.SAME:
            out["current_rect"] = _rect(self.anchor.rect)
        if warning := self.warning or self.anchor.warning:
            out["warning"] = warning
        if self.interrupted:
            out["interrupted"] = True
        return out


def _px(value: float) -> float:
    return int(value) if value == int(value) else round(value, 1)


def _rect(bounds: Bounds) -> dict[str, float]:
    names = ("x", "y", "width", "height")
    return {name: _px(v) for name, v in zip(names, bounds.as_tuple(), strict=True)}
