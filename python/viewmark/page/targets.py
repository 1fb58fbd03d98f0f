"""Targets of actions: a ref, a label, a selector or a point, resolved to one thing.

The one place where names become targets. A ref whose node was replaced (a list drawn again, a
page loaded again) is looked for once more by a fresh look at the page; what is not there any more
is an error with candidates, never another element.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from viewmark.browser.node_gone import NodeGone
from viewmark.errors import (
    ElementNotFound,
    InvalidCoordinates,
    InvalidOption,
)
from viewmark.page.found_again import find_again, find_meant
from viewmark.page.target import CellTarget, ElementTarget, PointTarget, SelectorTarget, Target
from viewmark.page.target_words import named_by, target_words

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget
    from viewmark.page.context import PageContext

__all__ = [
    "CellTarget",
    "Coordinates",
    "ElementTarget",
    "PointTarget",
    "SelectorTarget",
    "Target",
    "check_inside",
    "find_again",
    "find_meant",
    "frame_of",
    "resolve_target",
    "within_of",
]

Coordinates = Literal["image", "css"]
HUGE = 1e12
_CELL = re.compile(r"(.+?)\s*\[\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\]", re.DOTALL)
"""`@grid[3,4]`, `7[3,4]`, `#grid[3,4]`: no CSS and no ref looks like that."""
_CELL_OF_LABEL = re.compile(r"\[?\d{1,6}\]?" + _CELL.pattern.removeprefix("(.+?)"))


def within_of(context: PageContext, named: str | int | None) -> Target | None:
    """The element that a look is limited to: a number, `"@ref"`, or a selector.

    Raises:
        as `resolve_target`.
    """
    if not isinstance(named, str):
        return resolve_target(context, label=named)
    return resolve_target(context, **target_words(named)) if named else None


def resolve_target(
    context: PageContext,
    *,
    ref: str | None = None,
    label: int | str | None = None,
    selector: str | None = None,
    x: float | None = None,
    y: float | None = None,
    frame_id: str | None = None,
    coordinates: Coordinates = "image",
) -> Target | None:
    """The target that these parameters name; None if they name none.

    Args:
        context: the page's memory.
        ref: `@submitBtn`; `@runs[3,4]` for the cell in row 3 and column 4 of a grid.
        label: the number on a mark of observation `frame_id` (the newest if omitted); `"7[3,4]"`
            for a cell of the grid that has that mark.
        selector: CSS or what an observation returned; `#runs[3,4]` for a cell of that grid.
        x: with `y`: a point in the picture of observation `frame_id` (the newest if omitted),
            image px; CSS px of the viewport where there is no picture yet.
        y: likewise.
        frame_id: the observation that a label or a point was read from.
        coordinates: `image`, or `css` for CSS px of the viewport.

    Raises:
        InvalidOption: two targets at once, half a point, or no frame_id where clients share.
        InvalidCoordinates: a point outside its picture, or no picture to read it from.
        RefStale, RefAmbiguous, ElementNotFound: a ref or label that names nothing any more.
    """
    named = named_by({"ref": ref, "label": label, "selector": selector})
    ref, label, selector = (named.get(kind) for kind in ("ref", "label", "selector"))
    named = {"ref": ref, "label": label, "selector": selector, "x, y": x if x is not None else y}
    given = [name for name, value in named.items() if value is not None]
    if len(given) > 1:
        raise InvalidOption(
            f"One target is needed, not {len(given)} ({' and '.join(given)}).",
            hint="Give one of ref, label, selector, or x and y.",
            param=given[1],
        )
    if coordinates not in ("image", "css"):
        raise InvalidOption(f"coordinates must be image or css, not {coordinates!r:.40}.")
    for word in (ref, selector):
        # No ref and no selector begins with a digit, so it is the number of a mark.
        if isinstance(word, str) and _CELL_OF_LABEL.fullmatch(word.strip()):
            ref, label, selector = None, word, None
    if ref is not None:
        if not isinstance(ref, str) or not ref.strip().startswith("@"):
            raise InvalidOption(f"A ref begins with @, such as '@submitBtn', not {ref!r:.40}.")
        if cell := _CELL.fullmatch(ref.strip()):
            return _cell(_by_name(context, cell[1], None), cell)
        return _by_name(context, ref, None)
    if label is not None:
        if frame_id is None:
            _check_whose(context, "A number")
            if context.drawn is not None:
                raise InvalidOption(
                    f"The numbers seen last are those of the drawing {context.drawn}.",
                    hint="Give its id or that of the observation as frame_id.",
                    param="frame_id",
                )
        # The newest look that somebody saw, which the registry's own newest need not be.
        newest = context.newest
        seen = frame_id or (newest.frame_id if newest else None)
        if seen is None:
            told = f"Label {str(label)[:40]!r} needs an observation; there is none yet."
            raise ElementNotFound(told)
        if isinstance(label, str) and (cell := _CELL.fullmatch(label.strip())):
            return _cell(_by_name(context, cell[1].strip("[]"), seen), cell)
        return _by_name(context, label, seen)
    if selector is not None:
        if isinstance(selector, str) and (cell := _CELL.fullmatch(selector.strip())):
            return _cell(SelectorTarget(cell[1]), cell)
        return SelectorTarget(selector)
    if x is None and y is None:
        return None
    return _point(context, x, y, frame_id, coordinates)


def _cell(grid: ElementTarget | SelectorTarget, written: re.Match[str]) -> CellTarget:
    row, column = int(written[2]), int(written[3])
    if row < 1 or column < 1:
        raise InvalidOption(
            f"{written[0][:80]!r}: rows and columns count from 1.",
            hint="Header rows count; the map tells which rows and columns there are.",
        )
    return CellTarget(grid=grid, row=row, column=column, name=written[0])


def _by_name(context: PageContext, name: str | int, frame_id: str | None) -> ElementTarget:
    found = context.registry.resolve(name, frame_id=frame_id, unseen=True)
    return ElementTarget(element=found.element, ref=found.ref, seen_in=frame_id, told=found.told)


def _check_whose(context: PageContext, what: str) -> None:
    """Refuse what is read from the newest look, where that may be another client's."""
    if context.needs_frame_id:
        raise InvalidOption(
            f"{what} without frame_id could be of another client's look: this browser may be "
            "shared, and nothing was done.",
            hint="Send the frame_id of your own look with it, or name the element by its ref.",
            param="frame_id",
        )


