"""The page as assistive technology has it: Chrome's accessibility tree, without any values.

Text inside editable fields is left out with their values: the browser lists what is typed there as
children, card numbers and codes included.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.elements.model import words
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.frames import Frame
    from viewmark.browser.page import Page

__all__ = ["AccessibilityTree", "Node", "accessibility"]

TEXT_LIMIT = 100
FRAME_LIMIT = 50
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "Date", "InputTime"})
_SILENT = frozenset({"generic", "none", "InlineTextBox", "LineBreak", "GenericContainer"})
_STATES = ("checked", "expanded", "selected", "pressed", "disabled", "required", "focused", "level")


@dataclass(frozen=True, slots=True)
class Node:
    """One node that says something."""

    depth: int
    role: str
    name: str
    states: tuple[tuple[str, Any], ...] = ()

    def line(self) -> str:
        """One line, indented by depth."""
        told = "".join(f" {k}" if v is True else f" {k}={v}" for k, v in self.states)
        name = f' "{self.name}"' if self.name else ""
        return f"{'  ' * self.depth}{self.role}{name}{told}"


@dataclass(frozen=True, slots=True)
class AccessibilityTree:
    """The nodes in document order, and how many the limit left out."""

    nodes: tuple[Node, ...]
    omitted: int

    def lines(self) -> str:
        """The tree as indented text."""
        tail = [f"... {self.omitted} more nodes"] if self.omitted else []
        return "\n".join([*(n.line() for n in self.nodes), *tail])

    def to_json(self) -> dict[str, Any]:
        """The tree as a flat list with depths."""
        rows = [
            {"depth": n.depth, "role": n.role, "name": n.name} | dict(n.states) for n in self.nodes
        ]
        return {"nodes": rows, "omitted": self.omitted}


async def accessibility(page: Page, *, limit: int = 300) -> AccessibilityTree:
    """Read the tree of the page with its frames, those of other processes too.

    Args:
        page: the page.
        limit: the most nodes of the answer.
    """
    trees = dict(await asyncio.gather(*(_tree(page, f) for f in [*page.frames][:FRAME_LIMIT])))
    nodes: list[Node] = []
    omitted = 0
    main = trees[page.main_frame.id]
    # Iterative: the tree is as deep as a page likes.
    open_ = [(main, n, 0, "") for n in reversed(main.roots)]
    while open_:
        tree, node, depth, above = open_.pop()
        role = words(_value(node.get("role")), 40)
        name = words(_value(node.get("name")), TEXT_LIMIT)
        says = not node.get("ignored") and role not in _SILENT
        if role == "StaticText":
            says = bool(name) and name != above  # most often the name of what it stands in
        if says and len(nodes) < limit:
            nodes.append(Node(depth, role, name, _states(node)))
        elif says:
            omitted += 1
        if role in _FIELDS:
            continue
        for inner in reversed([t for t in trees.values() if t.is_in(tree, node)]):
            open_ += [(inner, root, depth + 1, "") for root in reversed(inner.roots)]
        below = [tree.by_id[i] for i in node.get("childIds", ()) if i in tree.by_id]
        open_ += [
            (tree, child, depth + bool(says), name if says else above) for child in reversed(below)
        ]
    return AccessibilityTree(tuple(nodes), omitted)


@dataclass(frozen=True, slots=True)
class _Tree:
    """The nodes of one frame."""

    frame: Frame
    by_id: dict[Any, dict[str, Any]]
    owner: int
    """CDP's number of the frame's element in its parent's document; 0 if it has none."""

    @property
    def roots(self) -> list[dict[str, Any]]:
        """The nodes without a parent."""
        return [n for n in self.by_id.values() if n.get("parentId") not in self.by_id]

    def is_in(self, other: _Tree, node: dict[str, Any]) -> bool:
        """Whether the frame stands in that node of another frame."""
        return bool(self.owner) and (self.frame.parent_id, self.owner) == (
            other.frame.id,
            node.get("backendDOMNodeId"),
        )


async def _tree(page: Page, frame: Frame) -> tuple[str, _Tree]:
    """The nodes of a frame; none if it goes away meanwhile, unless it is the main one."""
    parent = page.frames.get(frame.parent_id) if frame.parent_id else None
    # In a process of its own it is the session's root, which is what is meant without an id.
    params = {"frameId": frame.id} if parent and parent.session is frame.session else None
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
    kept = ((name, listed.get(name)) for name in _STATES)
    return tuple(
        (name, True if v in (True, "true") else v)
        for name, v in kept
        if v not in (None, False, "false", "") and isinstance(v, str | int | float)
    )
