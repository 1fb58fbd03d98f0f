"""Sets the viewport size of a page, and restores it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.browser.emulation.metrics import (
    Metrics,
    metrics_of,
    override_metrics,
    reset_metrics,
)
from viewmark.browser.emulation.redraw import redraw
from viewmark.browser.page_lock import turn
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from viewmark.geometry import Viewport
    from viewmark.page.context import PageContext

__all__ = ["reset_viewport", "set_viewport", "viewport"]

LONGEST_SIDE = 10_000
SCALES = (0.1, 10.0)


async def viewport(context: PageContext) -> Viewport:
    """The visible part of the page now."""
    return await context.page.viewport()


async def set_viewport(
    context: PageContext,
    *,
    width: int | None,
    height: int | None,
    device_scale_factor: float | None,
    mobile: bool | None,
) -> Viewport:
    """Give the page a size; the viewport that it has then."""
    for name, side in (("width", width), ("height", height)):
        is_side = isinstance(side, int) and not isinstance(side, bool)
        if side is not None and not (is_side and 1 <= side <= LONGEST_SIDE):
            message = f"{name} must be 1 to {LONGEST_SIDE} CSS px, not {side!r:.40}."
            raise InvalidOption(message, param=name)
    scale, (low, high) = device_scale_factor, SCALES
    is_scale = isinstance(scale, (int, float)) and not isinstance(scale, bool)
    if scale is not None and not (is_scale and low <= scale <= high):
        raise InvalidOption(
            f"device_scale_factor must be between {low:g} and {high:g}, not {scale!r:.40}.",
            param="device_scale_factor",
        )
    page = context.page
    async with turn(page, "viewport"):  # what an action has aimed at stays where it is
        before, now = metrics_of(page), await page.viewport()
        before = before or Metrics(width=max(1, round(now.width)), height=max(1, round(now.height)))
        await override_metrics(
            page,
            Metrics(
                width=before.width if width is None else width,
                height=before.height if height is None else height,
                device_scale_factor=before.device_scale_factor if scale is None else float(scale),
                mobile=before.mobile if mobile is None else mobile,
            ),
        )
        await redraw(page)
        return await page.viewport()


async def reset_viewport(context: PageContext) -> Viewport:
    """Back to the size that the page was opened with; the viewport that it has then."""
    page = context.page
    async with turn(page, "viewport"):
        await reset_metrics(page)
        await redraw(page)
        return await page.viewport()
