"""Takes pictures of the viewport in which secret fields and masked elements are covered.

The browser half knows where they are, the imaging half covers them in the pixels: whoever shows a
picture takes it here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from viewmark import imaging
from viewmark.browser.capture.mask import capture_covered
from viewmark.browser.capture.screenshot import Capture, Format, Scale, capture, in_time
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import CAPTURE_TIMEOUT, QUALITY
from viewmark.imaging import Annotated
from viewmark.page.observation import ImageInfo
from viewmark.secrets.covers import COLOR
from viewmark.stages import stage


def info_of(made: Annotated | Capture, width: float, *, redactions: int) -> ImageInfo:
    """What a picture is that shows so many CSS px from its left to its right edge."""
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
