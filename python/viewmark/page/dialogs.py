"""Waits for JavaScript dialogs (alert, confirm, prompt, beforeunload) and answers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.background import within
from viewmark.browser.cdp.availability import Dialog
from viewmark.defaults import WAIT_TIMEOUT
from viewmark.errors import InvalidOption, WaitTimeout
from viewmark.page.navigate import check_time
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = ["Dialog", "answer_dialog", "wait_for_dialog"]

TEXT_LIMIT = 100_000
"""Characters of an answer to a prompt."""


async def wait_for_dialog(context: PageContext, *, timeout: float = WAIT_TIMEOUT) -> Dialog:
    """The dialog that is open, or the next one."""
    check_time(timeout)
    page = context.page

    async def opened() -> Dialog:
        async with page.session.stream("Page.javascriptDialogOpening") as events:
            while (dialog := page.dialog) is None:
                await events.__anext__()
            return dialog

    if (dialog := await within(timeout, opened())) is None:
        raise WaitTimeout(f"No dialog opened within {timeout:g} s.")
    return dialog


async def answer_dialog(
    context: PageContext, *, accept: bool = True, text: str | None = None
) -> Dialog:
    """Answer the dialog that is open; which one it was."""
    page = context.page
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
