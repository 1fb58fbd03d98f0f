"""Locates frames: maps coordinates between the frames of a page and the top viewport.

The map of a frame is derived from the content quad of its frame element (see `affine`). CDP reports
quads relative to the viewport of the session's root frame. A frame in the same process as its
parent is therefore mapped by the position of that root frame, however many frames lie between them.

An observation walks down through the visible frames (`visible_children`). An action walks up from
one frame, which may be scrolled out of view, and scrolls it into view (`chain`).
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.background import gather_answers
from viewmark.browser import scripts, wire
from viewmark.browser.frames.affine import HERE, Affine
from viewmark.browser.frames.hung import LIMIT, answer_of
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import (
    CommandTimeout,
    ElementNotFound,
    ElementNotVisible,
    ProtocolError,
    ViewmarkError,
)
from viewmark.geometry import Bounds

FRAME_STEP = " >> internal:control=enter-frame >> "
"""Separator between the selector of a frame element and a selector inside that frame."""

LOOK_PATIENCE, ACT_PATIENCE, ATTACH_STEP = 0.5, 3.0, 0.02
"""Maximum seconds to wait for an unknown frame: `LOOK_PATIENCE` in an observation, `ACT_PATIENCE`
in an action. `ATTACH_STEP`: seconds between two checks."""

NOTHING = Bounds(-1e6, -1e6, 0.0, 0.0)
"""A rectangle that no element intersects."""


@dataclass(slots=True)
class FrameOwners:
    """The known frame elements of a document."""

    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    """CDP backend node ID and our number in the document's isolated world, keyed by frame ID."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameGeometry:
    """The position of one frame in the top viewport."""

    frame: Frame
    parent: FrameGeometry | None = None
    """The parent frame; None for the main frame."""
    owner_id: int = 0
    """Our node ID of the frame element in the parent's isolated world."""
    to_top: Affine = HERE
    """Map from the frame's CSS px to CSS px of the top viewport."""
    visible: Bounds = NOTHING
    """The part of the frame that ancestors leave visible, in CSS px of the top viewport; empty if
    unknown.
    """
    clip: Bounds | None = None
    """The visible part in the frame's own CSS px; None for the main frame."""
    rank: tuple[float, ...] = ()
    """Sort key: the position of the frame's element in the documents of its ancestors."""
    path: str = ""
    """Selectors of the frame elements from the main frame down; empty for the main frame."""

    @classmethod
    def top(cls, page: PageTarget) -> FrameGeometry:
        """Return the geometry of the main frame."""
        return cls(frame=page.main_frame)

    def with_visible(self, visible: Bounds) -> FrameGeometry:
        """Return a copy with another visible part."""
        return replace(self, visible=visible)

    @property
    def prefix(self) -> str:
        """Prefix that turns a selector inside the frame into a selector for the whole page."""
        return self.path + FRAME_STEP if self.path else ""

    @property
    def to_parent(self) -> Affine:
        """Map from the frame's CSS px to its parent's CSS px."""
        return HERE if self.parent is None else self.parent.to_top.inverse().after(self.to_top)

    @property
    def root(self) -> FrameGeometry:
        """The root frame of this frame's session."""
        at = self
        while at.parent is not None and at.parent.frame.session is self.frame.session:
            at = at.parent
        return at

    def visible_box(self, box: object) -> Bounds | None:
        """Return the visible part of a rectangle from a script, in CSS px of the top viewport.

        Return None if the rectangle is invalid or entirely hidden.
        """
        own = box if isinstance(box, Bounds) else Bounds.from_edges(box)
        if own is None:
            return None
        seen = self.to_top.bounds(own).intersection(self.visible)
        return None if seen.is_empty else seen

    def record(self, record: object) -> dict[str, Any] | None:
        """Convert an element record to CSS px of the top viewport; None if invalid or hidden."""
        if not isinstance(record, dict) or not isinstance(record.get("id"), int):
            return None
        bounds = self.visible_box(record.get("bounds"))
        if bounds is None:
            return None
        listed = wire.list_items(record.get("boxes"))[:16]
        # Shortcut: most elements have a single box, which equals their bounds.
        is_same = len(listed) == 1 and listed[0] == record.get("bounds")
        boxes = [bounds] if is_same else map(self.visible_box, listed)
        points = map(wire.pair, wire.list_items(record.get("points"))[:8])
        inner = [point for point in points if point is not None]
        return {
            **record,
            "bounds": bounds,
            "boxes": [box for box in boxes if box is not None],
            "share": wire.number(record.get("share")),
            "points": list(inner)
            if self.to_top is HERE
            else [self.to_top.point(x, y) for x, y in inner],
            "inner_points": inner,
        }

    def map_of(self, quad: object, size: Bounds | None) -> Affine | None:
        """Return the map of a child frame, from its element's content quad and its viewport size.

        Return None if either of them has no area.
        """
        if not isinstance(quad, list) or size is None:
            return None
        onto = Affine.onto_quad(quad, size.width, size.height)
        to_top = self.root.to_top.after(onto) if onto is not None else None
        return to_top if to_top is not None and abs(to_top.determinant) > 1e-9 else None


