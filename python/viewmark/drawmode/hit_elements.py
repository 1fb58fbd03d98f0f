"""Finds the elements under an annotation, also inside frames, assigns refs and tracks them.

When the drawing is read, each element is classified as same, moved, changed or gone. The refs come
from the page's ref registry, as for text that is read, so the agent can act on these elements.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from viewmark.background import quietly
from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover
from viewmark.browser.frames.geometry import FrameGeometry, visible_children
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.drawmode import intake
from viewmark.drawmode.model import Anchor, AnchorState, DrawnAnnotation, Hit, Relation
from viewmark.drawmode.overlay import Overlay
from viewmark.drawmode.session import DrawnSession
from viewmark.drawmode.tabs import ArmedTab
from viewmark.elements.model import Element
from viewmark.geometry import Bounds
from viewmark.page.context import PageContext

FRAMES = ("iframe", "frame")


async def refs_for(context: PageContext, hits: Sequence[Hit]) -> dict[tuple[str, str], str]:
    """Return refs of elements of the current documents, keyed by frame ID and element key.

    Args:
        context: the page, with the state that viewmark keeps for it.
        hits: elements whose keys belong to documents that are currently shown.
    """
    page = context.page
    main = page.main_frame.id
    found = await discover(page, target="interactive", max_annotations=MAX_ANNOTATIONS)
    elements = list(found.elements)
    known = {(e.handle.frame_id, str(e.handle.node_id)) for e in elements}
    missing = {}
    for hit in hits:
        name = (hit.frame_id or main, hit.key)
        if hit.key and name not in known:
            missing[name] = hit
    elements += await _describe_hits(page, missing)
    # Recorded like text that was read, not as an observation: the agent sees no labels, and an
    # element that is missing here need not be gone.
    view = found.viewport
    assigned = context.registry.extend(
        elements,
        elsewhere=(),
        epoch=page.epoch,
        url=found.url,
        scroll=(view.scroll_x, view.scroll_y),
    )
    return {
        (e.handle.frame_id, str(e.handle.node_id)): each.ref
        for e, each in zip(elements, assigned, strict=True)
    }


async def _describe_hits(page: PageTarget, missing: dict[tuple[str, str], Hit]) -> list[Element]:
    """Describe elements that an observation does not return: text, images, elements out of view."""
    by_frame: dict[str, list[Hit]] = {}
    for (frame_id, _), hit in missing.items():
        by_frame.setdefault(frame_id, []).append(hit)
    made: list[Element] = []
    for frame_id, hits in by_frame.items():
        frame = page.frames.get(frame_id)
        if frame is None:
            continue
        pairs = [n for hit in hits for n in (int(hit.key), 0)]
        reply = await scripts.call(page, frame, "describe", *pairs)
        for hit, about in zip(hits, reply if isinstance(reply, list) else [], strict=False):
            b = hit.bounds
            box = [b.x, b.y, b.right, b.bottom]
            center = [b.center.x, b.center.y]
            record = {
                "id": int(hit.key),
                "control": 0,
                "tag": hit.tag,
                "bounds": box,
                "boxes": [box],
                "points": [center],
                "share": 1,
                "occluded": False,
                "disabled": False,
                "inDialog": 0,
            }
            element = Element.from_wire(
                record, about, frame_id=frame.id, epoch=frame.loader_id, frame=None
            )
            if element is not None:
                made.append(element)
    return made


async def inside_frames(
    overlay: Overlay, mark: DrawnAnnotation, *, depth: int = 3
) -> DrawnAnnotation:
    """Replace each frame under an annotation by the elements inside the frame (any process).

    Bounds are in CSS px of the top viewport; selectors lead through the frames.
    """
    owners = [hit for hit in mark.elements if hit.tag in FRAMES and hit.key]
    if not owners or any(hit.frame_id for hit in mark.elements):
        return mark
    page = overlay.page
    top = FrameGeometry.top(page).with_visible(
        Bounds(0.0, 0.0, mark.viewport.width, mark.viewport.height)
    )
    found: list[Hit] = []
    for owner in owners[:2]:
        found += await _inside(overlay, mark, top, owner, depth)
    if not found:
        return mark
    others = [hit for hit in mark.elements if hit not in owners]
    best = sorted(found, key=_merit)[: intake.MAX_HITS]
    hits = (*best, *owners, *others)[: intake.MAX_HITS]
    return replace(mark, elements=hits)


async def _inside(
    overlay: Overlay, mark: DrawnAnnotation, parent: FrameGeometry, owner: Hit, depth: int
) -> list[Hit]:
    b = owner.bounds
    inner = b if parent.parent is None else parent.to_top.inverse().bounds(b)
    wanted = [{"id": int(owner.key), "visible": list(inner.edges)}]
    found = await quietly(visible_children(overlay.page, parent, wanted))
    hits: list[Hit] = []
    for place in found[0] if found is not None else ():
        r = place.to_top.inverse().bounds(mark.rect)
        rect = {"x": r.x, "y": r.y, "width": r.width, "height": r.height}
        for record in await quietly(overlay.under(place.frame, rect)) or ():
            hit = _to_page_hit(record, place)
            if hit is None or hit.relation is Relation.NEAR:
                continue
            if hit.tag in FRAMES and depth > 1:
                hits += await _inside(overlay, mark, place, hit, depth - 1)
            hits.append(hit)
    return hits


def _to_page_hit(record: Any, place: FrameGeometry) -> Hit | None:
    """Convert a frame's record to the page's coordinates."""
    try:
        hit = intake.hit(record)
    except intake.InvalidMessage:
        return None
    return replace(
        hit,
        bounds=place.to_top.bounds(hit.bounds),
        selector=place.prefix + hit.selector if hit.selector else "",
        frame_id=place.frame.id,
    )


_ORDER = {Relation.EXACT: 0, Relation.INSIDE: 1, Relation.PARTIAL: 2, Relation.CONTAINS: 3}


def _merit(hit: Hit) -> tuple[int, int, float]:
    """Return a sort key that puts the best element first: by relation, interactivity, coverage."""
    return (_ORDER.get(hit.relation, 4), 0 if hit.interactive else 1, -hit.coverage)


async def _link(
    context: PageContext, marks: Sequence[DrawnAnnotation], document: str
) -> dict[str, DrawnAnnotation]:
    """Assign refs to the elements of marks in the current document; return these marks by ID."""
    here = [m for m in marks if m.document == document and m.elements]
    hits = [hit for mark in here for hit in mark.elements]
    if not hits:
        return {}
    refs = await refs_for(context, hits)
    main = context.page.main_frame.id
    out = {}
    for mark in here:
        named = tuple(
            replace(hit, ref=refs.get((hit.frame_id or main, hit.key), hit.ref))
            for hit in mark.elements
        )
        out[mark.id] = replace(mark, elements=named)
    return out


async def refresh(session: DrawnSession, tab: ArmedTab) -> None:
    """Update the anchors and refs of a tab's marks."""
    await anchor_marks(session, tab)
    await link_marks(session, tab)


