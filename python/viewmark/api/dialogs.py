"""JavaScript dialogs of a page: which one is open, wait for one, answer it."""

from __future__ import annotations

from typing import Annotated

from viewmark.defaults import TIMEOUTS, WAIT_TIMEOUT
from viewmark.page import dialogs
from viewmark.page.context import PageContext
from viewmark.page.dialogs import Dialog
from viewmark.unknown_options import checked

__all__ = ["Dialogs"]


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
        return await dialogs.wait_for_dialog(self.context, timeout=timeout)

    @checked
    async def answer_dialog(self, accept: bool = True, text: str | None = None) -> Dialog:
        """Answer the dialog that is open; the result says which one it was.

        Args:
            accept: OK, or Leave with `beforeunload`; else Cancel, or Stay.
            text: what to enter in a prompt; what stands there already if omitted.

        Raises:
            InvalidOption: none is open, or it takes no text.
        """
        return await dialogs.answer_dialog(self.context, accept=accept, text=text)
