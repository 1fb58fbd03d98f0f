"""Takes a checkpoint of a page: all visible elements with styles, and a clean PNG."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import Literal

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.readable import readable
from viewmark.comparison.checkpoint import Checkpoint, checkpoint_of
from viewmark.comparison.contents import contents_of
from viewmark.errors import NotComparable, ViewmarkError
from viewmark.geometry import Bounds
from viewmark.page.context import PageContext
from viewmark.page.observe import observe
from viewmark.page.observe_options import UnmarkedOptions

PATIENCE = 5.0
"""Maximum seconds to read the document; without it fewer changes can be reported."""


async def take_checkpoint(
    context: PageContext, *, area: Literal["viewport", "page"] = "viewport", settle: bool = True
) -> Checkpoint:
    """Observe the page for a comparison.

    Raises:
        NotComparable: the browser delivered no picture in time.
        RestrictedPage, BrowserError, PageError: the page does not respond.
    """
    seen = await observe(
        context,
        UnmarkedOptions(
            annotate=True,
            target="all_visible",
            format="png",
            # The picture is only compared, not sent, so it has no size budget.
            max_base64=1 << 30,
            max_side=16_000,
            include=("occluded", "styles"),
            settle=settle and area == "viewport",
            area=area,
        ),
        is_shown=False,
    )
    if seen.picture_error is not None:
        raise NotComparable(
            f"There is no picture to compare: {seen.picture_error.message}",
            hint="Take the checkpoint again.",
        ) from seen.picture_error
    contents, turning = None, list[Bounds]()
    with contextlib.suppress(ViewmarkError, asyncio.TimeoutError, TimeoutError):
        found = await asyncio.wait_for(readable(context.page, where=True), PATIENCE)
        contents = contents_of(found)
        reply = wire.list_items(await scripts.call(context.page, None, "turning"))
        view = seen.page.viewport
        boxes = filter(None, map(Bounds.from_edges, reply))
        turning = [box.shift(view.scroll_x, view.scroll_y) for box in boxes]
    return replace(checkpoint_of(seen), contents=contents, turning=tuple(turning))
