"""Actions of a page: click, hover, type, select, scroll, keypress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from viewmark.api.places import Place, place
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.browser.actions.input import Button
from viewmark.browser.actions.touch import Pointer
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.target import drawn_target, is_drawing
from viewmark.errors import CorrelationExpired, InvalidOption
from viewmark.page.act import Click, Hover, KeyPress, Scroll, click, hover, keypress, scroll
from viewmark.page.act_fields import Select, Type, select, type_text
from viewmark.page.action_result import ActionResult
from viewmark.page.context import PageContext
from viewmark.page.expect import EXPECT_LIMIT
from viewmark.page.targets import Coordinates, Target, resolve_target
from viewmark.unknown_options import checked

__all__ = ["Actions"]


class Actions:
    """What one can do to a page; the actions of `Page`.

    A call that needs a target takes it first: a label (`3`) or a ref (`"@submitBtn"`); or there is
    `selector=`, or `x=` and `y=`.
    """

    def __init__(self, page: PageTarget) -> None:
        self.context = PageContext(page)
        """Its memory, for those who build tools on it."""
        self._draw_mode: DrawMode | None = None
        self._release: Callable[[], Awaitable[None]] | None = None
        """Ends our work on a page that another library owns; None for pages of our browsers."""

    @checked
    async def click(
        self,
        target: int | str | None = None,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        via: Sequence[Place] = (),
        hold: float = 0.0,
        expect: str | None = None,
        expect_timeout: float = EXPECT_LIMIT,
        pointer: Pointer = "auto",
        timeout: float = REST_LIMIT,
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Click.

        Args:
            target: label or ref.
            button: which button of the mouse.
            count: 2 is a double click, 3 selects a paragraph.
            modifiers: keys held meanwhile: Alt, Control, Meta, Shift, ControlOrMeta.
            via: what the mouse goes over first, in this order, such as the head of a menu that
                opens on hover: labels, refs, selectors or `{"x": ..., "y": ...}`.
            hold: seconds between press and release.
            expect: what must come of it: `navigation`, `popup`, `download`, `dialog`,
                `file_chooser`, or words that the page must show then and does not show yet
                (`text=popup` for such a word).
            expect_timeout: seconds in which it must come.
            pointer: `mouse` or `touch`; `auto` is touch where a touch screen is emulated. With it
                `hold` of 0.5 and more is a long press, of which no click comes.
            timeout: seconds that the target may take to come to rest.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: it cannot be hit; nothing was pressed.
            PressLost: the browser delivered the press to no frame.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: it is not there.
            InvalidCoordinates: a point outside, or of a picture that is out of date.
            ExpectationFailed: it was pressed, and what was expected did not come.
        """
        aimed = self._needed(self._aimed(target, selector, x, y, frame_id, coordinates))
        request = Click(
            target=aimed,
            button=button,
            count=count,
            modifiers=modifiers,
            via=[place(self.context, each) for each in via],
            hold=hold,
            expect=expect,
            expect_timeout=expect_timeout,
            pointer=pointer,
            timeout=timeout,
        )
        return await click(self.context, request)

    @checked
    async def hover(
        self,
        target: int | str | None = None,
        *,
        modifiers: Sequence[str] = (),
        timeout: float = REST_LIMIT,
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Move the mouse onto a target and leave it there; raises as `click`.

        Args:
            target: label or ref.
            modifiers: as for `click`.
            timeout: as for `click`.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.
        """
        aimed = self._needed(self._aimed(target, selector, x, y, frame_id, coordinates))
        return await hover(self.context, Hover(target=aimed, modifiers=modifiers, timeout=timeout))

    @checked
    async def type(
        self,
        target: int | str | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        timeout: float = REST_LIMIT,
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Type into a field as keys do: what is there stays, unless `clear`; `fill` replaces it.

        The answer tells the length and what the field holds now, unless that is secret.

        Args:
            target: label or ref; None with `selector=` or `x=, y=`, or for what has the focus:
                then the text goes where the caret is, in place of what is selected.
            text: what to type.
            clear: replace what is there.
            keys: key by key, for widgets that listen to keys.
            submit: press Enter afterwards.
            timeout: as for `click`.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.

        Raises:
            NotEditable: the target takes no text; nothing was typed.
        """
        aimed = self._aimed(target, selector, x, y, frame_id, coordinates)
        request = Type(
            target=aimed, text=text, clear=clear, keys=keys, submit=submit, timeout=timeout
        )
        return await type_text(self.context, request)

    @checked
    async def select(
        self,
        target: int | str | None,
        options: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]],
        *,
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Choose options of a list.

        Args:
            target: label or ref; None with `selector=` or `x=, y=`.
            options: the label of one or several; or `{"value": ...}`, `{"index": ...}` each.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.

        Raises:
            NotSelectable: not a list, disabled, or no such option; the candidates are listed.
        """
        aimed = self._needed(self._aimed(target, selector, x, y, frame_id, coordinates))
        several = [options] if isinstance(options, (str, Mapping)) else options
        chosen = [{"label": each} if isinstance(each, str) else each for each in several]
        return await select(self.context, Select(target=aimed, options=chosen))

    @checked
    async def scroll(
        self,
        target: int | str | None = None,
        *,
        dx: float | None = None,
        dy: float | None = None,
        to_x: float | None = None,
        to_y: float | None = None,
        wheel: bool = False,
        pointer: Pointer = "auto",
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Scroll by an amount, to an offset, or a target into view; tells what moved, how far.

        Args:
            target: label or ref: its container; None: the page.
            dx: CSS px to the right.
            dy: CSS px down.
            to_x: offset in CSS px.
            to_y: offset in CSS px.
            wheel: turn a real wheel, for maps and canvases that listen to it.
            pointer: `touch` swipes with a finger, for pages that listen to that.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.
        """
        aimed = self._aimed(target, selector, x, y, frame_id, coordinates)
        request = Scroll(
            target=aimed, dx=dx, dy=dy, to_x=to_x, to_y=to_y, wheel=wheel, pointer=pointer
        )
        return await scroll(self.context, request)

    @checked
    async def keypress(
        self,
        keys: str | Sequence[str],
        *,
        target: int | str | None = None,
        repeat: int = 1,
        selector: str | None = None,
        x: float | None = None,
        y: float | None = None,
        frame_id: str | None = None,
        coordinates: Coordinates = "image",
    ) -> ActionResult:
        """Press keys where the focus is, or on a target.

        Args:
            keys: a key or a combination (`"Enter"`, `"Control+A"`), or several one after another.
            target: label or ref of what gets the focus first.
            repeat: how often.
            selector: CSS, or what an observation returned, instead of `target`.
            x: with `y` and instead of `target`: a point in the picture `frame_id`, image px.
            y: see `x`.
            frame_id: the observation that a label or a point was read from; the newest if omitted.
                Or a drawing's `correlation_id`: then `target` is the number of a mark in it.
            coordinates: `css` if x and y are CSS px of the viewport.

        Raises:
            UnknownKey: no such key; the hint has the nearest.
        """
        aimed = self._aimed(target, selector, x, y, frame_id, coordinates)
        return await keypress(self.context, KeyPress(keys=keys, target=aimed, repeat=repeat))

    def _aimed(
        self,
        target: int | str | None,
        selector: str | None,
        x: float | None,
        y: float | None,
        frame_id: str | None,
        coordinates: Coordinates,
    ) -> Target | None:
        drawing = frame_id or self.context.drawn
        if drawing is not None and is_drawing(drawing) and isinstance(target, int):
            mode = self._draw_mode
            if mode is None:
                raise CorrelationExpired(f"This page has no drawing {drawing[:40]!r}.")
            found = drawn_target(mode, drawing, target)
            ref, selector = found.get("ref"), found.get("selector")
            return resolve_target(self.context, ref=ref, selector=selector)
        return resolve_target(
            self.context,
            ref=target if isinstance(target, str) else None,
            label=None if isinstance(target, str) else target,
            selector=selector,
            x=x,
            y=y,
            frame_id=frame_id,
            coordinates=coordinates,
        )

    def _needed(self, target: Target | None) -> Target:
        if target is None:
            raise InvalidOption(
                "No target was named.", hint="Give a label, a ref, selector=, or x= and y=."
            )
        return target
