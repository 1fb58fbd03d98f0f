"""One tab that tests have in turn: a new window and a new renderer cost more than most tests do.

A test that asks for a page gets this tab, emptied, with a session of its own; whatever a session
sets (emulation, scripts for new documents, domains) ends with it. Further pages of the test are
new tabs. A tab that does not let itself be emptied within `PATIENCE` is closed, and the next test
begins with a new one; so is one with frames of other sites, as a renderer that hangs goes on for
frames that it has no more, and would get those of the next test.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from viewmark.browser.actions.navigation import goto
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.cdp.session import Session
    from viewmark.browser.launch.browser import ChromeBrowser
    from viewmark.browser.page_target import PageTarget

PATIENCE = 3.0
"""Seconds for a tab to become empty; what is busy, shows a dialog or is gone does not answer."""
MOST = 40
"""Tests after which a tab is not used again, so that nothing piles up in its renderer."""
BLANK = "/reused_tab/empty.html"
"""Of the same site as the pages of tests, so that the renderer stays."""
SIZE = 1280, 720
"""CSS px of a new tab."""
_FORGET = "try { sessionStorage.clear(); } catch {} window.name = '';"


class ReusedTab:
    """The tab between two tests."""

    def __init__(self, browser: ChromeBrowser) -> None:
        self._browser = browser
        self._tab_id: str | None = None
        self._times = 0

    async def open(self, url: str) -> PageTarget:
        """The tab at that address; a new one if it is in use, closed or worn.

        Raises:
            NavigationFailed: as `ChromeBrowser.page`.
        """
        tab_id, self._tab_id = self._tab_id, None
        if tab_id is None:
            return await self._browser.page(url)
        page = await self._browser.page(tab_id=tab_id)
        try:
            await goto(page, url)
        except BaseException:
            await page.close()
            raise
        return page

    async def leave(self, page: PageTarget, site: LocalSite) -> None:
        """Empty the tab of a test that is over, for the next one."""
        self._times += 1
        alone = all(frame.session is page.session for frame in page.frames)
        if self._times == MOST or not alone or not await self._emptied(page, site):
            await page.close()
            self._times = 0
        else:
            self._tab_id = page.session.target_id

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


async def _fix_size(session: Session) -> None:
    """Keep the size of a new tab.

    Where no window is seen, a tab has the size of its whole window until a session of it ends;
    then it has what bars that nobody sees leave of it.
    """
    tab = {"targetId": session.target_id}
    window = await session.root.send("Browser.getWindowForTarget", tab)
    size = {"windowId": window["windowId"], "width": SIZE[0], "height": SIZE[1]}
    await session.root.send("Browser.setContentsSize", size)
