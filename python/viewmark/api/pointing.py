"""The mouse and the keys in detail: drags, buttons and keys that stay down, scrolling to a text.

The options of every call are written out, as in `actions`.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.api.actions import Actions
from viewmark.api.places import Place, place
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.page.act_drag import Drag, drag
from viewmark.page.action_result import ActionResult
from viewmark.unknown_options import checked

__all__ = ["Pointing"]


class Pointing(Actions):
    """What one can do with mouse and keys beyond a press."""

    @checked
    async def drag(
        self,
        source: Place,
        to: Place | None = None,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        steps: int = 10,
        modifiers: Sequence[str] = (),
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Drag with the mouse, and by HTML drag and drop where the page uses that.

        Args:
            source: what is dragged: a label, a ref, a selector, or `{"x": ..., "y": ...}`.
            to: where to, in the same forms.
            dx: instead of `to`: so many CSS px to the right.
            dy: likewise, down.
            steps: moves of the mouse on the way, 1 to 200.
            modifiers: keys held meanwhile.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: source or destination cannot be
                reached, or not both at once; nothing was pressed.
            InvalidCoordinates: it would end outside of the viewport; nothing was pressed.
            NotDroppable: the page does not take it there; nothing was dropped.
        """
        request = Drag(
            target=place(self.context, source),
            to=None if to is None else place(self.context, to),
            dx=dx,
            dy=dy,
            steps=steps,
            modifiers=modifiers,
            timeout=timeout,
        )
        return await drag(self.context, request)
