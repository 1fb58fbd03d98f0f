"""Validates the replies of page scripts about elements, scrolling and hit tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.browser import scripts, wire
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import ElementCovered
from viewmark.text import cut

NAME_LIMIT = 100
SAID = 60
"""Maximum number of characters that error messages and result lines quote of an element's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementSummary:
    """Summary of an element: tag, role and name, never its value."""

    tag: str
    role: str = ""
    name: str = ""
    disabled: bool = False
    secret: bool = False
    """Whether the element's value must not be reported: it is a secret field or of unknown kind."""
    frame_id: str = ""
    """CDP ID of the element's frame."""
    node_id: int = 0
    """Node ID in the isolated world of that frame."""
    loader_id: str = ""
    """Loader ID of the frame's document, needed because node IDs start again in every document."""

    @classmethod
    def from_wire(cls, reply: object, frame: Frame) -> ElementSummary | None:
        """Validate a page script's reply; return None if it describes no element."""
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
        """Return the data as a JSON-serializable dictionary."""
        row: dict[str, Any] = {"tag": self.tag, "role": self.role, "name": self.name}
        return row | {"disabled": True} if self.disabled else row


def covered_error(
    message: str, target: ElementSummary | None, over: ElementSummary | None
) -> ElementCovered:
    """Return the error for a covered element."""
    return ElementCovered(
        message,
        target=target.to_json() if target else None,
        covered_by=over.to_json() if over else None,
    )


async def ask_node(
    page: PageTarget, frame: Frame, name: str, node_id: int, *args: Any, what: str = "element"
) -> tuple[dict[str, Any], ElementSummary]:
    """Call a page script for one node; return its reply and the node's element.

    Args:
        page: the browser tab.
        frame: the node's frame.
        name: name of the script.
        node_id: the node's ID.
        args: further arguments of the script.
        what: the noun for the node in error messages.

    Raises:
        NodeGone: the node is no longer on the page.
    """
    answer = wire.record(await scripts.call(page, frame, name, node_id, *args))
    summary = ElementSummary.from_wire(answer.get("summary"), frame)
    if summary is None or answer.get("status") == "gone":
        raise NodeGone(f"The {what} is gone from the page.")
    return answer, summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollDelta:
    """How far a container was scrolled, and its current offset, in CSS px."""

    container: str
    dx: float
    dy: float
    x: float
    y: float

    @classmethod
    def from_wire(cls, moved: object, frame: Frame) -> tuple[ScrollDelta, ...]:
        """Validate a script's list of scrolled elements; skip invalid entries."""
        found = []
        for each in wire.records(moved):
            numbers = wire.numbers([each.get(key) for key in ("dx", "dy", "x", "y")], 4)
            if numbers is not None:
                dx, dy, x, y = (round(number, 2) for number in numbers)
                container = _container(ElementSummary.from_wire(each.get("container"), frame))
                found.append(cls(container=container, dx=dx, dy=dy, x=x, y=y))
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "container": self.container,
            "dx": self.dx,
            "dy": self.dy,
            "offset": {"x": self.x, "y": self.y},
        }


def _container(reply: ElementSummary | None) -> str:
    return "page" if reply is None or reply.tag == "page" else str(reply)


@dataclass(frozen=True, slots=True)
class AimTimings:
    """Time that the page needed to locate an element."""

    spent: float = 0.0
    """Seconds that count against the time limit; slow frames count in part (see `locate.js`)."""
    wall: float = 0.0
    """Seconds that elapsed on the clock, whether or not they count against the limit."""
    frames: int = 0
    """Number of frames that the page drew during the wait."""
    moves: int = 0
    """Number of frames in which the element had moved since the previous frame."""

    @classmethod
    def from_wire(cls, took: object) -> AimTimings:
        """Convert a script's timings from milliseconds; invalid values become 0."""
        row = wire.record(took)
        spent, wall = (wire.number(row.get(name)) / 1000 for name in ("spent", "wall"))
        return cls(spent, wall, wire.whole(row.get("frames")), wire.whole(row.get("moves")))

    def __add__(self, other: AimTimings) -> AimTimings:
        return AimTimings(
            self.spent + other.spent,
            self.wall + other.wall,
            self.frames + other.frames,
            self.moves + other.moves,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HitTest:
    """The result of a hit test: the element that receives the pointer at a point of the page."""

    x: float
    """X coordinate in CSS px of the top viewport; `y` has the same units."""
    y: float
    inner: tuple[float, float]
    """The point given by `x` and `y`, in CSS px of the innermost frame that contains it."""
    hit: ElementSummary | None
    """The control at the point, else the innermost element; None on an empty document."""
    node_id: int = 0
    """Node ID of the target, or of the innermost element if there is no target."""
    links: tuple[FrameGeometry, ...]
    pinch: tuple[float, float] = (0.0, 0.0)
    """Offset of the visual viewport on a pinch-zoomed page; input coordinates start there."""
    target: ElementSummary | None = None
    """The target of the action; None if the action was given a point instead of an element."""
    scrolled: tuple[ScrollDelta, ...] = ()
    """The scrolling that brought the target into view."""
    meant: dict[str, Any] | None = None
    """Text that the target must still have when the action is performed."""

    @property
    def pointer(self) -> tuple[float, float]:
        """The coordinates for mouse events."""
        return self.x - self.pinch[0], self.y - self.pinch[1]

    @property
    def frame(self) -> Frame:
        """The innermost frame at the point."""
        return self.links[-1].frame

    @property
    def met(self) -> ElementSummary | None:
        """The target, or else the element at the point."""
        return self.target or self.hit


@dataclass(frozen=True, slots=True, kw_only=True)
class ClickablePoint(HitTest):
    """A point at which the pointer reaches the target, verified through all frames."""

    target: ElementSummary
    """The target of the action."""
    hit: ElementSummary
    """The control that receives the pointer: the target, or a control that activates it."""
    inert: bool = False
    """Whether `hit` is disabled and ignores pointer events, so that a press would go to the element
    behind it.
    """
    took: AimTimings


def in_session(where: HitTest) -> tuple[float, float]:
    """Return the point in CSS px of the viewport of the session's root frame."""
    root = next(link for link in where.links if link.frame.session is where.frame.session)
    return root.to_top.inverse().point(*where.links[-1].to_top.point(*where.inner))
