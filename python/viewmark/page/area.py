"""Takes screenshots of an element, a region or the whole page, even beyond the viewport.

The page is scrolled as needed, captured one viewport at a time, and scrolled back; the parts are
stitched together. The page therefore receives `scroll` events and lazy-loads content as it does for
a user, but is not resized, and no media query changes. `captureBeyondViewport` would lay out the
page at 1x1 px for a moment, and leave lazy images and cross-site frames empty (both measured).
Secret fields are covered in every part.

Bars that stick to an edge (`position: fixed`, or `sticky` while stuck) appear only once, because
each part contributes only the area between them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from viewmark import imaging
from viewmark.browser import wire
from viewmark.browser.actions import scroll as scrolling
from viewmark.browser.capture.layout_shift import detect_shifts
from viewmark.browser.capture.screenshot import SMALLEST_SCALE, Capture, known_factor
from viewmark.browser.discovery.discovery import Discovery, finish, likely_blank
from viewmark.browser.page_lock import turn
from viewmark.browser.script_files import script
from viewmark.browser.settling import settle
from viewmark.defaults import PADDINGS
from viewmark.elements.model import Element
from viewmark.elements.order import Rank
from viewmark.elements.rank import Ranked
from viewmark.errors import InvalidCoordinates, InvalidOption, ScreenshotFailed, ViewmarkError
from viewmark.geometry import Bounds, Viewport
from viewmark.page.context import PageContext
from viewmark.page.detail import Details
from viewmark.page.observe_options import PictureOptions
from viewmark.page.picture import blank_in, end_after, take_picture
from viewmark.page.resolve import element
from viewmark.page.resolved_target import PointTarget, ResolvedTarget
from viewmark.page.target import Area, Around
from viewmark.page.targets import resolve

SMALLEST = 0.25
"""Minimum scale of a screenshot, in image px per CSS px; a larger area is cut instead, with a note.
"""
SETTLE = 1.0
"""Maximum seconds to wait for the fonts and images of each part of a large area."""
PARTS = 200
ATTEMPTS = 2
_WIDEST_BARS = 0.6
"""Maximum share of the viewport's height that fixed bars may take to be cropped; taller bars appear
in every part of the screenshot."""

# Script that returns the heights of the bars that stick to the upper and lower edge of the
# viewport.
_BARS = script("single/bars")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The area to capture: an element, a region, or the whole page if neither field is set."""

    clip: Bounds | None = None
    target: ResolvedTarget | None = None
    padding: float = 0.0

    @property
    def is_page(self) -> bool:
        return self.clip is None and self.target is None


def _read_area(context: PageContext, area: Area) -> _Wanted:
    """Convert the option `area` to an element or a region of this page.

    Raises:
        InvalidOption: the numbers do not form a region, or the target is a point.
        RefStale, ElementNotFound, ...: the element was not found.
    """
    if area == "page":
        return _Wanted()
    if isinstance(area, (tuple, list)):
        sides = wire.numbers(list(area), 4)
        if sides is None or not (sides[2] >= 1 and sides[3] >= 1) or max(map(abs, sides)) > 1e7:
            raise InvalidOption(
                f"A region must be x, y, width, height in CSS px of the page, not {area!r:.60}.",
                param="area",
            )
        return _Wanted(clip=Bounds(*map(float, sides)))
    padding = area.padding if isinstance(area, Around) else 0.0
    PADDINGS.check("padding", padding)
    target = resolve(context, area.target if isinstance(area, Around) else area)
    if isinstance(target, PointTarget):
        raise InvalidOption("A point has no area; name an element, or give a region.", param="area")
    return _Wanted(target=target, padding=padding)


@dataclass(slots=True)
class AreaPicture:
    """A screenshot of an area, and the elements in it."""

    box: Bounds
    """Box of the area, in CSS px of the document."""
    viewport: Viewport
    """The page's own viewport, restored after the capture."""
    epoch: str
    shot: Capture | None = None
    """The stitched screenshot; its viewport is the area."""
    incomplete: list[str] = field(default_factory=list)
    picture_error: ScreenshotFailed | None = None
    """Why there is no screenshot: the browser did not render one in time."""
    looks: list[Discovery] = field(default_factory=list)
    found: dict[tuple[str, int], Element] = field(default_factory=dict)
    """Elements in the area; positions are in CSS px from the top left corner of the area."""
    ranked: dict[tuple[str, int], tuple[Ranked, Rank]] = field(default_factory=dict)
    """Rank and document order of each element, part by part."""
    moved: set[tuple[str, int]] = field(default_factory=set)
    text_rects: list[Bounds] = field(default_factory=list)
    unmarked: list[Bounds] = field(default_factory=list)


