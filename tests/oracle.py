"""Chromium's own view of a page: which elements are interactive, visible and hit by the pointer.

It does not use the page scripts under test. Sources: the accessibility tree (roles, focusable),
`DOMDebugger` (listeners), `DOMSnapshot` (cursor, parents), content quads and the browser's hit
test. Works on frames in the page's process; call it separately for cross-origin frames.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from viewmark.browser.cdp.session import Session
from viewmark.browser.discovery.listeners import POINTER_EVENTS
from viewmark.errors import ProtocolError

WIDGETS = frozenset(
    {
        *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox"),
        *("menuitemradio", "option", "radio", "searchbox", "slider", "spinbutton", "switch"),
        *("tab", "textbox", "treeitem"),
        # Chrome's internal roles, where ARIA has none.
        *("ColorWell", "Date", "DateTime", "InputTime", "PopUpButton", "ToggleButton"),
        *("DisclosureTriangle", "ListBoxOption"),
    }
)
LEAST = 1.5
"""Minimum px of a side; a narrower visible strip can be neither seen nor hit."""
ARRANGERS = frozenset(
    ["menu", "menubar", "radiogroup", "tablist", "tabpanel", "toolbar", "tree", "grid", "treegrid"]
)
"""Roles of composite widgets that manage the focus of their targets; targets only if empty."""
HOLDERS = ARRANGERS | {"none", "generic", "group", "list", "listbox", "main", "region", "table"}
"""Roles that are no targets, although they may be focusable for their parts or for scrolling by
keyboard.
"""
BARS = frozenset({"menubar", "status", "tablist", "toolbar"})
"""Roles that are no targets unless they contain one."""
LISTS = ("UL", "OL", "MENU", "TABLE", "THEAD", "TBODY", "TFOOT")
NOT_TARGETS = frozenset({"RootWebArea", "Iframe", "IframePresentational", "MenuListPopup"})


@dataclass
class Node:
    """A DOM node as reported by the browser."""

    backend_id: int
    parent: int | None
    name: str
    attributes: dict[str, str]
    cursor: str = ""
    opacity: str = ""
    role: str = ""
    ax_name: str = ""
    focusable: bool = False
    listens: bool = False
    points: list[tuple[float, float]] = field(default_factory=list)
    box: tuple[float, float, float, float] | None = None
    reached: bool = False


@dataclass
class Truth:
    """A page as reported by the browser."""

    nodes: dict[int, Node]
    width: float
    height: float
    scroll: tuple[float, float] = (0.0, 0.0)

    def chain(self, backend_id: int) -> list[int]:
        """Return the node and all its ancestors."""
        out = []
        at: int | None = backend_id
        while at is not None and at in self.nodes and len(out) < 500:
            out.append(at)
            at = self.nodes[at].parent
        return out

    def owns_cursor(self, node: Node) -> bool:
        if not is_hand(node.cursor) or node.name in ("HTML", "BODY", *LISTS):
            return False
        above = self.nodes.get(node.parent) if node.parent is not None else None
        # A list with the pointer cursor is not a target itself, but each of its rows is.
        while above is not None and (not above.cursor or above.name in LISTS):
            above = self.nodes.get(above.parent) if above.parent is not None else None
        return above is None or not is_hand(above.cursor)

    def is_invisible(self, node: Node) -> bool:
        """Return whether a node is fully transparent, except a control over a drawn substitute."""
        chain = self.chain(node.backend_id)
        if node.name in ("INPUT", "SELECT", "TEXTAREA"):
            chain = chain[1:]
        return any(self.nodes[i].opacity == "0" for i in chain)

    def driven_by(self, node: Node) -> list[Node]:
        """Return the form controls that a click on a label clicks: inside it, or by `for`."""
        if node.name != "LABEL":
            return []
        given = node.attributes.get("for")
        controls = [n for n in self.nodes.values() if n.name in ("INPUT", "SELECT", "TEXTAREA")]
        return [
            c
            for c in controls
            if c.attributes.get("type") != "hidden"
            and (
                c.attributes.get("id") == given
                if given
                else node.backend_id in self.chain(c.backend_id)
            )
        ]

    def is_widget(self, node: Node) -> bool:
        if node.role in NOT_TARGETS:
            return False
        return node.role in WIDGETS or (node.focusable and node.attributes.get("tabindex") != "-1")


def is_hand(cursor: str) -> bool:
    """Return whether the cursor is `pointer`, also as the fallback of image cursors."""
    return cursor == "pointer" or cursor.endswith(", pointer")


async def read(session: Session, frame_ids: list[str]) -> Truth:
    """Read the documents of one session from the browser."""
    snapshot, metrics, document = await asyncio.gather(
        session.send(
            "DOMSnapshot.captureSnapshot",
            {"computedStyles": ["cursor", "opacity"], "includeDOMRects": True},
        ),
        session.send("Page.getLayoutMetrics"),
        session.send("Runtime.evaluate", {"expression": "document"}),
    )
    view = metrics["cssVisualViewport"]
    truth = Truth(_nodes(snapshot), view["clientWidth"], view["clientHeight"])
    truth.scroll = (view["pageX"], view["pageY"])
    trees = await asyncio.gather(
        *(session.send("Accessibility.getFullAXTree", {"frameId": f}) for f in frame_ids),
        return_exceptions=True,
    )
    for tree in trees:
        if isinstance(tree, BaseException):
            continue
        for ax in tree["nodes"]:
            node = truth.nodes.get(ax.get("backendDOMNodeId", 0))
            if node is None or ax.get("ignored"):
                continue
            node.role = str(ax.get("role", {}).get("value", ""))
            node.ax_name = str(ax.get("name", {}).get("value", ""))
            for prop in ax.get("properties", ()):
                if prop["name"] == "focusable":
                    node.focusable = prop["value"].get("value") is True
    listeners = await session.send(
        "DOMDebugger.getEventListeners",
        {"objectId": document["result"]["objectId"], "depth": -1, "pierce": True},
    )
    for listener in listeners["listeners"]:
        node = truth.nodes.get(listener.get("backendNodeId", 0))
        if node is not None and listener["type"] in POINTER_EVENTS:
            node.listens = True
    return truth


def _nodes(snapshot: dict[str, Any]) -> dict[int, Node]:
    strings = snapshot["strings"]
    out: dict[int, Node] = {}
    for document in snapshot["documents"]:
        tree, layout = document["nodes"], document["layout"]
        ids = tree["backendNodeId"]
        for i, backend in enumerate(ids):
            flat = [strings[s] for s in tree["attributes"][i]]
            parent = tree["parentIndex"][i]
            out[backend] = Node(
                backend,
                ids[parent] if parent >= 0 else None,
                strings[tree["nodeName"][i]],
                dict(zip(flat[::2], flat[1::2], strict=False)),
            )
        for at, styles in zip(layout["nodeIndex"], layout["styles"], strict=True):
            if styles:
                node = out[ids[at]]
                node.cursor, node.opacity = strings[styles[0]], strings[styles[1]]
    return out


async def look(session: Session, truth: Truth, wanted: list[Node]) -> None:
    """Add the boxes of nodes, and whether the browser's hit test reaches them."""

    async def one(node: Node) -> None:
        try:
            reply = await session.send("DOM.getContentQuads", {"backendNodeId": node.backend_id})
        except ProtocolError:
            return
        spots = []
        for q in reply["quads"][:6]:
            left, right = max(0.0, min(q[::2])), min(truth.width, max(q[::2]))
            top, bottom = max(0.0, min(q[1::2])), min(truth.height, max(q[1::2]))
            if right - left < LEAST or bottom - top < LEAST:
                continue
            if node.box is None:
                node.box = (left, top, right, bottom)
            b = node.box
            node.box = (min(b[0], left), min(b[1], top), max(b[2], right), max(b[3], bottom))
            spots += [
                (left + (right - left) * x, top + (bottom - top) * y)
                for x, y in ((0.5, 0.5), (0.2, 0.2), (0.8, 0.8), (0.8, 0.2), (0.2, 0.8))
            ]
        for x, y in spots[:10]:
            hit = await at_point(session, truth, x, y)
            if hit is not None and node.backend_id in truth.chain(hit):
                node.points.append((x, y))
                node.reached = True
                break

    for i in range(0, len(wanted), 50):
        await asyncio.gather(*(one(node) for node in wanted[i : i + 50]))


async def at_point(session: Session, truth: Truth, x: float, y: float) -> int | None:
    """Return the node at a point of the viewport, by the browser's own hit test.

    CDP expects document coordinates here, in whole pixels.
    """
    try:
        reply = await session.send(
            "DOM.getNodeForLocation",
            {
                "x": int(x + truth.scroll[0]),
                "y": int(y + truth.scroll[1]),
                "includeUserAgentShadowDOM": False,
            },
        )
    except ProtocolError:
        return None
    return int(reply["backendNodeId"])
