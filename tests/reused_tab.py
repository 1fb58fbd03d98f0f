"""Reuses one tab for many tests, because a new window and a new renderer cost more than most tests.

Between two tests of one file the tab keeps its session and navigates to the next page, if the test
left no state that outlives the document: it sent only commands in `CLEAN`, and left no handler,
emulation, dialog or cross-site frame. In the folders of `IN_PLACE`, after a test that only observed
its page (`LOOKS`), the next page is even written into the existing document, unless either of the
two tests needs a new realm (`NEEDS_REALM`).

Otherwise, and after the last test of a file, the tab is emptied and its session detached, which
ends all state of a session (emulation, scripts for new documents, domains). Further pages of a test
are new tabs. A tab that cannot be emptied within `PATIENCE` is closed, and the next test starts
with a new one. So is a tab with cross-site frames, because a hung renderer outlives its frames and
would be used for those of the next test.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

from webserver import LocalSite

from viewmark.browser.actions.navigation import goto
from viewmark.browser.cdp.session import Session
from viewmark.browser.downloads import Downloads
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.browser.owner_state import PageState, WorldState
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError
from viewmark.secrets.redaction import Redactor

PATIENCE = 3.0
"""Seconds for a tab to become empty; a busy or closed tab, or one with a dialog, does not reply."""
CLOSE_PATIENCE = 10.0
"""Seconds for a tab to be closed."""
MOST = 40
"""Tests after which a tab is not reused, so that no state accumulates in its renderer."""
BLANK = "/reused_tab/empty.html"
"""URL of an empty page of the same site as the tests' pages, so that the renderer is kept."""
SIZE = 1280, 720
"""Size of a new tab in CSS px."""
LOOKS = frozenset(
    {
        "Accessibility.getFullAXTree",
        "DOM.describeNode",
        "DOM.discardSearchResults",
        "DOM.enable",
        "DOM.getBoxModel",
        "DOM.getDocument",
        "DOM.getFrameOwner",
        "DOM.performSearch",
        "DOM.resolveNode",
        "DOMDebugger.getEventListeners",
        "DOMSnapshot.captureSnapshot",
        "Page.captureScreenshot",
        "Page.addScriptToEvaluateOnNewDocument",  # for our script, which `PageTarget` adds once
        "Page.createIsolatedWorld",
        "Page.getLayoutMetrics",
        "Page.startScreencast",
        "Page.stopScreencast",
        "Performance.enable",
        "Performance.getMetrics",
        "Runtime.callFunctionOn",
        "Runtime.getProperties",
        "Runtime.releaseObject",
        "Runtime.releaseObjectGroup",
    }
)
"""Commands that change neither the session nor the page."""
CLEAN = LOOKS | {
    "Accessibility.getPartialAXTree",
    "DOM.getContentQuads",
    "DOM.getNodeForLocation",
    "DOM.setFileInputFiles",
    "Input.dispatchKeyEvent",
    "Input.dispatchMouseEvent",
    "Input.insertText",
    "Page.getFrameTree",
    "Page.getNavigationHistory",
    "Page.handleJavaScriptDialog",
    "Page.navigate",
    "Page.navigateToHistoryEntry",
    "Page.reload",
    "Page.setInterceptFileChooserDialog",  # each action that enables it also disables it
    "Runtime.evaluate",
}
"""Commands that change only the page's document."""
IN_PLACE = ("browser/capture", "browser/discovery", "js", "page")
"""Folders with many tests that only observe a page."""
NEEDS_REALM = re.compile(
    r"customElements|attachInternals|set(?:Interval|Timeout)|requestAnimationFrame|Observer|"
    r"<i?frame|<object|http-equiv|history\.|location|prototype|"
    r"<script[^>]*>[^<]*(?<!\()\b(?:const|let|class)\s",
    re.IGNORECASE,
)
"""Content that remains active in a document that is rewritten, or does not run again."""
_FORGET = "try { sessionStorage.clear(); } catch {} window.name = '';"


