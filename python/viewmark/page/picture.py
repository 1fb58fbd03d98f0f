"""Takes screenshots of the viewport, with secret fields and masked elements covered.

The browser layer locates these elements, and the imaging layer covers them in the pixels. Every
screenshot that leaves viewmark must be taken here.

The module also determines from the screenshot which elements of uncertain visibility are visible.
Computed styles cannot decide this: some paint in ways that no list of rules covers, others have no
visible effect. In the screenshot, however, a visible box differs from its surroundings.

Finally, it chooses the scale of a capture: as requested, or smaller if a token limit requires it.
If the browser scales during the capture (`clip.scale`), it lays out and rasterizes text at the
smaller size. The result is as sharp as scaling afterwards, and about three times as fast at
3840x2160.
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
    """Return the properties of a screenshot of a viewport that is `width` CSS px wide."""
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
    """Take a screenshot; `redactions` is the number of secret fields covered in it.

    Args:
        page: the page; `page.show_secrets` and `page.mask` decide what is covered.
        format: as for `capture`.
        quality: JPEG quality, 1 to 100.
        scale: `css`, `device`, or image px per CSS px.
        timeout: seconds.
        likely: as for `capture_covered`.

    Raises:
        InvalidSelector: a selector of `page.mask` is invalid.
        ViewmarkError: as for `capture` and `capture_covered`.
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
"""Minimum difference in colour levels (0..255) that counts as a visible change; JPEG noise is below
it."""


def blank_in(found: Discovery, shot: Capture) -> frozenset[int]:
    """Return the positions of uncertain elements that are not visible in the screenshot.

    An element under a cover, or outside the screenshot, counts as visible, because it cannot be
    judged.

    Args:
        found: a discovery that may contain uncertain elements.
        shot: the screenshot taken at the same time.
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
    """Apply `blank_in` to the screenshot that will probably be final; return both."""
    shot = await likely
    return shot, await asyncio.to_thread(blank_in, found, shot)


_PATIENCE = 2.0  # maximum seconds to read the viewport; after that, the requested scale is used


async def capture_within(
    context: PageContext,
    options: PictureOptions,
    likely: Callable[[Capture], None] | None = None,
) -> Capture:
    """Take a screenshot that respects the size limits, usually exactly.

    The screenshot may still be too large (the viewport grew meanwhile, or its size was unknown),
    so callers must check its size. `likely` is as for `capture_covered`.

    Raises:
        InvalidOption, ScreenshotFailed, RestrictedPage: as for `capture`.
    """
    page = context.page
    last = context.newest_picture
    # The viewport size is queried only if a token limit requires it, which is rare.
    view = last.view if last is not None and not last.is_area else None
    if view is None and options.max_tokens is not None:
        view = await _viewport(context)
    scale = options.scale if view is None else options.scale_of(page, view)
    take = partial(take_picture, page, format=options.format, quality=options.quality)
    shot = await take(scale=scale, likely=likely)
    # If the viewport was resized meanwhile, take another screenshot at the new scale.
    better = options.scale_of(page, shot.viewport)
    has_changed = view is not None and _sides(shot.viewport) != _sides(view)
    is_too_long = max(shot.width, shot.height) > options.max_side
    if better != scale and (has_changed or is_too_long):
        shot = await take(scale=better)
    return shot


async def _viewport(context: PageContext) -> Viewport | None:
    """Return the viewport of the last screenshot; without one, query the page."""
    last = context.newest_picture
    if last is not None and last.view is not None and not last.is_area:
        return last.view
    with contextlib.suppress(CommandTimeout, PageNavigated):
        return (await context.page.facts(timeout=_PATIENCE)).viewport
    return None


def _sides(view: Viewport) -> tuple[float, float]:
    return (view.width, view.height)


def end_after(whole: Bounds, last: Bounds) -> tuple[Bounds, str]:
    """Return the part of a stitched page above the first tile that could not be captured.

    The second value is a note for the result that states where the image ends.
    """
    return Bounds(whole.x, whole.y, last.right - whole.x, last.bottom - whole.y), (
        f"The picture and its marks end at {last.bottom:g} of {whole.bottom:g} CSS px: the browser "
        "drew no more of it in time."
    )
