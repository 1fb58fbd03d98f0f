"""Resolves a selector to one element, through frames of any process, or explains the failure."""

from __future__ import annotations

import asyncio
from typing import Any

from viewmark.background import gather_answers
from viewmark.browser import scripts, wire
from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.discovery.closed_roots import find_hidden_roots
from viewmark.browser.frames.geometry import ACT_PATIENCE, ATTACH_STEP, frame_of_owner
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_facts import FACTS_SCRIPT
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.errors import ElementNotFound, InvalidSelector, PageNavigated


async def find(page: PageTarget, selector: str) -> tuple[Frame, int]:
    """Find the single element that matches a selector, and its frame.

    Args:
        page: the browser tab.
        selector: as listed in an observation; it may lead through shadow roots and frames.

    Raises:
        InvalidSelector: the selector is not valid.
        ElementNotFound: no element or more than one matches; the error lists the candidates.
        PageNavigated: the page navigated, or a frame on the path kept navigating for seconds.
    """
    frame, reply = await _walk_steps(page, selector, "pick")
    return frame, _only_id(selector, reply, frame)


async def count(page: PageTarget, selector: str) -> tuple[int, int]:
    """Return how many elements match and how many are visible; raise the same errors as `find`."""
    _, reply = await _walk_steps(page, selector, "countOf")
    counts = wire.pair(reply.get("counts"))
    if counts is None:
        raise _no_selector(selector, reply)
    return int(counts[0]), int(counts[1])


async def _walk_steps(page: PageTarget, selector: str, name: str) -> tuple[Frame, dict[str, Any]]:
    """Follow a selector's path through frames; return the last frame and its reply.

    The search has no side effects, so it is restarted if a frame on the path changes its document
    or process, or if nothing matches while the last frame is being parsed. It is restarted for up
    to `ACT_PATIENCE` seconds, because the old process may end before the new one is ready.
    """
    if not isinstance(selector, str) or not selector.strip():
        raise InvalidSelector("A selector must be a text that is not empty.")
    *steps, last = await _steps(page, selector)
    document = page.epoch
    clock = asyncio.get_running_loop().time
    end = clock() + ACT_PATIENCE
    while True:
        try:
            frame = await _walk(page, selector, steps)
            reply = await _query_frame(page, frame, name, last)
            if _has_found(reply) or reply.get("invalid"):
                return frame, reply
            if not steps:
                return await _query_below(page, name, last) or (frame, reply)
            if clock() >= end or not await _is_loading(page, frame):
                # The parser may have added the element after the search.
                return frame, await _query_frame(page, frame, name, last)
        except PageNavigated:
            # Stop if the page has navigated: on another page, the selector may match a different
            # element.
            if not steps or page.epoch != document or clock() >= end:
                raise
        await asyncio.sleep(ATTACH_STEP)


async def _is_loading(page: PageTarget, frame: Frame) -> bool:
    """Return whether a frame's document is still being parsed; a match may then still appear."""
    return wire.record(await page.call(frame, FACTS_SCRIPT)).get("readyState") == "loading"


async def _query_below(
    page: PageTarget, name: str, selector: str
) -> tuple[Frame, dict[str, Any]] | None:
    """Search the child frames for a selector that has no match in the main frame.

    Return None if they have no match either.
    """
    below = [each for each in page.frames if each is not page.main_frame]
    replies = await gather_answers(*(scripts.call(page, each, name, selector) for each in below))
    records = map(wire.record, replies)
    found = [(frame, r) for frame, r in zip(below, records, strict=True) if _has_found(r)]
    if len(found) < 2:
        return found[0] if found else None
    frame, first = found[0]
    total = sum(wire.whole(reply.get("total")) for _, reply in found)
    counts = [sum(each) for each in zip(*(r.get("counts", (0, 0)) for _, r in found), strict=True)]
    return frame, first | {"ids": [], "total": total, "counts": counts}


def _has_found(reply: dict[str, Any]) -> bool:
    return wire.whole(reply.get("total")) > 0 or reply.get("counts", [0, 0]) != [0, 0]


async def _walk(page: PageTarget, selector: str, steps: list[str]) -> Frame:
    """Return the frame at the end of a selector's frame steps."""
    frame = page.main_frame
    for step in steps:
        owner = _only_id(selector, await _query_frame(page, frame, "pick", step), frame)
        child = await frame_of_owner(page, frame, owner)
        if child is None:
            shown = words(selector, 300)
            raise ElementNotFound(f"{shown!r} leads through an element that has no frame.")
        frame = child
    return frame


def _only_id(selector: str, reply: dict[str, Any], frame: Frame) -> int:
    if not reply or reply.get("invalid"):
        raise _no_selector(selector, reply)
    ids = wire.list_items(reply.get("ids"))
    if len(ids) != 1:
        raise _not_one(selector, reply, frame)
    return wire.whole(ids[0])


async def _query_frame(page: PageTarget, frame: Frame, name: str, selector: str) -> dict[str, Any]:
    """Search a frame for a selector; if nothing matches, search closed shadow roots too.

    The scripts may not have closed roots yet, because only observations pass them to the scripts.
    """
    reply = wire.record(await scripts.call(page, frame, name, selector))
    if _has_found(reply) or reply.get("invalid") or not await find_hidden_roots(page):
        return reply
    return wire.record(await scripts.call(page, frame, name, selector))


class SeveralFound(ElementNotFound):
    """More than one element matches the selector."""

    first: tuple[ElementSummary, ...] = ()
    """The first elements that match the selector."""


def _no_selector(selector: str, reply: dict[str, Any]) -> InvalidSelector:
    reason = words(reply.get("invalid"), 200)
    return InvalidSelector(f"{words(selector, 300)!r} is not a selector: {reason}")


async def _steps(page: PageTarget, selector: str) -> list[str]:
    """Split a selector at the frames it leads through."""
    split = await scripts.call(page, None, "splitFrames", selector)
    return [str(each) for each in wire.list_items(split)] or [selector]


def _not_one(selector: str, reply: dict[str, Any], frame: Frame) -> ElementNotFound:
    shown = words(selector, 300)
    total = wire.whole(reply.get("total"))
    listed = (ElementSummary.from_wire(row, frame) for row in wire.records(reply.get("candidates")))
    found = tuple(each for each in listed if each is not None)
    if not total:
        return ElementNotFound(f"{shown!r} finds nothing on the page.", selector=shown)
    several = SeveralFound(
        f"{shown!r} finds {total} elements; a target must be one.",
        hint="Make the selector narrower, add ' >> nth=0', or use a ref or label.",
        selector=shown,
        candidates=[each.to_json() for each in found],
    )
    several.first = found
    return several
