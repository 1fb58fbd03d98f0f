"""Pointing without `await`, generated from `api/pointing.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Sequence

from viewmark.api import page as page_
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.touch import Pointer
from viewmark.page.action_result import ActionResult
from viewmark.page.target import Target
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Pointing"]


class Pointing(Facade[page_.Page]):
    """What one can do with mouse and keys beyond a press."""

    @checked
    def drag(
        self,
        source: Target,
        to: Target | None = None,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        steps: int = 10,
        modifiers: Sequence[str] = (),
        pointer: Pointer = "auto",
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Drag with the mouse, and by HTML drag and drop where the page uses that.

        Args:
            source: what is dragged; see `Target`.
            to: where to.
            dx: instead of `to`: so many CSS px to the right.
            dy: likewise, down.
            steps: moves of the mouse on the way, 1 to 200.
            modifiers: keys held meanwhile.
            pointer: as for `click`. HTML drag and drop is done by the mouse alone.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: source or destination cannot be
                reached, or not both at once; nothing was pressed.
            InvalidCoordinates: it would end outside of the viewport; nothing was pressed.
            NotDroppable: the page does not take it there; nothing was dropped.
        """
        return self._worker.run(
            self._of.drag(
                source,
                to,
                dx=dx,
                dy=dy,
                steps=steps,
                modifiers=modifiers,
                pointer=pointer,
                timeout=timeout,
            )
        )

    @checked
    def mouse_move(
        self, target: Target, *, steps: int = 1, timeout: float = REST_LIMIT
    ) -> ActionResult:
        """Move the mouse, with the buttons that are down.

        Args:
            target: see `Target`.
            steps: moves on the way, 1 to 200.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: as for `click`.
        """
        return self._worker.run(self._of.mouse_move(target, steps=steps, timeout=timeout))

    @checked
    def mouse_down(
        self, target: Target | None = None, *, button: Button = "left", timeout: float = REST_LIMIT
    ) -> ActionResult:
        """Press a button and leave it down; `report["held"]` has the buttons that are.

        Args:
            target: see `Target`; None: where the mouse is.
            button: which button of the mouse.
            timeout: as for `click`.

        Raises:
            InvalidOption: it is down already, or nobody knows where the mouse is.
        """
        return self._worker.run(self._of.mouse_down(target, button=button, timeout=timeout))

    @checked
    def mouse_up(
        self, target: Target | None = None, *, button: Button = "left", timeout: float = REST_LIMIT
    ) -> ActionResult:
        """Release a button; options as for `mouse_down`.

        Args:
            target: see `Target`; None: where the mouse is.
            button: which button of the mouse.
            timeout: as for `click`.

        Raises:
            InvalidOption: it is not down.
        """
        return self._worker.run(self._of.mouse_up(target, button=button, timeout=timeout))

    @checked
    def key_down(self, key: str) -> ActionResult:
        """Press a key and leave it down; a modifier counts for all that is done until it is up.

        Args:
            key: one key, such as `Shift` or `w`.

        Raises:
            UnknownKey: no such key.
            InvalidOption: several keys, or it is down already.
        """
        return self._worker.run(self._of.key_down(key))

    @checked
    def key_up(self, key: str) -> ActionResult:
        """Release a key.

        Args:
            key: as for `key_down`.

        Raises:
            InvalidOption: it is not down.
        """
        return self._worker.run(self._of.key_up(key))

    @checked
    def scroll_until(
        self,
        text: str | None = None,
        *,
        selector: str | None = None,
        container: Target | None = None,
        up: bool = False,
        scrolls: int = 50,
    ) -> ActionResult:
        """Scroll on until something is there and in view, also where the page loads as one goes.

        Args:
            text: words that the page shows; case does not matter.
            selector: instead of words, an element.
            container: what is scrolled; the page if omitted.
            up: scroll up instead of down.
            scrolls: how often at most, 1 to 500, by 80 % of the viewport each.

        Raises:
            WaitTimeout: it did not come; the message says whether the end was reached.
        """
        return self._worker.run(
            self._of.scroll_until(
                text, selector=selector, container=container, up=up, scrolls=scrolls
            )
        )
