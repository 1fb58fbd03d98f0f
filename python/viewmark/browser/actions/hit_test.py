"""Result types of hit tests: the point to press, what the pointer meets, timings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.browser.actions.summaries import ElementSummary, ScrollDelta
    from viewmark.browser.frames.geometry import FrameGeometry
    from viewmark.browser.frames.table import Frame

__all__ = ["HitTest", "ClickablePoint", "AimTimings", "in_session"]


@dataclass(frozen=True, slots=True)
class AimTimings:
    """What the page took to answer where an element is."""

    spent: float = 0.0
    """Seconds of its own time (see `locate.REST_TIMEOUT`)."""
    wall: float = 0.0
    """Seconds of real time."""
    frames: int = 0
    """How many it drew."""
    moves: int = 0
    """In how many of them the element was elsewhere than in the one before."""

    @classmethod
    def from_wire(cls, took: object) -> AimTimings:
        """Check a script's answer; what is damaged is nothing."""
        row = took if isinstance(took, dict) else {}

        def number(name: str) -> float:
            value = row.get(name)
            return float(value) if isinstance(value, (int, float)) else 0.0

        return cls(
            number("spent") / 1000,
            number("wall") / 1000,
            int(number("frames")),
            int(number("moves")),
        )

    def __add__(self, other: AimTimings) -> AimTimings:
        return AimTimings(
            self.spent + other.spent,
            self.wall + other.wall,
            self.frames + other.frames,
            self.moves + other.moves,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClickablePoint:
    """A point that reaches an element: tested through all frames a moment ago."""

    x: float
    """CSS px of the top viewport."""
    y: float
    inner: tuple[float, float]
    """The same in the frame's own CSS px."""
    target: ElementSummary
    """What is meant."""
    hit: ElementSummary
    """The control that the pointer meets there: the same, or what a press on it goes to."""
    inert: bool = False
    """`hit` is disabled and lets the pointer through: a press would go to what lies behind."""
    links: tuple[FrameGeometry, ...]
    took: AimTimings
    pinch: tuple[float, float] = (0.0, 0.0)
    """Where the visual viewport begins, on a page that is pinched larger; input counts from it."""
    scrolled: tuple[ScrollDelta, ...] = ()
    """What was scrolled to bring it into view."""
    meant: dict[str, Any] | None = None
    """What it has to say still when something is done to it."""

    @property
    def pointer(self) -> tuple[float, float]:
        """Where the mouse has to go."""
        return self.x - self.pinch[0], self.y - self.pinch[1]

    @property
    def frame(self) -> Frame:
        """The element's frame."""
        return self.links[-1].frame


@dataclass(frozen=True, slots=True, kw_only=True)
class HitTest:
    """What the pointer meets at a point of the page."""

    hit: ElementSummary | None
    """The control there, or the innermost element; None on an empty document."""
    links: tuple[FrameGeometry, ...]
    inner: tuple[float, float]
    node_id: int = 0
    """The innermost element itself."""
    owners: tuple[int, ...] = field(default=())

    @property
    def frame(self) -> Frame:
        """The innermost frame at the point."""
        return self.links[-1].frame


def in_session(where: ClickablePoint | HitTest) -> tuple[float, float]:
    """The point in CSS px of the viewport of the session that carries the frame."""
    root = next(link for link in where.links if link.frame.session is where.frame.session)
    return root.to_top.inverse().point(*where.links[-1].to_top.point(*where.inner))
