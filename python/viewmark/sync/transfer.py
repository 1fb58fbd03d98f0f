"""Transfer without `await`, generated from `api/transfer.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from viewmark.api import page as page_
from viewmark.browser.actions.click_point import REST_LIMIT
from viewmark.browser.downloads import Download
from viewmark.page.action_result import ActionResult
from viewmark.page.clipboard import ClipboardText
from viewmark.page.target import Target
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Transfer"]


class Transfer(Facade[page_.Page]):
    """Files and texts that go into a page, and files that come out of it."""

    @property
    def upload_folders(self) -> tuple[Path, ...]:
        """Folders whose files may be uploaded or dropped; by default the current working folder.

        Files with a name that begins with a dot, and all below such a folder, are never uploaded,
        unless the folder that is allowed lies below it. Links count by what they lead to.
        """
        return self._of.upload_folders

    @upload_folders.setter
    def upload_folders(self, folders: Sequence[str | Path]) -> None:
        self._of.upload_folders = folders

    @property
    def downloads(self) -> tuple[Download, ...]:
        """What the page has downloaded so far, oldest first; one that goes on changes by itself."""
        return self._of.downloads

    @checked
    def upload(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path],
        *,
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Give files to a page.

        Args:
            target: a file field (hidden ones too), of its label or what is around
                it, or of what asks for files when it is pressed; None with `selector=` or `x=, y=`.
            files: paths inside `upload_folders`; relative ones are looked for in these in order.
                None of them (`[]`) takes back what was chosen in a file field.
            timeout: as for `click`.

        Raises:
            FileMissing: a file is not there; nothing was done.
            PathNotAllowed: outside of the folders, hidden, or not a plain file; nothing was done.
            NotUploadable: the target takes no files, or only one; none was given.
        """
        return self._worker.run(self._of.upload(target, files, timeout=timeout))

    @checked
    def drop(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path] = (),
        *,
        text: str | None = None,
        timeout: float = REST_LIMIT,
    ) -> ActionResult:
        """Drop files or a text onto a target, as from outside of the browser.

        Args:
            target: see `Target`.
            files: as for `upload`.
            text: a text in place of files.
            timeout: as for `click`.

        Raises:
            FileMissing, PathNotAllowed: as for `upload`; nothing was done.
            NotDroppable: the page does not take it there; nothing was dropped.
        """
        return self._worker.run(self._of.drop(target, files, text=text, timeout=timeout))

    @checked
    def copy(self, target: Target | None = None) -> ActionResult:
        """Copy into the clipboard of a browser without a window, else into one of ours.

        The machine's clipboard is neither read nor written.

        Args:
            target: see `Target`; None: what is selected, or where the caret is.

        Raises:
            NotCopyable: nothing is selected, or it is secret.
        """
        return self._worker.run(self._of.copy(target))

    @checked
    def cut(self, target: Target | None = None) -> ActionResult:
        """Copy and delete; as `copy`.

        Args:
            target: see `Target`; None: what is selected, or where the caret is.

        Raises:
            NotCopyable: nothing is selected, or it is secret.
        """
        return self._worker.run(self._of.cut(target))

    @checked
    def paste(self, target: Target | None = None, *, text: str | None = None) -> ActionResult:
        """Paste what was copied last, also by a page ("Copy link"), or a text.

        `report["copied_by"]` says who copied it: `viewmark` or `page`. Into the clipboard of a
        browser with a window, which is the machine's, nobody looks; there only `copy` counts.

        Args:
            target: see `Target`; None: what is selected, or where the caret is.
            text: put into the clipboard first.

        Raises:
            InvalidOption: nothing was copied; the message says whether the page was kept from it.
            NotEditable: it takes no text, and the page does not take the paste either.
        """
        return self._worker.run(self._of.paste(target, text=text))

    def clipboard(self) -> ClipboardText:
        """What was copied last, by `copy`, or by a page ("Copy link") or keys; and by whom.

        Values of secret fields of this page and of secret parameters in addresses are taken out;
        `paste` gives what was copied as it is.

        Raises:
            InvalidOption: nothing was; the message says why, where it can be known.
        """
        return self._worker.run(self._of.clipboard())
