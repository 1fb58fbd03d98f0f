"""The page as assistive technology has it: Chrome's accessibility tree, without any values.

Text inside editable fields is left out with their values: the browser lists what is typed there as
children, card numbers and codes included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.elements.model import words

if TYPE_CHECKING:
    from viewmark.browser.page import Page

__all__ = ["AccessibilityTree", "Node", "accessibility"]

TEXT_LIMIT = 100
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
    """Read the tree of the main frame's process.

    Args:
        page: the page.
        limit: the most nodes of the answer.
    """
    answer = await page.session.send("Accessibility.getFullAXTree")
    found = [n for n in answer.get("nodes", ()) if isinstance(n, dict)]
    by_id = {n.get("nodeId"): n for n in found}
    nodes: list[Node] = []
    omitted = 0
    # Iterative: the tree is as deep as a page likes.
    open_ = [(n, 0) for n in reversed(found) if n.get("parentId") not in by_id]
    while open_:
        node, depth = open_.pop()
        role = words(_value(node.get("role")), 40)
        name = words(_value(node.get("name")), TEXT_LIMIT)
        says = not node.get("ignored") and role not in _SILENT and (role != "StaticText" or name)
        if says and len(nodes) < limit:
            nodes.append(Node(depth, role, name, _states(node)))
        elif says:
            omitted += 1
        if role in _FIELDS:
            continue
        below = [by_id[i] for i in node.get("childIds", ()) if i in by_id]
        open_ += [(child, depth + bool(says)) for child in reversed(below)]
    return AccessibilityTree(tuple(nodes), omitted)


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
