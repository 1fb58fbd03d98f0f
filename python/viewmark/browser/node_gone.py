"""Error for a removed node: an `ElementNotFound` after which its ref may be searched once more."""

from __future__ import annotations

from viewmark.errors import ElementNotFound


class NodeGone(ElementNotFound):
    """The node was found before, but is no longer in the page.

    Pages replace nodes when they render again, so a caller with a ref searches for the element once
    more. Other callers handle it as an `ElementNotFound`.
    """


class NodeChanged(NodeGone):
    """The node exists, but its text has changed since it was observed."""

    is_hovered = False
    """Whether its text was still the same when the mouse arrived."""

    @classmethod
    def by_mouse(cls, target: object) -> NodeChanged:
        """The error for text that changed between the mouse movement and the press."""
        error = cls(f"{target or 'The element'} says something else since the mouse came to it.")
        error.is_hovered = True
        return error
