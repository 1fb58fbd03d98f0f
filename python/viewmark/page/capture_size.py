"""Chooses the size of a capture: as requested, or as small as a token budget demands.

A browser that scales while it draws (`clip.scale`) lays out and rasters text for the smaller
picture: as sharp as one scaled afterwards, and at 3840x2160 about three times as fast.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from viewmark import imaging
from viewmark.browser.capture.screenshot import SMALLEST_SCALE, known_factor
from viewmark.errors import CommandTimeout, PageNavigated
from viewmark.page.picture import take_picture

if TYPE_CHECKING:
    from viewmark.browser.capture.screenshot import Capture, Format, Scale
    from viewmark.browser.page_target import PageTarget
    from viewmark.geometry import Viewport
    from viewmark.page.context import PageContext

__all__ = ["MAX_SIDE", "Resolution", "capture_within"]

MAX_SIDE = 65_535
"""Image px; no JPEG is larger."""

_PATIENCE = 2.0  # seconds for the viewport; a page that is busier is captured as wished


class Resolution(NamedTuple):
    """What is wished for, and what it may cost."""

    scale: Scale
    max_tokens: int | None
    token_model: imaging.TokenModel

    def of(self, page: PageTarget, view: Viewport) -> Scale:
        """The scale to capture with: `scale` itself unless the budget asks for less.

        Raises:
            InvalidOption: a budget outside its range.
        """
        scale = self._number(page, view)
        if self.max_tokens is None or scale is None or not SMALLEST_SCALE <= scale <= 4:
            return self.scale
        size = (round(view.width * scale), round(view.height * scale))
        if min(size) < 1 or max(size) > MAX_SIDE:
            return self.scale
        fitted = self.fitted(size)
        if fitted == size:
            return self.scale
        return max(max(fitted) / max(view.width, view.height), SMALLEST_SCALE)

    def _number(self, page: PageTarget, view: Viewport) -> float | None:
        """Image px per CSS px; None if that is not known, or no such scale exists."""
        if self.scale == "css":
            return 1.0
        if self.scale == "device":
            return known_factor(page, view)
        return None if isinstance(self.scale, (str, bool)) else self.scale

    def fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        """The size that a picture of `size` px may have."""
        if self.max_tokens is None:
            return size
        return imaging.size_within(size, max_tokens=self.max_tokens, token_model=self.token_model)


async def capture_within(
    context: PageContext, wish: Resolution, *, format: Format, quality: int
) -> Capture:
    """Take a picture that is no larger than the budget allows, or nearly so.

    A picture that is too large all the same (the viewport grew meanwhile, its size was not to be
    had) must be made smaller afterwards.

    Raises:
        InvalidOption, ScreenshotFailed, RestrictedPage: as `capture`, and so on.
    """
    page = context.page
    view = None if wish.max_tokens is None else await _viewport(context)
    if view is None:
        return await take_picture(page, format=format, quality=quality, scale=wish.scale)
    scale = wish.of(page, view)
    shot = await take_picture(page, format=format, quality=quality, scale=scale)
    # A viewport that has another size by now wants another scale; what comes then is taken.
    better = wish.of(page, shot.viewport)
    if better != scale and _sides(shot.viewport) != _sides(view):
        shot = await take_picture(page, format=format, quality=quality, scale=better)
    return shot


async def _viewport(context: PageContext) -> Viewport | None:
    """As the last picture showed it, else as the page says it is."""
    last = context.newest_picture
    if last is not None and last.view is not None:
        return last.view
    with contextlib.suppress(CommandTimeout, PageNavigated):
        return (await context.page.state(timeout=_PATIENCE)).viewport
    return None


def _sides(view: Viewport) -> tuple[float, float]:
    return (view.width, view.height)
