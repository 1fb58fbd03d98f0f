"""Chooses the size of a capture: as requested, or as small as a token budget demands.

A browser that scales while it draws (`clip.scale`) lays out and rasters text for the smaller
picture: as sharp as one scaled afterwards, and at 3840x2160 about three times as fast.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import NamedTuple

from viewmark import imaging
from viewmark.browser.capture.screenshot import SMALLEST_SCALE, Capture, Format, Scale, known_factor
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import SAFE_SIDE, SCALES, SIDES
from viewmark.errors import CommandTimeout, PageNavigated
from viewmark.geometry import Bounds, Viewport
from viewmark.page.context import PageContext
from viewmark.page.picture import take_picture

MAX_SIDE = 65_535
"""Image px; no JPEG is larger."""


_PATIENCE = 2.0  # seconds for the viewport; a page that is busier is captured as wished


class Resolution(NamedTuple):
    """What is wished for, and what it may cost."""

    scale: Scale
    max_tokens: int | None
    token_model: imaging.TokenModel
    max_side: int = SAFE_SIDE

    def check(self) -> None:
        """Refuse a side that no picture can have.

        Raises:
            InvalidOption: with the range.
        """
        SIDES.check("max_side", self.max_side)

    def of(self, page: PageTarget, view: Viewport) -> Scale:
        """The scale to capture with: `scale` itself unless the budget asks for less.

        Raises:
            InvalidOption: a budget outside its range.
        """
        scale = self._number(page, view)
        if scale is None or scale not in SCALES:
            return self.scale
        size = (round(view.width * scale), round(view.height * scale))
        if min(size) < 1 or max(size) > MAX_SIDE:
            return self.scale
        fitted = self.fitted(size)
        if fitted == size:
            return self.scale
        wanted = max(fitted) / max(view.width, view.height)
        # Half a px less, as the browser rounds: nothing makes a side smaller afterwards.
        most = (self.max_side - 0.5) / max(view.width, view.height)
        return max(min(wanted, most), SMALLEST_SCALE)

    def _number(self, page: PageTarget, view: Viewport) -> float | None:
        """Image px per CSS px; None if that is not known, or no such scale exists."""
        if self.scale == "css":
            return 1.0
        if self.scale == "device":
            return known_factor(page, view)
        return None if isinstance(self.scale, (str, bool)) else self.scale

    def fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        """The size that a picture of `size` px may have."""
        if self.max_tokens is not None:
            budget, model = self.max_tokens, self.token_model
            size = imaging.size_within(size, max_tokens=budget, token_model=model)
        longest = max(size)
        if longest <= self.max_side:
            return size
        width, height = (max(1, side * self.max_side // longest) for side in size)
        return width, height


async def capture_within(
    context: PageContext,
    wish: Resolution,
    *,
    format: Format,
    quality: int,
    likely: Callable[[Capture], None] | None = None,
) -> Capture:
    """Take a picture that is no larger than the budget allows, or nearly so.

    A picture that is too large all the same (the viewport grew meanwhile, its size was not to be
    had) must be made smaller afterwards. `likely` is as for `capture_covered`.

    Raises:
        InvalidOption, ScreenshotFailed, RestrictedPage: as `capture`, and so on.
    """
    wish.check()
    page = context.page
    last = context.newest_picture
    # Whether a side is too long is asked of the page only where a budget asks anyway: few are.
    view = last.view if last is not None and not last.is_area else None
    if view is None and wish.max_tokens is not None:
        view = await _viewport(context)
    scale = wish.scale if view is None else wish.of(page, view)
    shot = await take_picture(page, format=format, quality=quality, scale=scale, likely=likely)
    # A viewport that has another size by now wants another scale; what comes then is taken.
    better = wish.of(page, shot.viewport)
    has_changed = view is not None and _sides(shot.viewport) != _sides(view)
    is_too_long = max(shot.width, shot.height) > wish.max_side
    if better != scale and (has_changed or is_too_long):
        shot = await take_picture(page, format=format, quality=quality, scale=better)
    return shot


async def _viewport(context: PageContext) -> Viewport | None:
    """As the last picture showed it, else as the page says it is."""
    last = context.newest_picture
    if last is not None and last.view is not None and not last.is_area:
        return last.view
    with contextlib.suppress(CommandTimeout, PageNavigated):
        return (await context.page.facts(timeout=_PATIENCE)).viewport
    return None


def _sides(view: Viewport) -> tuple[float, float]:
    return (view.width, view.height)


def end_after(whole: Bounds, last: Bounds) -> tuple[Bounds, str]:
    """What a picture of one column shows that ends after the last part drawn; and the remark."""
    return Bounds(whole.x, whole.y, last.right - whole.x, last.bottom - whole.y), (
        f"The picture and its marks end at {last.bottom:g} of {whole.bottom:g} CSS px: the browser "
        "drew no more of it in time."
    )
