"""Downloads of a browser: stored in a folder; reported with name, size and path when complete.

The browser writes each file under a neutral name (its GUID). Once complete, the file is renamed to
the name suggested by the page, sanitized; an existing file is never overwritten.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from viewmark.background import TaskSet, quietly, within
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption
from viewmark.private_dir import PrivateDir, temporary_folder
from viewmark.text import one_line

DOWNLOAD_LIMIT = 5.0
"""Maximum seconds that an action waits for a download that it started; after that, the download
continues."""
BEGIN_LIMIT = 1.0
"""Maximum seconds until the browser reports an expected download. A download is expected if the
page announced one, or if a navigation or new tab ended without a document."""
SIZE_LIMIT = 2 << 30
"""Maximum size of a download in bytes; larger ones are cancelled, so that no page can fill the
disk."""
KEPT = 200
"""Maximum number of downloads that are remembered."""

_NAME_LIMIT = 120  # characters, at most 480 bytes of UTF-8
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]')


@dataclass(slots=True, kw_only=True)
class Download:
    """A download, in progress or finished."""

    name: str
    """The file name suggested by the page, sanitized."""
    state: Literal["in_progress", "completed", "cancelled"] = "in_progress"
    size: int = 0
    """Number of bytes received."""
    path: Path | None = None
    """Path of the file; None until the download is complete."""
    guid: str = field(default="", repr=False)
    owner: str = field(default="", repr=False)
    """CDP target ID of the page that started the download; empty if that is not one of our pages.
    """

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        row: dict[str, Any] = {"name": self.name, "state": self.state, "size": self.size}
        return row | {"path": str(self.path)} if self.path is not None else row


class Downloads:
    """All downloads of one browser.

    Args:
        session: the browser's own session.
        folder: folder for the files; None: a private folder that is deleted with the process.
        pages: function that returns the open pages, used to find the owner of a download.
        always: whether we started the browser. In another browser, downloads are redirected to the
            folder only during an action, so that its user's own downloads are not affected.
    """

    def __init__(
        self,
        session: Session,
        *,
        folder: str | Path | None,
        pages: Callable[[], Iterable[PageTarget]],
        always: bool,
    ) -> None:
        self._session, self._pages, self._always = session, pages, always
        self._private: PrivateDir | None = None
        self._folder = Path(folder).absolute() if folder is not None else None
        self._known: dict[str, Download] = {}
        self._changed = asyncio.Event()
        self._holds = 0
        self._behavior: Literal["allowAndName", "deny"] = "allowAndName"
        self._sending = TaskSet()
        self.contexts: list[str] = []
        """CDP IDs of all browser contexts except the default one; each has its own download
        setting.
        """

    async def start(self) -> None:
        """Start to store downloads in the folder, or at least to receive their events.

        Raises:
            InvalidOption: the folder cannot be used.
        """
        self._session.on("Browser.downloadWillBegin", self._begins)
        self._session.on("Browser.downloadProgress", self._progresses)
        if self._folder is None:
            self._private = PrivateDir(temporary_folder())
            self._folder = self._private.folder
        else:
            is_new = not self._folder.exists()
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                # this only checks that the folder can be created; the first download creates it
                # again
                if is_new:
                    self._folder.rmdir()
            except OSError as error:
                raise InvalidOption(
                    f"{self._folder} cannot be the folder of downloads: {error.strerror}.",
                    param="output_dir",
                ) from error
        if self._always:
            await self._send(self._behavior)

    async def refuse(self) -> None:
        """Stop storing files: the browser cancels every download that an action starts."""
        self._behavior = "deny"
        if self._always:
            await self._send(self._behavior)

    def close(self) -> None:
        """Delete the private folder and its content; a folder given by the caller is kept."""
        if self._private is not None:
            self._private.close()

    @property
    def folder(self) -> Path:
        """The folder in which the files are stored."""
        if self._folder is None:
            raise RuntimeError("not started")
        return self._folder

    @contextlib.asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Store downloads of the current action in our folder, whoever started the browser."""
        if self._always:
            # Another client that disconnects from this browser resets our setting with its own. The
            # reply is not awaited, because the browser runs commands in order.
            self._sending.start(self._send(self._behavior))
            await asyncio.sleep(0)  # lets the task run until it has sent the command
            yield
            return
        self._holds += 1
        try:
            if self._holds == 1:
                await self._send(self._behavior)
            yield
        finally:
            self._holds -= 1
            if self._holds == 0:
                await self._send("default")

    async def _send(self, behavior: str) -> None:
        params: dict[str, Any] = {"behavior": behavior, "eventsEnabled": True}
        if behavior == "allowAndName":
            params["downloadPath"] = str(self.folder)
        for each in (None, *self.contexts):
            where = {} if each is None else {"browserContextId": each}
            # the connection may be closed
            setting = self._session.send("Browser.setDownloadBehavior", params | where, timeout=2)
            await quietly(setting)

    async def add_context(self, context_id: str) -> None:
        """Store the downloads of another browser context in the folder too."""
        self.contexts.append(context_id)
        if self._always:
            await self._send(self._behavior)

    def of(self, page: PageTarget) -> list[Download]:
        """Return the downloads of a page, oldest first."""
        return [each for each in self._known.values() if each.owner == page.session.target_id]

    def begun(self, page: PageTarget, since: frozenset[str]) -> list[Download]:
        """Return downloads that a page, its frames or new tabs started after `since`.

        Downloads in tabs that are not our pages are attributed to the acting page. `since` is the
        result of an earlier call of `known_ids`.
        """
        fresh = [each for guid, each in self._known.items() if guid not in since]
        for each in fresh:
            each.owner = each.owner or page.session.target_id
        return [each for each in fresh if each.owner == page.session.target_id]

    def known_ids(self) -> frozenset[str]:
        """Return the IDs of all downloads so far."""
        return frozenset(self._known)

    async def wait_ended(
        self,
        page: PageTarget,
        since: frozenset[str],
        *,
        limit: float = DOWNLOAD_LIMIT,
        begin_limit: float = BEGIN_LIMIT,
        unless: Awaitable[None] | None = None,
    ) -> tuple[Download, ...]:
        """Wait until all downloads that a page started after `since` have ended, or time is up.

        Args:
            page: the page.
            since: the result of an earlier call of `known_ids`.
            limit: maximum seconds to wait.
            begin_limit: seconds within which the first download must start.
            unless: awaitable that completes when it is certain that no download will start; this
                ends the wait.
        """
        loop = asyncio.get_running_loop()
        end, first = loop.time() + limit, loop.time() + min(limit, begin_limit)
        none_will_begin = asyncio.ensure_future(unless) if unless is not None else None
        if none_will_begin is not None:
            none_will_begin.add_done_callback(lambda _: self._changed.set())
        try:
            while True:
                found = self.begun(page, since)
                is_over = found and all(each.state != "in_progress" for each in found)
                left = (end if found else first) - loop.time()
                is_none = not found and none_will_begin is not None and none_will_begin.done()
                if is_over or is_none or left <= 0:
                    return tuple(found)
                self._changed.clear()
                await within(left, self._changed.wait())
        finally:
            if none_will_begin is not None:
                none_will_begin.cancel()
                await asyncio.gather(none_will_begin, return_exceptions=True)

    def _begins(self, params: dict[str, Any]) -> None:
        guid = str(params.get("guid", ""))
        if not guid or os.path.basename(guid) != guid:
            return
        name = _harmless(params.get("suggestedFilename"))
        frame_id = str(params.get("frameId", ""))
        owners = [p.session.target_id for p in self._pages() if p.frames.get(frame_id) is not None]
        self._known[guid] = Download(name=name, guid=guid, owner=owners[0] if owners else "")
        while len(self._known) > KEPT:
            self._known.pop(next(iter(self._known)))
        self._changed.set()

    def _progresses(self, params: dict[str, Any]) -> None:
        found = self._known.get(str(params.get("guid", "")))
        if found is None or found.state != "in_progress":
            return
        found.size = wire.whole(params.get("receivedBytes"))
        state = params.get("state")
        if state == "completed":
            found.path = self._take(found)
            found.state = "completed" if found.path is not None else "cancelled"
        elif state == "canceled":
            found.state = "cancelled"
        elif found.size > SIZE_LIMIT:
            cancelling = {"guid": found.guid}
            cancel = self._session.send("Browser.cancelDownload", cancelling, timeout=5)
            self._sending.start(quietly(cancel))
        self._changed.set()

    def _take(self, download: Download) -> Path | None:
        """Rename a complete file; if the name is taken, add a number."""
        written = self.folder / download.guid
        stem, suffix = os.path.splitext(download.name)
        for number in range(1000):
            target = self.folder / (f"{stem} ({number}){suffix}" if number else download.name)
            try:
                os.link(written, target)  # never overwrites an existing file
            except FileExistsError:
                continue
            except OSError:
                break  # hard links are not supported, or the file is gone
            with contextlib.suppress(OSError):
                target.chmod(0o600)
                written.unlink()
            return target
        return written if written.is_file() else None


def _harmless(suggested: object) -> str:
    """Return a safe file name: no path, no leading dot, no characters special to shells."""
    name = _UNSAFE.sub("_", one_line(suggested, 4 * _NAME_LIMIT) if suggested else "").strip(" .")
    stem, suffix = os.path.splitext(name)
    return (stem[:_NAME_LIMIT] + suffix[:20]) or "download"


def note(page: PageTarget, downloads: Downloads) -> None:
    """Register the downloads of a page's browser, for use by the page's actions."""
    page.state.put(downloads)


@contextlib.asynccontextmanager
async def hold_downloads(page: PageTarget) -> AsyncIterator[None]:
    """Store the page's downloads in our folder inside the block (see `Downloads.hold`)."""
    downloads = downloads_of(page)
    async with downloads.hold() if downloads is not None else contextlib.nullcontext():
        yield


def downloads_of(page: PageTarget) -> Downloads | None:
    """Return the download tracker of the page's browser; None in another client's session."""
    return page.state.get(Downloads)
