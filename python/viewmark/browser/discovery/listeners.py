"""Finds event listeners and closed shadow roots, which page scripts cannot see, over CDP.

Every observation requests both. This costs little if nothing is new, because the nodes that were
already resolved in the isolated world are recorded.
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
"""Types of events for which a listener makes an element a control; move and hover events do not."""

DRAG_BEGINS = frozenset({"mousedown", "pointerdown", "touchstart"})
"""Types of events that start a drag, not a click, if the element also has drag listeners."""

_SWIPES = frozenset({"touchstart", "touchmove", "touchend"})
"""Types of events of a moving finger: if an element listens for nothing else, a tap has no effect.
"""

TEXT_EVENTS = frozenset({"beforeinput", "change", "input", "keydown", "keyup", "paste"})
"""Event types by which a page reacts to typed text or selected files."""

DELEGATED_LIMIT = 100
"""Maximum number of selectors of delegated event handlers (those that listen for many elements)."""
SELECTOR_LENGTH = 300
"""Maximum characters of a delegated selector, including the prefix for its listening element."""
DELEGATED_TIME = 100
"""Milliseconds after which the browser aborts the selector script; it normally stops after 20."""

NEW_NODES_LIMIT = 400
"""Maximum number of nodes resolved per observation, because each takes 0.25 ms; the next
observation resolves the rest."""


@dataclass(slots=True)
class ListenerState:
    """Known listeners of a document; nodes are identified by CDP backend node IDs."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: dict[int, int] = field(default_factory=dict)
    """Node ID in the isolated world, keyed by backend node ID; 0 if it could not be resolved."""
    empty: set[int] = field(default_factory=set)
    """Nodes with `onclick=""`, which has no effect."""
    alone: set[int] = field(default_factory=set)
    """Backend node IDs of nodes with exactly one pointer listener."""
    hears_text: bool = True
    """Whether any listener may react to typed text; True until listeners have been read."""
    document: str | None = None
    """The document as a remote object in the page's main world."""
    selectors: list[str] = field(default_factory=list)
    """Selectors of the delegated event handlers that were found most recently."""


Heard = dict[tuple[str, str], set[int]]
"""Backend node IDs of nodes with a pointer listener in a frame and its descendants, keyed by frame
ID and document.
"""


async def find_listeners(
    page: PageTarget, place: FrameGeometry, heard: Heard | None = None
) -> None:
    """Find the nodes of a frame that have a pointer listener, and pass them to its page scripts.

    A page that does not reply as expected is treated as a page without listeners.

    Args:
        page: the browser tab.
        place: the frame.
        heard: nodes with listeners that outer frames have found in the same observation; this
            function adds to it.
    """
    world = await page.world(place.frame)
    # A lock, because concurrent observations must wait until the nodes are resolved.
    async with world.state.of(ListenerState).lock:
        await _find_listeners(page, place, world, {} if heard is None else heard)


async def _find_listeners(
    page: PageTarget, place: FrameGeometry, world: World, heard: Heard
) -> None:
    # CDP lists shadow trees only together with descendant frames. A node must not be resolved in
    # the world of another document, because its wrapper would belong to that realm permanently.
    # The nodes of descendant frames are therefore queried separately and subtracted.
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
    """Return whether the page may react to typed text, as far as known."""
    if page.dialog or any(frame.session is not page.session for frame in page.frames):
        return True
    try:
        return (await page.world(None)).state.of(ListenerState).hears_text
    # a navigation is pending, so the listeners of the next document are unknown
    except ViewmarkError:
        return True


def _descendants(page: PageTarget, frame: Frame) -> Iterator[Frame]:
    for child in page.frames.children(frame.id):
        if child.session is frame.session:
            yield child
            yield from _descendants(page, child)


async def _heard_in(page: PageTarget, frame: Frame, heard: Heard) -> set[int]:
    """Return the result of `_listening` for a frame, computed once in each observation.

    If a frame has no listeners, its descendants have none either, so they are not queried.
    """
    key = (frame.id, frame.loader_id)
    if key not in heard:
        heard[key] = await _listening(page, frame)
        if not heard[key]:
            heard.update({(each.id, each.loader_id): set() for each in _descendants(page, frame)})
    return heard[key]


async def _listening(page: PageTarget, frame: Frame) -> set[int]:
    """Return the backend node IDs with a pointer listener, in a frame and its descendants."""
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
    """Return whether these listeners serve only a drag or a swipe."""
    if "touchmove" in types and _SWIPES.issuperset(types):
        return True
    return "dragstart" in types and DRAG_BEGINS.issuperset({*types} - {"dragstart", "touchmove"})


async def _document(page: PageTarget, frame: Frame, world: World) -> str:
    """Return the document of the page's main world; listeners of other worlds are not listed."""
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
    """Return the selectors of jQuery's delegated handlers, which the browser sees as one listener.

    Each selector is prefixed by tag and ID of the listening element (`tbody td`,
    `#document .close`).

    Code of the page may run, so the script runs only in documents in which the browser can abort
    it: the root document of each session. The result is untrusted.
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
        return []  # the world no longer exists
    reply = answer.get("result", {}).get("value") if "exceptionDetails" not in answer else None
    parts = reply.split("\0") if isinstance(reply, str) else []
    fit = [each for each in parts if 0 < len(each) <= SELECTOR_LENGTH and each.isprintable()]
    return fit[:DELEGATED_LIMIT]


async def _resolve(world: World, nodes: list[int]) -> list[str | None]:
    async def one(node: int) -> str | None:
        try:
            return await world.object_of(node)
        except ProtocolError:
            return None  # the node is gone, or was moved to another document

    return list(await asyncio.gather(*(one(node) for node in nodes)))


async def find_closed_roots(page: PageTarget, frame: Frame, ids: Sequence[int]) -> bool:
    """Find closed shadow roots of the given elements and pass them to the page scripts.

    Return True if at least one was found; False if none was or the frame disappears. `ids` are the
    node IDs of elements that may be shadow hosts.
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
"""Node serialisation as in WebDriver BiDi: backend IDs and closed roots in a single reply."""


async def _closed_roots(
    page: PageTarget, frame: Frame, ids: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the backend node IDs of closed shadow root hosts in `ids`, and of their roots."""
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
