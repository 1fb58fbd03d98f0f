"""A browser and its pages, as the library gives them; `viewmark.session.opening` opens one."""

from __future__ import annotations

from typing import TypeAlias

from viewmark.api.drawing import DrawingSession
from viewmark.api.page import Page
from viewmark.background import quietly
from viewmark.browser.launch import browser as chrome
from viewmark.browser.launch.browser import Tab
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.guard import install_guard
from viewmark.page.emulate import inherit_emulation
from viewmark.unknown_options import checked, suggests_names

__all__ = ["Browser", "DrawingSession", "Launcher", "Page", "Tab", "wrapped"]


@suggests_names
class Browser:
    """A running browser; made by `launch` or `attach`."""

    def __init__(self, browser: chrome.ChromeBrowser) -> None:
        self.chrome = browser
        """The browser of the browser half."""
        browser.on_page = self._prepare
        self._pages: dict[PageTarget, Page] = {}

    def _wrap(self, page: PageTarget) -> Page:
        self._pages = {p: ours for p, ours in self._pages.items() if not p.closed}
        return self._pages.setdefault(page, Page(page))

    async def _prepare(self, page: PageTarget) -> None:
        await install_guard(page)  # draw mode may begin on any of its pages
        if (opener := self.chrome.opener_of(page)) is not None:
            await inherit_emulation(page, opener)

    @checked
    async def page(
        self, url: str | None = None, *, tab_id: str | None = None, reused: bool = False
    ) -> Page:
        """A new tab, or the one with that id; waits until `url` is loaded.

        A tab that another page opened has the emulation and the viewport that this one was given;
        what it asked its server for before it was entered went without. A new tab begins afresh.

        Args:
            url: where to go; a blank tab if omitted.
            tab_id: an open tab (see `tabs`) instead of a new one.
            reused: it is for one page after another, none of which may spoil the next: no service
                worker answers it, since those of an origin are shared. It is taken to be drawn
                though other tabs are in front, as headless browsers do.

        Raises:
            TabNotFound: no such tab.
            NavigationFailed: the address cannot be opened.
            OriginNotAllowed: `launch(origins=...)` confines the browser, and the address or what it
                leads to is outside.
        """
        if not reused:
            return self._wrap(await self.chrome.page(url, tab_id=tab_id))
        page = self._wrap(await self.chrome.page(tab_id=tab_id))
        try:
            await page.context.prepare_for_many()
            if url is not None:
                await page.goto(url)
        except BaseException:
            await quietly(page.close())
            raise
        return page

    async def pages(self) -> list[Page]:
        """All tabs that answer."""
        return [self._wrap(page) for page in await self.chrome.pages()]

    async def tabs(self) -> list[Tab]:
        """The tabs that are open, without touching them."""
        return await self.chrome.tabs()

    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
        return self.chrome.closed

    @property
    def endpoint(self) -> str | None:
        """Websocket address by which others can join, if `launch` was given a `debugging_port`."""
        process = self.chrome.process
        return None if process is None else process.endpoint

    @property
    def process_id(self) -> int | None:
        """The browser's process, if `launch` started it."""
        process = self.chrome.process
        return None if process is None else process.pid

    async def refuse_downloads(self) -> None:
        """Keep no file from now on: the browser cancels every download that an action begins."""
        await self.chrome.downloads.refuse()

    async def close(self) -> None:
        """End the browser if we started it, else close only the tabs that we opened."""
        await self.chrome.close()


Launcher: TypeAlias = chrome.Launcher[Browser]


def wrapped(found: chrome.Launcher[chrome.ChromeBrowser]) -> Launcher:
    """A launcher of the browser half as one of the library."""

    async def open_() -> Browser:
        return Browser(await found)

    return chrome.Launcher(open_)
