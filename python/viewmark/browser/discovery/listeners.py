"""Finds event listeners and closed shadow roots, which page scripts cannot see, by CDP.

Both are asked on every observation and cost little when nothing is new: what crossed over to our
world is noted in the world's state and stays there.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from viewmark.browser import scripts, wire
from viewmark.browser.frames.geometry import FrameGeometry
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget, World
from viewmark.browser.script_files import script
from viewmark.defaults import FRAMES
from viewmark.errors import PageNavigated, ProtocolError, ViewmarkError

POINTER_EVENTS = frozenset(
    {
        "click",
        "dblclick",
        "mousedown",
        "mouseup",
        "pointerdown",
        "pointerup",
        "touchstart",
        "touchend",
    }
)
"""Listeners that make an element something to act on; moves and hovers do not."""

DRAG_BEGINS = frozenset({"mousedown", "pointerdown", "touchstart"})
"""Events that only begin a drag beside a listener for drags: nothing is pressed there."""

_SWIPES = frozenset({"touchstart", "touchmove", "touchend"})
"""An element that listens to these alone waits for a moving finger: a press there does nothing."""

TEXT_EVENTS = frozenset({"beforeinput", "change", "input", "keydown", "keyup", "paste"})
"""Listeners that hear what is typed, or which files are given."""

DELEGATED_LIMIT = 100
"""Selectors of delegated handlers that are taken."""
SELECTOR_LENGTH = 300
"""Letters of one of them, with the listener before it."""
DELEGATED_TIME = 100
"""Milliseconds after which the browser ends that question; the script itself stops after 20."""

NEW_NODES_LIMIT = 400
"""Nodes that cross over in one observation (0.25 ms each); the rest follow in the next."""


@dataclass(slots=True)
class ListenerState:
    """Known listeners of a document; nodes are CDP's backend ids."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: dict[int, int] = field(default_factory=dict)
    """Node -> number in our world; 0 for a node that could not be had."""
    empty: set[int] = field(default_factory=set)
    """Nodes with `onclick=""`, which does nothing."""
    alone: set[int] = field(default_factory=set)
    """Nodes with one pointer listener."""
    hears_text: bool = True
    """Whether something listens to what is typed; so it is taken before listeners are read."""
    document: str | None = None
    """The document as an object of the page's own world."""
    selectors: list[str] = field(default_factory=list)
    """Selectors of delegated handlers, as last read."""


Heard = dict[tuple[str, str], set[int]]
"""Frame and document -> backend ids of the nodes with a pointer listener, there and below."""


async def find_listeners(
    page: PageTarget, place: FrameGeometry, heard: Heard | None = None
) -> None:
    """Give the page scripts of a frame the nodes with a pointer listener.

    A page that answers oddly is a page without listeners; discovery goes on.

    Args:
        page: the page.
        place: the frame.
        heard: what the frames above learned of this one in the same look, and takes up more.
    """
    world = await page.world(place.frame)
    # Two looks at once must both wait until the nodes have crossed over.
    async with world.state.of(ListenerState).lock:
        await _find_listeners(page, place, world, {} if heard is None else heard)


async def _find_listeners(
    page: PageTarget, place: FrameGeometry, world: World, heard: Heard
) -> None:
    # CDP lists shadow trees only together with the frames below, and a node must not cross into
    # the world of another document (its wrapper would be of that realm for good): subtract.
    below = list(_descendants(page, place.frame))[:FRAMES]
    try:
        own = await _heard_in(page, place.frame, heard)
        others: Sequence[set[int]] = ()
        if own:
            others = await asyncio.gather(*(_heard_in(page, frame, heard) for frame in below))
    except (ProtocolError, PageNavigated):
        return
    state = world.state.of(ListenerState)
    known, empty, alone = state.known, state.empty, state.alone
    own = own.difference(*others, empty & alone)
    silent = [known.pop(node) for node in [*known] if node not in own]
    fresh = sorted(own.difference(known))[:NEW_NODES_LIMIT]
    if any(silent):
        await scripts.call(page, place.frame, "unlisten", [number for number in silent if number])
    if fresh:
        known.update(dict.fromkeys(fresh, 0))
        resolved, selectors = await asyncio.gather(
            _resolve(world, fresh), _read_selectors(page, place.frame, world)
        )
        pairs = [(n, h) for n, h in zip(fresh, resolved, strict=True) if h is not None]
        reply = await scripts.pass_objects(page, place.frame, "listen", [h for _, h in pairs])
        for (node, _), number in zip(pairs, reply if isinstance(reply, list) else [], strict=False):
            if isinstance(number, int):
                known[node] = abs(number)
            if isinstance(number, int) and number < 0 and node in alone:
                empty.add(node)
        if nothing := [known.pop(node) for node in empty if node in known]:
            await scripts.call(page, place.frame, "unlisten", nothing)
        if selectors != state.selectors:
            state.selectors = selectors
            await scripts.call(page, place.frame, "delegate", selectors)


async def hears_text(page: PageTarget) -> bool:
    """Return whether the page may do something with a text, as far as is known."""
    if page.dialog or any(frame.session is not page.session for frame in page.frames):
        return True
    try:
        return (await page.world(None)).state.of(ListenerState).hears_text
    except ViewmarkError:  # on its way to another document
        return True


def _descendants(page: PageTarget, frame: Frame) -> Iterator[Frame]:
    for child in page.frames.children(frame.id):
        if child.session is frame.session:
            yield child
            yield from _descendants(page, child)


async def _heard_in(page: PageTarget, frame: Frame, heard: Heard) -> set[int]:
    """As `_listening`, but once per observation; an element without listeners has none below."""
    key = (frame.id, frame.loader_id)
    if key not in heard:
        heard[key] = await _listening(page, frame)
        if not heard[key]:
            heard.update({(each.id, each.loader_id): set() for each in _descendants(page, frame)})
    return heard[key]


