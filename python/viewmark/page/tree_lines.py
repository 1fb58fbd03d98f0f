"""Trees of a page as text: a line for each node, indented, with refs, states and values. Pure.

    main#content main
      p
        #text: The
        strong: total price
        #text: is 42.17 EUR.
      input#mail textbox "E-mail" @mail editable = "ann@example.org" required
      a link "Terms" @terms navigable offscreen

Page words are quoted, or stand after a colon at the end of a line with their brackets escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from viewmark.browser.discovery.accessibility import AccessibilityTree
from viewmark.browser.discovery.dom_view import WORDS, DomView
from viewmark.elements.model import Handle
from viewmark.elements.state_words import states
from viewmark.page.reading_lines import Aside, Line, Piece, divided, escaped, indented
from viewmark.text import quoted

_IMPLIED = {each: each for each in ("article", "form", "iframe", "label", "main", "strong")} | {
    "p": "paragraph",
    "ul": "list",
    "ol": "list",
    "li": "listitem",
    "em": "emphasis",
    "table": "table",
    "tr": "row",
    "td": "cell",
    "th": "columnheader",
    "thead": "rowgroup",
    "tbody": "rowgroup",
    "header": "banner",
    "footer": "contentinfo",
    "nav": "navigation",
    "img": "image",
}
"""Roles that a tag says already."""
_SAID_INSIDE = frozenset({"cell", "gridcell", "row", "columnheader", "rowheader", "listitem"})
"""Roles whose name is what the lines below say."""
_PLAIN_ID = re.compile(r"[\w-]{1,60}")


def dom_lines(view: DomView) -> list[Line]:
    """The lines of a tree: `tag#id role "name" @ref hint states offscreen: text`.

    `offscreen` and `onscreen` stand where a node differs from what is around it.
    """
    out: list[Line] = []
    open_: list[tuple[dict[str, Any], int, bool]] = [(n, 0, True) for n in reversed(view.tree)]
    while open_:
        node, depth, seen = open_.pop()
        depth = max(depth, node.get("depth", 0))
        if node["tag"] == WORDS:
            out += divided(indented(depth, [f"{WORDS}: {escaped(node['text'])}"]))
            continue
        out += divided(indented(depth, list(_node(node, view.handles, seen))))
        below = node.get("children", ())
        open_ += [(each, depth + 1, node["inViewport"]) for each in reversed(below)]
    return out


def _node(node: dict[str, Any], handles: Sequence[Handle], seen: bool) -> Iterator[Piece]:
    dom_id = node.get("id", "")
    yield node["tag"] + (f"#{dom_id}" if _PLAIN_ID.fullmatch(dom_id) else "")
    if dom_id and not _PLAIN_ID.fullmatch(dom_id):
        yield f" id={quoted(dom_id)}"
    if "role" in node and (_IMPLIED.get(node["tag"]) != node["role"] or "at" in node):
        yield f" {node['role']}"
    if "name" in node and not ("children" in node and node.get("role") in _SAID_INSIDE):
        yield f" {quoted(node['name'])}"
    if "at" in node:
        yield " "
        yield handles[node["at"]]
        yield f" {node['interactionHint']}"
    yield from states(node.get("state", {}))
    if "shadow" in node:
        yield f" shadow={node['shadow']}"
    if node.get("hidden"):
        yield " hidden"
    if node["inViewport"] is not seen:
        yield Aside(" onscreen" if node["inViewport"] else " offscreen")
    if node.get("omitted"):
        yield f" ({node['omitted']} more inside)"
    if "text" in node:
        yield f": {escaped(node['text'])}"


def accessibility_lines(tree: AccessibilityTree) -> list[Line]:
    """The lines of Chrome's tree: `role "name" @ref hint states = "..."`."""
    out: list[Line] = []
    for node in tree.nodes:
        pieces: list[Piece] = [node.role]
        if node.name:
            pieces.append(f" {quoted(node.name)}")
        if node.handle is not None:
            pieces += [" ", node.handle, f" {node.hint}"]
        pieces += [f" {key}" if is_ is True else f" {key}={is_}" for key, is_ in node.states]
        pieces += states(node.values)
        out += divided(indented(node.depth, pieces))
    return out
