"""Finds closed shadow roots, which page scripts cannot see, over CDP.

No property shows whether an element has a closed root, and attaching one later leaves no trace in
the document. But the browser's own search (`DOM.performSearch`) includes all closed roots, so it
counts more nodes than the scripts reach if a closed root is unknown to them. In this case, all
possible hosts are examined.

Counting costs the browser about 0.1 ms per thousand nodes, concurrently with the screenshot or the
processing of an observation's replies. It is skipped if the browser has computed no style since the
last observation (`freshness`), because attaching a root to a rendered element causes a style
computation.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field

from viewmark.background import quietly, run_detached
from viewmark.browser import scripts, wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.discovery.listeners import find_closed_roots
from viewmark.browser.frames.hung import LIMIT, answer_of, is_hung
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError

PATIENCE = 1.0
"""Maximum seconds to wait for a frame's reply, and for a count of its nodes."""
ROUNDS = 64
"""Maximum nesting depth of closed shadow roots that one observation resolves."""
AT_ONCE = 256


@dataclass(slots=True)
class RootState:
    """State of the search for closed shadow roots in a tab."""

    found: int = 0
    """Number of searches that found at least one root."""
    searching: set[Session] = field(default_factory=set)
    """Sessions in which CDP's DOM domain is currently enabled for a search."""
    harmless: tuple[str, int] | None = None
    """The document, and the number of nodes in it that the browser counts but the scripts do not
    reach, although a search found no closed root.
    """
    is_unsure: bool = False
    """Whether hosts changed during the last search, so that it may have missed a root."""


def roots_found(page: PageTarget) -> int:
    """Return the number of successful searches; an increase means an observation was incomplete."""
    return page.state.of(RootState).found


async def may_hide(page: PageTarget) -> bool:
    """Return whether the last search may have missed a closed root due to changes of the page."""
    state = page.state.of(RootState)
    return state.is_unsure or (state.found > 0 and is_hidden(page, *await _counts(page)))


async def count_nodes(page: PageTarget) -> dict[Session, int]:
    """Return the number of nodes in all documents of each process, including closed roots.

    Processes that do not reply are omitted, because their frames will be omitted too.
    """
    sessions = list(dict.fromkeys(f.session for f in page.frames if not is_hung(page, f)))
    counts = await asyncio.gather(*(_count(page, session) for session in sessions))
    return {s: count for s, count in zip(sessions, counts, strict=True) if count is not None}


async def _count(page: PageTarget, session: Session) -> int | None:
    enabled = page.state.of(RootState).searching
    try:
        if session not in enabled:
            await session.send("DOM.enable", timeout=PATIENCE)
            enabled.add(session)
        # The empty query matches every node.
        answer = await session.send("DOM.performSearch", {"query": ""}, timeout=PATIENCE)
    except ViewmarkError:
        return None
    search = {"searchId": answer.get("searchId")}
    run_detached(quietly(session.send("DOM.discardSearchResults", search, timeout=PATIENCE)))
    return wire.whole(answer.get("resultCount"))


def is_hidden(
    page: PageTarget, counted: Mapping[Session, int], reached: Mapping[Frame, int]
) -> bool:
    """Return whether the browser counted more nodes than the scripts reach.

    Args:
        page: the browser tab.
        counted: the result of `count_nodes`.
        reached: number of nodes that the scripts counted in each frame at the same time.
    """
    difference = _difference(counted, reached)
    return difference > 0 and page.state.of(RootState).harmless != (page.epoch, difference)


def _difference(counted: Mapping[Session, int], reached: Mapping[Frame, int]) -> int:
    known: dict[Session, int] = defaultdict(int)
    for frame, number in reached.items():
        known[frame.session] += number
    return sum(max(0, number - known[session]) for session, number in counted.items())


async def find_hidden_roots(page: PageTarget) -> bool:
    """Find closed shadow roots and pass them to the page scripts; return whether any were found.

    Never fails: frames that do not reply are skipped. Afterwards `may_hide` returns whether the
    search was incomplete because hosts were added or removed.
    """
    anything = False
    state = page.state.of(RootState)
    state.is_unsure = False
    for _ in range(ROUNDS):
        counted, reached = await _counts(page)
        if not is_hidden(page, counted, reached):
            return anything
        found = await asyncio.gather(*(_search(page, frame) for frame in page.frames))
        if not any(found):
            state.is_unsure = None in found
            # the extra nodes do not belong to any tree, so there is no root to find
            if not state.is_unsure:
                state.harmless = (page.epoch, _difference(counted, reached))
            return anything
        state.found += 1
        anything = True
    return anything


async def _counts(
    page: PageTarget, known: Mapping[Frame, int] | None = None
) -> tuple[dict[Session, int], dict[Frame, int]]:
    reached = dict(known or {})
    frames = [frame for frame in page.frames if frame not in reached]
    counting = asyncio.gather(*(_count_reached(page, frame) for frame in frames))
    counted, others = await asyncio.gather(count_nodes(page), counting)
    reached.update(zip(frames, others, strict=True))
    return counted, reached


async def find_unreached_roots(page: PageTarget, counted: Awaitable[Mapping[Frame, int]]) -> bool:
    """Search for closed shadow roots if nodes are uncounted; return whether any were found.

    Args:
        page: the browser tab.
        counted: number of nodes that the scripts reached in the observed frames, once available;
            empty if nothing has changed since the last observation.
    """
    reached = await counted
    # Nodes added between the browser's count and the scripts' count would be mistaken for closed
    # roots, so repeat both counts.
    is_more = bool(reached) and is_hidden(page, *await _counts(page, reached))
    return is_more and await find_hidden_roots(page)


async def _count_reached(page: PageTarget, frame: Frame) -> int:
    counting = scripts.call(page, frame, "nodeCount", timeout=LIMIT)
    return wire.whole(await quietly(answer_of(page, frame, counting)))


async def _search(page: PageTarget, frame: Frame) -> bool | None:
    """Return whether closed roots were found; None if none were and hosts changed meanwhile."""
    hosts = await _possible_hosts(page, frame)
    chunks = [hosts[start : start + AT_ONCE] for start in range(0, len(hosts), AT_ONCE)]
    if any([await find_closed_roots(page, frame, chunk) for chunk in chunks]):
        return True
    return False if await _possible_hosts(page, frame) == hosts else None


async def _possible_hosts(page: PageTarget, frame: Frame) -> list[int]:
    listed = await quietly(scripts.call(page, frame, "possibleHosts", timeout=PATIENCE))
    return [number for number in wire.list_items(listed) if isinstance(number, int)]
