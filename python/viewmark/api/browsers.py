"""The public browser and its pages; `viewmark.session.opening` opens browsers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias

from viewmark.api.contexts import BrowserContext, ContextOptions, log_in, prepare_tab
from viewmark.api.drawing import DrawingSession
from viewmark.api.page import Page
from viewmark.background import quietly
from viewmark.browser.launch import browser as chrome
from viewmark.browser.launch.browser import Tab
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.guard import install_guard
from viewmark.page.emulate import inherit_emulation
from viewmark.unknown_options import suggests_names, takes

__all__ = [
    "Browser",
    "BrowserContext",
    "ContextOptions",
    "DrawingSession",
    "Launcher",
    "Page",
    "Tab",
    "wrapped",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NewContext(ContextOptions):
    proxy: str | None = None


@suggests_names
class Browser(BrowserContext):
    """A running browser; returned by `launch` or `attach`."""

    def __init__(
        self, browser: chrome.ChromeBrowser, options: ContextOptions | None = None
    ) -> None:
        super().__init__(browser, options)
        browser.on_page = self._prepare
        self._contexts: dict[str, BrowserContext] = {}

    async def _prepare(self, page: PageTarget) -> None:
        await install_guard(page)  # prepared now, because draw mode may start on any page
        own = self._contexts.get(str(page.session.target.get("browserContextId")), self)
        await prepare_tab(page, own.options)
        if (opener := self.chrome.opener_of(page)) is not None:
            await inherit_emulation(page, opener)

    @takes(_NewContext)
    async def context(self, options: _NewContext) -> BrowserContext:  # noqa: D417
        """Create a context: tabs with their own cookies, storage and permissions.

        Tabs of the browser itself share the default context. A context ends with `close`, or with
        the browser.

        Args:
            storage_state: as for `viewmark.launch`, like all other options of the context's
                tabs.
            proxy: proxy server of the context; if omitted, the browser's proxy is used.

        Raises:
            StateInvalid: `storage_state` is a file in another format.
            InvalidOption: an option is invalid.
        """
        options.check()
        context_id = await self.chrome.new_context(proxy=options.proxy)
        shared = {each.name: getattr(options, each.name) for each in fields(ContextOptions)}
        made = BrowserContext(self.chrome, ContextOptions(**shared), context_id=context_id)
        self._contexts[context_id] = made
        try:
            await log_in(made)
        except BaseException:
            await quietly(made.close())
            raise
        return made

    @property
    def endpoint(self) -> str | None:
        """WebSocket URL for other clients, if `launch` was given a `debugging_port`."""
        process = self.chrome.process
        return None if process is None else process.endpoint

    @property
    def process_id(self) -> int | None:
        """Process ID of the browser, if `launch` started it."""
        process = self.chrome.process
        return None if process is None else process.pid

    async def refuse_downloads(self) -> None:
        """Cancel every download that an action starts from now on."""
        await self.chrome.downloads.refuse()

    async def close(self) -> None:
        """Close the browser if viewmark started it, else only the tabs that viewmark opened."""
        await self.chrome.close()


Launcher: TypeAlias = chrome.Launcher[Browser]


def wrapped(
    found: chrome.Launcher[chrome.ChromeBrowser], options: ContextOptions | None = None
) -> Launcher:
    """Convert a launcher of the browser layer to one that opens a public `Browser`."""

    async def open_() -> Browser:
        browser = Browser(await found, options)
        try:
            await log_in(browser)
        except BaseException:
            await quietly(browser.close())
            raise
        return browser

    return chrome.Launcher(open_)
