"""Asks a picture which of the things that a look is not sure of can be seen in it.

Styles can paint in ways that no list knows, and say that they paint where nothing is to be seen.
The picture of the look knows both: a box stands out from what is around it, or it does not.
"""

from __future__ import annotations

import asyncio

from viewmark import imaging
from viewmark.browser.capture.screenshot import Capture
from viewmark.browser.discovery.discovery import Discovery
from viewmark.geometry import Bounds
from viewmark.stages import stage

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
