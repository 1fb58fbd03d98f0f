"""Takes pictures of the viewport in which secret fields and masked elements are covered.

The browser half knows where they are, the imaging half covers them in the pixels: whoever shows a
picture takes it here.

Asks a picture which of the things that a look is not sure of can be seen in it.

Styles can paint in ways that no list knows, and say that they paint where nothing is to be seen.
The picture of the look knows both: a box stands out from what is around it, or it does not.

Chooses the size of a capture: as requested, or as small as a token budget demands.

A browser that scales while it draws (`clip.scale`) lays out and rasters text for the smaller
picture: as sharp as one scaled afterwards, and at 3840x2160 about three times as fast.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from viewmark import imaging
from viewmark.browser.capture.mask import capture_covered
from viewmark.browser.capture.screenshot import (
    Capture,
    Format,
    Scale,
    capture,
    in_time,
)
from viewmark.browser.discovery.discovery import Discovery
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import CAPTURE_TIMEOUT, QUALITY
from viewmark.errors import CommandTimeout, PageNavigated
from viewmark.geometry import Bounds, Viewport
from viewmark.imaging import Annotated
from viewmark.page.context import PageContext
from viewmark.page.observation import ImageInfo
from viewmark.page.observe_options import PictureOptions
from viewmark.secrets.covers import COLOR
from viewmark.stages import stage


def info_of(made: Annotated | Capture, width: float, *, redactions: int) -> ImageInfo:
    """Properties of a picture that shows so many CSS px from its left to its right edge."""
    drawn = made if isinstance(made, imaging.Annotated) else None
    return ImageInfo(
        width=made.width,
        height=made.height,
        scale=made.width / width,
        format=made.format,
        quality=drawn.quality if drawn is not None and made.format == "jpeg" else None,
        base64_size=len(made.base64) if drawn is None else drawn.base64_size,
        redactions=redactions,
        annotated=drawn is not None and any(box and box.width for box in drawn.placements),
    )


async def take_picture(
    page: PageTarget,
    *,
    format: Format = "jpeg",
    quality: int = QUALITY,
    scale: Scale = "css",
    timeout: float = CAPTURE_TIMEOUT,
    likely: Callable[[Capture], None] | None = None,
) -> Capture:
    """Take a picture; `redactions` tells how many secret fields are covered in it.

    Args:
        page: the page; `page.show_secrets` and `page.mask` decide what is covered.
        format: as for `capture`, as all the rest.
        quality: of JPEG, 1 to 100.
        scale: `css`, `device`, or image px per CSS px.
        timeout: seconds.
        likely: as for `capture_covered`.

    Raises:
        InvalidSelector: one in `page.mask`.
        ViewmarkError: as `capture` and `capture_covered`.
    """

    async def shoot(facts: Awaitable[object] | None = None, /) -> Capture:
        return await capture(
            page, format=format, quality=quality, scale=scale, timeout=timeout, facts=facts
        )

    with stage("capture"):
        shot = await in_time(capture_covered(page, shoot, likely), timeout)
    if not shot.covers:
        return shot

    def painted() -> str:
        done = imaging.cover(
            shot.base64, shot.covers, color=COLOR, format=shot.format, quality=quality
        )
        return done if isinstance(done, str) else ""

    with stage("cover"):
        covered_shot = await asyncio.to_thread(painted)
        return replace(shot, base64=covered_shot, covers=(), hidden=shot.covers)


SEEN = 8
"""Levels of 255 by which something differs that a person sees; a JPEG's noise stays below."""


def blank_in(found: Discovery, shot: Capture) -> frozenset[int]:
    """Positions of candidates of which nothing can be seen.

    What lies under a cover, or out of the picture, counts as seen: nothing is known of it.

    Args:
        found: a look that may be unsure of some.
        shot: the picture of the same moment.
    """
    if found.draft is None:
        return frozenset()
    asked, boxes = [], []
    for i, each in enumerate(found.draft.candidates):
        if not each.doubt:
            continue
        x, y, width, height = each.element.bounds.to_image_px(shot.scale)
        box = Bounds(x, y, width, height)
        if not any(box.overlaps(Bounds(*map(float, cover))) for cover in shot.hidden):
            asked.append(i)
            boxes.append((x, y, width, height))
    with stage("painted"):
        shown = imaging.prominence(shot.base64, boxes)
    return frozenset(i for i, number in zip(asked, shown, strict=True) if number < SEEN)


async def blank_ahead(
    found: Discovery, likely: asyncio.Future[Capture]
) -> tuple[Capture, frozenset[int]]:
    """The same of the picture that is likely to be the one, and which that is."""
    shot = await likely
    return shot, await asyncio.to_thread(blank_in, found, shot)


_PATIENCE = 2.0  # seconds for the viewport; a page that is busier is captured as wished


async def capture_within(
    context: PageContext,
    options: PictureOptions,
    likely: Callable[[Capture], None] | None = None,
) -> Capture:
    """Take a picture that is no larger than the budget allows, or nearly so.

    A picture that is too large all the same (the viewport grew meanwhile, its size was not to be
    had) must be made smaller afterwards. `likely` is as for `capture_covered`.

    Raises:
        InvalidOption, ScreenshotFailed, RestrictedPage: as `capture`, and so on.
    """
    page = context.page
    last = context.newest_picture
    # The page is only asked whether a side is too long where a budget needs its size: few do.
    view = last.view if last is not None and not last.is_area else None
    if view is None and options.max_tokens is not None:
        view = await _viewport(context)
    scale = options.scale if view is None else options.scale_of(page, view)
    take = partial(take_picture, page, format=options.format, quality=options.quality)
    shot = await take(scale=scale, likely=likely)
    # A viewport that was resized meanwhile needs another scale; the second picture is final.
    better = options.scale_of(page, shot.viewport)
    has_changed = view is not None and _sides(shot.viewport) != _sides(view)
    is_too_long = max(shot.width, shot.height) > options.max_side
    if better != scale and (has_changed or is_too_long):
        shot = await take(scale=better)
    return shot


async def _viewport(context: PageContext) -> Viewport | None:
    """The viewport of the last picture, else the page's own."""
    last = context.newest_picture
    if last is not None and last.view is not None and not last.is_area:
        return last.view
    with contextlib.suppress(CommandTimeout, PageNavigated):
        return (await context.page.facts(timeout=_PATIENCE)).viewport
    return None


def _sides(view: Viewport) -> tuple[float, float]:
    return (view.width, view.height)


def end_after(whole: Bounds, last: Bounds) -> tuple[Bounds, str]:
    """Part of one column that a picture shows up to its last drawn part; and the remark."""
    return Bounds(whole.x, whole.y, last.right - whole.x, last.bottom - whole.y), (
        f"The picture and its marks end at {last.bottom:g} of {whole.bottom:g} CSS px: the browser "
        "drew no more of it in time."
    )
