"""Returns the DOM as a tree whose nodes say whether they are in view (FR-009, SC-002).

Frames of any process and shadow roots are part of the tree. The size limits are spent first on
nodes in the viewport and their ancestors; each node reports the number of its omitted children.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.background import within
from viewmark.browser import scripts, wire
from viewmark.browser.discovery.answers import faults_note
from viewmark.browser.discovery.closed_roots import find_hidden_roots
from viewmark.browser.discovery.listeners import find_listeners
from viewmark.browser.frames.geometry import (
    NOTHING,
    FrameGeometry,
    chain,
    frame_of_owner,
    viewport_of,
)
from viewmark.browser.frames.table import Frame
from viewmark.browser.frames.walk import FRAME_DEPTH
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import NODE_COUNTS, Range
from viewmark.elements.model import Handle
from viewmark.elements.words import words
from viewmark.errors import ScriptFailed, ViewmarkError

NODES = 500
"""Default number of nodes in a result."""
CHARACTERS = 30_000
"""Default approximate number of characters of a result as JSON; about 8,000 tokens."""
TIME_LIMIT = 10.0
"""Maximum seconds for reading frames, because a page may keep adding new ones."""
DEPTH = 60
"""Maximum nesting depth of one document in the result, because JSON parsers fail at some hundred
levels. Deeper nodes are listed at the last level, each with its `depth`.
"""
MOST_DEPTH = 1_000_000
TEXT = 100
"""Default maximum number of characters of one text."""
_STRINGS = {"tag": 40, "role": 40, "name": 110, "id": 110, "shadow": 10}
_HINTS = frozenset({"clickable", "editable", "selectable", "toggleable", "navigable"})
_COUNTS = {"total": "total", "kept": "kept", "omitted": "omitted", "not_rendered": "notRendered"}
"""Names of the node counts in the page scripts, keyed by their names in results."""
_CHARACTER_COUNTS = Range(200, 2_000_000, whole=True)
WORDS = "#text"
"""The `tag` of nodes that contain text between elements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DomView:
    """A DOM tree, and the number of omitted nodes."""

    tree: tuple[dict[str, Any], ...]
    """Nodes `{tag, role?, name?, text?, id?, ref?, interactionHint?, state?, shadow?, hidden?,
    inViewport, visibleRatio, children?, omitted?, depth?}`. The children of a frame's node are the
    tree of its document. Text between elements is a node `{tag: "#text", text}` at its position.
    Controls have a ref. `depth` is the actual level of a node below the maximum level of this tree;
    such nodes are listed as siblings.
    """
    total: int
    """Number of rendered nodes in all frames that were examined."""
    kept: int
    omitted: int
    """Number of rendered nodes omitted because of the budget."""
    not_rendered: int
    """Number of subtrees with `display: none`; each counts as one."""
    unreached: tuple[str, ...] = ()
    """Frames that could not be examined."""
    incomplete: tuple[str, ...] = ()
    """Parts that were not read because the page is too large; empty on nearly all pages."""
    handles: tuple[Handle, ...] = field(default=(), repr=False)
    """Handles of controls; until refs are assigned, a node's `at` is an index into this tuple."""

    def with_refs(self, ref_of: Callable[[Handle], str | None]) -> DomView:
        """Return a copy in which refs replace `at`."""
        return replace(self, tree=tuple(_with_refs(self.tree, self.handles, ref_of)), handles=())

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        row: dict[str, Any] = {
            "tree": list(self.tree),
            **{name: getattr(self, name) for name in _COUNTS},
        }
        for name in ("unreached", "incomplete"):
            if getattr(self, name):
                row[name] = list(getattr(self, name))
        return row


def _with_refs(
    tree: Sequence[dict[str, Any]],
    handles: Sequence[Handle],
    ref_of: Callable[[Handle], str | None],
) -> list[dict[str, Any]]:
    out = []
    for node in tree:  # the recursion depth is limited by DEPTH
        at = node.get("at")
        ref = ref_of(handles[at]) if at is not None else None
        named = {key: value for key, value in node.items() if key not in ("at", "children")}
        if ref:
            named = {"tag": named.pop("tag"), "ref": ref, **named}
        if "children" in node:
            named["children"] = _with_refs(node["children"], handles, ref_of)
        out.append(named)
    return out


class _Reading:
    """State of reading all frames: the limits and the remaining budget."""

    def __init__(self, page: PageTarget, nodes: int, characters: int, text: int, compact: bool):
        self.page, self.compact = page, compact
        self.nodes, self.characters, self.text = nodes, characters, text
        self.end = time.perf_counter() + TIME_LIMIT
        self.viewport = NOTHING
        """Viewport of the page in CSS px; read only if the page has frames."""
        self.handles: list[Handle] = []
        self.counts = dict.fromkeys(_COUNTS, 0)
        self.unreached: list[str] = []
        self.incomplete: list[str] = []


async def dom_view(
    page: PageTarget,
    *,
    nodes: int = NODES,
    characters: int = CHARACTERS,
    compact: bool = True,
    text: int = TEXT,
) -> DomView:
    """Return the rendered tree of the page, including frames and shadow roots.

    Args:
        page: the browser tab.
        nodes: maximum number of nodes, 1 to 20,000.
        characters: approximate maximum length of the result as JSON, 200 to 2,000,000.
        compact: omit wrappers without information: a single child, no text, no name.
        text: maximum characters of one text; a longer text ends in an ellipsis.

    Raises:
        InvalidOption: a budget is outside of its range.
    """
    NODE_COUNTS.check("nodes", nodes)
    _CHARACTER_COUNTS.check("characters", characters)
    await find_hidden_roots(page)
    work = _Reading(page, nodes, characters, text, compact)
    tree = await _frame(work, FrameGeometry.top(page), 0)
    return DomView(
        tree=tuple(tree),
        **work.counts,
        unreached=tuple(work.unreached),
        incomplete=tuple(work.incomplete),
        handles=tuple(work.handles),
    )