async def anchor_marks(session: DrawnSession, tab: ArmedTab) -> None:
    """Update the anchors of the elements; the overlay must still be shown."""
    found: dict[str, Anchor] = {}
    for record in await tab.overlay.anchors():
        with contextlib.suppress(ValueError):
            rect = record.get("rect")
            found[str(record.get("id"))] = Anchor(
                AnchorState(record.get("state")), None if rect is None else intake.rect(rect)
            )
            _rekey(session, tab, record)
    for identity, anchor in found.items():
        mark = session.marks.get(identity)
        if mark is not None:
            session.marks[identity] = replace(mark, anchor=anchor)
    await _read_frames(session, tab)


async def link_marks(session: DrawnSession, tab: ArmedTab) -> None:
    """Assign refs to the marks' elements."""
    for identity, mark in (await _link(tab.context, session.annotations(), tab.document)).items():
        if identity in session.marks:
            session.marks[identity] = replace(session.marks[identity], elements=mark.elements)


async def _read_frames(session: DrawnSession, tab: ArmedTab) -> None:
    """Update anchors of elements inside frames, which the top document cannot access."""
    for mark in session.annotations():
        first = mark.elements[0] if mark.elements else None
        if first is None or not first.frame_id or mark.document != tab.document:
            continue
        frame = tab.overlay.page.frames.get(first.frame_id)
        reply = None
        if frame is not None:
            selector = first.selector.split(" >> ")[-1]
            reply = await tab.overlay.detail(
                frame, key=first.key, selector=selector, print=first.print
            )
        if reply is None:
            lost = Anchor(AnchorState.GONE)
        elif reply.get("changed") is True:
            lost = replace(mark.anchor, state=AnchorState.CHANGED)
        else:
            continue
        session.marks[mark.id] = replace(session.marks[mark.id], anchor=lost)


def _rekey(session: DrawnSession, tab: ArmedTab, record: Any) -> None:
    """Update the key of a mark's element that was found again after a reload."""
    mark, key = session.marks.get(str(record.get("id"))), record.get("key")
    if mark is None or mark.document == tab.document or not mark.elements:
        return
    if isinstance(key, str) and key.isdigit() and not mark.elements[0].frame_id:
        first = replace(mark.elements[0], key=key)
        others = tuple(replace(hit, key="") for hit in mark.elements[1:])
        session.marks[mark.id] = replace(
            mark, elements=(first, *others), document=tab.document, page_id=tab.overlay.id
        )