async def viewport_of(
    page: PageTarget, frame: Frame, *, timeout: float | None = None
) -> Bounds | None:
    """Return the viewport of a frame in the frame's own CSS px; None if it has no area."""
    facts = wire.record(await scripts.call(page, frame, "facts", timeout=timeout))
    width, height = wire.number(facts.get("width")), wire.number(facts.get("height"))
    return Bounds(0.0, 0.0, width, height) if width > 0 and height > 0 else None


async def frame_of_owner(page: PageTarget, parent: Frame, owner_id: int) -> Frame | None:
    """Return the frame that an element of `parent` owns; None if the browser does not know it.

    If the frame is moving to another process, wait until it is attached there.
    """
    handles = await scripts.nodes(page, parent, [owner_id])
    if not handles or handles[0] is None:
        return None
    return await _find_owned(page, parent, handles[0], ACT_PATIENCE)


async def _find_owned(
    page: PageTarget, parent: Frame, handle: str, patience: float
) -> Frame | None:
    """Return the frame of an element; waits until the session of a new process is attached.

    If a frame was not attached within `patience`, later calls with the same or less patience do not
    wait again until the frame has been attached.
    """
    described = await parent.session.send("DOM.describeNode", {"objectId": handle})
    frame_id = str(wire.record(described.get("node")).get("frameId", ""))
    frame = _reachable(page, frame_id)
    if frame is not None or not frame_id:
        return frame
    if page.frames.unreached.get(frame_id, 0.0) >= patience:
        return None
    clock = asyncio.get_running_loop().time
    end = clock() + patience
    while frame is None and clock() < end:
        await asyncio.sleep(ATTACH_STEP)
        frame = _reachable(page, frame_id)
    if frame is None:
        await page.settle_frames()  # new frames may not have reported their frame elements yet
        frame = _reachable(page, frame_id)
    if frame is None:
        page.frames.unreached[frame_id] = patience
    return frame


def _reachable(page: PageTarget, frame_id: str) -> Frame | None:
    """Return a frame; None if unknown, or if it is moving to another process."""
    frame = page.frames.get(frame_id)
    return None if frame is None or frame.session.ended else frame


# Downwards: visible frames ----------------------------------------------------------------------


async def visible_children(
    page: PageTarget, place: FrameGeometry, owners: object
) -> tuple[list[FrameGeometry], list[str]]:
    """Return the visible child frames of a frame, and error messages for unreachable ones.

    Args:
        page: the browser tab.
        place: the parent frame.
        owners: the script's list of the visible frame elements, each `{id, visible}`.
    """
    known: list[tuple[int, Bounds, int]] = []
    for owner in wire.records(owners):
        visible = Bounds.from_edges(owner.get("visible"))
        if visible is not None:
            after = wire.whole(owner.get("after"))
            known.append((wire.whole(owner.get("id")), visible, after))
    if not known:
        return [], []
    ids = [number for number, _, _ in known]
    handles, abouts = await asyncio.gather(
        scripts.nodes(page, place.frame, ids),
        scripts.call(page, place.frame, "describe", *(n for i in ids for n in (i, 0))),
    )
    abouts = [*wire.list_items(abouts), *[None] * len(known)][: len(known)]
    if any(handles):
        await page.settle_frames()
    made = await gather_answers(
        *(
            _child(page, place, number, visible, handle, about, rank=(*place.rank, after - 0.5))
            for (number, visible, after), handle, about in zip(known, handles, abouts, strict=True)
            if handle is not None
        )
    )
    places = [each for each in made if isinstance(each, FrameGeometry)]
    return places, [each for each in made if isinstance(each, str)]


