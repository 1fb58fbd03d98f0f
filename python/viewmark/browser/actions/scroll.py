"""Scrolls without animation, waits until the offset is stable, and returns the measured offset.

A script scrolls the container that a wheel at the point would scroll, by exactly the requested
amount and without animation, because a smooth scroll would still be running during the screenshot.
If no container can scroll, a real wheel event is sent, because maps and canvases listen for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from viewmark.browser import scripts
from viewmark.browser.actions import input as hand
from viewmark.browser.actions import touch
from viewmark.browser.actions.click_point import find_click_point, hit_test
from viewmark.browser.actions.moves import check_heard
from viewmark.browser.actions.results import ElementSummary, ScrollDelta
from viewmark.browser.frames.geometry import FrameGeometry, chain
from viewmark.browser.frames.table import Frame
from viewmark.browser.node_gone import NodeGone
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidCoordinates, PressLost

SCROLL_LIMIT = 10_000_000
"""Maximum amount or offset to scroll, in CSS px; Chromium's layout is limited to about 33 million
px."""

Way = Literal["script", "wheel", "touch"]

_PAGE = -1  # node ID that stands for the document itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrolled:
    """The elements that were scrolled, and the current offset of the target container."""

    moved: tuple[ScrollDelta, ...] = ()
    """All elements that were scrolled, inner containers first; empty if none were."""
    container: str | None = None
    """The target container: `page`, or role and name of an element."""
    offset: tuple[float, float] | None = None
    """Current offset of the target container in CSS px."""
    limit: tuple[float, float] | None = None
    """Maximum offset of the target container in CSS px."""
    rested: bool = True
    """False if the page is still moving after half a second."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: the container that moved; if none, the target with dx = dy = 0."""
        first = self.moved[0].to_json() if self.moved else {"container": self.container}
        row: dict[str, Any] = {"dx": 0.0, "dy": 0.0} | first
        if len(self.moved) > 1:
            row["also"] = [each.to_json() for each in self.moved[1:]]
        if self.offset is not None and self.limit is not None:
            row["offset"] = {"x": self.offset[0], "y": self.offset[1]}
            row["max"] = {"x": self.limit[0], "y": self.limit[1]}
        if not self.rested:
            row["rested"] = False
        return row


async def scroll_by(
    page: PageTarget,
    dx: float,
    dy: float,
    *,
    at: tuple[float, float] | None = None,
    frame: Frame | None = None,
    node_id: int = 0,
    way: Way = "script",
    share: float = 0.0,
) -> Scrolled:
    """Scroll the container at a point or around an element; without either, scroll the page.

    Args:
        page: the browser tab.
        dx: horizontal amount in CSS px, positive to the right.
        dy: vertical amount in CSS px, positive down.
        at: a point in CSS px of the top viewport.
        frame: the frame of an element.
        node_id: the element.
        way: `script`; or `wheel` for a real wheel event, `touch` for a swipe, both for pages that
            listen for these events.
        share: maximum amount as a share of the container's visible size; 0 means no limit. Only
            for `script`.

    Raises:
        InvalidCoordinates: an amount is not a finite number.
        ElementNotFound: the element no longer exists.
        PressLost: the frame at the point did not receive the wheel event.
    """
    dx, dy = _amount("dx", dx), _amount("dy", dy)
    if node_id and frame is not None:
        if way == "script":
            links = await chain(page, frame)
            scrolled = await _outward(page, links, node_id, (0.0, 0.0), dx, dy, share)
            if scrolled is not None:
                return scrolled
        spot = await find_click_point(page, frame, node_id, anywhere=True)
        at = spot.pointer
    if at is None:
        if way == "script":
            top = (FrameGeometry.top(page),)
            scrolled = await _outward(page, top, _PAGE, (0.0, 0.0), dx, dy, share)
            if scrolled is not None:
                return scrolled
        view = await page.viewport()
        at = (view.width / 2, view.height / 2)
    met = await hit_test(page, *at)
    if way == "script":
        scrolled = await _outward(page, met.links, 0, met.inner, dx, dy, share)
        if scrolled is not None:
            return scrolled
    await scripts.call(page, met.frame, "scrollBefore", met.node_id, *met.inner)
    if way == "touch":
        await touch.swipe(page, *at, dx, dy)
    else:
        try:
            await check_heard(page, met, "wheel", partial(hand.wheel, page, *at, dx, dy))
        except PressLost:
            done = _parse_scrolled(await scripts.call(page, met.frame, "scrollAfter"), met.frame)
            if not done.moved:  # if something was scrolled, the wheel event arrived
                raise
            return done
    return _parse_scrolled(await scripts.call(page, met.frame, "scrollAfter"), met.frame)


