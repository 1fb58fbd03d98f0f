"""Discovery: runs the page scripts in every frame and returns elements of the top viewport.

On simple pages one call in the main frame is enough. Further round trips are needed for frames, for
new nodes with event listeners, and for descriptions of listed elements if there are more than the
scripts describe in their first reply. All of this can run while a capture waits for its frame.

- Event listeners are invisible to an isolated world; `DOMDebugger.getEventListeners` on the
  document lists all nodes that have listeners (2 ms for 20,000 elements). Each node is resolved in
  the isolated world only once.
- Closed shadow roots are invisible to scripts; elements that may be shadow hosts are described once
  over CDP, and their closed roots are passed to the page scripts.
- Frames are visited parents first. Each frame is told which part of its viewport is visible in its
  parents, and its elements are checked by hit tests in its parents.

An observation can be restricted to the content of one element, across outer and inner frames.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from viewmark.background import gather_groups, run_concurrently
from viewmark.browser import scripts, wire
from viewmark.browser.cdp.codec import decode
from viewmark.browser.discovery.answers import INK_LIMIT, UNMARKED_LIMIT, Remainder, ink_boxes
from viewmark.browser.discovery.closed_roots import ROUNDS, find_unreached_roots
from viewmark.browser.discovery.discovery import Candidate, Discovery, Draft, finish
from viewmark.browser.discovery.found import (
    Found,
    drop_covered,
    frame_of,
    learn_regions,
    take,
    without_holders,
)
from viewmark.browser.discovery.internals import describe_with_internals, refresh_internals
from viewmark.browser.discovery.listeners import Heard, find_listeners
from viewmark.browser.discovery.part_of_page import Node, PartOfPage
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.frames.table import Frame
from viewmark.browser.frames.walk import walk_frames
from viewmark.browser.freshness import Answer, answer_in, rendering_counts
from viewmark.browser.page_facts import page_facts
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import MARKS
from viewmark.elements.cap import Cap, MaxAnnotations, cap_of
from viewmark.elements.model import Element
from viewmark.elements.order import reading_order
from viewmark.elements.rank import keep
from viewmark.elements.scroller import Scroller
from viewmark.errors import InvalidOption, InvalidSelector
from viewmark.geometry import Bounds
from viewmark.unknown_options import takes

TARGETS = ("interactive", "all_visible", "custom")
"""Kinds of elements that an observation can mark (annotated-screenshots R9, R10, R11)."""

DESCRIBED_BEYOND = 30
PATIENCE_MS = 4000.0
"""Time limit in ms for all page scripts of an observation; when it is reached, they stop and report
what they omitted. Frames share the time left by the main frame; each gets at least a quarter.
"""
_NUMBERS = itertools.count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverOptions:
    """Options of a discovery; together with the page they determine its result."""

    target: str = "interactive"
    """Which elements to find: `interactive`, `all_visible`, or `custom` with `selector`."""
    selector: str | None = None
    """CSS selector; matched in every frame and shadow root."""
    exclude: str | None = None
    """CSS selector of elements to exclude with their content; matched in the same way."""
    max_annotations: MaxAnnotations | Cap = MARKS
    """Maximum number of elements, 1..500, or `auto` (`viewmark.elements.cap`). Elements are
    selected by rank (`viewmark.elements.rank`).
    """
    include_occluded: bool = False
    """Whether covered elements are kept and flagged."""
    regions: bool = False
    """Whether `ranked` reports the region of each element even if no element is omitted."""
    pictured: bool = False
    """Whether a screenshot of the same state will show which elements are painted (`finish`).
    Otherwise uncertain elements are kept, except those that a style rule shows only on hover.
    """
    with_roots: bool = True
    """Whether to search closed shadow roots too; False if the caller searches them."""
    within: Node | None = None
    """Restrict the search to the content of this element, without itself but with its frames."""

    @property
    def cap(self) -> Cap:
        """The limit on listed elements."""
        return cap_of(self.max_annotations)

    def options(self, number: int) -> dict[str, Any]:
        """Return the options of `vm.find` for the observation with this number."""
        return {
            "target": self.target,
            "selector": self.selector,
            "exclude": self.exclude,
            "includeOccluded": self.include_occluded,
            "ink": INK_LIMIT,
            "cap": 0 if self.regions else self.cap.most,
            # Requesting a few descriptions too many costs less than a second round trip for missing
            # ones.
            "describeUpTo": self.cap.most + DESCRIBED_BEYOND,
            "obstacles": UNMARKED_LIMIT,
            "pictured": self.pictured,
            "patience": PATIENCE_MS,
            "nodes": self.with_roots,
            "look": number,
        }


@takes(DiscoverOptions)
async def discover(page: PageTarget, request: DiscoverOptions) -> Discovery:
    """Find the elements of a page that are visible in its viewport.

    The page may be captured concurrently.

    Raises:
        InvalidOption: the target is unknown, the limit is outside of 1..500, or a selector was
            given without `custom`.
        InvalidSelector: the selector is not valid CSS.
        PageNavigated: the page navigated during the discovery.
    """
    started = time.perf_counter()
    _check_target(request.target, request.selector)
    for _ in range(ROUNDS):
        counted: asyncio.Future[Mapping[Frame, int]] = asyncio.get_running_loop().create_future()
        async with run_concurrently(find_unreached_roots(page, counted)) as search:
            found = await _discover(page, request, counted)
            if not await search:
                break
    total = (time.perf_counter() - started) * 1e3
    return replace(found, timings={**found.timings, "total": total})


async def _discover(
    page: PageTarget, request: DiscoverOptions, counted: asyncio.Future[Mapping[Frame, int]]
) -> Discovery:
    """Make one pass over all frames; `counted` receives the number of nodes reached in each."""
    started = time.perf_counter()
    cap, pictured, regions = request.cap, request.pictured, request.regions
    options = request.options(next(_NUMBERS))
    top = FrameGeometry.top(page)
    part = PartOfPage(page, request.within)
    heard: Heard | None = {} if request.target == "interactive" else None
    answer = await _find(page, top, part.options(top, options), heard=heard)
    # A reply without a node count means the document is unchanged, including closed roots.
    reached = _reached(top, answer)
    if len(page.frames) == 1:
        counted.set_result(reached)
    timings = {"page": answer.ms}
    key = (request, page.redactor.revision)
    cached = answer.results.get(key) or answer.followups.get(key)
    if cached is not None:
        if not counted.done():
            counted.set_result({})
        return replace(cast("Discovery", cached), number=options["look"], timings=timings)
    reply = _read(answer, options)
    facts = page_facts(reply.get("facts"))
    top = top.with_visible(Bounds(0.0, 0.0, facts.viewport.width, facts.viewport.height))
    found = take(top, reply)
    ink = ink_boxes(top, reply)
    excess = Remainder()
    excess.add(top, reply)
    visited: list[FrameGeometry] = []
    unreachable: list[str] = []

    async def ask(place: FrameGeometry, at_once: int) -> dict[str, Any]:
        left = PATIENCE_MS - (time.perf_counter() - started) * 1e3
        own = {
            **part.options(place, options),
            "clip": place.clip and place.clip.edges,
            "patience": max(left / at_once, PATIENCE_MS / 4),
        }
        inner = await _find(page, place, own, heard=heard)
        reached.update(_reached(place, inner))
        return _read(inner, options)

    async for level in walk_frames(page, top, reply, ask, unreachable, concerns=part.concerns):
        for place, inner in level:
            visited.append(place)
            inside = take(place, inner)
            found += await drop_covered(page, place, inside, keep_covered=request.include_occluded)
            ink += ink_boxes(place, inner)
            excess.add(place, inner)
    if not counted.done():
        counted.set_result(reached)
    order = reading_order(
        [f.bounds for f in found],
        first=[f.ranked.lead for f in found],
        rtl=facts.rtl,
        document=[f.rank for f in found],
    )
    found = without_holders([found[i] for i in order], request.target)
    is_asked_more = False
    if regions or len(found) > cap.most:
        is_asked_more = any(f.region is None for f in found)
        await learn_regions(page, found)
    # Keep extra elements, because some may turn out not to be painted.
    doubtful = sum(each.doubt > 0 for each in found) if pictured else 0
    chosen = set(keep([f.ranked for f in found], cap.most + doubtful))
    retained = [f for i, f in enumerate(found) if i in chosen]
    cut = [f for i, f in enumerate(found) if i not in chosen]
    is_asked_more |= any(not isinstance(f.about, dict) for f in retained)
    described, custom = await _describe(page, retained)
    retained = [f for f, _ in described]
    if cap.is_over([element for _, element in described], [f.ranked for f in retained]):
        is_asked_more |= any(f.region is None for f in retained)
        await learn_regions(page, retained)
    unnamed = sum(isinstance(f.about, dict) and "name" not in f.about for f in retained)
    if unnamed:
        excess.incomplete.append(f"The time of a look was over before {unnamed} marks were named.")
    faulty = sum(isinstance(f.about, dict) and f.about.get("failed") is True for f in retained)
    if faulty:
        excess.incomplete.append(f"Of {faulty} marks a name, state or selector could not be read.")
    candidates = tuple(_candidate(f, element, pictured=pictured) for f, element in described)
    drafted = Discovery(
        draft=Draft(candidates, cap, tuple(f.ranked for f in cut), excess.regions),
        rtl=facts.rtl,
        scrolled_boxes=Scroller.list_scrolled(reply.get("scrolled")),
        total_found=len(cut) + excess.total,
        url=facts.url,
        title=facts.title,
        ready_state=facts.ready_state,
        status=facts.status,
        viewport=facts.viewport,
        visible=facts.visible,
        text_rects=tuple(ink),
        unmarked=tuple([*(f.bounds for f in cut), *excess.bounds][:UNMARKED_LIMIT]),
        frames=tuple(place.path for place in visited),
        unreachable=tuple(unreachable),
        maps={place.frame.id: place.to_top for place in visited},
        incomplete=tuple(excess.incomplete),
        number=options["look"],
        timings=timings,
    )
    found_all = drafted if doubtful else finish(drafted)
    # Results that depend on further calls to frames, or on the internals of custom elements, are
    # not cached: those frames have their own revisions, and nothing reports changes of internals.
    if reply.get("frames") == [] and not custom and '"internals"' not in answer.text:
        cache = answer.followups if is_asked_more else answer.results
        cache.clear()
        cache[key] = found_all
    return found_all


def _candidate(found: Found, element: Element, *, pictured: bool) -> Candidate:
    doubt = found.doubt if pictured else 0
    on_hover = wire.list_items(found.record.get("onHoverIds"))
    return Candidate(element, found.ranked, found.rank, doubt, on_hover)


def _reached(place: FrameGeometry, answer: Answer) -> dict[Frame, int]:
    """Return how many nodes the scripts reached in a frame; empty for a cached reply."""
    return {} if answer.nodes is None else {place.frame: answer.nodes}


def _check_target(target: str, selector: str | None) -> None:
    if target not in TARGETS:
        raise InvalidOption(
            f"annotation_target must be one of {', '.join(TARGETS)}, not {target!r}.",
            param="annotation_target",
        )
    if (target == "custom") is not bool(selector and selector.strip()):
        raise InvalidOption(
            "annotation_selector belongs to annotation_target='custom', and that needs one.",
            param="annotation_selector",
        )


async def _find(
    page: PageTarget, place: FrameGeometry, options: dict[str, Any], *, heard: Heard | None
) -> Answer:
    """Run the scripts in one frame, after passing them the facts that scripts cannot see.

    Args:
        page: the browser tab.
        place: the frame.
        options: the options of `vm.find`.
        heard: known nodes with listeners in the frames of this observation; None if listeners are
            not needed.
    """
    learning = [refresh_internals(page, place.frame)]
    if heard is not None:
        learning.append(find_listeners(page, place, heard))
    counts, *_ = await asyncio.gather(rendering_counts(page, place.frame), *learning)
    return await answer_in(page, place.frame, "find", options, counts)


def _read(answer: Answer, options: Mapping[str, Any]) -> dict[str, Any]:
    reply = wire.record(decode(answer.text))
    if "invalid" in reply:
        named = [each for each in (options["selector"], options["exclude"]) if each is not None]
        shown = " or ".join(map(repr, named))
        raise InvalidSelector(f"{shown} is not a valid CSS selector.", selector=named[0])
    return reply


async def _describe(
    page: PageTarget, retained: Sequence[Found]
) -> tuple[list[tuple[Found, Element]], int]:
    """Complete the descriptions of the elements; also return the number of custom elements."""

    async def describe_group(group: list[Found]) -> None:
        pairs = [n for f in group for n in (f.record["id"], f.record.get("control") or 0)]
        reply = await scripts.call(page, group[0].place.frame, "describe", *pairs)
        for found, about in zip(group, wire.list_items(reply), strict=False):
            found.about = about

    async def learn_group(group: list[Found]) -> None:
        """Describe custom elements again, this time with their internals."""
        pairs = [(f.record["id"], f.record.get("control") or 0) for f in group]
        abouts = await describe_with_internals(page, group[0].place.frame, pairs)
        for found, about in zip(group, abouts, strict=False):
            found.about = about or found.about

    missing = [each for each in retained if not isinstance(each.about, dict)]
    await gather_groups(missing, frame_of, describe_group)
    custom = [each for each in retained if wire.record(each.about).get("internals") is True]
    await gather_groups(custom, frame_of, learn_group)
    made = ((each, _element_of(page, each)) for each in retained)
    return [(each, element) for each, element in made if element is not None], len(custom)


def _element_of(page: PageTarget, found: Found) -> Element | None:
    """Return the element described by a script's record; None if the record is invalid."""
    place = found.place
    element = Element.from_wire(
        found.record,
        found.about,
        frame_id=place.frame.id,
        epoch=place.frame.loader_id,
        frame=place.path or None,
        redact=page.redactor,
    )
    if element is not None and place.path and element.selector:
        return replace(element, selector=place.prefix + element.selector)
    return element