async def _child(
    page: PageTarget,
    parent: FrameGeometry,
    number: int,
    visible: Bounds,
    handle: str,
    about: object,
    *,
    rank: tuple[float, ...],
) -> FrameGeometry | str | None:
    frame, boxed = await asyncio.gather(
        _find_owned(page, parent.frame, handle, LOOK_PATIENCE),
        parent.frame.session.send("DOM.getBoxModel", {"objectId": handle}),
    )
    path = f"{parent.prefix}{step_of(about)}"
    if frame is None:
        return f"{path}: it belongs to a process that this session does not reach"
    try:
        size = await answer_of(page, frame, viewport_of(page, frame, timeout=LIMIT))
    except CommandTimeout:
        return f"{path}: it does not answer"
    except ViewmarkError as error:
        return f"{path}: {error.message}" if page.frames.get(frame.id) is not None else None
    to_top = parent.map_of(wire.record(boxed.get("model")).get("content"), size)
    if to_top is None or size is None:
        return None
    seen = parent.to_top.bounds(visible).intersection(parent.visible)
    seen = seen.intersection(to_top.bounds(size))
    if seen.is_empty:
        return None
    return FrameGeometry(
        frame=frame,
        parent=parent,
        owner_id=number,
        to_top=to_top,
        visible=seen,
        clip=to_top.inverse().bounds(seen),
        path=path,
        rank=rank,
    )


def step_of(about: object) -> str:
    """Return the selector of a frame element, for use in the paths of the frame's content."""
    if isinstance(about, dict):
        selector = about.get("selector")
        if isinstance(selector, str) and selector and len(selector) < 500:
            return selector
        return words(about.get("name"), 60) or "iframe"
    return "iframe"


# Upwards: one frame, visible or not -------------------------------------------------------------


async def chain(page: PageTarget, frame: Frame) -> tuple[FrameGeometry, ...]:
    """Return the frames from the main frame down to `frame`, inclusive.

    Raises:
        ElementNotFound: the frame no longer exists.
        ElementNotVisible: one of the frames has no visible area.
    """
    frames = [frame]
    while (parent_id := frames[0].parent_id) is not None:
        above = page.frames.get(parent_id)
        if above is None:
            raise ElementNotFound("The frame of the element is gone.")
        frames.insert(0, above)
    pairs = list(itertools.pairwise(frames))
    measured = await asyncio.gather(*(_measure(page, up, down) for up, down in pairs))
    links = [FrameGeometry(frame=frames[0])]
    for (_, down), (owner_id, quad, size) in zip(pairs, measured, strict=True):
        to_top = links[-1].map_of(quad, size)
        if to_top is None:
            raise ElementNotVisible("The frame of the element has no visible area.")
        links.append(FrameGeometry(frame=down, parent=links[-1], owner_id=owner_id, to_top=to_top))
    return tuple(links)


async def _measure(page: PageTarget, parent: Frame, frame: Frame) -> tuple[int, Any, Bounds | None]:
    try:
        backend, owner_id = await _owner(page, parent, frame)
        box, size = await asyncio.gather(
            parent.session.send("DOM.getBoxModel", {"backendNodeId": backend}),
            viewport_of(page, frame),
        )
    except ProtocolError as error:
        raise ElementNotVisible("The frame of the element is not laid out.") from error
    return owner_id, wire.record(box.get("model")).get("content"), size


async def _owner(page: PageTarget, parent: Frame, frame: Frame) -> tuple[int, int]:
    """Return the frame element's CDP backend node ID, and its node ID in the isolated world."""
    world = await page.world(parent)
    known = world.state.of(FrameOwners).known
    if frame.id not in known:
        answer = await parent.session.send("DOM.getFrameOwner", {"frameId": frame.id})
        backend = int(answer["backendNodeId"])
        node = str(await world.object_of(backend) or "")
        number = await scripts.pass_objects(page, parent, "idOf", [node])
        known[frame.id] = (backend, int(number))
    return known[frame.id]
