"""The browser behind the server: started when it is first needed, and again after it died.

Every tab that is used has its memory here: refs and looks, what it said and fetched, what was done.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewmark.browser.secret_names import learn_names
from viewmark.browser.telemetry import Telemetry
from viewmark.errors import TabNotFound, ViewmarkError
from viewmark.library import Browser, Page, attach, launch
from viewmark.redaction import Redactor
from viewmark.tools.recording import STEP_LIMIT, Step

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.chrome import Tab
    from viewmark.mcp.settings import Settings

__all__ = ["OpenTab", "Tabs"]


@dataclass(slots=True)
class OpenTab:
    """One tab in use."""

    id: str
    page: Page
    telemetry: Telemetry
    steps: list[Step] = field(default_factory=list)
    start_url: str = field(default="", repr=False)
    """Where it was when recording began."""

    def record(self, step: Step) -> None:
        """Remember an action; the oldest goes."""
        self.steps.append(step)
        del self.steps[:-STEP_LIMIT]


class Tabs:
    """The tabs of one browser."""

    def __init__(
        self,
        settings: Settings,
        *,
        on_open: Callable[[OpenTab], Awaitable[None]] | None = None,
        redactor: Redactor | None = None,
    ) -> None:
        self._settings = settings
        self._on_open = on_open
        self._browser: Browser | None = None
        self._open: dict[str, OpenTab] = {}
        self._current: str | None = None
        self._keeper: Page | None = None  # the tab whose refs are saved
        self._starting = asyncio.Lock()
        self.redactor = redactor or Redactor()
        """Names of secret fields that were seen on any tab."""
        self._mask: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        """Whether there is a browser now."""
        return self._browser is not None and not self._browser.closed

    @property
    def current_id(self) -> str | None:
        """The tab that calls without `tab_id` mean."""
        return self._current

    async def browser(self) -> Browser:
        """The browser; started if there is none, or none any more."""
        async with self._starting:
            if self._browser is not None and self._browser.closed:
                await self._end()
            if self._browser is None:
                settings = self._settings
                if settings.attach:
                    self._browser = await attach(settings.attach)
                else:
                    self._browser = await launch(
                        headless=not settings.headed, viewport=settings.viewport
                    )
            return self._browser

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of what is covered in every picture of every tab."""
        return self._mask

    @mask.setter
    def mask(self, selectors: tuple[str, ...]) -> None:
        self._mask = selectors
        for tab in self._open.values():
            tab.page.browser_page.mask = selectors

    async def learn(self, tab_id: str | None) -> None:
        """Note the names of secret fields on a tab that is in use, if there is one."""
        tab = self._open.get(tab_id or self._current or "")
        if tab is not None and self.running:
            await learn_names(tab.page.browser_page)

    async def listed(self) -> list[Tab]:
        """The tabs that are open."""
        return await (await self.browser()).tabs()

    async def tab(self, tab_id: str | None = None) -> OpenTab:
        """The tab with that id, or the current one; a first tab is opened if there is none.

        Raises:
            TabNotFound: no such tab; the message lists those that are open.
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
        if tab_id is None and (not tabs or not self._settings.attach):
            return await self.new()
        return await self._use(await browser.page(tab_id=tab_id or tabs[0].id))

    async def new(self, url: str | None = None, *, timeout: float = 30.0) -> OpenTab:
        """Open a tab, make it the current one, and go there within `timeout` seconds."""
        browser = await self.browser()
        tab = await self._use(await browser.page())
        if url is not None:
            await tab.page.goto(url, timeout=timeout)
        return tab

    async def switch(self, tab_id: str) -> OpenTab:
        """Make a tab the current one and show it."""
        tab = await self.tab(tab_id)
        self._current = tab.id
        await tab.page.browser_page.bring_to_front()
        return tab

    async def close_tab(self, tab_id: str | None) -> str:
        """Close a tab; the id of the one that was closed."""
        tab = await self.tab(tab_id)
        await tab.page.close()
        self._open.pop(tab.id, None)
        if self._current == tab.id:
            self._current = next(reversed(self._open), None)
        return tab.id

    async def _use(self, page: Page) -> OpenTab:
        tab_id = page.browser_page.session.target_id
        telemetry = Telemetry()
        tab = OpenTab(id=tab_id, page=page, telemetry=telemetry, start_url=page.url)
        self._open[tab_id] = tab
        self._current = tab_id
        page.browser_page.redactor, page.browser_page.mask = self.redactor, self._mask
        await telemetry.start(page.browser_page.session)
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
            self._keeper.save_refs(self._settings.state)
        self._keeper = None
        browser, self._browser = self._browser, None
        self._open.clear()
        self._current = None
        if browser is not None:
            with contextlib.suppress(ViewmarkError):
                await browser.close()

    async def close(self) -> None:
        """End the browser if we started it."""
        async with self._starting:
            await self._end()