async def _outward(
    page: PageTarget,
    links: Sequence[FrameGeometry],
    node_id: int,
    inner: tuple[float, float],
    dx: float,
    dy: float,
    share: float,
) -> Scrolled | None:
    """Scroll by script, from the innermost frame outward; return None if nothing can scroll."""
    for link in reversed(links):
        by = (*inner, dx, dy, share)
        reply = await scripts.call(page, link.frame, "scrollAmount", node_id, *by)
        if not isinstance(reply, dict) or reply.get("status") != "none":
            return _parse_scrolled(reply, link.frame)
        # When a frame cannot scroll any further, the outer document scrolls, as with a wheel.
        inner, node_id = link.to_parent.point(*inner), link.owner_id
    return None


async def scroll_to(
    page: PageTarget,
    x: float | None,
    y: float | None,
    *,
    frame: Frame | None = None,
    node_id: int = 0,
) -> Scrolled:
    """Scroll the page, or the nearest scroll container at or above an element, to an offset.

    Args:
        page: the browser tab.
        x: offset in CSS px from the left edge; None leaves it unchanged.
        y: offset in CSS px from the top edge; None leaves it unchanged.
        frame: the element's frame; the main frame if omitted.
        node_id: the element; the frame's document if omitted.

    Raises:
        ElementNotFound: the element no longer exists.
        InvalidCoordinates: an offset is not a finite number.
    """
    x = None if x is None else _amount("x", x)
    y = None if y is None else _amount("y", y)
    where = frame or page.main_frame
    reply = await scripts.call(page, where, "scrollOffset", node_id, x, y)
    return _parse_scrolled(reply, where)


async def into_view(page: PageTarget, frame: Frame, node_id: int) -> Scrolled:
    """Scroll an element into view, through containers and frames; see `find_click_point`."""
    spot = await find_click_point(page, frame, node_id, anywhere=True, whole=True)
    return Scrolled(moved=spot.scrolled)


def _amount(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise InvalidCoordinates(f"{name} must be a number of CSS px, not {value!r:.40}.")
    if not abs(value) <= SCROLL_LIMIT:
        raise InvalidCoordinates(
            f"{name} must be between -{SCROLL_LIMIT} and {SCROLL_LIMIT} CSS px, not {value!r:.40}."
        )
    return float(value)


def _parse_scrolled(reply: object, frame: Frame) -> Scrolled:
    if not isinstance(reply, dict) or reply.get("status") == "gone":
        raise NodeGone("The element to scroll is gone from the page.")
    limits = reply.get("limits")
    offset = limit = None
    if isinstance(limits, dict):
        values = [limits.get(key) for key in ("x", "y", "maxX", "maxY")]
        if all(isinstance(v, (int, float)) and math.isfinite(v) for v in values):
            left, top, right, bottom = (round(float(v), 2) for v in values if v is not None)
            offset, limit = (left, top), (right, bottom)
    container = ElementSummary.from_wire(reply.get("container"), frame)
    return Scrolled(
        moved=ScrollDelta.from_wire(reply.get("moved"), frame),
        container="page" if container is None or container.tag == "page" else str(container),
        offset=offset,
        limit=limit,
        rested=reply.get("rested") is not False,
    )
