"""Pointing without `await`, generated from `api/pointing.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.api import page as page_
from viewmark.api.places import Place
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.page.action_result import ActionResult
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Pointing"]


class Pointing(Facade[page_.Page]):
    """What one can do with mouse and keys beyond a press."""

    @checked
    def drag(
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
        return self._worker.run(
            self._of.drag(
                source, to, dx=dx, dy=dy, steps=steps, modifiers=modifiers, timeout=timeout
            )
        )