@dataclass(slots=True)
class _Part:
    shot: Capture
    seen: Bounds
    """The part of the document, in CSS px, that this capture of the size of the viewport contains.
    """


async def take_area(
    context: PageContext,
    options: PictureOptions,
    look: Callable[[], Awaitable[Discovery]] | None = None,
) -> AreaPicture:
    """Take a screenshot of an area; the page is scrolled as needed, then scrolled back.

    Args:
        context: the page, with its refs and earlier observations.
        options: the area to show, and the size limit of the screenshot.
        look: function that discovers the elements to mark in the viewport; None: no elements.

    Raises:
        InvalidOption, InvalidCoordinates: the area is malformed, or outside the page.
        ElementNotFound, RefStale, ...: the element was not found.
        ScreenshotFailed: no screenshot, as for `take_picture`; or the page cannot scroll there.
        PageBusy: an action on the page did not end in time.
    """
    wanted = _read_area(context, options.area)
    page = context.page
    async with turn(page, "screenshot"):
        before = await page.viewport()
        try:
            made = None
            for attempt in range(ATTEMPTS):
                box, note = await _box(context, wanted)
                made = await _take(context, box, options, look)
                if note:
                    made.incomplete.append(note)
                grown = (await _layout(context)).content[1] - made.viewport.height
                if not wanted.is_page or abs(grown) < 1:
                    break
                if attempt + 1 == ATTEMPTS:
                    made.incomplete.append(
                        f"The page's height changed by {grown:g} CSS px while it was looked at: "
                        "parts may be missing or shown twice."
                    )
            if made is None:
                raise AssertionError
            made.viewport = before
            return made
        finally:
            with contextlib.suppress(ViewmarkError):
                await scrolling.scroll_to(page, before.scroll_x, before.scroll_y)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Sizes of a page's document and viewport, in CSS px."""

    content: tuple[float, float]
    """Size of the document; its width excludes the scroll bar."""
    inner: tuple[float, float]
    """Size of the viewport without scroll bars."""

    @property
    def limit(self) -> tuple[float, float]:
        """Maximum scroll offsets of the page."""
        (width, height), (right, bottom) = self.content, self.inner
        return max(0.0, width - right), max(0.0, height - bottom)


async def _layout(context: PageContext) -> _Layout:
    metrics = wire.record(await context.page.session.send("Page.getLayoutMetrics"))
    size = wire.record(metrics.get("cssContentSize"))
    width, height = wire.number(size.get("width")), wire.number(size.get("height"))
    sizes = wire.record(metrics.get("cssLayoutViewport"))
    inner = wire.number(sizes.get("clientWidth")), wire.number(sizes.get("clientHeight"))
    return _Layout((max(1.0, width), max(1.0, height)), inner)


async def _box(context: PageContext, area: _Wanted) -> tuple[Bounds, str]:
    """Return the box to capture, and a note about content that the screenshot cannot contain."""
    page, note = context.page, ""
    layout = await _layout(context)
    content = Bounds(0.0, 0.0, *layout.content)
    if area.target is not None:
        named: Any = area.target
        read_box = partial(Details(context).get, named, "box")
        sides = wire.record((await read_box()).value)
        view = await page.viewport()
        own = Bounds(sides.get("x", 0.0), sides.get("y", 0.0), sides["width"], sides["height"])
        inside = own.intersection(Bounds(0.0, 0.0, view.width, view.height))
        if inside != own:
            frame, node, _ = await element(context, area.target)
            # an element is captured even if it is covered or moving
            with contextlib.suppress(ViewmarkError):
                await scrolling.into_view(page, frame, node)
            sides = wire.record((await read_box()).value)
            view = await page.viewport()
        pad = area.padding
        left, top = sides["x"] + view.scroll_x - pad, sides["y"] + view.scroll_y - pad
        wanted = Bounds(left, top, sides["width"] + 2 * pad, sides["height"] + 2 * pad)
        if sides["width"] < 1 or sides["height"] < 1:
            raise ScreenshotFailed("The element has no size, so there is nothing to show.")
    elif area.clip is not None:
        wanted = area.clip
    else:
        wanted = content
        view = await page.viewport()
        inner = await page.call(None, _INNER)
        if isinstance(inner, (int, float)) and inner > 1:
            note = (
                f"A part of the page scrolls by itself; {inner:g} CSS px of it are not in sight "
                "and not in the picture."
            )
    # On a page shorter than its viewport, the area below the document is included.
    box = wanted.intersection(Bounds(0.0, 0.0, *map(max, layout.content, layout.inner)))
    if box.width < 1 or box.height < 1:
        raise InvalidCoordinates(
            f"The area lies outside of the page, which has {content.width:g} x {content.height:g} "
            "CSS px.",
            param="area",
        )
    return box, note


