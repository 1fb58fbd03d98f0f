"""Takes a checkpoint of a page: all visible elements with styles, and a PNG without marks."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import Literal

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.readable import Opening, Readable, Words, readable
from viewmark.comparison.checkpoint import Checkpoint, Contents, checkpoint_of
from viewmark.elements.model import NodeKey
from viewmark.elements.volatile import clean
from viewmark.errors import NotComparable, ViewmarkError
from viewmark.geometry import Bounds
from viewmark.page.context import PageContext
from viewmark.page.observe import observe
from viewmark.page.observe_options import UnmarkedOptions
from viewmark.refs.identity import digest

PATIENCE = 5.0
"""Maximum seconds to read the document. If it is not read in time, fewer changes can be
reported.
"""
DIGITS = 8
"""Number of hex digits in the digest of a node's contents."""


async def take_checkpoint(
    context: PageContext, *, area: Literal["viewport", "page"] = "viewport", settle: bool = True
) -> Checkpoint:
    """Return the page's visible elements with their styles, and a PNG without marks.

    Raises:
        NotComparable: the browser returned no screenshot in time.
        RestrictedPage, BrowserError, PageError: the page does not respond or is not accessible.
    """
    seen = await observe(
        context,
        UnmarkedOptions(
            annotate=True,
            target="all_visible",
            format="png",
            # The screenshot is only compared, not sent, so it has no size limit.
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


def contents_of(found: Readable) -> Contents | None:
    """Return digests of a read result, keyed by node; None if it was not read completely."""
    if found.incomplete or found.is_near:
        return None
    said: dict[NodeKey, list[str]] = {}
    for each in found.events:
        if isinstance(each, Opening) and each.handle is not None:
            said.setdefault(each.handle.key, []).append(f"{each.role or each.tag} {each.name}")
        elif isinstance(each, Words) and each.at is not None:
            said.setdefault(each.at.key, []).append(each.text)
    texts = ((key, list(filter(str.strip, parts))) for key, parts in said.items())
    return {key: digest("thing", *map(clean, parts))[:DIGITS] for key, parts in texts}
