"""A part of the viewport, drawn anew by the browser as large as a picture may be.

What is secret is covered, as in every picture; the part is cut out afterwards.
"""

from __future__ import annotations

from viewmark.drawmode.paint import PaintedPicture, PaintJob, paint
from viewmark.errors import InvalidCoordinates
from viewmark.geometry import Viewport
from viewmark.page.context import PageContext
from viewmark.page.picture import take_picture

LARGEST_SCALE = 4.0
"""Image px per CSS px; beyond it nothing gets clearer."""
_QUALITY = 92


async def picture_of_region(
    context: PageContext,
    part: tuple[float, float, float, float],
    *,
    seen: Viewport,
    max_side: int,
) -> PaintedPicture:
    """A JPEG of a part of the page.

    Args:
        context: the page's memory.
        part: left, top, right, bottom in CSS px of the viewport.
        seen: the viewport of the picture that the part was read from.
        max_side: image px; no side is longer.

    Raises:
        InvalidCoordinates: the page was scrolled or resized since that picture.
        ViewmarkError: what keeps the page from being captured.
    """
    left, top, right, bottom = part
    scale = min(LARGEST_SCALE, max_side / max(right - left, bottom - top))
    shot = await take_picture(context.page, quality=_QUALITY, scale=scale)
    view = shot.viewport
    moved = max(abs(view.scroll_x - seen.scroll_x), abs(view.scroll_y - seen.scroll_y))
    if moved > 1 or (view.width, view.height) != (seen.width, seen.height):
        raise InvalidCoordinates(
            "The page was scrolled or resized since that picture; the region is another now.",
            hint="Take a screenshot and read the region from it.",
        )
    box = {
        "x": left * shot.scale,
        "y": top * shot.scale,
        "width": (right - left) * shot.scale,
        "height": (bottom - top) * shot.scale,
    }
    (done,) = await paint(context.page, shot.base64, [PaintJob((), "jpeg", crop=box)])
    return done
