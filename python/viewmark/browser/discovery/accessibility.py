"""Reads Chrome's accessibility tree. Field values come from our scripts, without secrets.

Text inside editable fields is omitted, because the browser lists typed text as child nodes,
including card numbers and codes. The browser also uses typed text in names, such as the name of a
button labelled by a field, or of a heading that contains one. Such names are replaced by our own,
which never contain secrets.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.background import quietly
from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import FRAMES
from viewmark.elements.model import Handle, state_from_wire
from viewmark.elements.words import words
from viewmark.errors import ViewmarkError

TEXT_LIMIT = 100
SHORT = 3
"""Minimum length of secret values that are searched for in names, in characters; shorter values
would match too often."""
_GROUP = "viewmark.accessibility"
_READINGS = itertools.count()
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "Date", "InputTime"})
_SILENT = frozenset({"generic", "none", "InlineTextBox", "LineBreak", "GenericContainer"})
_VALUES = ("value", "valueState", "options", "optionCount")
_STATES = ("checked", "expanded", "selected", "pressed", "disabled", "required", "focused", "level")


@dataclass(frozen=True, slots=True)
class AxNode:
    """A node of the accessibility tree that has text."""

    depth: int
    role: str
    name: str
    states: tuple[tuple[str, Any], ...] = ()
    handle: Handle | None = field(default=None, repr=False)
    """The element, if the node is a control."""
    hint: str = ""
    """How the element can be used; empty for text."""
    values: dict[str, Any] = field(default_factory=dict, hash=False)
    """`value`, or `valueState` for a secret field; `options` of a select."""
    ref: str = ""
    """The ref for actions; empty if none was assigned."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        row: dict[str, Any] = {"depth": self.depth, "role": self.role, "name": self.name}
        if self.hint:
            row |= {"ref": self.ref} if self.ref else {}
            row["interactionHint"] = self.hint
        return row | dict(self.states) | self.values


@dataclass(frozen=True, slots=True)
class AccessibilityTree:
    """The nodes in document order, and the number of nodes omitted because of the limit."""

    nodes: tuple[AxNode, ...]
    omitted: int

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: a flat list of nodes with their depths."""
        return {"nodes": [n.to_json() for n in self.nodes], "omitted": self.omitted}


async def accessibility(page: PageTarget, *, limit: int = 300) -> AccessibilityTree:
    """Read the accessibility tree of the page, including frames in other processes.

    Args:
        page: the browser tab.
        limit: maximum number of nodes in the result.
    """
    trees = dict(await asyncio.gather(*(_tree(page, f) for f in [*page.frames][:FRAMES])))
    held: dict[tuple[str, int], list[_Tree]] = {}
    for tree in trees.values():
        if tree.owner and tree.frame.parent_id:
            held.setdefault((tree.frame.parent_id, tree.owner), []).append(tree)
    main = trees[page.main_frame.id]
    found: list[_Row] = []
    # Iterative rather than recursive, because the tree can be arbitrarily deep.
    open_ = [(main, n, 0, "") for n in reversed(main.roots)]
    while open_:
        tree, node, depth, above = open_.pop()
        role = words(_value(node.get("role")), 40)
        name = words(_value(node.get("name")), TEXT_LIMIT)
        says = not node.get("ignored") and role not in _SILENT
        if role == "StaticText":
            # a text that only repeats the name of the node that contains it is omitted
            says = bool(name) and name != above
        if says:
            found.append(_Row(tree, node, AxNode(depth, role, name, _states(node))))
        if role in _FIELDS:
            continue
        for inner in reversed(held.get((tree.frame.id, node.get("backendDOMNodeId", 0)), [])):
            open_ += [(inner, root, depth + 1, "") for root in reversed(inner.roots)]
        below = [tree.by_id[i] for i in node.get("childIds", ()) if i in tree.by_id]
        open_ += [
            (tree, child, depth + bool(says), name if says else above) for child in reversed(below)
        ]
    rows = found[:limit]
    by_frame = [[r for r in rows if r.tree is tree] for tree in trees.values()]
    safe_rows = await asyncio.gather(*(_without_secrets(page, each) for each in by_frame if each))
    judged = {id(row): node for each in safe_rows for row, node in each}
    nodes = [judged[id(row)] for row in rows if id(row) in judged]
    return AccessibilityTree(tuple(nodes), len(found) - len(rows))


@dataclass(frozen=True, slots=True)
class _Row:
    """An accessibility node that has text, and the frame's tree that contains it."""

    tree: _Tree
    raw: dict[str, Any] = field(repr=False)
    node: AxNode

    @property
    def is_generated(self) -> bool:
        """Whether the text comes from a style sheet, so that it cannot contain a field's secret."""
        return self.node.role == "ListMarker" or "backendDOMNodeId" not in self.raw


