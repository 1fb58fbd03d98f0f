"""The page as a tree, for programs: the DOM with what is in view, and the accessibility tree.

As text both are readings like any other (`page.reading`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.accessibility import AccessibilityTree
from viewmark.browser.discovery.accessibility import accessibility as read_accessibility
from viewmark.browser.discovery.dom_view import CHARACTERS, NODES, DomView, dom_view
from viewmark.defaults import NODE_COUNTS
from viewmark.page.naming import name_handles

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = [
    "ACCESSIBLE_NODES",
    "CHARACTERS",
    "MOST_NODES",
    "NODES",
    "AccessibilityTree",
    "DomView",
    "accessibility",
    "check_nodes",
    "dom",
]

ACCESSIBLE_NODES = 300
MOST_NODES = int(NODE_COUNTS.high)


def check_nodes(nodes: object) -> None:
    """Refuse what is out of range.

    Raises:
        InvalidOption: with the range.
    """
    NODE_COUNTS.check("nodes", nodes)


async def dom(
    context: PageContext,
    *,
    nodes: int = NODES,
    characters: int = CHARACTERS,
    compact: bool = True,
) -> DomView:
    """The rendered tree with refs; see `DomView`."""
    refuse_restricted(context.page)
    check_nodes(nodes)
    view = await dom_view(context.page, nodes=nodes, characters=characters, compact=compact)
    named = {key: ref for key, (ref, _) in (await name_handles(context, view.handles)).items()}
    return view.with_refs(lambda handle: named.get(handle.key))


async def accessibility(
    context: PageContext, *, nodes: int = ACCESSIBLE_NODES
) -> AccessibilityTree:
    """Chrome's accessibility tree of the page with its frames, with refs."""
    refuse_restricted(context.page)
    check_nodes(nodes)
    tree = await read_accessibility(context.page, limit=nodes)
    handles = [node.handle for node in tree.nodes if node.handle is not None]
    named = {key: ref for key, (ref, _) in (await name_handles(context, handles)).items()}
    return replace(
        tree,
        nodes=tuple(
            replace(node, ref=named.get(node.handle.key, "")) if node.handle else node
            for node in tree.nodes
        ),
    )
