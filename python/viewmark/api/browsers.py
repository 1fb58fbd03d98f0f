"""Opens browsers: `launch` starts one, `attach` joins one that runs.

    async with viewmark.launch() as browser:
        page = await browser.page("https://example.com")
        seen = await page.observe(annotate=True)
        await page.click(1)

The numbers on the picture are what actions take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from viewmark.api.drawing import DrawingSession
from viewmark.api.page import Page
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.browser.launch import browser as chrome
from viewmark.browser.launch.browser import Tab
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import LAUNCH_TIMEOUT
from viewmark.drawmode.guard import install_guard
from viewmark.page.emulate import inherit_emulation
from viewmark.unknown_options import checked

__all__ = ["Browser", "DrawingSession", "Launcher", "Page", "Tab", "attach", "launch"]


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
    async def page(self, url: str | None = None, *, tab_id: str | None = None) -> Page:
        """A new tab, or the one with that id; waits until `url` is loaded.

        A tab that another page opened has the emulation and the viewport that this one was given;
        what it asked its server for before it was entered went without. A new tab begins afresh.

        Args:
            url: where to go; a blank tab if omitted.
            tab_id: an open tab (see `tabs`) instead of a new one.

        Raises:
            TabNotFound: no such tab.
            NavigationFailed: the address cannot be opened.
        """
        return self._wrap(await self.chrome.page(url, tab_id=tab_id))

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

    async def close(self) -> None:
        """End the browser if we started it, else close only the tabs that we opened."""
        await self.chrome.close()


Launcher: TypeAlias = chrome.Launcher[Browser]


@checked
def launch(
    *,
    headless: bool = True,
    executable: str | None = None,
    viewport: tuple[int, int] | None = (1280, 720),
    device_scale_factor: float | None = None,
    profile: str | None = None,
    sandbox: bool | None = None,
    args: Sequence[str] = (),
    preferences: Mapping[str, Any] | None = None,
    output_dir: str | Path | None = None,
    debugging_port: int | None = None,
    timeout: float = LAUNCH_TIMEOUT,
) -> Launcher:
    """Start Chrome or Chromium.

    Args:
        headless: without a window.
        executable: the program; if omitted `VIEWMARK_BROWSER`, then the usual names and places.
        viewport: CSS px of every page that we open; None: as the window gives.
        device_scale_factor: image px per CSS px of these pages, 0.1 to 10; None: as the platform
            has it.
        profile: a profile to use and keep: a name (`work`), kept in the user's data folder or in
            that of `VIEWMARK_PROFILES`; or a folder (`./profile`). A fresh one, removed at the
            end, if omitted.
        sandbox: None: on, unless we are root.
        args: further flags of Chromium.
        preferences: Chromium's settings in a fresh profile; not for one that is given.
        output_dir: where downloads are kept; a private folder, removed at the end, if omitted.
        debugging_port: a port of the loopback on which other clients can join (`Browser.endpoint`);
            0: any that is free. Every user of the machine can drive the browser over it. None: we
            speak over a pipe that nobody else can reach.
        timeout: seconds until it must be ready.

    Raises:
        BrowserNotFound: there is none; the message says what was looked for.
        BrowserFailed: it does not start; the message carries its last words.
        InvalidOption: an impossible viewport, device_scale_factor or debugging_port.
    """
    found = chrome.launch(
        headless=headless,
        executable=executable,
        viewport=viewport,
        device_scale_factor=device_scale_factor,
        profile=profile,
        preferences=preferences,
        output_dir=output_dir,
        debugging_port=debugging_port,
        sandbox=sandbox,
        args=args,
        timeout=timeout,
    )
    return _ours(found)


@checked
def attach(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    headers: Mapping[str, str] | None = None,
    output_dir: str | Path | None = None,
) -> Launcher:
    """Use a browser that runs already; it is never ended by us.

    Args:
        url: `http://127.0.0.1:9222`, `host:port`, or a websocket address of the browser or a tab.
        output_dir: where downloads that begin during our actions are kept; a private folder,
            removed at the end, if omitted. What that browser downloads otherwise is left alone.
        timeout: seconds for connecting, and the deadline of commands that name none.
        headers: sent when connecting, such as the `Authorization` that a rented browser asks for.

    Raises:
        ConnectionFailed: nobody answers there (at once if the port is closed).
        TabNotFound: the address is that of a tab that is not there.
        InvalidOption: not an address.
    """
    found = chrome.attach(url, timeout=timeout, headers=headers, output_dir=output_dir)
    return _ours(found)


def _ours(found: chrome.Launcher[chrome.ChromeBrowser]) -> Launcher:
    async def open_() -> Browser:
        return Browser(await found)

    return chrome.Launcher(open_)
