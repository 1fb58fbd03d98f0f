"""The mouse and the keys in detail: drags, buttons and keys that stay down, scrolling to a text.

The options of every call are written out, as in `actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from viewmark.api.actions import Actions
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.touch import Pointer
from viewmark.defaults import DRAG_MOVES, MOVES, REST_TIMEOUT, REST_TIMEOUTS, SCROLL_COUNTS, SCROLLS
from viewmark.page.act_drag import drag
from viewmark.page.act_hold import key_hold, mouse
from viewmark.page.act_scroll_until import scroll_until
from viewmark.page.action_result import ActionResult
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked


class Pointing(Actions):
    """What one can do with mouse and keys beyond a press."""

    @checked
    async def drag(
        self,
        source: Target,
        to: Target | None = None,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        steps: Annotated[int, MOVES] = DRAG_MOVES,
        modifiers: Sequence[str] = (),
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
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
        return await drag(
            self.context,
            resolve(self.context, source),
            to=resolve_or_none(self.context, to),
            dx=dx,
            dy=dy,
            steps=steps,
            modifiers=modifiers,
            pointer=pointer,
            timeout=timeout,
        )

    @checked
    async def mouse_move(
        self,
        target: Target,
        *,
        steps: Annotated[int, MOVES] = 1,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Move the mouse, with the buttons that are down.

        Args:
            target: see `Target`.
            steps: moves on the way, 1 to 200.
            timeout: as for `click`.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: as for `click`.
        """
        aimed = resolve(self.context, target)
        return await mouse(self.context, aimed, action="move", steps=steps, timeout=timeout)

    @checked
    async def mouse_down(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Press a button and leave it down; `report["held"]` has the buttons that are.

        Args:
            target: see `Target`; None: where the mouse is.
            button: which button of the mouse.
            timeout: as for `click`.

        Raises:
            InvalidOption: it is down already, or nobody knows where the mouse is.
        """
        aimed = resolve_or_none(self.context, target)
        return await mouse(self.context, aimed, action="down", button=button, timeout=timeout)

    @checked
    async def mouse_up(
        self,
        target: Target | None = None,
        *,
        button: Button = "left",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Release a button; options as for `mouse_down`.

        Args:
            target: see `Target`; None: where the mouse is.
            button: which button of the mouse.
            timeout: as for `click`.

        Raises:
            InvalidOption: it is not down.
        """
        aimed = resolve_or_none(self.context, target)
        return await mouse(self.context, aimed, action="up", button=button, timeout=timeout)

    @checked
    async def key_down(self, key: str) -> ActionResult:
        """Press a key and leave it down; a modifier counts for all that is done until it is up.

        Args:
            key: one key, such as `Shift` or `w`.

        Raises:
            UnknownKey: no such key.
            InvalidOption: several keys, or it is down already.
        """
        return await key_hold(self.context, None, key=key, action="down")

    @checked
    async def key_up(self, key: str) -> ActionResult:
        """Release a key.

        Args:
            key: as for `key_down`.

        Raises:
            InvalidOption: it is not down.
        """
        return await key_hold(self.context, None, key=key, action="up")

    @checked
    async def scroll_until(
        self,
        text: str | None = None,
        *,
        selector: str | None = None,
        container: Target | None = None,
        up: bool = False,
        scrolls: Annotated[int, SCROLL_COUNTS] = SCROLLS,
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
        aimed = resolve_or_none(self.context, container)
        return await scroll_until(
            self.context, aimed, text=text, selector=selector, up=up, scrolls=scrolls
        )
