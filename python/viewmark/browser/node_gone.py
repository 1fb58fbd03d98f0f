"""Errors for removed or changed nodes; for a ref, the element is then searched again."""

from __future__ import annotations

from viewmark.errors import ElementNotFound


class NodeGone(ElementNotFound):
    """The node was found earlier, but is no longer in the page.

    Pages replace nodes when they re-render, so a caller with a ref searches for the element once
    more. Other callers treat this as an `ElementNotFound`.
    """


class NodeChanged(NodeGone):
    """The node exists, but its text has changed since it was observed."""

    is_hovered = False
    """Whether the text was still the same when the mouse arrived."""

    @classmethod
    def by_mouse(cls, target: object) -> NodeChanged:
        """Return the error for text that changed between the mouse movement and the press."""
        error = cls(f"{target or 'The element'} says something else since the mouse came to it.")
        error.is_hovered = True
        return error
