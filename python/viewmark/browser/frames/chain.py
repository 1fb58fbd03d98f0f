"""The way from the page down to one frame: who owns each step, and the map of coordinates.

Unlike `framing`, which walks down what is visible, this goes to one frame wherever it lies, also
scrolled out of view; an action brings it in.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.frames.affine import HERE, Affine
from viewmark.browser.page_target import Handle
from viewmark.errors import ElementNotFound, ElementNotVisible, ProtocolError

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

__all__ = ["Link", "chain", "frame_of_owner"]

_OWNERS = "viewmark.owners"
_IDS_OF = "function (vm, node) { return vm.idOf(node); }"
_SIZE = "function () { return [innerWidth, innerHeight]; }"


@dataclass(frozen=True, slots=True)
class Link:
    """One step of the way."""

    frame: Frame
    parent: Link | None = None
    """The step before; None for the main frame."""
    owner_id: int = 0
    """The number of the frame's element in its parent's world."""
    to_top: Affine = HERE
    """From the frame's CSS px to those of the top viewport."""

    def to_parent(self, x: float, y: float) -> tuple[float, float]:
        """A point of this frame in its parent's CSS px."""
        top = self.to_top.point(x, y)
        return self.parent.to_top.inverse().point(*top) if self.parent else top


async def chain(page: PageTarget, frame: Frame) -> tuple[Link, ...]:
    """The steps from the main frame to `frame`, which is the last.

    Raises:
        ElementNotFound: the frame is gone.
        ElementNotVisible: one of the frames has no area.
    """
    frames = [frame]
    while (parent_id := frames[0].parent_id) is not None:
        above = page.frames.get(parent_id)
        if above is None:
            raise ElementNotFound("The frame of the element is gone.")
        frames.insert(0, above)
    pairs = list(itertools.pairwise(frames))
    measured = await asyncio.gather(*(_measure(page, up, down) for up, down in pairs))
    links = [Link(frames[0])]
    # Quads are relative to the viewport of the session's root frame, not of the parent.
    roots = {frames[0].session: HERE}
    for (up, down), (owner_id, quad, size) in zip(pairs, measured, strict=True):
        onto = Affine.onto_quad(quad, *size)
        if onto is None:
            raise ElementNotVisible("The frame of the element has no visible area.")
        to_top = roots[up.session].after(onto)
        roots.setdefault(down.session, to_top)
        links.append(Link(down, links[-1], owner_id, to_top))
    return tuple(links)


async def _measure(
    page: PageTarget, parent: Frame, frame: Frame
) -> tuple[int, list[float], tuple[float, float]]:
    try:
        backend, owner_id = await _owner(page, parent, frame)
        box, size = await asyncio.gather(
            parent.session.send("DOM.getBoxModel", {"backendNodeId": backend}),
            page.call(frame, _SIZE),
        )
    except ProtocolError as error:
        raise ElementNotVisible("The frame of the element is not laid out.") from error
    quad = (box.get("model") or {}).get("content") or []
    width, height = size if isinstance(size, list) and len(size) == 2 else (0, 0)
    return owner_id, quad, (float(width), float(height))


async def _owner(page: PageTarget, parent: Frame, frame: Frame) -> tuple[int, int]:
    """The frame's element: CDP's backend node id, and our number in the parent's world."""
    world = await page.world(parent)
    known: dict[str, tuple[int, int]] = world.memo.setdefault(_OWNERS, {})
    if frame.id not in known:
        answer = await parent.session.send("DOM.getFrameOwner", {"frameId": frame.id})
        backend = int(answer["backendNodeId"])
        resolved = await parent.session.send(
            "DOM.resolveNode", {"backendNodeId": backend, "executionContextId": world.context_id}
        )
        node = Handle(str((resolved.get("object") or {}).get("objectId", "")))
        vm = await scripts.handle(page, parent)
        number = await page.call(parent, _IDS_OF, vm, node)
        known[frame.id] = (backend, int(number))
    return known[frame.id]


async def frame_of_owner(page: PageTarget, parent: Frame, owner_id: int) -> Frame | None:
    """The frame that an element of `parent` owns; None if the browser knows none."""
    handles = await scripts.nodes(page, parent, [owner_id])
    if not handles or handles[0] is None:
        return None
    reply: dict[str, Any] = await parent.session.send("DOM.describeNode", {"objectId": handles[0]})
    return page.frames.get(str((reply.get("node") or {}).get("frameId", "")))
