"""Validated summaries of elements and scrolls that page scripts return; no field values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.browser import wire
from viewmark.browser.frames.table import Frame
from viewmark.elements.model import words
from viewmark.text import cut

__all__ = ["ScrollDelta", "ElementSummary"]

NAME_LIMIT = 100
SAID = 60
"""Characters of a name in a line of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementSummary:
    """What is told of an element: what it is and is called, never what it holds."""

    tag: str
    role: str = ""
    name: str = ""
    disabled: bool = False
    secret: bool = False
    """Whether what is typed here must not be told: a secret field, or nobody knows."""
    frame_id: str = ""
    """CDP's id of its frame."""
    node_id: int = 0
    """Its number in our world of that frame."""
    loader_id: str = ""
    """The frame's document: each counts its nodes anew."""

    @classmethod
    def from_wire(cls, reply: object, frame: Frame) -> ElementSummary | None:
        """Check what a page script says; None if there is nothing to tell."""
        if not isinstance(reply, dict) or not isinstance(reply.get("id"), int):
            return None
        return cls(
            tag=words(reply.get("tag"), 40) or "element",
            role=words(reply.get("role"), 40),
            name=words(reply.get("name"), NAME_LIMIT),
            disabled=reply.get("disabled") is True,
            secret=reply.get("secret", False) is not False,
            frame_id=frame.id,
            node_id=wire.whole(reply["id"]),
            loader_id=frame.loader_id,
        )

    def __str__(self) -> str:
        what = self.role if self.role not in ("", "generic") else f"<{self.tag}>"
        return f"{what} {cut(self.name, SAID)!r}" if self.name else what

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        row: dict[str, Any] = {"tag": self.tag, "role": self.role, "name": self.name}
        return row | {"disabled": True} if self.disabled else row


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollDelta:
    """A container that scrolled, by how much, and where it is now; CSS px."""

    container: str
    dx: float
    dy: float
    x: float
    y: float

    @classmethod
    def from_wire(cls, moved: object, frame: Frame) -> tuple[ScrollDelta, ...]:
        """Check a script's list of what moved."""
        found = []
        for each in wire.records(moved):
            numbers = wire.numbers([each.get(key) for key in ("dx", "dy", "x", "y")], 4)
            if numbers is not None:
                dx, dy, x, y = (round(number, 2) for number in numbers)
                container = _container(ElementSummary.from_wire(each.get("container"), frame))
                found.append(cls(container=container, dx=dx, dy=dy, x=x, y=y))
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {
            "container": self.container,
            "dx": self.dx,
            "dy": self.dy,
            "offset": {"x": self.x, "y": self.y},
        }


def _container(reply: ElementSummary | None) -> str:
    return "page" if reply is None or reply.tag == "page" else str(reply)