async def _without_secrets(page: PageTarget, rows: list[_Row]) -> list[tuple[_Row, AxNode]]:
    """Redact the nodes of one frame; omit all names if the frame's secrets cannot be determined."""
    frame = rows[0].tree.frame
    candidates = [row for row in rows if not row.is_generated]
    verdicts: dict[int, dict[str, Any]] = {}
    # Frames of one process are read concurrently, so each frame needs its own CDP object group.
    group = f"{_GROUP}.{next(_READINGS)}"
    try:
        world = await page.world(frame)
        # Nodes such as generated text have no DOM object.
        ids = [row.raw.get("backendDOMNodeId", 0) for row in candidates]
        object_ids = await asyncio.gather(*(quietly(world.object_of(id_, group)) for id_ in ids))
        held = [(row, each) for row, each in zip(candidates, object_ids, strict=True) if each]
        replies = await scripts.pass_objects(
            page, frame, "withoutSecrets", [each for _, each in held]
        )
        await world.session.send("Runtime.releaseObjectGroup", {"objectGroup": group})
        for (row, _), verdict in zip(
            held, replies if isinstance(replies, list) else [], strict=False
        ):
            if isinstance(verdict, dict):
                verdicts[id(row)] = verdict
    except ViewmarkError:
        pass  # without a reply, names are omitted, because they may contain secrets
    values = (
        words(_value(r.raw.get("value")), TEXT_LIMIT)
        for r in candidates
        if verdicts.get(id(r), {}).get("secret") is True
    )
    secrets = {value for value in values if len(value) >= SHORT}
    safe_rows: list[tuple[_Row, AxNode]] = []
    for row in rows:
        verdict = verdicts.get(id(row), {"name": None if row.is_generated else ""})
        node = (
            row.node
            if verdict.get("name") is None
            else replace(row.node, name=words(verdict["name"], TEXT_LIMIT))
        )
        if any(secret in node.name for secret in secrets):  # a second check
            node = replace(node, name="")
        node = _with_target(node, verdict, frame)
        if verdict.get("inside") is not True and (node.name or node.role != "StaticText"):
            safe_rows.append((row, node))
    return safe_rows


def _with_target(node: AxNode, verdict: dict[str, Any], frame: Frame) -> AxNode:
    """Add our scripts' data about the element to a node: handle, interaction hint and values."""
    number, hint = wire.whole(verdict.get("at")), verdict.get("hint")
    if number <= 0 or not isinstance(hint, str):
        return node
    state = state_from_wire(verdict.get("state"))
    values = {key: state[key] for key in _VALUES if key in state}
    handle = Handle(frame_id=frame.id, node_id=number, epoch=frame.loader_id)
    return replace(node, handle=handle, hint=words(hint, 20), values=values)


@dataclass(frozen=True, slots=True)
class _Tree:
    """The accessibility nodes of one frame."""

    frame: Frame
    by_id: dict[Any, dict[str, Any]]
    owner: int
    """CDP backend node ID of the frame element in the parent document; 0 if unknown."""

    @property
    def roots(self) -> list[dict[str, Any]]:
        """The nodes whose parent is not part of the tree."""
        return [n for n in self.by_id.values() if n.get("parentId") not in self.by_id]


async def _tree(page: PageTarget, frame: Frame) -> tuple[str, _Tree]:
    """Return the nodes of a frame; none if the frame disappears, unless it is the main frame."""
    parent = page.frames.parent_of(frame)
    # The root frame of a session needs no frame ID, because it is the default.
    params = None if page.frames.is_root_of_session(frame) else {"frameId": frame.id}
    owner = 0
    try:
        answer = await frame.session.send("Accessibility.getFullAXTree", params)
        if parent is not None:
            owned = await parent.session.send("DOM.getFrameOwner", {"frameId": frame.id})
            owner = int(owned.get("backendNodeId", 0))
    except ViewmarkError:
        if parent is None:
            raise
        answer = {}
    found = [n for n in answer.get("nodes", ()) if isinstance(n, dict)]
    return frame.id, _Tree(frame, {n.get("nodeId"): n for n in found}, owner)


def _value(wrapped: object) -> Any:
    return wrapped.get("value") if isinstance(wrapped, dict) else None


def _states(node: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    listed = {p.get("name"): _value(p.get("value")) for p in node.get("properties", ())}
    states = ((name, listed.get(name)) for name in _STATES)
    return tuple(
        (name, True if v is True or v == "true" else v)
        for name, v in states
        if v not in (None, False, "false", "") and isinstance(v, str | int | float)
    )
