"""Watches the effects of an action: navigation, new tab, dialog, file chooser, download."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from viewmark.background import gather_answers, within
from viewmark.browser.cdp.session import Session
from viewmark.browser.downloads import BEGIN_LIMIT, DOWNLOAD_LIMIT, Download, downloads_of
from viewmark.browser.frames.table import Frame
from viewmark.browser.opened_tabs import OpenedTab, opened_by, until_documents
from viewmark.browser.page_target import PageTarget
from viewmark.text import one_line

SENT = 0.05
"""Maximum seconds to wait for a command whose reply a navigation delays."""

_OF_BROWSERS = frozenset(
    [
        "http",
        "https",
        "file",
        "filesystem",
        "data",
        "blob",
        "about",
        "javascript",
        "view-source",
        "chrome",
        "chrome-error",
        "chrome-extension",
        "devtools",
    ]
)
_INTERCEPT = "Page.setInterceptFileChooserDialog"


class SideEffects:
    """Records the effects of an action; open it before the action and read it afterwards.

    Meanwhile, file choosers are prevented from opening: nobody could operate the native window, so
    it would stay open in the user's browser.
    """

    def __init__(self, page: PageTarget, frames: Sequence[Frame]) -> None:
        self.page = page
        self.frames = frames
        self._sessions: list[Session] = list(
            dict.fromkeys([page.session, *(f.session for f in frames)])
        )
        self._subscriptions: list[Callable[[], None]] = []
        self._stack = contextlib.AsyncExitStack()
        self._held_downloads = downloads_of(page)
        self._downloads_before = (
            self._held_downloads.known_ids() if self._held_downloads else frozenset()
        )
        self._under_way: set[str] = set()
        self._requested_frames: set[str] = set()
        self._led_nowhere = False
        """Whether a navigation ended without a document, for example as a download."""
        self._settled = asyncio.Event()
        self.left = asyncio.Event()
        """Event that is set when the main frame has a different document."""
        self.opened: list[str] = []
        """URLs of the tabs and windows that opened."""
        self.download: str | None = None
        """Suggested file name of the download."""
        self.awaits_download = False
        """Whether a download is expected although the browser has not reported one yet."""
        self.file_chooser: dict[str, Any] | None = None
        """The requested file chooser, as `{multiple}`."""
        self.chooser_field: tuple[Session, str, int] | None = None
        """Session, frame ID and CDP backend node ID of the field that requested files."""
        self.outside = ""
        """Scheme of a URL that was passed to an external program, such as `tel`."""
        self.happened = asyncio.Event()
        """Event that is set whenever an effect is recorded; callers clear it before waiting for it.
        """

    @property
    def navigating(self) -> bool:
        """Whether a requested navigation is still in progress."""
        return bool(self._under_way)

    async def __aenter__(self) -> SideEffects:
        handlers = {
            "Page.frameRequestedNavigation": self._note_requested,
            "Page.frameStartedNavigating": self._note_started,
            "Page.frameNavigated": self._note_navigated,
            "Page.navigatedWithinDocument": self._note_ended,
            "Page.frameStoppedLoading": self._note_stopped,
            "Page.windowOpen": self._note_opened,
            "Page.downloadWillBegin": self._downloads,
            "Page.javascriptDialogOpening": lambda _: None,
        }
        for session in self._sessions:
            for event, handler in handlers.items():
                self._subscriptions.append(session.on(event, self._noting(handler)))
            chooser = self._noting(partial(self._chooser, session))
            self._subscriptions.append(session.on("Page.fileChooserOpened", chooser))
        if self._held_downloads is not None:
            await self._stack.enter_async_context(self._held_downloads.hold())
        await self._intercept(True)
        return self

    async def __aexit__(self, *_: object) -> None:
        for unsubscribe in self._subscriptions:
            unsubscribe()
        if self.page.dialog is None:
            # A page that is navigating replies to this command only after the next document is
            # committed.
            await within(SENT if self.navigating else None, self._intercept(False))
        await self._stack.aclose()

    def _noting(self, handler: Callable[[dict[str, Any]], None]) -> Callable[..., None]:
        def note_event(params: dict[str, Any]) -> None:
            handler(params)
            self.happened.set()

        return note_event

    @property
    def has_download(self) -> bool:
        """Whether a download started, in the page or in a tab opened for the download."""
        begun = (
            self._held_downloads.begun(self.page, self._downloads_before)
            if self._held_downloads
            else ()
        )
        return self.download is not None or bool(begun)

    async def finish_downloads(self) -> tuple[Download, ...]:
        """Return the action's downloads once they are complete or the time limit has passed."""
        is_here = self.download or self._led_nowhere or self.awaits_download
        if self._held_downloads is None or not (is_here or self.opened):
            return ()
        # A tab that was opened for a download does not report the download to its opener.
        is_in_tab = not is_here
        unless = until_documents(self.page, self.opened) if is_in_tab else None
        begin_limit = DOWNLOAD_LIMIT if self.awaits_download else BEGIN_LIMIT
        return await self._held_downloads.wait_ended(
            self.page, self._downloads_before, begin_limit=begin_limit, unless=unless
        )

    async def tabs(self) -> tuple[OpenedTab, ...]:
        """Return the tabs and windows that opened and are still open."""
        return await opened_by(self.page, self.opened)

    async def arrived(self, limit: float) -> bool:
        """Wait for pending navigations; return False if one takes longer than `limit` seconds."""
        await within(limit, self._settled.wait())
        return not self.navigating

    async def _intercept(self, enabled: bool) -> None:
        # This command may fail: not every browser supports it in sessions of subframes, and a
        # closed page does not need it.
        await gather_answers(
            *(s.send(_INTERCEPT, {"enabled": enabled}, timeout=2) for s in self._sessions)
        )

    def _note_requested(self, params: dict[str, Any]) -> None:
        scheme = one_line(params.get("url", "")).partition(":")[0].lower()
        if scheme not in _OF_BROWSERS:
            self.outside = scheme[:40]
        if params.get("disposition", "currentTab") == "currentTab":
            self._requested_frames.add(str(params.get("frameId")))
            self._begin(params)

    def _note_started(self, params: dict[str, Any]) -> None:
        self._requested_frames.discard(str(params.get("frameId")))
        if "sameDocument" not in str(params.get("navigationType")):
            self._begin(params)

    def _begin(self, params: dict[str, Any]) -> None:
        self._under_way.add(str(params.get("frameId")))
        self._settled.clear()

    def _note_navigated(self, params: dict[str, Any]) -> None:
        frame = params.get("frame")
        frame = frame if isinstance(frame, dict) else {}
        if not frame.get("parentId"):
            self.left.set()
        self._requested_frames.discard(str(frame.get("id")))
        self._finish(str(frame.get("id")))

    def _note_ended(self, params: dict[str, Any]) -> None:
        self._finish(str(params.get("frameId")))

    def _note_stopped(self, params: dict[str, Any]) -> None:
        frame_id = str(params.get("frameId"))
        if frame_id in self._requested_frames:
            return  # the event belongs to an earlier navigation
        if frame_id in self._under_way:
            self._led_nowhere = True
        self._note_ended(params)

    def _finish(self, frame_id: str) -> None:
        self._under_way.discard(frame_id)
        if not self._under_way:
            self._settled.set()

    def _note_opened(self, params: dict[str, Any]) -> None:
        self.opened.append(one_line(params.get("url", "")))

    def _downloads(self, params: dict[str, Any]) -> None:
        self.download = one_line(params.get("suggestedFilename", "")) or "download"

    def _chooser(self, session: Session, params: dict[str, Any]) -> None:
        self.file_chooser = {"multiple": params.get("mode") == "selectMultiple"}
        node = params.get("backendNodeId")
        if isinstance(node, int):
            self.chooser_field = (session, str(params.get("frameId")), node)
