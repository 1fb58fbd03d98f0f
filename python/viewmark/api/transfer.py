"""What goes into a page and comes out of it: files uploaded, dropped and downloaded.

The options of every call are written out, as in `actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from viewmark.api.actions import Actions
from viewmark.browser.downloads import Download, downloads_of
from viewmark.defaults import REST_TIMEOUT, REST_TIMEOUTS
from viewmark.page.act_clipboard import copy, paste
from viewmark.page.act_drop import drop
from viewmark.page.act_upload import upload
from viewmark.page.action_result import ActionResult
from viewmark.page.clipboard import ClipboardText, clipboard_text
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked


class Transfer(Actions):
    """Files and texts that go into a page, and files that come out of it."""

    @property
    def upload_folders(self) -> tuple[Path, ...]:
        """Folders whose files may be uploaded or dropped; by default the current working folder.

        Files with a name that begins with a dot, and all below such a folder, are never uploaded,
        unless the folder that is allowed lies below it. Links count by what they lead to.
        """
        folders = self.context.upload_folders
        return (Path.cwd(),) if folders is None else folders

    @upload_folders.setter
    def upload_folders(self, folders: Sequence[str | Path]) -> None:
        several = [folders] if isinstance(folders, (str, Path)) else folders
        self.context.upload_folders = tuple(Path(each).absolute() for each in several)

    @property
    def downloads(self) -> tuple[Download, ...]:
        """What the page has downloaded so far, oldest first; one that goes on changes by itself."""
        kept = downloads_of(self.context.page)
        return tuple(kept.of(self.context.page)) if kept is not None else ()

    @checked
    async def upload(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path],
        *,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
    ) -> ActionResult:
        """Give files to a page.

        Args:
            target: a file field (hidden ones too), of its label or what is around
                it, or of what asks for files when it is pressed.
            files: paths inside `upload_folders`; relative ones are looked for in these in order.
                None of them (`[]`) takes back what was chosen in a file field.
            timeout: as for `click`.

        Raises:
            FileMissing: a file is not there; nothing was done.
            PathNotAllowed: outside of the folders, hidden, or not a plain file; nothing was done.
            NotUploadable: the target takes no files, or only one; none was given.
        """
        aimed = resolve(self.context, target)
        several = [files] if isinstance(files, (str, Path)) else list(files)
        return await upload(self.context, aimed, files=several, timeout=timeout)

    @checked
    async def drop(
        self,
        target: Target,
        files: str | Path | Sequence[str | Path] = (),
        *,
        text: str | None = None,
        timeout: Annotated[float, REST_TIMEOUTS] = REST_TIMEOUT,
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
        aimed = resolve(self.context, target)
        several = [files] if isinstance(files, (str, Path)) else list(files)
        return await drop(self.context, aimed, files=several, text=text, timeout=timeout)

    @checked
    async def copy(
        self,
        target: Target | None = None,
    ) -> ActionResult:
        """Copy into the clipboard of a browser without a window, else into one of ours.

        The machine's clipboard is neither read nor written.

        Args:
            target: see `Target`; None: what is selected, or where the caret is.

        Raises:
            NotCopyable: nothing is selected, or it is secret.
        """
        aimed = resolve_or_none(self.context, target)
        return await copy(self.context, aimed)

    @checked
    async def cut(
        self,
        target: Target | None = None,
    ) -> ActionResult:
        """Copy and delete; as `copy`.

        Args:
            target: see `Target`; None: what is selected, or where the caret is.

        Raises:
            NotCopyable: nothing is selected, or it is secret.
        """
        aimed = resolve_or_none(self.context, target)
        return await copy(self.context, aimed, cut=True)

    @checked
    async def paste(
        self,
        target: Target | None = None,
        *,
        text: str | None = None,
    ) -> ActionResult:
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
        aimed = resolve_or_none(self.context, target)
        return await paste(self.context, aimed, text=text)

    async def clipboard(self) -> ClipboardText:
        """What was copied last, by `copy`, or by a page ("Copy link") or keys; and by whom.

        Values of secret fields of this page and of secret parameters in addresses are taken out;
        `paste` gives what was copied as it is.

        Raises:
            InvalidOption: nothing was; the message says why, where it can be known.
        """
        return await clipboard_text(self.context)
