"""Actions of a page: click, hover, type, select, scroll, keypress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any

from viewmark.browser.actions.input import Button
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import (
    CLICKS,
    EXPECT_TIMEOUT,
    HOLDS,
    KEY_REPEATS,
    REST_TIMEOUT,
    REST_TIMEOUTS,
    TIMEOUTS,
)
from viewmark.drawmode.controller import DrawMode
from viewmark.page.act import click, hover, keypress, scroll
from viewmark.page.act_fields import select, type_text
from viewmark.page.action_result import ActionResult
from viewmark.page.change_report import changes_now
from viewmark.page.changes import ChangeMode, Changes, check_mode
from viewmark.page.context import PageContext
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked


class Actions:
    """What one can do to a page; the actions of `Page`.

    A call that needs a target takes it first: a number (`3`), a ref (`"@submitBtn"`), a selector
    (`"#save"`), or a point (`viewmark.at(10, 20)`); see `Target`.
    """

    def __init__(self, page: PageTarget) -> None:
        self.context = PageContext(page)
        """Its memory, for those who build tools on it."""
        self._draw_mode: DrawMode | None = None
        self._release: Callable[[], Awaitable[None]] | None = None
        """Ends our work on a page that another library owns; None for pages of our browsers."""

    @property
    def changes(self) -> ChangeMode:
        """Whether results of actions report what changed on the page (`ActionResult.changes`).

        `none`, as at first: not, and actions cost nothing more; `auto`: up to 1,500 characters;
        `full`: all.
        """
        return self.context.changes

    @changes.setter
    def changes(self, mode: ChangeMode) -> None:
        self.context.changes = check_mode(mode)

    async def changed(self) -> Changes | None:
        """What changed since the last report of an action; None where `changes` is `none`.

        All lines of a page of which nothing was reported yet; None too while a dialog is open.
        """
        return await changes_now(self.context)

    @checked
    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: Annotated[int, CLICKS] = 1,
        modifiers: Sequence[str] = (),
        via: Sequence[Target] = (),
        hold: Annotated[float, HOLDS] = 0.0,
        expect: str | None = None,
        expect_timeout: Annotated[float, TIMEOUTS] = EXPECT_TIMEOUT,
        pointer: Pointer = "auto",
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
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
        return await click(
            self.context,
            resolve(self.context, target),
            button=button,
            count=count,
            modifiers=modifiers,
            via=[resolve(self.context, each) for each in via],
            hold=hold,
            expect=expect,
            expect_timeout=expect_timeout,
            pointer=pointer,
            timeout=timeout,
        )

    @checked
    async def hover(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Move the mouse onto a target and leave it there; raises as `click`.

        Args:
            target: see `Target`.
            modifiers: as for `click`.
            timeout: as for `click`.
        """
        aimed = resolve(self.context, target)
        return await hover(self.context, aimed, modifiers=modifiers, timeout=timeout)

    @checked
    async def type(
        self,
        target: Target | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Type into a field as keys do: what is there stays, unless `clear`; `fill` replaces it.

        The answer has the length and what the field holds now, unless that is secret.

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
        return await type_text(
            self.context,
            resolve_or_none(self.context, target),
            text=text,
            clear=clear,
            keys=keys,
            submit=submit,
            timeout=timeout,
        )

    @checked
    async def select(
        self,
        target: Target,
        options: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]],
    ) -> ActionResult:
        """Choose options of a list.

        Args:
            target: see `Target`.
            options: the label of one or several; or `{"value": ...}`, `{"index": ...}` each.

        Raises:
            NotSelectable: not a list, disabled, or no such option; the candidates are listed.
        """
        aimed = resolve(self.context, target)
        several = [options] if isinstance(options, (str, Mapping)) else options
        chosen = [{"label": each} if isinstance(each, str) else each for each in several]
        return await select(self.context, aimed, options=chosen)

    @checked
    async def scroll(
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
        return await scroll(
            self.context,
            resolve_or_none(self.context, target),
            dx=dx,
            dy=dy,
            to_x=to_x,
            to_y=to_y,
            wheel=wheel,
            pointer=pointer,
        )

    @checked
    async def keypress(
        self,
        keys: str | Sequence[str],
        *,
        target: Target | None = None,
        repeat: Annotated[int, KEY_REPEATS] = 1,
    ) -> ActionResult:
        """Press keys where the focus is, or on a target.

        Args:
            keys: a key or a combination (`"Enter"`, `"Control+A"`), or several one after another.
            target: what gets the focus first.
            repeat: how often.

        Raises:
            UnknownKey: no such key; the hint has the nearest.
        """
        aimed = resolve_or_none(self.context, target)
        return await keypress(self.context, aimed, keys=keys, repeat=repeat)
