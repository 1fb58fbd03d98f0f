"""Dialogs without `await`, generated from `api/dialogs.py` by `make sync`."""

from __future__ import annotations

from viewmark.api import page as page_
from viewmark.defaults import WAIT_TIMEOUT
from viewmark.page.dialogs import Dialog
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Dialogs"]


class Dialogs(Facade[page_.Page]):
    """Alert, confirm, prompt and beforeunload; a part of `Page`.

    While one is open the page stands still: everything else answers `DialogOpen`.
    """

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open now."""
        return self._of.dialog

    @checked
    def wait_for_dialog(self, *, timeout: float = WAIT_TIMEOUT) -> Dialog:
        """The dialog that is open, or the next one.

        Args:
            timeout: seconds.

        Raises:
            WaitTimeout: none opened in time.
        """
        return self._worker.run(self._of.wait_for_dialog(timeout=timeout))

    @checked
    def answer_dialog(self, accept: bool = True, text: str | None = None) -> Dialog:
        """Answer the dialog that is open; the result says which one it was.

        Args:
            accept: OK, or Leave with `beforeunload`; else Cancel, or Stay.
            text: what to enter in a prompt; what stands there already if omitted.

        Raises:
            InvalidOption: none is open, or it takes no text.
        """
        return self._worker.run(self._of.answer_dialog(accept, text))
