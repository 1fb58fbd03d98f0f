"""Contexts of a browser: tabs that share cookies and storage, and their initial settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from viewmark.api.page import Page
from viewmark.background import quietly
from viewmark.browser.emulation.interception import Interception
from viewmark.browser.launch import browser as chrome
from viewmark.browser.launch.browser import Tab
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import NAVIGATION_TIMEOUT, TIMEOUTS
from viewmark.errors import TabNotFound
from viewmark.page.context import PageContext
from viewmark.page.emulate import Emulate, begin_emulation
from viewmark.page.storage import put_state
from viewmark.page.traffic import header_rule
from viewmark.unknown_options import checked, suggests_names


@dataclass(frozen=True, kw_only=True)  # no slots, because the class is used as a mixin
class ContextOptions:
    """Initial settings of the tabs of a context; see `viewmark.launch` for each option."""

    storage_state: str | Path | None = None
    extra_http_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers_origin: str | None = None
    user_agent: str | None = None
    navigation_timeout: Annotated[float, TIMEOUTS] = NAVIGATION_TIMEOUT
    wait: str | float | None = None
    show_secrets: bool = False

    def check(self) -> None:
        """Raise an error for invalid options, before a browser is started.

        Raises:
            InvalidOption: an option is invalid; the message names the valid values.
        """
        TIMEOUTS.check("navigation_timeout", self.navigation_timeout)
        header_rule(self.extra_http_headers, self.headers_origin)


@suggests_names
class BrowserContext:
    """Tabs with their own cookies and storage; created by `Browser.context`."""

    def __init__(
        self,
        browser: chrome.ChromeBrowser,
        options: ContextOptions | None = None,
        *,
        context_id: str | None = None,
    ) -> None:
        self.chrome = browser
        """The browser in the browser layer."""
        self.context_id = context_id
        """CDP ID of the context; None for the default context."""
        self.options = options or ContextOptions()
        """Initial settings of the context's tabs."""
        self._pages: dict[PageTarget, Page] = {}

    def _wrap(self, page: PageTarget) -> Page:
        self._pages = {p: ours for p, ours in self._pages.items() if not p.closed}
        if page not in self._pages:
            self._pages[page] = found = Page(page)
            found.context.navigation_timeout = self.options.navigation_timeout
            found.context.wait = self.options.wait
        return self._pages[page]

    @checked
    async def page(
        self, url: str | None = None, *, tab_id: str | None = None, reused: bool = False
    ) -> Page:
        """Open a new tab, or return the tab with ID `tab_id`; wait until `url` is loaded.

        A new tab starts with the initial settings of the context. A tab opened by a page gets the
        emulation and viewport of that page, but requests sent before viewmark attached lack them.

        Args:
            url: the URL to open; a blank tab if omitted.
            tab_id: ID of an open tab (see `tabs`) to use instead of a new one.
            reused: True if the tab will be used for several unrelated pages in turn. Service
                workers are bypassed, because all pages of an origin share them. The tab is assumed
                to render even if other tabs are active, as in headless browsers.

        Raises:
            TabNotFound: there is no such tab.
            NavigationFailed: the URL cannot be opened.
            WaitTimeout: `wait` was given, and its text did not appear.
            OriginNotAllowed: the URL, or one that it redirects to, is outside the origins to which
                `launch(origins=...)` confines the browser.
        """
        is_named = tab_id is not None and self.context_id is not None
        if is_named and all(tab.id != tab_id for tab in await self.tabs()):
            raise TabNotFound(f"There is no tab {tab_id!r:.60} in this context.")
        page = self._wrap(await self.chrome.page(tab_id=tab_id, context_id=self.context_id))
        try:
            if reused:
                await page.context.prepare_for_many()
            if url is not None:
                await page.goto(url)
        except BaseException:
            if tab_id is None:
                await quietly(page.close())
            raise
        return page

    async def pages(self) -> list[Page]:
        """Return all tabs that respond."""
        return [self._wrap(page) for page in await self.chrome.pages(self.context_id)]

    async def tabs(self) -> list[Tab]:
        """List the open tabs without attaching to them."""
        return await self.chrome.tabs(self.context_id)

    @property
    def closed(self) -> bool:
        """True if the context or the connection is closed."""
        return self.chrome.closed or self.context_id not in (None, *self.chrome.contexts)

    async def close(self) -> None:
        """Close the context's tabs and delete its cookies; can be called again."""
        if self.context_id is not None and not self.closed:
            await self.chrome.end_context(self.context_id)

    async def __aenter__(self) -> BrowserContext:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def log_in(context: BrowserContext) -> None:
    """Apply `storage_state` before the first tab is opened.

    Raises:
        StateInvalid: `storage_state` is a file in another format.
    """
    if context.options.storage_state is not None:
        root, rules = context.chrome.connection.browser, context.chrome.confinement
        await put_state(context.options.storage_state, root, rules, context_id=context.context_id)


async def prepare_tab(page: PageTarget, options: ContextOptions) -> None:
    """Apply the options to a tab before its first navigation."""
    page.show_secrets = options.show_secrets
    if options.user_agent is not None:
        await begin_emulation(PageContext(page), Emulate(user_agent=options.user_agent))
    if options.extra_http_headers:
        rules = Interception.of(page)
        rules.headers = header_rule(options.extra_http_headers, options.headers_origin)
        await rules.apply()