class ReusedTab:
    """The tab between two tests."""

    def __init__(self, browser: ChromeBrowser) -> None:
        self._browser = browser
        self._tab_id: str | None = None
        self._page: PageTarget | None = None
        self._sent: set[str] = set()
        self._may_write = False
        self._times = 0

    async def open(self, url: str, written: str | None = None) -> PageTarget:
        """Return the tab at that URL; a new one if it is in use, closed or used too often.

        Args:
            url: the URL.
            written: its HTML, if it may be written into the existing document.

        Raises:
            NavigationFailed: as `ChromeBrowser.page`.
        """
        page, self._page = self._page, None
        write = self._may_write and written is not None and page is not None and page.url == url
        self._may_write = written is not None
        if page is not None and await self._shows(page, url, written if write else None):
            self._sent.clear()
            return page
        tab_id, self._tab_id = self._tab_id, None
        if tab_id is None:
            self._times = 0
            page = await self._browser.page(url)
        else:
            page = await self._browser.page(tab_id=tab_id)
            try:
                await goto(page, url)
            except BaseException:
                await close_in_time(page)
                raise
        self._note_commands(page.session)
        return page

    async def leave(self, page: PageTarget, site: LocalSite, *, keep: bool) -> None:
        """Leave the tab of a finished test to the next one.

        Args:
            page: the tab.
            site: the server of the test.
            keep: whether the next test may use its session too, if this test left no state.
        """
        self._times += 1
        alone = all(frame.session is page.session for frame in page.frames)
        keep = keep and 1 < self._times < MOST  # the first time fixes the size of the tab
        if keep and alone and self._left_nothing(page):
            self._page = page
            self._may_write = self._may_write and self._sent <= LOOKS
        elif self._times >= MOST or not alone or not await self._emptied(page, site):
            await close_in_time(page)
        else:
            self._tab_id = page.session.target_id

    def _note_commands(self, session: Session) -> None:
        self._sent = set()

        async def noted(
            method: str, params: dict[str, Any] | None = None, **options: Any
        ) -> dict[str, Any]:
            is_look = {"silent", "document"} & {*(params or {}), (params or {}).get("expression")}
            if not (method == "Runtime.evaluate" and is_look):  # except those of discovery
                self._sent.add(method)
            return await type(session).send(session, method, params, **options)

        session.send = noted  # type: ignore[method-assign]

    def _left_nothing(self, page: PageTarget) -> bool:
        """Return whether a test left no state that outlives its document; clears the records."""
        session = page.session
        events = session._events
        if (
            session.ended
            or {each.method for each in session._pending.values()} - LOOKS
            or page.dialog
            or page.crashed
            or not self._sent <= CLEAN
            or any(events._handlers.values())
            or events.streams
            or page.mask
            or page.show_secrets
            or page.on_join
        ):
            return False
        downloads = page.state.get(Downloads)
        page.state, page.redactor = PageState(), Redactor()
        if downloads is not None:
            page.state.put(downloads)
        for world in page._worlds.values():
            world.state = WorldState()
        return True

    async def _shows(self, page: PageTarget, url: str, written: str | None) -> bool:
        """Return whether the kept tab shows that page now; closes the tab if not."""

        async def show() -> None:
            session = page.session
            if written is not None:
                frame = {"frameId": page.main_frame.id}
                # The next document would keep the scroll offset of this one.
                await session.send("Runtime.evaluate", {"expression": "scrollTo(0, 0)"})
                await session.send("Page.setDocumentContent", {**frame, "html": written})
                return
            await session.send("Runtime.evaluate", {"expression": _FORGET})
            await goto(page, url)
            await session.send("Page.resetNavigationHistory")

        try:
            await asyncio.wait_for(show(), PATIENCE)
        except (ViewmarkError, TimeoutError):
            await close_in_time(page)
            return False
        return True

    async def _emptied(self, page: PageTarget, site: LocalSite) -> bool:
        """Empty the tab and detach the test's session; returns whether that worked."""

        async def empty() -> None:
            session = page.session
            if self._times == 1:
                await _fix_size(session)
            await session.send("Runtime.evaluate", {"expression": _FORGET})
            await goto(page, site.url(BLANK))
            await session.send("Page.resetNavigationHistory")
            answer: Any = await session.send(
                "Runtime.evaluate", {"expression": "location.pathname"}
            )
            assert answer["result"].get("value") == BLANK
            await page.stop()
            await session.detach()

        site.put(BLANK, "<!doctype html>")
        try:
            await asyncio.wait_for(empty(), PATIENCE)
        except (ViewmarkError, AssertionError, TimeoutError):
            return False
        return True


async def close_in_time(page: PageTarget) -> None:
    """Close a tab, or continue after a limit, so that a hung one does not delay later tests."""
    with contextlib.suppress(ViewmarkError, TimeoutError, asyncio.TimeoutError):
        await asyncio.wait_for(page.close(), CLOSE_PATIENCE)


async def _fix_size(session: Session) -> None:
    """Keep the size of a new tab.

    In headless mode, a tab has the size of its window until one of its sessions ends; then it has
    that size without the invisible browser bars.
    """
    tab = {"targetId": session.target_id}
    window = await session.root.send("Browser.getWindowForTarget", tab)
    size = {"windowId": window["windowId"], "width": SIZE[0], "height": SIZE[1]}
    await session.root.send("Browser.setContentsSize", size)
