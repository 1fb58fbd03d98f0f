"""Conditions to wait for: states of a page, effects of an action, dialogs and their answers.

The nearest texts of a page are named where a text was waited for in vain.
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
"""Seconds between two looks; one look costs about 1 ms of the page's time."""
_EVENTS = {
    "navigation": "navigation",
    "popup": "new tab or window",
    "download": "download",
    "dialog": "dialog",
    "file_chooser": "file chooser",
}
_POLLED = ("text", "navigation", "download")
"""Conditions that no event of the page reports in every case."""


@dataclass(slots=True, kw_only=True)
class Expectation:
    """One expectation of one press."""

    page: PageTarget
    kind: str
    text: str = ""
    limit: float = EXPECT_TIMEOUT
    before: tuple[str, str] = ("", "")
    """Document and address before the press."""
    has_come: bool = False

    @property
    def name(self) -> str:
        """The condition, for a sentence."""
        return _EVENTS.get(self.kind) or f"text {self.text!r:.80}"

    async def begin(self) -> None:
        """Note how it is before the press.

        Raises:
            InvalidOption: the text is shown already, so nobody could tell; nothing was pressed.
        """
        self.before = (self.page.epoch, self.page.url)
        if self.kind == "text" and await self._shows_text():
            raise InvalidOption(
                f"The page shows {self.text!r:.80} already; nothing was pressed.",
                hint="Expect words that only come with the press.",
                param="expect",
            )

    async def wait(self, watch: SideEffects) -> None:
        """Wait until the condition holds, cannot hold any more, or time is over."""
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
        with contextlib.suppress(ViewmarkError):  # a document on its way out is not asked again
            return await _shows_text(self.page, self.text, timeout=2)
        return False

    def check(self, acted: ActionResult) -> None:
        """Refuse an action after which it has not come.

        Raises:
            ExpectationFailed: with what was done in `data["done"]`.
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
    """Parse a condition by its name; any other words are a text. `text=...` is always a text.

    Raises:
        InvalidOption: no text, or an impossible time.
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
    """Condition as a check, and its name for messages."""
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
            return False  # a frame on the way is not there yet

    checks = {
        "selector": seen,
        "text": lambda: _shows_text(page, value),
        "url": arrived,
        "load": loaded,
    }
    return checks[name], f"The {name} {words(value, 200)!r}"


TEXT_LIMIT = 100_000
"""Characters of an answer to a prompt."""


class Waiting:
    """Waiting until something is so, and dialogs (alert, confirm, prompt); a part of `Page`.

    While a dialog is open the page stands still: everything else answers `DialogOpen`.
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
        """Wait until one thing is so; navigations meanwhile are fine.

        Args:
            selector: an element that can be seen, in or out of the viewport.
            text: words that the page shows; case does not matter.
            url: a part of the page's address.
            load: the document is read, or everything is loaded.
            seconds: a plain time, whatever the page does; at most 300.
            absent: until it is not so any more.
            timeout: seconds.

        Raises:
            WaitTimeout: it was not so in time; the page is as it is.
            InvalidOption: nothing or several things to wait for.
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
                pass  # the new document is asked next
            if loop.time() - started > timeout:
                there = "still there" if absent else "not there"
                text = requested.get("text", "")
                nearest = Nearest(text)
                if text and not absent:
                    await nearest.add(page)
                raise WaitTimeout(
                    f"{name} is {there} after {timeout:g} s.{nearest.sentence()}", timeout_s=timeout
                )
            await asyncio.sleep(POLL)

    async def _waited(self, seconds: float) -> NavigationResult:
        changes = await changes_now(self.context)
        there = await where_now(self.context.page, "wait_for", waited_ms=seconds * 1000)
        return replace(there, changes=changes)

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open now."""
        return self.context.page.dialog

    @checked
    async def wait_for_dialog(
        self, *, timeout: Annotated[float, TIMEOUTS] = WAIT_TIMEOUT
    ) -> Dialog:
        """The dialog that is open, or the next one.

        Args:
            timeout: seconds.

        Raises:
            WaitTimeout: none opened in time.
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
        """Answer the dialog that is open; the result says which one it was.

        Args:
            accept: OK, or Leave with `beforeunload`; else Cancel, or Stay.
            text: what to enter in a prompt; what is there already if omitted.

        Raises:
            InvalidOption: none is open, or it takes no text.
        """
        page = self.context.page
        dialog = page.dialog
        if dialog is None:
            raise InvalidOption("No dialog is open.", hint="wait_for_dialog waits for one.")
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