# Script that returns the largest extent, in CSS px, that a scroll container inside the page hides.
_INNER = script("single/inner_scroll")


async def _take(
    context: PageContext,
    box: Bounds,
    options: PictureOptions,
    look: Callable[[], Awaitable[Discovery]] | None,
) -> AreaPicture:
    page = context.page
    coding: dict[str, Any] = {"format": options.format, "quality": options.quality}
    scale, box, incomplete = await _scale_of(context, box, options)
    take = partial(take_picture, page, **coding, scale=scale)
    content = (await _layout(context)).content
    parts: list[_Part] = []
    made = AreaPicture(
        box=box,
        viewport=Viewport(*content, 0.0, 0.0, 1.0),
        epoch=page.epoch,
        incomplete=incomplete,
    )
    x = box.x
    while x < box.right - 0.5 and len(parts) < PARTS:
        y, right = box.y, x
        while y < box.bottom - 0.5 and len(parts) < PARTS:
            rest = Bounds(x, y, box.right - x, box.bottom - y)
            part = await _part(context, made, rest, look, take, may_lack=not parts or x == box.x)
            if part is None and not parts:
                return made
            if part is None:
                box, note = end_after(box, parts[-1].seen)
                made.box, made.incomplete = box, [*incomplete, note]
                break
            parts.append(part)
            y, right = part.seen.bottom, part.seen.right
        x = right
    # Adjacent parts meet exactly, because both round the shared edge to the same image px.
    rows = []
    for part in parts:
        ratio, view, seen = part.shot.scale, part.shot.viewport, part.seen
        left, top = round((seen.x - box.x) * scale), round((seen.y - box.y) * scale)
        width = round((seen.right - box.x) * scale) - left
        height = round((seen.bottom - box.y) * scale) - top
        start = (round((seen.x - view.scroll_x) * ratio), round((seen.y - view.scroll_y) * ratio))
        rows.append((part.shot.base64, (*start, max(1, width), max(1, height)), (left, top)))
    size = (max(1, round(box.width * scale)), max(1, round(box.height * scale)))
    base64 = await asyncio.to_thread(imaging.compose, size, rows, **coding)
    first = parts[0].shot
    view = Viewport(box.width, box.height, 0.0, 0.0, first.viewport.device_scale_factor)
    made.shot = replace(
        first,
        base64=base64,
        width=size[0],
        height=size[1],
        state=replace(first.state, viewport=view),
        redactions=max(part.shot.redactions for part in parts),
        hidden=(),
    )
    return made


async def _scale_of(
    context: PageContext, box: Bounds, options: PictureOptions
) -> tuple[float, Bounds, list[str]]:
    """Return the scale (image px per CSS px), the part of the area that fits, and notes."""
    view = await context.page.viewport()
    if isinstance(options.scale, str):
        factor = known_factor(context.page, view) if options.scale == "device" else 1.0
        scale = factor or view.device_scale_factor
    else:
        scale = float(options.scale)
    least = min(scale, SMALLEST)
    limit = options.max_side / least
    shown = Bounds(box.x, box.y, min(box.width, limit), min(box.height, limit))
    incomplete = []
    if shown != box:
        incomplete.append(
            f"The picture ends at {shown.bottom:g} of {box.bottom:g} CSS px: a longer one would be "
            f"too small to read. Go on with area=({box.x:g}, {shown.bottom:g}, {box.width:g}, "
            f"{box.bottom - shown.bottom:g}), or a larger max_side."
        )
    size = (max(1, round(shown.width * scale)), max(1, round(shown.height * scale)))
    fitted = options.fitted(size)
    if fitted != size:
        scale = max(
            min(scale, (max(fitted) - 0.5) / max(shown.width, shown.height)), SMALLEST_SCALE
        )
    return scale, shown, incomplete


