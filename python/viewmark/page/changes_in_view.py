"""Compares two states of a document of which only the viewport was read.

A line that is missing in the later state may just be out of view, so the page is asked which
elements are still rendered.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.readable import Readable
from viewmark.elements.model import Handle
from viewmark.errors import ViewmarkError
from viewmark.page.changes import ChangedLine, Moment, compare
from viewmark.page.context import PageContext
from viewmark.page.reading_lines import Line


async def compare_in_view(context: PageContext, before: Moment, now: Moment) -> list[ChangedLine]:
    """List the differences; a removed text without an element is never listed."""
    old, new = before.outline.to_compare(now.outline)
    still = await _still_rendered(context, _handles(old) - _handles(new))
    is_scrolled, there = bool(scrolls(before.found, now.found)), set(new)
    old = [
        line
        for line in old
        if still.isdisjoint(handles := _handles([line]))
        and (handles or not is_scrolled or line in there)
    ]
    return [
        each
        for each in compare(old, new)
        if each.mark in "+~" or each.is_overlay or (_handles([each.line]) and not is_scrolled)
    ]


def _handles(lines: Sequence[Line]) -> set[Handle]:
    return {piece for line in lines for piece in line if not isinstance(piece, str)}


async def _still_rendered(context: PageContext, handles: Collection[Handle]) -> set[Handle]:
    """Return those of the elements that are in the document and not hidden; never raises.

    All elements of a frame that does not respond are returned, because nothing is known of them.
    """
    page, still = context.page, set[Handle]()
    for frame in tuple(page.frames):
        ids = {each.node_id: each for each in handles if each.frame_id == frame.id}
        there: Sequence[object] = [*ids]
        with contextlib.suppress(ViewmarkError):
            if ids:
                there = wire.list_items(await scripts.call(page, frame, "stillRendered", [*ids]))
        still |= {each for node, each in ids.items() if node in there}
    return still


def scrolls(before: Readable, now: Readable) -> list[str]:
    """Return the scrolls between two states, one line each."""
    was = {each.area: (each.x, each.y) for each in before.scrolled}
    moves = [("page", *before.scroll, *now.scroll)]
    moves += [
        (each.words, *was[each.area], each.x, each.y) for each in now.scrolled if each.area in was
    ]
    return [
        f"> {words} scrolled by {x - old_x:g}, {y - old_y:g}"
        for words, old_x, old_y, x, y in moves
        if abs(x - old_x) + abs(y - old_y) >= 1
    ]