async def _listening(page: PageTarget, frame: Frame) -> set[int]:
    """Backend ids of the nodes with a pointer listener, in that frame and those below it."""
    world = await page.world(frame)
    answer = await world.session.send(
        "DOMDebugger.getEventListeners",
        {"objectId": await _document(page, frame, world), "depth": -1, "pierce": True},
    )
    types: defaultdict[int, list[str]] = defaultdict(list)
    listeners = answer.get("listeners", ())
    world.state.of(ListenerState).hears_text = any(e.get("type") in TEXT_EVENTS for e in listeners)
    for listener in listeners:
        node, kind = listener.get("backendNodeId"), listener.get("type")
        if isinstance(node, int) and (kind in POINTER_EVENTS or kind in {"dragstart", "touchmove"}):
            types[node].append(kind)
    found = {node: len(kinds) for node, kinds in types.items() if not _is_only_moved(kinds)}
    world.state.of(ListenerState).alone = {node for node, count in found.items() if count == 1}
    return set(found)


def _is_only_moved(types: Sequence[str]) -> bool:
    """Whether these listeners belong to a drag or a swipe alone."""
    if "touchmove" in types and _SWIPES.issuperset(types):
        return True
    return "dragstart" in types and DRAG_BEGINS.issuperset({*types} - {"dragstart", "touchmove"})


async def _document(page: PageTarget, frame: Frame, world: World) -> str:
    """The document in the page's own world: listeners of other worlds are not listed."""
    state = world.state.of(ListenerState)
    if state.document is not None:
        return state.document
    if page.frames.is_root_of_session(frame):
        answer = await world.session.send("Runtime.evaluate", {"expression": "document"})
        object_id = answer.get("result", {}).get("objectId")
    else:
        ours = await page.evaluate(frame, script("single/own_document"))
        reply = await world.session.send(
            "DOM.describeNode", {"objectId": ours.get("objectId", ""), "depth": 0}
        )
        answer = await world.session.send(
            "DOM.resolveNode", {"backendNodeId": reply.get("node", {}).get("backendNodeId", 0)}
        )
        object_id = answer.get("object", {}).get("objectId")
    if not isinstance(object_id, str):
        raise ProtocolError("The document could not be had as an object.")
    state.document = object_id
    return object_id


async def _read_selectors(page: PageTarget, frame: Frame, world: World) -> list[str]:
    """The selectors of jQuery's delegated handlers, which are one listener each to the browser.

    Each stands behind the tag and id of what listens (`tbody td`, `#document .close`).

    Code of the page may run, so only documents are asked in which the browser can end it: the first
    of their process. What is answered is untrusted.
    """
    if not page.frames.is_root_of_session(frame):
        return []
    params = {
        "expression": script(
            "single/delegated_selectors", TYPES=json.dumps(sorted(POINTER_EVENTS))
        ),
        "returnByValue": True,
        "silent": True,
        "timeout": DELEGATED_TIME,
    }
    try:
        answer = await world.session.send("Runtime.evaluate", params)
    except ProtocolError:
        return []  # ended
    reply = answer.get("result", {}).get("value") if "exceptionDetails" not in answer else None
    parts = reply.split("\0") if isinstance(reply, str) else []
    fit = [each for each in parts if 0 < len(each) <= SELECTOR_LENGTH and each.isprintable()]
    return fit[:DELEGATED_LIMIT]


async def _resolve(world: World, nodes: list[int]) -> list[str | None]:
    async def one(node: int) -> str | None:
        try:
            return await world.object_of(node)
        except ProtocolError:
            return None  # gone, or in another document

    return list(await asyncio.gather(*(one(node) for node in nodes)))


async def find_closed_roots(page: PageTarget, frame: Frame, ids: Sequence[int]) -> bool:
    """Look behind likely hosts, given by number, and hand closed shadow roots to the page scripts.

    Whether there were any; of a frame that goes away there are none.
    """
    try:
        found = await _closed_roots(page, frame, ids)
        if not found:
            return False
        nodes = await _resolve(await page.world(frame), [node for pair in found for node in pair])
        pairs = [
            handle
            for host, root in zip(nodes[::2], nodes[1::2], strict=True)
            if host is not None and root is not None
            for handle in (host, root)
        ]
        await scripts.pass_objects(page, frame, "adopt", pairs)
    except ViewmarkError:
        return False
    return bool(pairs)


_WITH_ROOTS = {
    "serialization": "deep",
    "maxDepth": 1,
    "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "all"},
}
"""Nodes as WebDriver BiDi has them: with backend ids and closed roots, all in one answer."""


async def _closed_roots(
    page: PageTarget, frame: Frame, ids: Sequence[int]
) -> list[tuple[int, int]]:
    """Backend ids of hosts among the nodes with those numbers, and of their closed roots."""
    call = script("single/call_with_nodes")
    reply = await scripts.evaluate(
        page, frame, call, "nodes", "nodes", *ids, serialization=_WITH_ROOTS
    )
    deep = wire.record(reply.get("deepSerializedValue")).get("value")
    found = []
    for node in deep if isinstance(deep, list) else ():
        host = node.get("value") if node.get("type") == "node" else None
        root = ((host or {}).get("shadowRoot") or {}).get("value", {})
        if host is None or root.get("mode") != "closed":
            continue
        pair = (host.get("backendNodeId"), root.get("backendNodeId"))
        if isinstance(pair[0], int) and isinstance(pair[1], int):
            found.append((pair[0], pair[1]))
    return found
