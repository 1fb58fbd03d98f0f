"""Resolves targets: finds the element or point of a ref, number, selector or point.

All targets are resolved here. A ref whose node was replaced (a re-rendered list, a reloaded page)
is searched for in a new observation. If an element is gone, an error with candidates is raised; no
other element is used instead.
"""

from __future__ import annotations

from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    ElementNotFound,
    InvalidCoordinates,
    InvalidOption,
)
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import (
    CellTarget,
    ElementTarget,
    PointTarget,
    ResolvedTarget,
    SelectorTarget,
)
from viewmark.page.target import FORMS, At, MarkOf, Target, Written, read

HUGE = 1e12


def resolve(context: PageContext, target: Target | ResolvedTarget) -> ResolvedTarget:
    """Resolve a target on the page in its current state.

    Raises:
        InvalidOption: the form is invalid, or a number needs `mark(3, of=...)` because several
            clients observe the page.
        InvalidCoordinates: the point is outside its screenshot, or there is no screenshot.
        RefStale, RefAmbiguous, ElementNotFound: the ref or number no longer identifies an element.
        CorrelationExpired: the drawing no longer exists.
        TabNotFound: the mark is on another tab.
    """
    if isinstance(target, ResolvedTarget):
        return target
    if isinstance(target, str):
        return _parse(context, read(target), target, None)
    if isinstance(target, At):
        return _point(context, target)
    if isinstance(target, MarkOf):
        number = target.number
        written = read(number) if isinstance(number, str) else Written(number=number)
        if written.number is None or isinstance(number, bool):
            raise InvalidOption(f"A mark has a number, not {number!r:.40}.", param="target")
        return _parse(context, written, str(number), target.of)
    if isinstance(target, bool) or not isinstance(target, int):
        raise InvalidOption(f"{target!r:.60} is no target.", hint=FORMS, param="target")
    return _by_number(context, target, None)


def resolve_or_none(
    context: PageContext, target: Target | ResolvedTarget | None
) -> ResolvedTarget | None:
    """Like `resolve`, but return None for None."""
    return None if target is None else resolve(context, target)


def _parse(
    context: PageContext, written: Written, text: str, frame_id: str | None
) -> ResolvedTarget:
    found: ResolvedTarget
    if written.point is not None:
        found = _point(context, written.point)
    elif written.ref is not None:
        found = _by_name(context, written.ref, None)
    elif written.number is not None:
        found = _by_number(context, written.number, frame_id)
    else:
        look = context.registry.newest() if written.line is not None else None
        ref = look.ref_of_line(*written.line) if look and written.line else None
        found = _by_name(context, ref, None) if ref else SelectorTarget(written.selector or "")
    if written.cell is None:
        return found
    if not isinstance(found, ElementTarget | SelectorTarget):
        raise InvalidOption(f"{text!r:.60} is a cell of no grid.", hint=FORMS, param="target")
    row, column = written.cell
    return CellTarget(grid=found, row=row, column=column, name=text.strip())


def _by_number(context: PageContext, number: int, frame_id: str | None) -> ResolvedTarget:
    if frame_id is None:
        _check_whose(context, "A number")
    drawing = frame_id or context.drawn
    if drawing is not None and is_drawing(drawing):
        return resolve(context, context.target_of_drawing(drawing, number))
    if frame_id is None and context.listed is not None:
        raise InvalidOption(
            f"The numbers seen last are those of {context.listed}, not of elements.",
            hint="Name the element by its ref, or a number of an observation by mark(n, of=...); "
            "or observe again.",
            param="target",
        )
    # The newest observation that a caller received, which may not be the registry's newest.
    newest = context.newest
    seen = frame_id or (newest.frame_id if newest else None)
    if seen is None:
        raise ElementNotFound(f"Number {number} needs an observation; there is none yet.")
    return _by_name(context, number, seen)


def is_drawing(frame_id: str) -> bool:
    """Return True if the ID identifies a drawing rather than an observation."""
    return frame_id.startswith("dm_")


def _by_name(context: PageContext, name: str | int, frame_id: str | None) -> ElementTarget:
    found = context.registry.resolve(name, frame_id=frame_id, unseen=True)
    return ElementTarget(element=found.element, ref=found.ref, seen_in=frame_id, shown=found.shown)


def _check_whose(context: PageContext, what: str) -> None:
    """Raise an error if the newest observation may have been made by another client."""
    if context.needs_frame_id:
        raise InvalidOption(
            f"{what} without frame_id could be of another client's look: this browser may be "
            "shared, and nothing was done.",
            hint="Send the frame_id of your own look with it, or name the element by its ref.",
            param="frame_id",
        )


def _point(context: PageContext, point: At) -> PointTarget:
    x, y, frame_id = point.x, point.y, point.picture
    if x is None or y is None:
        raise InvalidCoordinates("A point needs both x and y.")
    if frame_id is None and not point.css:
        _check_whose(context, "A pixel")
    newest = context.newest_picture if frame_id is None else None
    is_unseen = frame_id is None and newest is None
    if not point.css and is_unseen and context.is_pictured_elsewhere():
        raise InvalidCoordinates(
            "No observation of this page has a picture yet, so x, y could be of another one.",
            hint=(
                "Take a picture of this page with marks, or give CSS px of its viewport: "
                "at(x, y, css=True), css:X,Y, coordinates: 'css'."
            ),
            param="x",
        )
    # Before the first screenshot, px can only mean CSS px of the viewport.
    if point.css or is_unseen:
        return PointTarget(x=_number("x", x), y=_number("y", y))
    look = newest or context.look(frame_id)
    if look.image is None:
        raise InvalidCoordinates(
            "That observation has no picture to read coordinates from.",
            hint="Observe with annotate, or give CSS px of the viewport (`css`).",
        )
    if look.is_area:
        raise InvalidCoordinates(
            "That picture shows another part of the page than the viewport; points in it are not "
            "pressed.",
            hint="Use a ref or a label: acting by it scrolls there. Or observe the viewport.",
        )
    width, height, scale = look.image
    where = f"the picture {look.frame_id} in image px"
    px, py = check_inside(x, y, width, height, where)
    return PointTarget(x=px / scale, y=py / scale, seen=look.view)


def check_inside(
    x: object, y: object, width: float, height: float, where: str
) -> tuple[float, float]:
    """Return a point's coordinates as numbers if the point is inside an area.

    Raises:
        InvalidCoordinates: a number is not finite or out of range; the message states the range.
    """
    for name, value, end in (("x", x, width), ("y", y, height)):
        number = _number(name, value, end, where)
        if not 0 <= number < end:
            raise InvalidCoordinates(
                f"{name} must be at least 0 and below {end:g} ({where}), not {number:g}.",
                param=name,
                range=[0, end],
            )
    return _number("x", x), _number("y", y)


def _number(name: str, value: object, end: float | None = None, where: str = "CSS px") -> float:
    # Compared with a limit, because isfinite() raises for integers too large for a float.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < HUGE:
        limits = f" at least 0 and below {end:g}" if end is not None else ""
        raise InvalidCoordinates(
            f"{name} must be a finite number{limits} ({where}), not {value!r:.40}.", param=name
        )
    return float(value)


def frame_of(page: PageTarget, target: ElementTarget) -> Frame:
    """Return the element's frame, if it still shows the element's document.

    Raises:
        NodeGone: the frame or its document is gone.
    """
    handle = target.element.handle
    frame = page.frames.get(handle.frame_id)
    if frame is None or (handle.epoch and frame.loader_id != handle.epoch):
        raise NodeGone("The element's document is gone from the page.")
    return frame
