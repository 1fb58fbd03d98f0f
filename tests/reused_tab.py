"""One tab that tests have in turn: a new window and a new renderer cost more than most tests do.

Between two tests of one file the tab keeps its session, and the next test goes to its page in it,
if the test left nothing that a document does not take along: `CLEAN` names what a test may send,
and it may have no handler, no emulation, no dialog and no frame of another site left. In
`IN_PLACE`, after a test that only looked at its page (`LOOKS`), the next is even written into the
document that is there, unless the one before or the next needs a realm of its own (`NEEDS_REALM`).

Otherwise, and after the last test of a file, the tab is emptied and its session ends; whatever a
session sets (emulation, scripts for new documents, domains) ends with it. Further pages of a test
are new tabs. A tab that does not let itself be emptied within `PATIENCE` is closed, and the next
test begins with a new one; so is one with frames of other sites, as a renderer that hangs goes on
for frames that it has no more, and would get those of the next test.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Any

from viewmark.browser.actions.navigation import goto
from viewmark.browser.downloads import Downloads
from viewmark.browser.owner_state import PageState, WorldState
from viewmark.errors import ViewmarkError
from viewmark.secrets.redaction import Redactor

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.cdp.session import Session
    from viewmark.browser.launch.browser import ChromeBrowser
    from viewmark.browser.page_target import PageTarget

PATIENCE = 3.0
"""Seconds for a tab to become empty; what is busy, shows a dialog or is gone does not answer."""
CLOSE_PATIENCE = 10.0
"""Seconds for a tab to be gone."""
MOST = 40
"""Tests after which a tab is not used again, so that nothing piles up in its renderer."""
BLANK = "/reused_tab/empty.html"
"""Of the same site as the pages of tests, so that the renderer stays."""
SIZE = 1280, 720
"""CSS px of a new tab."""
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
        "Page.addScriptToEvaluateOnNewDocument",  # ours, which `PageTarget` gives a tab once
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
"""What changes neither the session nor the page."""
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
    "Page.setInterceptFileChooserDialog",  # an action ends what it began of this
    "Runtime.evaluate",
}
"""What changes nothing but the page, which ends with its document."""
IN_PLACE = ("browser/capture", "browser/discovery", "js", "page")
"""Folders of which many tests look at a page and are done with it."""
NEEDS_REALM = re.compile(
    r"customElements|attachInternals|set(?:Interval|Timeout)|requestAnimationFrame|Observer|"
    r"<i?frame|<object|http-equiv|history\.|location|prototype|"
    r"<script[^>]*>[^<]*(?<!\()\b(?:const|let|class)\s",
    re.IGNORECASE,
)
"""What a document that is written anew does not get rid of, or does not do again."""
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
        """The tab at that address; a new one if it is in use, closed or worn.

        Args:
            url: the address.
            written: what the document there holds, if it may be written in place of the one before.

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
        """Leave the tab of a test that is over to the next one.

        Args:
            page: the tab.
            site: the server of the test.
            keep: whether the next test may have it with its session, if this one left nothing.
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
            if not (method == "Runtime.evaluate" and is_look):  # those of discovery
                self._sent.add(method)
            return await type(session).send(session, method, params, **options)

        session.send = noted  # type: ignore[method-assign]

    def _left_nothing(self, page: PageTarget) -> bool:
        """Whether a test did nothing that outlives its document; what it noted is forgotten."""
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
        """Whether the kept tab has that page now; it is closed if not."""

        async def show() -> None:
            session = page.session
            if written is not None:
                frame = {"frameId": page.main_frame.id}
                # The next document would stand where this one is scrolled to.
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
        """Whether the tab shows and remembers nothing now, and has no session of the test."""

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
    """Close a tab, or go on without it: one that hangs may hold up the tests after it no more."""
    with contextlib.suppress(ViewmarkError, TimeoutError, asyncio.TimeoutError):
        await asyncio.wait_for(page.close(), CLOSE_PATIENCE)


async def _fix_size(session: Session) -> None:
    """Keep the size of a new tab.

    Where no window is seen, a tab has the size of its whole window until a session of it ends;
    then it has what bars that nobody sees leave of it.
    """
    tab = {"targetId": session.target_id}
    window = await session.root.send("Browser.getWindowForTarget", tab)
    size = {"windowId": window["windowId"], "width": SIZE[0], "height": SIZE[1]}
    await session.root.send("Browser.setContentsSize", size)