def _point(
    context: PageContext,
    x: object,
    y: object,
    frame_id: str | None,
    coordinates: Coordinates,
) -> PointTarget:
    if x is None or y is None:
        raise InvalidCoordinates("A point needs both x and y.")
    if frame_id is None and coordinates == "image":
        _check_whose(context, "A pixel")
    newest = context.newest_picture if frame_id is None else None
    is_unseen = frame_id is None and newest is None
    if coordinates == "image" and is_unseen and context.is_pictured_elsewhere():
        raise InvalidCoordinates(
            "No observation of this page has a picture yet, so x, y could be of another one.",
            hint=(
                "Take a picture of this page with marks, or give CSS px of its viewport "
                "(coordinates='css'; css:X,Y in a shell)."
            ),
            param="x",
        )
    # Before any picture a px can only be one of the viewport.
    if coordinates == "css" or is_unseen:
        return PointTarget(x=_number("x", x), y=_number("y", y))
    look = newest or context.look(frame_id)
    if look.image is None:
        raise InvalidCoordinates(
            "That observation has no picture to read coordinates from.",
            hint="Observe with annotate, or pass coordinates='css' with CSS px of the viewport.",
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
    """The point as numbers, if it lies inside.

    Raises:
        InvalidCoordinates: no finite numbers, or outside; the message names the range.
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
    # A comparison, as isfinite() raises at integers that no float can hold.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < HUGE:
        limits = f" at least 0 and below {end:g}" if end is not None else ""
        raise InvalidCoordinates(
            f"{name} must be a finite number{limits} ({where}), not {value!r:.40}.", param=name
        )
    return float(value)


def frame_of(page: PageTarget, target: ElementTarget) -> Frame:
    """The element's frame, with the document that the element was seen in.

    Raises:
        NodeGone: the frame or that document is gone.
    """
    handle = target.element.handle
    frame = page.frames.get(handle.frame_id)
    if frame is None or (handle.epoch and frame.loader_id != handle.epoch):
        raise NodeGone("The element's document is gone from the page.")
    return frame
