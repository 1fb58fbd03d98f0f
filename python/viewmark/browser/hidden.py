"""What no page script can see: event listeners and closed shadow roots; CDP tells.

Both are asked on every observation and cost little when nothing is new: what crossed over to our
world is noted in the world's memo and stays there.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.errors import ProtocolError, ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.framing import Place
    from viewmark.browser.page import Page, World

__all__ = ["POINTER_EVENTS", "find_closed_roots", "find_listeners"]

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

NEW_NODES_LIMIT = 400
"""Nodes that cross over in one observation (0.25 ms each); the rest follow in the next."""
_LISTENING, _DOCUMENT = "viewmark.listening", "viewmark.document"


async def find_listeners(page: Page, place: Place) -> None:
    """Tell the page scripts of a frame which nodes have a pointer listener.

    A page that answers oddly is a page without listeners; discovery goes on.
    """
    try:
        world = await page.world(place.frame)
        answer = await world.session.send(
            "DOMDebugger.getEventListeners",
            {"objectId": await _document(place, world), "depth": -1, "pierce": False},
        )
    except ProtocolError:
        return
    known: set[int] = world.memo.setdefault(_LISTENING, set())
    fresh: list[int] = []
    for listener in answer.get("listeners", ()):
        node = listener.get("backendNodeId")
        if isinstance(node, int) and node not in known and listener.get("type") in POINTER_EVENTS:
            known.add(node)
            fresh.append(node)
            if len(fresh) >= NEW_NODES_LIMIT:
                break
    if not fresh:
        return
    handles = await _resolve(world, fresh)
    await scripts.hand_over(page, place.frame, "listen", [h for h in handles if h is not None])


async def _document(place: Place, world: World) -> str:
    """The document in the page's own world: listeners of other worlds are not listed."""
    known = world.memo.get(_DOCUMENT)
    if isinstance(known, str):
        return known
    if place.document_id:
        answer = await world.session.send("DOM.resolveNode", {"backendNodeId": place.document_id})
        object_id = answer.get("object", {}).get("objectId")
    else:
        answer = await world.session.send("Runtime.evaluate", {"expression": "document"})
        object_id = answer.get("result", {}).get("objectId")
    if not isinstance(object_id, str):
        raise ProtocolError("The document could not be had as an object.")
    world.memo[_DOCUMENT] = object_id
    return object_id


async def _resolve(world: World, nodes: list[int]) -> list[str | None]:
    async def one(node: int) -> str | None:
        try:
            answer = await world.session.send(
                "DOM.resolveNode",
                {"backendNodeId": node, "executionContextId": world.context_id},
            )
        except ProtocolError:
            return None  # gone, or in another document
        object_id = answer.get("object", {}).get("objectId")
        return object_id if isinstance(object_id, str) else None

    return list(await asyncio.gather(*(one(node) for node in nodes)))


async def find_closed_roots(page: Page, place: Place, suspects: object) -> bool:
    """Look behind likely hosts and hand closed shadow roots to the page scripts.

    Args:
        page: the page.
        place: the frame.
        suspects: the script's list of node numbers.

    Returns:
        Whether there were any.
    """
    if not isinstance(suspects, list):
        return False
    ids = [number for number in suspects[:256] if isinstance(number, int)]
    hosts = await scripts.nodes(page, place.frame, ids)
    world = await page.world(place.frame)

    async def root_of(host: str) -> tuple[str, int] | None:
        try:
            said: dict[str, Any] = await world.session.send("DOM.describeNode", {"objectId": host})
        except ProtocolError:
            return None
        for root in said.get("node", {}).get("shadowRoots", ()):
            if root.get("shadowRootType") == "closed" and isinstance(
                root.get("backendNodeId"), int
            ):
                return host, root["backendNodeId"]
        return None

    found = [
        each
        for each in await asyncio.gather(*(root_of(h) for h in hosts if h is not None))
        if each is not None
    ]
    if not found:
        return False
    roots = await _resolve(world, [node for _, node in found])
    pairs = [
        handle
        for (host, _), root in zip(found, roots, strict=True)
        if root is not None
        for handle in (host, root)
    ]
    try:
        await scripts.hand_over(page, place.frame, "adopt", pairs)
    except ViewmarkError:
        return False
    return bool(pairs)