async def _frame(work: _Reading, place: FrameGeometry, depth: int) -> list[dict[str, Any]]:
    options: dict[str, Any] = {
        "nodes": work.nodes,
        "characters": work.characters,
        "compact": work.compact,
        "text": work.text,
    }
    await find_listeners(work.page, place)
    if place.parent is not None:
        from_top = place.to_top.inverse()
        clip = NOTHING if place.visible.is_empty else from_top.bounds(place.visible)
        options |= {"clip": clip.edges, "page": from_top.bounds(work.viewport).edges}
    reply = await scripts.call(work.page, place.frame, "domView", options)
    if not isinstance(reply, dict):
        raise ScriptFailed("The page's tree came back damaged.")
    for name, key in _COUNTS.items():
        work.counts[name] += _count(reply, key)
    work.nodes -= _count(reply, "kept")
    work.characters = _count(reply, "characters")
    owners = wire.list_items(reply.get("frames"))
    if reply.get("cut") is True:
        which = "A frame's" if depth else "The page's"
        work.incomplete.append(f"{which} document is too large: nodes were left out uncounted.")
    work.incomplete += faults_note(reply.get("faults"), " of a frame" if depth else "")
    tree, below = _tree(wire.list_items(reply.get("nodes")), place.frame, work)
    for number, node in below.items():
        if not 0 <= number < len(owners) or work.nodes <= 0 or work.characters <= 0:
            continue
        left = work.end - time.perf_counter()
        try:
            found = await within(left, _below(work, place, wire.record(owners[number]), depth))
        except ViewmarkError as error:
            work.unreached.append(f"{node['tag']} {node.get('name', '')}: {error.code}".strip())
            continue
        if found is None:
            work.incomplete.append(f"Frames were left out after {TIME_LIMIT:g} s.")
            break
        if found:
            node["children"] = found
    return tree


async def _below(
    work: _Reading, parent: FrameGeometry, owner: dict[str, Any], depth: int
) -> list[dict[str, Any]]:
    page = work.page
    if depth >= FRAME_DEPTH or not owner:
        return []
    child = await frame_of_owner(page, parent.frame, wire.whole(owner.get("id")))
    if child is None:
        raise ScriptFailed("The browser knows no frame there.")
    if not depth:
        work.viewport = await viewport_of(page, page.main_frame) or NOTHING
    *_, place = await chain(page, child)
    # The part of the frame that is visible in its outer frames; empty if the frame is out of view.
    around = parent.visible if depth else work.viewport
    inside = await viewport_of(page, child)
    shown = around.intersection(place.to_top.bounds(inside)) if inside else NOTHING
    is_out = owner.get("visibleRatio") == 0
    return await _frame(work, place.with_visible(NOTHING if is_out else shown), depth + 1)


def _count(reply: dict[str, Any], key: str) -> int:
    return max(0, wire.whole(reply.get(key)))


def _tree(
    rows: list[Any], frame: Frame, work: _Reading
) -> tuple[list[dict[str, Any]], dict[int, dict[str, Any]]]:
    """Return the validated nodes as a tree, and frame nodes keyed by index in `frames`."""
    top: list[dict[str, Any]] = []
    below: dict[int, dict[str, Any]] = {}
    way: list[dict[str, Any]] = []
    for each in rows:
        if not isinstance(each, dict):
            continue
        node = _node(each, frame, work)
        depth = min(_count(each, "depth"), MOST_DEPTH)
        del way[min(depth, DEPTH) :]
        if depth > DEPTH:
            node["depth"] = depth
        (way[-1].setdefault("children", []) if way else top).append(node)
        way.append(node)
        if _is_number(each.get("frame")):
            below[wire.whole(each["frame"])] = node
    return top, below


def _node(reply: dict[str, Any], frame: Frame, work: _Reading) -> dict[str, Any]:
    """Return one validated node without its children."""
    node: dict[str, Any] = {}
    for key, limit in (*_STRINGS.items(), ("text", work.text + 10)):
        if text := words(reply.get(key), limit):
            node[key] = text
    node.setdefault("tag", "element")
    if node["tag"] == WORDS:
        return {"tag": WORDS, "text": node.get("text", "")}
    number = wire.whole(reply.get("node"))
    if number > 0 and reply.get("hint") in _HINTS:
        node["at"] = len(work.handles)
        node["interactionHint"] = reply["hint"]
        work.handles.append(Handle(frame_id=frame.id, node_id=number, epoch=frame.loader_id))
    if isinstance(reply.get("state"), dict):
        node["state"] = _state(reply["state"])
    if reply.get("hidden") is True:
        node["hidden"] = True
    node["inViewport"] = reply.get("inViewport") is True
    node["visibleRatio"] = min(1.0, max(0.0, wire.number(reply.get("visibleRatio"))))
    if _is_number(reply.get("omitted")):
        node["omitted"] = wire.whole(reply["omitted"])
    return node


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def _state(reply: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for key, value in list(reply.items())[:20]:
        if key == "href":  # a URL may contain a secret and is not needed here
            continue
        if isinstance(value, bool) or _is_number(value):
            state[words(key, 40)] = value
        elif isinstance(value, str):
            state[words(key, 40)] = words(value, 100)
        elif key == "options" and isinstance(value, list):
            state[key] = [words(each, 100) for each in value[:20]]
    return state
