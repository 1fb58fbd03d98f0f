"""Watches what an action causes: navigation, new tab, dialog, file chooser, download."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from viewmark.errors import ViewmarkError
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.browser.cdp.events import Subscription
    from viewmark.browser.cdp.session import Session
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget

__all__ = ["ARRIVAL_LIMIT", "SideEffects"]

ARRIVAL_LIMIT = 5.0
"""Seconds that a navigation that an action started may take; then it is told as under way."""

_INTERCEPT = "Page.setInterceptFileChooserDialog"


class SideEffects:
    """Open it before the action; read it after.

    File choosers are kept from opening meanwhile: nobody could answer the browser's own window,
    and a person's browser should not be left with one.
    """

    def __init__(self, page: PageTarget, frames: Sequence[Frame]) -> None:
        self.page = page
        self._sessions: list[Session] = list(
            dict.fromkeys([page.session, *(f.session for f in frames)])
        )
        self._subscriptions: list[Subscription] = []
        self._under_way: set[str] = set()
        self._settled = asyncio.Event()
        self.left = asyncio.Event()
        """The main frame has another document."""
        self.opened: list[str] = []
        """Addresses of tabs and windows that opened."""
        self.download: str | None = None
        """Suggested file name."""
        self.file_chooser: dict[str, Any] | None = None
        """`{multiple}`."""

    @property
    def navigating(self) -> bool:
        """Whether a navigation was asked for that has not ended yet."""
        return bool(self._under_way)

    async def __aenter__(self) -> SideEffects:
        handlers = {
            "Page.frameRequestedNavigation": self._requested,
            "Page.frameStartedNavigating": self._started,
            "Page.frameNavigated": self._navigated,
            "Page.navigatedWithinDocument": self._ended,
            "Page.frameStoppedLoading": self._ended,
            "Page.windowOpen": self._opened,
            "Page.downloadWillBegin": self._downloads,
            "Page.fileChooserOpened": self._chooser,
        }
        for session in self._sessions:
            for event, handler in handlers.items():
                self._subscriptions.append(session.on(event, handler))
        await self._intercept(True)
        return self

    async def __aexit__(self, *_: object) -> None:
        for unsubscribe in self._subscriptions:
            unsubscribe()
        if self.page.dialog is None:
            await self._intercept(False)

    async def arrived(self, limit: float = ARRIVAL_LIMIT) -> bool:
        """Wait until what was under way has ended; False if it has not within `limit` seconds."""
        with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._settled.wait(), limit)
        return not self.navigating

    async def _intercept(self, enabled: bool) -> None:
        answers = await asyncio.gather(
            *(s.send(_INTERCEPT, {"enabled": enabled}, timeout=2) for s in self._sessions),
            return_exceptions=True,
        )
        for answer in answers:
            # Sessions of frames do not know it everywhere; a page that goes needs it no more.
            if isinstance(answer, BaseException) and not isinstance(answer, ViewmarkError):
                raise answer

    def _requested(self, params: dict[str, Any]) -> None:
        if params.get("disposition", "currentTab") == "currentTab":
            self._begin(params)

    def _started(self, params: dict[str, Any]) -> None:
        if "sameDocument" not in str(params.get("navigationType")):
            self._begin(params)

    def _begin(self, params: dict[str, Any]) -> None:
        self._under_way.add(str(params.get("frameId")))
        self._settled.clear()

    def _navigated(self, params: dict[str, Any]) -> None:
        frame = params.get("frame")
        frame = frame if isinstance(frame, dict) else {}
        if not frame.get("parentId"):
            self.left.set()
        self._finish(str(frame.get("id")))

    def _ended(self, params: dict[str, Any]) -> None:
        self._finish(str(params.get("frameId")))

    def _finish(self, frame_id: str) -> None:
        self._under_way.discard(frame_id)
        if not self._under_way:
            self._settled.set()

    def _opened(self, params: dict[str, Any]) -> None:
        self.opened.append(one_line(params.get("url", "")))

    def _downloads(self, params: dict[str, Any]) -> None:
        self.download = one_line(params.get("suggestedFilename", "")) or "download"

    def _chooser(self, params: dict[str, Any]) -> None:
        self.file_chooser = {"multiple": params.get("mode") == "selectMultiple"}
