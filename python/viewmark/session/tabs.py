"""Starts a session's browser on first use, restarts it after a crash, and tracks its tabs.

For every tab in use, the console, exceptions, requests and actions are recorded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from viewmark.api.browsers import Browser, BrowserContext, Page, Tab
from viewmark.background import quietly
from viewmark.browser.confinement.confinement import Confinement
from viewmark.browser.secret_names import learn_secrets
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.errors import TabNotFound, ViewmarkError
from viewmark.page.records import listening
from viewmark.secrets.redaction import Redactor
from viewmark.session.opening import context_options, open_browser
from viewmark.session.permissions import Permissions
from viewmark.session.settings import SessionSettings

_BLOCKED_SHOWN = 5
_log = logging.getLogger("viewmark.session")


@dataclass(slots=True)
class OpenTab:
    """A tab to which viewmark is attached, and its latest checkpoint."""

    id: str
    page: Page
    checkpoint: Checkpoint | None = None
    """The tab's latest checkpoint, with which its page is compared."""


class Tabs:
    """The open tabs of a session and their browser, which starts on first use."""

    def __init__(
        self,
        settings: SessionSettings,
        *,
        on_open: Callable[[OpenTab], Awaitable[None]] | None = None,
        redactor: Redactor | None = None,
    ) -> None:
        settings.check()
        self.is_shared = False
        """True if several indistinguishable clients may use these tabs."""
        self._settings = settings
        self.guard = Permissions(
            origins=settings.origins,
            allow_local=settings.allow_local,
            block_private=settings.block_private,
        )
        """Decides which URLs the browser may open."""
        self._has_news = False  # True if the browser exited and no response has reported this yet
        self._reported = 0  # number of blocked documents that were already reported
        self._on_open = on_open
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self._open: dict[str, OpenTab] = {}
        self._current: str | None = None
        self._keeper: Page | None = None  # the tab whose refs are saved
        self._starting = asyncio.Lock()
        self.redactor = redactor or Redactor()
        """Redacts secrets by the names of secret fields that were seen on any tab."""
        self._mask: tuple[str, ...] = ()

    @property
    def confinement(self) -> Confinement | None:
        """The rules that limit the URLs of the browser; None without a browser or rules."""
        return None if self._browser is None else self._browser.chrome.confinement

    @property
    def running(self) -> bool:
        """True if a browser is running."""
        return self._browser is not None and not self._browser.closed

    @property
    def current_id(self) -> str | None:
        """ID of the tab used by calls without `tab_id`."""
        return self._current

    async def browser(self) -> BrowserContext:
        """Return the browser, or the session's context in it; start one if none is running."""
        async with self._starting:
            if self._browser is not None and self._browser.closed:
                await self._end()
                self._has_news = True
            if self._context is None:
                self._context = await self._start()
            return self._context

    async def _start(self) -> BrowserContext:
        settings, self._reported = self._settings, 0
        log_in = None if settings.own_context else settings.storage_state
        if self._browser is None:
            options = replace(settings, storage_state=log_in)
            self._browser = await open_browser(options, self.guard)
        browser = self._browser
        if settings.own_context:
            return await browser.context(**context_options(settings))
        if settings.debugging_port is not None:
            _log.warning("every user of this machine can drive the browser: %s", browser.endpoint)
        return browser

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of elements to cover in every screenshot of every tab."""
        return self._mask

    @mask.setter
    def mask(self, selectors: tuple[str, ...]) -> None:
        self._mask = selectors
        for tab in self._open.values():
            tab.page.mask = selectors

    async def learn(self, tab_id: str | None) -> None:
        """Collect the names of secret fields on an open tab, so that their values are redacted."""
        tab = self._open.get(tab_id or self._current or "")
        if tab is not None and self.running:
            await learn_secrets(tab.page.context.page)

    async def list_tabs(self) -> list[Tab]:
        """Return the open tabs that show permitted documents."""
        tabs = await (await self.browser()).tabs()
        return [tab for tab in tabs if self.guard.refusal(tab.url) is None]

    async def tab(self, tab_id: str | None = None) -> OpenTab:
        """Return the tab with that ID, or the current one; open a first tab if there is none.

        Raises:
            TabNotFound: there is no such tab; the message lists the open tabs.
        """
        browser = await self.browser()
        wanted = tab_id or self._current
        known = self._open.get(wanted or "")
        if known is not None and not known.page.closed:
            return known
        if wanted is not None:
            self._open.pop(wanted, None)
        tabs = await browser.tabs()
        if tab_id is not None and all(t.id != tab_id for t in tabs):
            ids = ", ".join(t.id for t in tabs) or "none"
            raise TabNotFound(f"There is no tab {tab_id[:60]!r}; open are {ids}.", param="tab_id")
        if tab_id is None:
            readable = [t for t in tabs if self.guard.refusal(t.url) is None]
            if not readable or not self._settings.attach:
                return await self.new()
            tab_id = readable[0].id
        return await self._use(await browser.page(tab_id=tab_id))

    def take_news(self) -> str | None:
        """Return a note for the next response if the browser was restarted since the last call."""
        found, self._has_news = self._has_news, False
        if not found:
            return None
        how = "joined" if self._settings.attach else "started"
        return (
            f"The browser had ended and was {how} anew: its tabs, numbers and refs of before are "
            "gone, and a new tab shows about:blank."
        )

    def blocked(self) -> list[dict[str, str]]:
        """Return the requests blocked since the last call, with URL and reason; at most five.

        A popup may request its document after the response to the click that opened it. Such a
        request is reported by a later call.
        """
        confinement = self.confinement
        if confinement is None:
            return []
        found = confinement.since(self._reported)
        self._reported = confinement.position
        rows = dict.fromkeys((each.url, each.reason) for each in found)
        return [{"url": url, "reason": reason} for url, reason in [*rows][:_BLOCKED_SHOWN]]

    def check(self, tab: OpenTab) -> None:
        """Raise an error if a tab, or a frame in it, shows a forbidden document.

        The confinement prevents such documents from loading. This check is for documents that were
        loaded before the confinement began (`--attach`).

        Raises:
            OriginNotAllowed: the tab shows such a document, which the message names.
        """
        if self.confinement is not None:
            self.confinement.check(tab.page.browser_page)

    def of_observation(self, frame_id: str) -> str | None:
        """Return the ID of the tab of an observation; None if the observation is not kept."""
        return next((t.id for t in self._open.values() if t.page.context.has_look(frame_id)), None)

    def pictured(self) -> bool:
        """Return True if any tab has a screenshot, from an observation or a response."""
        return any(t.page.context.newest_picture is not None for t in self._open.values())

    async def new(self) -> OpenTab:
        """Open a tab and make it the current one."""
        browser = await self.browser()
        return await self._use(await browser.page())

    async def switch(self, tab_id: str) -> OpenTab:
        """Make a tab the current one and activate it."""
        tab = await self.tab(tab_id)
        self._current = tab.id
        await tab.page.bring_to_front()
        return tab

    async def close_tab(self, tab_id: str | None) -> str:
        """Close a tab; return its ID."""
        tab = await self.tab(tab_id)
        await tab.page.close()
        self._open.pop(tab.id, None)
        if self._current == tab.id:
            self._current = next(reversed(self._open), None)
        return tab.id

    async def _use(self, page: Page) -> OpenTab:
        tab_id = page.browser_page.session.target_id
        tab = OpenTab(id=tab_id, page=page)
        self._open[tab_id] = tab
        self._current = tab_id
        page.browser_page.redactor, page.mask = self.redactor, self._mask
        page.context.is_pictured_elsewhere = self.pictured
        page.context.needs_frame_id = self.is_shared
        page.upload_folders = self._settings.upload_from
        if self._settings.block:
            await page.block_urls(self._settings.block)
        page.context.recorder.restart()
        await listening(page.context)
        if self._on_open is not None:
            await self._on_open(tab)
        state = self._settings.state
        if state is not None and self._keeper is None:
            self._keeper = page
            if state.exists():
                page.load_refs(state)
        return tab

    async def _end(self) -> None:
        if self._settings.state is not None and self._keeper is not None:
            try:
                self._keeper.save_refs(self._settings.state)
            except ViewmarkError as error:  # the browser must be closed even if this fails
                _log.warning("refs were not kept: %s", error)
        self._keeper = None
        browser, self._browser, self._context = self._browser, None, None
        self._open.clear()
        self._current = None
        if browser is not None:
            await quietly(browser.close())

    async def close(self) -> None:
        """Close the browser if viewmark started it."""
        async with self._starting:
            await self._end()
