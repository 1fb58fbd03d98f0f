"""Starts and restarts the browsers of a batch (after many pages, high memory use or a crash)."""

from __future__ import annotations

import asyncio
import contextlib
import os
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.errors import BrowserError, ConnectionLost, ViewmarkError
from viewmark.support import open_browser

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark import Browser, Page
    from viewmark.batch.model import PageView
    from viewmark.batch.options import BatchOptions

_MEMORY_EVERY = 1.0
"""Seconds between two checks of a browser's memory."""
_STARTS = 3
"""Number of consecutive failures to start or reach a browser after which its slot is given up."""
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_LEAVE = (files("viewmark.batch") / "leave.js").read_text("utf-8")
"""Script that prepares a page before its tab shows another page of the same origin."""


def memory_of(group: int) -> int:
    """Return the bytes of private memory used by a process group; 0 if unknown.

    Args:
        group: ID of a process group (Linux).
    """
    total = 0
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_bytes().rpartition(b")")[2].split()
            if int(fields[2]) != group:
                continue
            resident, shared = (entry.parent / "statm").read_bytes().split()[1:3]
        except (OSError, ValueError, IndexError):
            continue  # the process exited in the meantime
        total += (int(resident) - int(shared)) * _PAGE
    return total


class WorkerSlot:
    """A slot for one browser at a time; it counts page views and replaces the browser when needed.

    Args:
        options: options of the batch.
        address: URL of a running browser; None: start one.
        on_recycle: callback for when the browser is restarted.
    """

    def __init__(
        self,
        options: BatchOptions,
        address: str | None = None,
        on_recycle: Callable[[], None] = lambda: None,
    ) -> None:
        self._options, self._address, self._on_recycle = options, address, on_recycle
        self._browser: Browser | None = None
        self._state = asyncio.Condition()
        self._open = 0
        """Number of page views in progress."""
        self._shown = 0
        self._old = False
        self._failures = 0
        self._idle: dict[PageView, list[Page]] = {}
        self._watch: asyncio.Task[None] | None = None

    @property
    def dead(self) -> bool:
        """Whether no browser can be started or reached in this slot."""
        return self._failures >= _STARTS

    async def take(self, view: PageView) -> tuple[Page, Browser]:
        """Return a tab for page views of the given kind, and its browser.

        Raises:
            BrowserError: no browser can be started or reached.
            ViewmarkError: the tab cannot be opened.
        """
        async with self._state:
            while (self._old or self._gone) and self._open:
                await self._state.wait()
            if self._old or self._gone:
                await self._end()
            if self._browser is None:
                await self._start()
            browser = self._browser
            assert browser is not None
            self._open += 1
            self._shown += 1
            if self._address is None and self._shown >= self._options.recycle_after:
                self._old = True
        try:
            return await self._tab(browser, view), browser
        except BaseException:
            await self._leave()
            raise

    async def give_back(self, browser: Browser, page: Page, view: PageView, *, sound: bool) -> None:
        """Return a tab to the slot after a page view.

        Args:
            browser: the browser returned by `take`.
            page: the tab returned by `take`.
            view: the view for which it was used.
            sound: whether the tab is usable for another page.
        """
        # Tabs are reused, because a new tab needs a new window and usually a new process, which
        # takes a tenth of the time of a page view.
        if sound and browser is self._browser and not page.closed:
            self._idle.setdefault(view, []).append(page)
        else:
            with contextlib.suppress(ViewmarkError, asyncio.TimeoutError):
                await asyncio.wait_for(page.close(), 5)
        await self._leave()

    async def _leave(self) -> None:
        async with self._state:
            self._open -= 1
            self._state.notify_all()

    @property
    def _gone(self) -> bool:
        return self._browser is not None and self._browser.closed

    async def _tab(self, browser: Browser, view: PageView) -> Page:
        while tabs := self._idle.get(view):
            page = tabs.pop()
            if page.closed:
                continue
            page.forget_refs()  # so that each page view starts with no refs of an earlier page
            with contextlib.suppress(ViewmarkError):
                await page.evaluate(_LEAVE, world="isolated", timeout=2)
            return page
        page = await browser.page(reused=True)
        try:
            if view.device is not None:
                await page.emulate_device(view.device)
            else:
                await page.set_viewport(
                    width=view.width,
                    height=view.height,
                    device_scale_factor=view.device_scale_factor,
                )
            if view.color_scheme or view.locale:
                await page.emulate(color_scheme=view.color_scheme, locale=view.locale)
        except BaseException:
            with contextlib.suppress(ViewmarkError):
                await page.close()
            raise
        return page

    async def _start(self) -> None:
        try:
            self._browser = await open_browser(self._options.browser_at(self._address))
            if self._address is None:
                self._watch = asyncio.create_task(self._watch_memory(self._browser))
            # Downloads are rejected, because a download is not a page and must not fill the disk.
            await self._browser.refuse_downloads()
        except ViewmarkError as error:
            self._failures += 1
            await self._end()
            raise (
                error if isinstance(error, BrowserError) else ConnectionLost(str(error))
            ) from error
        self._failures = 0

    async def _watch_memory(self, browser: Browser) -> None:
        process = browser.process_id
        limit = self._options.max_memory
        while process is not None and not browser.closed:
            await asyncio.sleep(_MEMORY_EVERY)
            used = await asyncio.to_thread(memory_of, process)
            if used > limit:
                self._old = True
            # page views in the closed browser fail with `connection_lost` and are retried
            if used > 1.5 * limit:
                await browser.close()

    async def _end(self) -> None:
        browser, self._browser = self._browser, None
        self._idle.clear()
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if browser is not None:
            if self._shown:
                self._on_recycle()
            with contextlib.suppress(ViewmarkError):
                await browser.close()
        self._shown, self._old = 0, False

    async def close(self) -> None:
        """Close the browser, or only the batch's tabs if the browser was attached to."""
        self._on_recycle = lambda: None
        await self._end()
