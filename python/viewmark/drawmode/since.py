"""Compares the current state of an annotation's area with that at the end of the drawing."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace

from viewmark.background import quietly
from viewmark.browser.page_target import PageTarget
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.model import PageChange, PageComparison
from viewmark.comparison.rules import IgnoreRules
from viewmark.comparison.take import take_checkpoint
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnAnnotation, DrawnKind, place_of
from viewmark.drawmode.render import DrawnPicture, crop_of
from viewmark.drawmode.session import DrawnSession
from viewmark.drawmode.snapshots import Snapshot
from viewmark.errors import NotComparable, ViewmarkError
from viewmark.geometry import Bounds, union


@dataclass(frozen=True, slots=True)
class MarkComparison:
    """The comparison of a mark's area at the end of the drawing with its current state."""

    comparison: PageComparison
    """The comparison, with only those changes that overlap the annotation or concern the element
    that was drawn on.
    """
    before: DrawnPicture | None = None
    after: DrawnPicture | None = None


async def compare_mark(
    mode: DrawMode, session: DrawnSession, mark: DrawnAnnotation, *, crops: bool = True
) -> MarkComparison:
    """Compare the area of a mark at the end of the drawing with its current state.

    Args:
        mode: the draw mode of this server.
        session: the finished drawing.
        mark: one of its marks.
        crops: whether to include pictures of the area before and now.

    Raises:
        NotComparable: the drawing is still running, the area was not in view when it ended, the
            tab shows another page or size, or no screenshot is available.
    """
    tab, before = mode.tabs.get(mark.page_id), mode.pictures.checkpoint(session.id, mark.page_id)
    if session.active or before is None or tab is None:
        raise NotComparable("There is no look at the page from the end of this drawing.")
    if place_of(tab.page.url) != place_of(before.url):
        raise NotComparable("The tab shows another page than the one that was drawn on.")
    place = mark.document_rect
    if not _meets(place, Bounds(*before.origin, *before.size)):
        raise NotComparable("The mark was out of view when the drawing ended.")
    try:
        after = await take_checkpoint(tab.context, area="viewport")
    except ViewmarkError as error:
        raise NotComparable(f"The page cannot be looked at now: {error.message}") from error
    hidden = tuple(
        each.document_rect
        for each in session.annotations()
        if each.kind is DrawnKind.BLACKOUT and each.page_id == mark.page_id
    )
    found = compare_checkpoints(before, after, ignore=IgnoreRules(regions=hidden))
    refs = {hit.ref for hit in mark.elements[:1] if hit.ref}
    inside = tuple(each for each in found.changes if _is_of(each, place, refs))
    comparison = replace(found, changes=inside)
    if not crops:
        return MarkComparison(comparison)
    # Elements that grew or moved are shown at their current position.
    boxes = [each.new_box for each in inside if each.new_box is not None and each.count == 1]
    wide = union([place, *(box for box in boxes if box.area <= 4 * max(place.area, 10_000.0))])
    pictures = [
        await _crop(tab.page, each, around, hidden)
        for each, around in ((before, place), (after, wide))
    ]
    return MarkComparison(comparison, *pictures)


def _is_of(change: PageChange, place: Bounds, refs: set[str]) -> bool:
    """Return whether a change overlaps the area `place` or concerns an element in `refs`."""
    if change.old is not None and change.old.ref in refs:
        return True
    boxes = (change.old_box, change.new_box)
    return any(box is not None and _meets(place, box) for box in boxes)


def _meets(one: Bounds, other: Bounds) -> bool:
    part = one.intersection(other)
    return part.width > 0 and part.height > 0


async def _crop(
    painter: PageTarget, seen: Checkpoint, place: Bounds, hidden: tuple[Bounds, ...]
) -> DrawnPicture | None:
    """Return the part of a screenshot around an area (CSS px of the page); None if not visible."""
    if seen.picture is None:
        return None
    x, y = seen.origin
    width, height = seen.size
    shot = Snapshot(
        page_id="",
        url=seen.url,
        document="",
        viewport=replace(seen.viewport, width=width, height=height),
        base64=base64.b64encode(seen.picture).decode(),
        scale=seen.scale,
    )
    covers = [each.shift(-x, -y) for each in hidden]
    return await quietly(crop_of(painter, shot, place.shift(-x, -y), covers))
