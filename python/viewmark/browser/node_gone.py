"""Error for a removed node: an `ElementNotFound` after which its ref may be searched once more."""

from __future__ import annotations

from viewmark.errors import ElementNotFound


class NodeGone(ElementNotFound):
    """The node was there when it was found, and is not in the page any more.

    Pages replace nodes when they draw again, so whoever knows the element by a ref looks for it
    once more; for callers it is an `ElementNotFound`.
    """


class NodeChanged(NodeGone):
    """The node exists and has other words than when it was seen."""

    is_hovered = False
    """It still had its words when the mouse reached it."""

    @classmethod
    def by_mouse(cls, target: object) -> NodeChanged:
        """One whose words became others between the mouse and the press."""
        error = cls(f"{target or 'The element'} says something else since the mouse came to it.")
        error.is_hovered = True
        return error
