"""What a caller expects of a press: waited for with a deadline; an error if it does not come."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

from viewmark.background import within
from viewmark.browser import scripts
from viewmark.browser.actions.pointer import Outcome
from viewmark.browser.actions.side_effects import SideEffects
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import EXPECT_TIMEOUT
from viewmark.errors import ExpectationFailed, InvalidOption, ViewmarkError
from viewmark.page.action_result import ActionResult
from viewmark.page.navigate import check_time

POLL = 0.05
"""Seconds between two looks for a text."""

_EVENTS = {
    "navigation": "navigation",
    "popup": "new tab or window",
    "download": "download",
    "dialog": "dialog",
    "file_chooser": "file chooser",
}


_POLLED = ("text", "navigation", "download")
"""What no event of the page tells in every case."""


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
        """What is expected, for a sentence."""
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
        """Wait until it has come, or cannot come any more, or time is over."""
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
        with contextlib.suppress(ViewmarkError):  # a document that goes is asked no more
            for frame in self.page.frames:
                if await scripts.call(self.page, frame, "showsText", self.text, timeout=2):
                    return True
        return False

    def check(self, acted: ActionResult) -> None:
        """Refuse an action after which it has not come.

        Raises:
            ExpectationFailed: with what was done in `data["done"]`.
        """
        outcome = acted.outcome
        came = self.has_come or (self.kind == "dialog" and outcome.dialog is not None)
        if came and not (self.kind == "download" and _broke(outcome)):
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


def _broke(outcome: Outcome) -> bool:
    return any(each.state == "cancelled" for each in outcome.downloads)


def expectation(page: PageTarget, expect: str | None, limit: float) -> Expectation | None:
    """What is expected, by its name; any other words are a text. `text=...` is always a text.

    Raises:
        InvalidOption: no text, or an impossible time.
    """
    if expect is None:
        return None
    check_time(limit)
    if not isinstance(expect, str) or not expect.strip():
        raise InvalidOption(
            f"expect must be {', '.join(_EVENTS)}, or words that the page must show then.",
            param="expect",
        )
    if expect in _EVENTS:
        return Expectation(page=page, kind=expect, limit=limit)
    text = expect.removeprefix("text=").strip()
    return Expectation(page=page, kind="text", text=text, limit=limit)
