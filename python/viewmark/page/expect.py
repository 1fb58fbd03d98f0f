"""Conditions to wait for: page states, effects of an action, dialogs.

The module also answers dialogs. If an expected text does not appear, the error lists the most
similar texts of the page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from viewmark.background import within
from viewmark.browser import scripts
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.cdp.availability import Dialog
from viewmark.browser.discovery.selector_query import count
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import EXPECT_TIMEOUT, TIMEOUTS, WAIT_TIMEOUT
from viewmark.elements.words import words
from viewmark.errors import (
    ElementNotFound,
    ExpectationFailed,
    InvalidOption,
    PageNavigated,
    ViewmarkError,
    WaitTimeout,
)
from viewmark.page.action_result import ActionResult
from viewmark.page.arrival import NavigationResult, where_now
from viewmark.page.change_report import changes_now
from viewmark.page.context import PageContext
from viewmark.page.find import Nearest
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step
from viewmark.unknown_options import checked

POLL = 0.05
"""Seconds between two polls; each poll takes about 1 ms of the page's time."""
_EVENTS = {
    "navigation": "navigation",
    "popup": "new tab or window",
    "download": "download",
    "dialog": "dialog",
    "file_chooser": "file chooser",
}
_POLLED = ("text", "navigation", "download")
"""Conditions that are polled, because events do not report them in all cases."""


