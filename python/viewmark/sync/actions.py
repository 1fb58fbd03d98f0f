"""Actions without `await`, generated from `api/actions.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from viewmark.api import page as page_
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.touch import Pointer
from viewmark.page.action_result import ActionResult
from viewmark.page.expect import EXPECT_LIMIT
from viewmark.page.target import Target
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Actions"]


class Actions(Facade[page_.Page]):
    """What one can do to a page; the actions of `Page`.

    A call that needs a target takes it first: a number (`3`), a ref (`"@submitBtn"`), a selector
    (`"#save"`), or a point (`viewmark.at(10, 20)`); see `Target`.
    """

    @checked
    def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        via: Sequence[Target] = (),
        hold: float = 0.0,
        expect: str | None = None,
        expect_timeout: float = EXPECT_LIMIT,
        pointer: Pointer = "auto",
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Click.

        Args:
            target: a number, `"@ref"`, a selector, `viewmark.at(x, y)`; see `Target`. With
                `viewmark.mark(3, of=...)` a number of an earlier observation, or of a drawing.
            button: which button of the mouse.
            count: 2 is a double click, 3 selects a paragraph.
            modifiers: keys held meanwhile: Alt, Control, Meta, Shift, ControlOrMeta.
            via: targets that the mouse goes over first, in this order, such as the head of a menu
                that opens on hover.
            hold: seconds between press and release.
            expect: what must come of it: `navigation`, `popup`, `download`, `dialog`,
                `file_chooser`, or words that the page must show then and does not show yet
                (`text=popup` for such a word).
            expect_timeout: seconds in which it must come.
            pointer: `mouse` or `touch`; `auto` is touch where a touch screen is emulated. With it
                `hold` of 0.5 and more is a long press, of which no click comes.
            timeout: seconds that the target may take to come to rest.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: it cannot be hit; nothing was pressed.
            PressLost: the browser delivered the press to no frame.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: it is not there.
            InvalidCoordinates: a point outside, or of a picture that is out of date.
            ExpectationFailed: it was pressed, and what was expected did not come.
        """
        return self._worker.run(
            self._of.click(
                target,
                button=button,
                count=count,
                modifiers=modifiers,
                via=via,
                hold=hold,
                expect=expect,
                expect_timeout=expect_timeout,
                pointer=pointer,
                timeout=timeout,
            )
        )

    @checked
    def hover(
        self, target: Target, *, modifiers: Sequence[str] = (), timeout: float = REST_LIMIT
    ) -> ActionResult:
        """Move the mouse onto a target and leave it there; raises as `click`.

        Args:
            target: see `Target`.
            modifiers: as for `click`.
            timeout: as for `click`.
        """
        return self._worker.run(self._of.hover(target, modifiers=modifiers, timeout=timeout))

    @checked
    def type(
        self,
        target: Target | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Type into a field as keys do: what is there stays, unless `clear`; `fill` replaces it.

        The answer tells the length and what the field holds now, unless that is secret.

        Args:
            target: what gets the text; None: what has the focus,
                then the text goes where the caret is, in place of what is selected.
            text: what to type.
            clear: replace what is there.
            keys: key by key, for widgets that listen to keys.
            submit: press Enter afterwards.
            timeout: as for `click`.

        Raises:
            NotEditable: the target takes no text; nothing was typed.
        """
        return self._worker.run(
            self._of.type(target, text, clear=clear, keys=keys, submit=submit, timeout=timeout)
        )

    @checked
    def select(
        self, target: Target, options: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]]
    ) -> ActionResult:
        """Choose options of a list.

        Args:
            target: see `Target`.
            options: the label of one or several; or `{"value": ...}`, `{"index": ...}` each.

        Raises:
            NotSelectable: not a list, disabled, or no such option; the candidates are listed.
        """
        return self._worker.run(self._of.select(target, options))

    @checked
    def scroll(
        self,
        target: Target | None = None,
        *,
        dx: float | None = None,
        dy: float | None = None,
        to_x: float | None = None,
        to_y: float | None = None,
        wheel: bool = False,
        pointer: Pointer = "auto",
    ) -> ActionResult:
        """Scroll by an amount, to an offset, or a target into view; tells what moved, how far.

        Args:
            target: what is in the container that scrolls; None: the page.
            dx: CSS px to the right.
            dy: CSS px down.
            to_x: offset in CSS px.
            to_y: offset in CSS px.
            wheel: turn a real wheel, for maps and canvases that listen to it.
            pointer: `touch` swipes with a finger, for pages that listen to that.
        """
        return self._worker.run(
            self._of.scroll(
                target, dx=dx, dy=dy, to_x=to_x, to_y=to_y, wheel=wheel, pointer=pointer
            )
        )

    @checked
    def keypress(
        self, keys: str | Sequence[str], *, target: Target | None = None, repeat: int = 1
    ) -> ActionResult:
        """Press keys where the focus is, or on a target.

        Args:
            keys: a key or a combination (`"Enter"`, `"Control+A"`), or several one after another.
            target: what gets the focus first.
            repeat: how often.

        Raises:
            UnknownKey: no such key; the hint has the nearest.
        """
        return self._worker.run(self._of.keypress(keys, target=target, repeat=repeat))