async def _part(
    context: PageContext,
    made: AreaPicture,
    rest: Bounds,
    look: Callable[[], Awaitable[Discovery]] | None,
    take: Callable[[], Awaitable[Capture]],
    *,
    may_lack: bool,
) -> _Part | None:
    """Capture the part of `rest` that one viewport shows, from its top left corner.

    If the browser does not render the part in time and `may_lack` is set, return None. The first
    part's elements are collected nevertheless.
    """
    page = context.page
    view, (_above, below) = await _stand(context, rest)
    if (view.scroll_x, view.scroll_y) != (0.0, 0.0):
        await settle(page, timeout_s=SETTLE)
    found = await look() if look is not None else None
    try:
        shot = await take()
    except ScreenshotFailed as error:
        if found is None or not may_lack or "timeout_s" not in error.data:
            raise
        if not made.looks:
            made.picture_error = error
            sight = Bounds(view.scroll_x, view.scroll_y, view.width, view.height)
            found = finish(found, likely_blank(found))
            _collect(made, found, rest.intersection(sight), view, set())
        return None
    moved = None
    if found is not None:
        found = finish(found, await asyncio.to_thread(blank_in, found, shot))
        moved = await detect_shifts(
            page, found.elements, observation=found.number, since=shot.since
        )
    now, layout = shot.viewport, await _layout(context)
    if shot.epoch != made.epoch:
        raise ScreenshotFailed("The page went elsewhere while it was looked at.")
    if (now.scroll_x, now.scroll_y) != (view.scroll_x, view.scroll_y):
        raise ScreenshotFailed("The page scrolls by itself while it is looked at.")
    right, bottom = view.scroll_x + layout.inner[0], view.scroll_y + layout.inner[1]
    if bottom < rest.bottom and layout.limit[1] > view.scroll_y + 1:
        bottom -= below
    seen = Bounds(rest.x, rest.y, min(rest.right, right) - rest.x, 0.0) if right > rest.x else None
    height = min(rest.bottom, bottom) - rest.y
    if seen is None or height < 0.5 or view.scroll_y > rest.y + 0.5 or view.scroll_x > rest.x + 0.5:
        raise ScreenshotFailed(
            f"The page does not scroll to {rest.x:g}, {rest.y:g}, so that cannot be shown.",
            hint="It may scroll a container of its own; scroll there and take the viewport.",
        )
    seen = Bounds(rest.x, rest.y, seen.width, height)
    if found is not None and moved is not None:
        everything = range(len(found.elements)) if moved.view_changed else moved.elements
        _collect(made, found, seen, view, set(everything))
    return _Part(shot, seen)


async def _stand(context: PageContext, rest: Bounds) -> tuple[Viewport, tuple[float, float]]:
    """Scroll until the top left corner of `rest` is below the fixed bars at the top edge.

    The page is not scrolled if all of `rest` is already visible.
    """
    page = context.page
    view = await page.viewport()
    layout = await _layout(context)
    sight = Bounds(view.scroll_x, view.scroll_y, *layout.inner)
    bars = await _bars(context, view)
    free = Bounds(sight.x, sight.y + bars[0], sight.width, max(0.0, sight.height - sum(bars)))
    if rest.intersection(free) == rest or (
        rest.intersection(sight) == rest and layout.limit == (0.0, 0.0)
    ):
        return view, (0.0, 0.0)
    above = 0.0
    for _ in range(4):
        await scrolling.scroll_to(page, rest.x, max(0.0, rest.y - above))
        view = await page.viewport()
        bars = await _bars(context, view)
        if view.scroll_y <= 0.5 or view.scroll_y + bars[0] <= rest.y + 0.5:
            break
        above = bars[0] + 1
    return view, bars


async def _bars(context: PageContext, view: Viewport) -> tuple[float, float]:
    pair = wire.pair(wire.list_items(await context.page.call(None, _BARS))) or (0.0, 0.0)
    return pair if 0 <= sum(pair) <= _WIDEST_BARS * view.height else (0.0, 0.0)


def _collect(
    made: AreaPicture, found: Discovery, seen: Bounds, view: Viewport, moved: set[int]
) -> None:
    """Add the elements of a part, with positions relative to the corner of the area."""
    corner = (view.scroll_x - made.box.x, view.scroll_y - made.box.y)
    mine = seen.shift(-made.box.x, -made.box.y)

    def at(box: Bounds) -> Bounds:
        return box.shift(*corner).intersection(mine)

    for i, each in enumerate(found.elements):
        key, box = (each.handle.frame_id, each.handle.node_id), at(each.bounds)
        if box.is_empty:
            continue
        rects = tuple(part for part in map(at, each.rects) if not part.is_empty)
        known = made.found.get(key)
        if known is not None:
            old = known.bounds
            if (
                max(box.y - old.bottom, old.y - box.bottom, box.x - old.right, old.x - box.right)
                > 2
            ):
                continue  # a fixed element appears in several parts, but is listed once
            left, top = min(box.x, old.x), min(box.y, old.y)
            right, bottom = max(box.right, old.right), max(box.bottom, old.bottom)
            box = Bounds(left, top, right - left, bottom - top)
            rects = known.rects + rects
        made.found[key] = replace(each, bounds=box, rects=rects)
        # Different parts have no common document order, so the part number comes first.
        rank = (float(len(made.looks)), *found.document[i])
        made.ranked.setdefault(key, (found.ranked[i], rank))
        if i in moved:
            made.moved.add(key)
    made.text_rects += [box for box in map(at, found.text_rects) if not box.is_empty]
    made.unmarked += [box for box in map(at, found.unmarked) if not box.is_empty]
    made.looks.append(found)
