"""A frame's place in the page: who owns it, where it lies, what of it can be seen.

The content quad of the frame's element gives the map (`places`). CDP's quads are relative to the
viewport of the session's own root frame, so a frame that shares its parent's process is mapped by
the root's place, whatever lies between.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts, wire
from viewmark.browser.frames.affine import HERE, Affine, Box, intersect, is_empty
from viewmark.elements.model import words
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

__all__ = ["FRAME_STEP", "Place", "child_places"]

FRAME_STEP = " >> internal:control=enter-frame >> "
"""Between the selector of a frame's element and what is meant inside the frame."""


ATTACH_ROUNDS, ATTACH_STEP = 25, 0.02
"""How often and how long (s) to wait for the session of a frame that is not known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one frame lies in the top viewport."""

    frame: Frame
    parent: Place | None = None
    owner_id: int = 0
    """The number of the frame's element in its parent's world."""
    to_top: Affine = HERE
    """From its CSS px to those of the top viewport."""
    visible: Box = (0.0, 0.0, 0.0, 0.0)
    """What its parents show of it, CSS px of the top viewport."""
    clip: Box | None = None
    """The same in its own CSS px; None in the main frame."""
    path: str = ""
    """Selectors of the frame elements from the top down; empty in the main frame."""

    @classmethod
    def top(cls, page: PageTarget) -> Place:
        """The main frame."""
        return cls(frame=page.main_frame)

    def seen(self, visible: Box) -> Place:
        """The same place with that much of it visible."""
        return replace(self, visible=visible)

    @property
    def prefix(self) -> str:
        """What leads from the page to a selector inside the frame."""
        return self.path + FRAME_STEP if self.path else ""

    @property
    def to_parent(self) -> Affine:
        """From its CSS px to those of its parent."""
        return HERE if self.parent is None else self.parent.to_top.inverse().after(self.to_top)

    @property
    def root(self) -> Place:
        """The root frame of the session that carries this frame."""
        at = self
        while at.parent is not None and at.parent.frame.session is self.frame.session:
            at = at.parent
        return at

    def record(self, record: object) -> dict[str, Any] | None:
        """A script's record in CSS px of the top viewport; None if it is damaged or unseen."""
        if not isinstance(record, dict):
            return None
        try:
            boxes = [
                intersect(self.to_top.box(_box(box)), self.visible)
                for box in wire.listed(record.get("boxes"))[:16]
            ]
            boxes = [box for box in boxes if not is_empty(box)]
            bounds = intersect(self.to_top.box(_box(record.get("bounds"))), self.visible)
        except ValueError:
            return None
        points = map(wire.pair, wire.listed(record.get("points"))[:8])
        inner = [point for point in points if point is not None]
        share = wire.number(record.get("share"))
        if is_empty(bounds) or not isinstance(record.get("id"), int):
            return None
        return {
            **record,
            "bounds": bounds,
            "boxes": boxes,
            "share": share,
            "points": [self.to_top.point(x, y) for x, y in inner],
            "inner_points": inner,
        }


def _box(value: object) -> Box:
    box = wire.box(value)
    if box is None:
        raise ValueError("not a box")
    return box


async def child_places(
    page: PageTarget, place: Place, owners: object
) -> tuple[list[Place], list[str]]:
    """The places of the visible frames right below one, and those that cannot be reached.

    Args:
        page: the page.
        place: the parent.
        owners: the script's list of `{id, visible}` of its visible frame elements.
    """
    if not isinstance(owners, list) or not owners:
        return [], []
    known: list[tuple[int, Box]] = []
    for owner in wire.records(owners):
        visible = wire.box(owner.get("visible"))
        if visible is not None:
            known.append((wire.whole(owner.get("id")), visible))
    ids = [number for number, _ in known]
    handles, abouts = await asyncio.gather(
        scripts.nodes(page, place.frame, ids),
        scripts.call(page, place.frame, "describe", *(n for i in ids for n in (i, 0))),
    )
    abouts = [*wire.listed(abouts), *[None] * len(known)][: len(known)]
    if any(handles):
        await page.settle_frames()
    places: list[Place] = []
    failed: list[str] = []
    made = await asyncio.gather(
        *(
            _child(page, place, number, visible, handle, about)
            for (number, visible), handle, about in zip(known, handles, abouts, strict=True)
            if handle is not None
        ),
        return_exceptions=True,
    )
    for each in made:
        if isinstance(each, Place):
            places.append(each)
        elif isinstance(each, str):
            failed.append(each)
        elif isinstance(each, BaseException) and not isinstance(each, ViewmarkError):
            raise each
    return places, failed


async def _child(
    page: PageTarget, parent: Place, number: int, visible: Box, handle: str, about: object
) -> Place | str | None:
    session = parent.frame.session
    described, boxed = await asyncio.gather(
        session.send("DOM.describeNode", {"objectId": handle}),
        session.send("DOM.getBoxModel", {"objectId": handle}),
    )
    node = wire.record(described.get("node"))
    step = _step(about)
    path = f"{parent.prefix}{step}"
    frame = await _frame(page, str(node.get("frameId", "")))
    if frame is None:
        return f"{path}: the browser knows no frame there"
    size = await scripts.call(page, frame, "facts")
    quad = wire.record(boxed.get("model")).get("content")
    if not isinstance(size, dict) or not isinstance(quad, list):
        return None
    width, height = wire.number(size.get("width")), wire.number(size.get("height"))
    onto = Affine.onto_quad(quad, width, height)
    if onto is None:
        return None
    to_top = parent.root.to_top.after(onto)
    shown = intersect(parent.to_top.box(visible), parent.visible)
    shown = intersect(shown, to_top.box((0, 0, width, height)))
    if is_empty(shown) or abs(to_top.determinant) < 1e-9:
        return None
    return Place(
        frame=frame,
        parent=parent,
        owner_id=number,
        to_top=to_top,
        visible=shown,
        clip=to_top.inverse().box(shown),
        path=path,
    )


async def _frame(page: PageTarget, frame_id: str) -> Frame | None:
    """The frame with that id; a new process may need a moment until its session is there."""
    frame = page.frames.get(frame_id)
    hopeless: set[str] = page.memo.setdefault("viewmark.hopeless", set())
    if frame is not None or not frame_id or frame_id in hopeless:
        return frame
    for _ in range(ATTACH_ROUNDS):
        await asyncio.sleep(ATTACH_STEP)
        await page.settle_frames()
        frame = page.frames.get(frame_id)
        if frame is not None:
            return frame
    hopeless.add(frame_id)
    return None


def _step(about: object) -> str:
    if isinstance(about, dict):
        selector = about.get("selector")
        if isinstance(selector, str) and selector and len(selector) < 500:
            return selector
        return words(about.get("name"), 60) or "iframe"
    return "iframe"
