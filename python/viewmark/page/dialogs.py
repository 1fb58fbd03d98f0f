"""Dialogs of a page (alert, confirm, prompt, leaving): waited for and answered."""

from __future__ import annotations

from typing import Annotated

from viewmark.background import within
from viewmark.browser.cdp.availability import Dialog
from viewmark.defaults import TIMEOUTS, WAIT_TIMEOUT
from viewmark.errors import InvalidOption, WaitTimeout
from viewmark.page.context import PageContext
from viewmark.page.navigate import check_time
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step
from viewmark.unknown_options import checked

TEXT_LIMIT = 100_000
"""Characters of an answer to a prompt."""


class Dialogs:
    """Alert, confirm, prompt and beforeunload; a part of `Page`.

    While one is open the page stands still: everything else answers `DialogOpen`.
    """

    context: PageContext

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
        check_time(timeout)
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
            text: what to enter in a prompt; what stands there already if omitted.

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
