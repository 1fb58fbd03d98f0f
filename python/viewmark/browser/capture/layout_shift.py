"""Detects layout shifts between discovery and screenshot.

`detect_shifts` costs one small call per frame with elements. The caller decides how to handle
movement: observe again, or report `layout_shifted`.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from viewmark.background import gather_groups, quietly
from viewmark.browser import scripts, wire
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Element, Handle
from viewmark.errors import PageNavigated

TOLERANCE = 2.0
"""Maximum distance in CSS px by which an element's edge may move and still count as unmoved; a
smaller movement is not visible in a screenshot."""
_STILL = [0, 0, 0, 0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftedElement:
    """The result of measuring marked elements a second time."""

    elements: tuple[int, ...]
    """Indices, in the given sequence, of elements that moved or disappeared."""
    view_changed: bool
    """Whether scroll offset, viewport size or URL changed, so that everything moved."""
    edges: Mapping[int, tuple[float, float, float, float]] = field(default_factory=dict)
    """How far the left, top, right and bottom edge must move so that the box contains all
    intermediate positions of the element, in CSS px of its frame; keyed by index. Only for elements
    that moved and still exist.
    """

    def __bool__(self) -> bool:
        return self.view_changed or bool(self.elements)


UNMOVED = ShiftedElement(elements=(), view_changed=False)


async def detect_shifts(
    page: PageTarget,
    elements: Sequence[Element],
    *,
    tolerance: float = TOLERANCE,
    observation: int = 0,
    since: Mapping[str, object] | None = None,
) -> ShiftedElement:
    """Compare the current positions of elements with the positions at which they were found.

    Args:
        page: the browser tab.
        elements: elements from a discovery of this page.
        tolerance: maximum difference in CSS px.
        observation: the number of that discovery.
        since: data that documents have already reported, keyed by frame ID; a document whose data
            refers to that observation is not queried again.
    """
    groups: dict[str, list[int]] = {page.main_frame.id: []}
    for i, element in enumerate(elements):
        groups.setdefault(element.handle.frame_id, []).append(i)
    moved: set[int] = set()
    edges: dict[int, tuple[float, float, float, float]] = {}
    shifted_frames: set[str] = set()
    view_changed = False

    async def compare_frame(frame_id: str, positions: list[int]) -> None:
        nonlocal view_changed
        is_main = frame_id == page.main_frame.id
        frame = page.frames.get(frame_id)
        if frame is None or any(elements[i].handle.epoch != frame.loader_id for i in positions):
            moved.update(positions)
            view_changed = view_changed or is_main
            return
        try:
            ids = [elements[i].handle.node_id for i in positions]
            reply = _reported_shifts(since.get(frame_id) if since else None, observation, ids)
            if reply is None:
                reply = await scripts.call(page, frame, "shifts", ids)
        except PageNavigated:
            moved.update(positions)
            view_changed = view_changed or is_main
            return
        answer = wire.record(reply)
        if answer.get("viewChanged") is not False:
            shifted_frames.add(frame_id)
            view_changed = view_changed or is_main
        if not _within(answer.get("owners"), tolerance):
            shifted_frames.update(child.id for child in page.frames.children(frame_id))
        shifts = wire.list_items(answer.get("shifts"))
        if shifts == [_STILL] * len(positions):
            return
        spans = wire.list_items(answer.get("spans"))
        for position, row, span in itertools.zip_longest(
            positions, shifts[: len(positions)], spans[: len(positions)]
        ):
            if row == _STILL:
                continue
            shift = wire.numbers(row, 4)
            if shift is None or max(map(abs, shift)) > tolerance:
                moved.add(position)
            if shift is not None and position in moved:
                left, top, right, bottom = wire.numbers(span, 4) or shift
                edges[position] = (min(0.0, left), min(0.0, top), max(0.0, right), max(0.0, bottom))

    await asyncio.gather(*(compare_frame(frame_id, group) for frame_id, group in groups.items()))
    for i, element in enumerate(elements if shifted_frames else ()):
        at = page.frames.get(element.handle.frame_id)
        while at is not None:
            if at.id in shifted_frames:
                moved.add(i)
            at = page.frames.parent_of(at)
    return ShiftedElement(elements=tuple(sorted(moved)), view_changed=view_changed, edges=edges)


def _reported_shifts(since: object, observation: int, ids: Sequence[int]) -> dict[str, Any] | None:
    """Return a reply of `shifts` made from data that the document sent on its own, or None."""
    reply = wire.record(since)
    shifts = reply.get("shifts")
    if not observation or reply.get("look") != observation or not isinstance(shifts, list):
        return None
    moved: dict[object, object] = {}
    for each in shifts:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], int):
            return None
        moved[each[0]] = each[1]
    return {**reply, "shifts": [moved.get(number, _STILL) for number in ids]}


async def track(page: PageTarget, elements: Iterable[Handle]) -> None:
    """Track elements, frame by frame, until `detect_shifts` requests their positions.

    Frames that are gone or unresponsive are skipped.
    """

    async def track_in(handles: list[Handle]) -> None:
        frame = page.frames.get(handles[0].frame_id)
        if frame is not None and frame.loader_id == handles[0].epoch:
            await quietly(scripts.call(page, frame, "track", [each.node_id for each in handles]))

    await gather_groups(elements, lambda handle: (handle.frame_id, handle.epoch), track_in)


def _within(shift: object, tolerance: float) -> bool:
    return isinstance(shift, (int, float)) and shift <= tolerance
