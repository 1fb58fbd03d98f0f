"""The page as a tree: the DOM with what is in view, and the accessibility tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.browser.discovery.accessibility import AccessibilityTree
from viewmark.browser.discovery.accessibility import accessibility as read_accessibility
from viewmark.browser.discovery.dom_view import CHARACTERS, NODES, DomView, dom_view
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = [
    "ACCESSIBLE_NODES",
    "CHARACTERS",
    "NODES",
    "AccessibilityTree",
    "DomView",
    "accessibility",
    "dom",
]

ACCESSIBLE_NODES = 300
MOST_NODES = 20_000


async def dom(
    context: PageContext,
    *,
    nodes: int = NODES,
    characters: int = CHARACTERS,
    compact: bool = True,
) -> DomView:
    """The rendered tree; see `DomView`.

    Raises:
        InvalidOption: a number out of range.
    """
    return await dom_view(context.page, nodes=nodes, characters=characters, compact=compact)


async def accessibility(
    context: PageContext, *, nodes: int = ACCESSIBLE_NODES
) -> AccessibilityTree:
    """Chrome's accessibility tree of the page with its frames, without values.

    Raises:
        InvalidOption: `nodes` is not 1 to 20,000.
    """
    if isinstance(nodes, bool) or not isinstance(nodes, int) or not 1 <= nodes <= MOST_NODES:
        raise InvalidOption(f"nodes must be 1 to {MOST_NODES}, not {nodes!r:.40}.", param="nodes")
    return await read_accessibility(context.page, limit=nodes)