@dataclass(slots=True, kw_only=True)
class Expectation:
    """The expected effect of one click."""

    page: PageTarget
    kind: str
    text: str = ""
    limit: float = EXPECT_TIMEOUT
    before: tuple[str, str] = ("", "")
    """The document's `loaderId` and URL before the click."""
    has_come: bool = False

    @property
    def name(self) -> str:
        """The expected effect, as worded in messages."""
        return _EVENTS.get(self.kind) or f"text {self.text!r:.80}"

    async def begin(self) -> None:
        """Record the state before the click.

        Raises:
            InvalidOption: the text is already shown, so it cannot be expected; nothing was
                pressed.
        """
        self.before = (self.page.epoch, self.page.url)
        if self.kind == "text" and await self._shows_text():
            raise InvalidOption(
                f"The page shows {self.text!r:.80} already; nothing was pressed.",
                hint="Expect words that only come with the press.",
                param="expect",
            )

    async def wait(self, watch: SideEffects) -> None:
        """Wait until the condition is met, can no longer be met, or the timeout has passed."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.limit
        while True:
            watch.happened.clear()
            self.has_come = await self._is_there(watch)
            left = end - loop.time()
            if self.has_come or left <= 0 or (self.page.dialog and self.kind != "popup"):
                return
            pause = min(left, POLL) if self.kind in _POLLED else left
            await within(pause, watch.happened.wait())

    async def _is_there(self, watch: SideEffects) -> bool:
        if self.kind == "text":
            return await self._shows_text()
        if self.kind == "navigation":
            return (self.page.epoch, self.page.url) != self.before
        if self.kind == "dialog":
            return self.page.dialog is not None
        return bool(
            {
                "popup": watch.opened,
                "download": watch.has_download,
                "file_chooser": watch.file_chooser,
            }[self.kind]
        )

    async def _shows_text(self) -> bool:
        if self.page.dialog is not None:
            return False
        # while the document is being replaced, the text is not shown
        with contextlib.suppress(ViewmarkError):
            return await _shows_text(self.page, self.text, timeout=2)
        return False

    def check(self, acted: ActionResult) -> None:
        """Raise an error if the condition is not met after the action.

        Raises:
            ExpectationFailed: `data["done"]` contains the result of the action.
        """
        outcome = acted.outcome
        came = self.has_come or (self.kind == "dialog" and outcome.dialog is not None)
        has_broken = any(each.state == "cancelled" for each in outcome.downloads)
        if came and not (self.kind == "download" and has_broken):
            return
        ended = f"but no {self.name} came within {self.limit:g} s."
        hint = None
        if came:
            ended = "but the browser broke the download off."
            hint = "Look whether the disk of the output folder is full, then do it again."
        raise ExpectationFailed(
            f"It was done ({acted}), {ended}",
            hint=hint,
            expected=self.kind,
            done=acted.to_json(),
        )


async def _shows_text(page: PageTarget, text: str, timeout: float | None = None) -> bool:
    for frame in page.frames:
        if await scripts.call(page, frame, "findText", text, timeout=timeout):
            return True
    return False


def expectation(page: PageTarget, expect: str | None, limit: float) -> Expectation | None:
    """Parse an expectation: one of the names, or a text to wait for (also after `text=`).

    Raises:
        InvalidOption: the text is empty, or the timeout is out of range.
    """
    if expect is None:
        return None
    if not isinstance(expect, str) or not expect.strip():
        raise InvalidOption(
            f"expect must be {', '.join(_EVENTS)}, or words that the page must show then.",
            param="expect",
        )
    if expect in _EVENTS:
        return Expectation(page=page, kind=expect, limit=limit)
    text = expect.removeprefix("text=").strip()
    return Expectation(page=page, kind="text", text=text, limit=limit)


def _condition(
    page: PageTarget, requested: Mapping[str, str]
) -> tuple[Callable[[], Awaitable[bool]], str]:
    """Return a function that checks the condition, and its name for messages."""
    if len(requested) != 1:
        named = " and ".join(requested) or "nothing"
        raise InvalidOption(
            f"wait_for needs one of selector, text, url, load and seconds, not {named}.",
            param=next(iter(requested), "selector"),
        )
    ((name, value),) = requested.items()
    if not isinstance(value, str) or not value.strip():
        raise InvalidOption(f"{name} must be a text that is not empty.", param=name)

    async def loaded() -> bool:
        state = (await page.facts()).ready_state
        return state == "complete" or (value == "dom" and state == "interactive")

    async def arrived() -> bool:
        return value in (await page.facts()).url

    async def seen() -> bool:
        try:
            return (await count(page, value))[1] > 0
        except ElementNotFound:
            return False  # a navigating frame does not contain the element yet

    checks = {
        "selector": seen,
        "text": lambda: _shows_text(page, value),
        "url": arrived,
        "load": loaded,
    }
    return checks[name], f"The {name} {words(value, 200)!r}"


TEXT_LIMIT = 100_000
"""Maximum characters of the answer to a prompt."""


class Waiting:
    """Waits for conditions, and handles dialogs (alert, confirm, prompt); a mixin of `Page`.

    A dialog blocks the page: while it is open, all other calls raise `DialogOpen`.
    """

    context: PageContext

    @checked
    async def wait_for(
        self,
        *,
        selector: str | None = None,
        text: str | None = None,
        url: str | None = None,
        load: Literal["dom", "load"] | None = None,
        seconds: Annotated[float, TIMEOUTS] | None = None,
        absent: bool = False,
        timeout: Annotated[float, TIMEOUTS] = WAIT_TIMEOUT,
    ) -> NavigationResult:
        """Wait until one condition is met; the page may navigate meanwhile.

        Args:
            selector: a visible element, in or out of the viewport.
            text: a text that the page shows, in any case.
            url: a part of the page's URL.
            load: the document is parsed (`dom`), or everything is loaded (`load`).
            seconds: a fixed time, whatever the page does; at most 300.
            absent: wait until the condition no longer holds.
            timeout: seconds.

        Raises:
            WaitTimeout: the condition was not met in time.
            InvalidOption: no condition was given, or several.
        """
        page = self.context.page
        conditions = {"selector": selector, "text": text, "url": url, "load": load}
        requested = {name: value for name, value in conditions.items() if value is not None}
        loop = asyncio.get_running_loop()
        started = loop.time()
        if seconds is not None:
            if requested or absent:
                raise InvalidOption(
                    "seconds is a plain time; nothing else can be waited for with it."
                )
            await asyncio.sleep(seconds)
            return await self._waited(loop.time() - started)
        is_so, name = _condition(page, requested)
        while True:
            try:
                if await is_so() is not absent:
                    return await self._waited(loop.time() - started)
            except PageNavigated:
                pass  # the document was replaced; the next poll checks the new document
            if loop.time() - started > timeout:
                there = "still there" if absent else "not there"
                text = requested.get("text", "")
                nearest = Nearest(text)
                if text and not absent:
                    await nearest.add(page)
                said = f"{name} is {there} after {timeout:.3g} s.{nearest.sentence()}"
                raise WaitTimeout(said, timeout_s=timeout)
            await asyncio.sleep(POLL)

    async def _waited(self, seconds: float) -> NavigationResult:
        changes = await changes_now(self.context)
        there = await where_now(self.context.page, "wait_for", waited_ms=seconds * 1000)
        return replace(there, changes=changes)

    @property
    def dialog(self) -> Dialog | None:
        """The open dialog, if any."""
        return self.context.page.dialog

    @checked
    async def wait_for_dialog(
        self, *, timeout: Annotated[float, TIMEOUTS] = WAIT_TIMEOUT
    ) -> Dialog:
        """Return the open dialog, or wait for the next one.

        Args:
            timeout: seconds.

        Raises:
            WaitTimeout: no dialog opened in time.
        """
        page = self.context.page

        async def opened() -> Dialog:
            async with page.session.stream("Page.javascriptDialogOpening") as events:
                while (dialog := page.dialog) is None:
                    await events.__anext__()
                return dialog

        if (dialog := await within(timeout, opened())) is None:
            raise WaitTimeout(f"No dialog opened within {timeout:g} s.")
        return dialog

    @checked
    async def answer_dialog(self, accept: bool = True, text: str | None = None) -> Dialog:
        """Answer the open dialog; the result describes that dialog.

        Args:
            accept: OK, or Leave for `beforeunload`; False: Cancel, or Stay.
            text: the text to enter in a prompt; if omitted, its default text.

        Raises:
            InvalidOption: no dialog is open, or the dialog takes no text.
        """
        page = self.context.page
        dialog = page.dialog
        if dialog is None:
            hint = "This is for dialogs of the browser: in a dialog of the page, click a button."
            raise InvalidOption("No dialog is open.", hint=hint)
        if text is not None and (not isinstance(text, str) or len(text) > TEXT_LIMIT):
            message = f"text must be a text of at most {TEXT_LIMIT} characters."
            raise InvalidOption(message, param="text")
        if text and not (accept and dialog.kind == "prompt"):
            what = f"{'Accepting' if accept else 'Dismissing'} a dialog of kind {dialog.kind}"
            raise InvalidOption(f"{what} takes no text.", param="text")
        given = dialog.default_text if text is None else text
        await page.answer_dialog(accept=accept, text=given if accept else "")
        Recorder.of(page).add(Step(what="accept_dialog" if accept else "dismiss_dialog"))
        return dialog
