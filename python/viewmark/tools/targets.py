"""What an action is aimed at: a ref, a label, a selector or a point, resolved to one thing.

The one place where names become targets. A ref whose node was replaced (a list drawn again, a
page loaded again) is looked for once more by a fresh look at the page; what is not there any more
is an error with candidates, never another element.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from viewmark.browser.discover import discover
from viewmark.errors import InvalidCoordinates, InvalidOption, RefStale

if TYPE_CHECKING:
    from viewmark.elements.model import Element
    from viewmark.geometry import Viewport
    from viewmark.tools.context import PageContext

__all__ = [
    "ElementTarget",
    "PointTarget",
    "SelectorTarget",
    "Target",
    "check_inside",
    "find_again",
    "resolve_target",
]

Coordinates = Literal["image", "css"]
HUGE = 1e12


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


Target = ElementTarget | SelectorTarget | PointTarget


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
        ref: `@submitBtn`.
        label: the number on a mark of observation `frame_id` (the newest if omitted).
        selector: CSS or what an observation returned.
        x: with `y`: a point in the picture of observation `frame_id`, image px; or CSS px of the
            viewport.
        y: likewise.
        frame_id: the observation that a label or a point was read from.
        coordinates: `image`, or `css` for CSS px of the viewport.

    Raises:
        InvalidOption: two targets at once, or half a point.
        InvalidCoordinates: a point outside its picture, or no picture to read it from.
        RefStale, RefAmbiguous, ElementNotFound: a ref or label that names nothing any more.
    """
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
    if ref is not None:
        if not isinstance(ref, str) or not ref.strip().startswith("@"):
            raise InvalidOption(f"A ref begins with @, such as '@submitBtn', not {ref!r:.40}.")
        return _by_name(context, ref, None)
    if label is not None:
        # The newest look that somebody saw, which the registry's own newest need not be.
        newest = context.newest
        return _by_name(context, label, frame_id or (newest.frame_id if newest else None))
    if selector is not None:
        return SelectorTarget(selector)
    if x is None and y is None:
        return None
    return _point(context, x, y, frame_id, coordinates)


def _by_name(context: PageContext, name: str | int, frame_id: str | None) -> ElementTarget:
    found = context.registry.resolve(name, frame_id=frame_id, unseen=True)
    return ElementTarget(element=found.element, ref=found.ref)


def _point(
    context: PageContext,
    x: object,
    y: object,
    frame_id: str | None,
    coordinates: Coordinates,
) -> PointTarget:
    if x is None or y is None:
        raise InvalidCoordinates("A point needs both x and y.")
    if coordinates == "css":
        return PointTarget(x=_number("x", x), y=_number("y", y))
    look = context.look(frame_id)
    if look.image is None:
        raise InvalidCoordinates(
            "That observation has no picture to read coordinates from.",
            hint="Observe with annotate, or pass coordinates='css' with CSS px of the viewport.",
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


async def find_again(context: PageContext, target: ElementTarget) -> ElementTarget:
    """The same element after its node was replaced: one fresh look, by identity.

    Raises:
        RefStale: it is not on the page any more; the candidates are like it.
        RefAmbiguous: several fit.
    """
    registry = context.registry
    if not target.ref:
        raise RefStale("The element is gone from the page.", candidates=[])
    found = await discover(context.page, max_annotations=100)
    registry.observe(
        found.elements,
        frame_id=context.new_frame_id(),
        epoch=context.page.epoch,
        url=found.url,
        scroll=(found.viewport.scroll_x, found.viewport.scroll_y),
    )
    again = registry.resolve(target.ref)
    old, new = target.element.handle, again.element.handle
    if (old.frame_id, old.epoch, old.node_id) == (new.frame_id, new.epoch, new.node_id):
        raise registry.lost(target.ref)
    return ElementTarget(element=again.element, ref=again.ref)
