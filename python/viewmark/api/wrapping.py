"""`wrap`: observe and control a page that another library owns.

    async with viewmark.wrap(playwright_page) as page:
        print((await page.observe()).lines())

viewmark always has a CDP session of its own, created through the other library's session or over a
separate connection to the browser. Therefore, neither library sees the other's session.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from viewmark import hosts
from viewmark.api.page import Page
from viewmark.background import quietly
from viewmark.browser.cdp.connection import connect
from viewmark.browser.cdp.foreign import adapt
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, CdpSession
from viewmark.browser.cdp.tunnel import open_tunnel
from viewmark.browser.emulation.metrics import metrics_of
from viewmark.browser.http_headers import check_headers
from viewmark.browser.launch.browser import ChromeBrowser, Launcher
from viewmark.browser.launch.endpoint import resolve
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption, TabNotFound, ViewmarkError
from viewmark.unknown_options import checked

Wrapper: TypeAlias = Launcher[Page]


@checked
def wrap(
    host: object,
    *,
    tab_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Wrapper:
    """Take control of another library's page; to be awaited, or an async context manager.

    Args:
        host: a page or CDPSession of Playwright, a driver of Selenium 4, a session or page of
            browser-use, a tab of nodriver, zendriver or pydoll, a page of pyppeteer, any object
            with `send(method, params)` and `on(event, handler)`, or the address of a browser or
            of one of its tabs (`http://127.0.0.1:9222`, `ws://...`).
        tab_id: CDP target ID, if the address is that of a browser with several tabs.
        headers: headers sent when connecting to an address, such as `Authorization`.
        timeout: seconds to connect, and the default timeout of commands.

    Returns:
        The page. `close()`, or leaving the block, detaches viewmark and keeps the tab open.

    Raises:
        InvalidOption: the host is not supported, or the tab is ambiguous.
        ConnectionFailed: nothing responds at the address.
        TabNotFound: there is no such tab.
    """

    async def open_() -> Page:
        route = hosts.find(host)
        if isinstance(route, hosts.AddressRoute):
            given = {**route.headers, **(headers or {})}
            return await _by_address(route, tab_id, given, timeout)
        for name, value in (("tab_id", tab_id), ("headers", headers)):
            if value is not None:
                raise InvalidOption(f"{name} goes with an address, not with {route.host}.")
        return await _by_session(route, timeout)

    return Launcher(open_)


async def _by_address(
    route: hosts.AddressRoute, tab_id: str | None, headers: Mapping[str, str], timeout: float
) -> Page:
    """Connect to the browser directly, without using the owner's library."""
    check_headers(headers)
    endpoint = await resolve(route.url, timeout=timeout, headers=headers)
    wanted = tab_id or (await asyncio.to_thread(route.tab) if callable(route.tab) else route.tab)
    connection = await connect(endpoint.websocket, timeout=timeout, headers=headers)
    try:
        wanted = wanted or endpoint.tab_id or await _only_tab(ChromeBrowser(connection))
        session = await connection.attach(wanted)
        target = await PageTarget.open(session)
    except BaseException:
        await connection.close()
        raise

    async def end() -> None:
        # wait for the reply, because by then the browser has undone all effects of the session
        await quietly(session.detach())
        await connection.close()

    return _wrap_foreign(target, end)


async def _only_tab(browser: ChromeBrowser) -> str:
    tabs = await browser.tabs()
    if len(tabs) != 1:
        listed = ", ".join(f"{tab.id} ({tab.title[:40]})" for tab in tabs[:10]) or "none"
        raise InvalidOption(
            f"That browser has {len(tabs)} tabs: {listed}.",
            hint="Say which one with tab_id=, or open one with viewmark.attach.",
            param="tab_id",
        )
    return tabs[0].id


async def _by_session(route: hosts.SessionRoute, timeout: float) -> Page:
    """Attach another session to the page through the session of the owner."""
    if route.blocking:
        raise InvalidOption(
            f"{route.host}'s object is of its blocking API.",
            hint="Use viewmark.sync.wrap(...) with it, without await.",
        )
    foreign = route.open()
    if inspect.isawaitable(foreign):
        foreign = await foreign
    try:
        return await over_session(
            foreign, timeout=timeout, on_close=route.on_close, release=_releasing(route, foreign)
        )
    except BaseException:
        await _releasing(route, foreign)()
        raise


def _releasing(route: hosts.SessionRoute, foreign: Any) -> Callable[[], Awaitable[None]]:
    async def release() -> None:
        if route.release is not None:
            # third-party code may fail because the page is gone
            with contextlib.suppress(Exception):
                ended = route.release(foreign)
                if inspect.isawaitable(ended):
                    await ended

    return release


async def over_session(
    foreign: CdpSession,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    on_close: Callable[[Callable[[], None]], None] | None = None,
    release: Callable[[], Awaitable[None]] | None = None,
) -> Page:
    """Return a page that works through an object with `send` and `on`.

    Args:
        foreign: the object.
        timeout: default timeout of commands, in seconds.
        on_close: function that registers a callback for when the owner closes the page.
        release: function that is called when viewmark detaches.
    """
    tunnel = await open_tunnel(foreign, timeout=timeout, on_close=on_close)
    # If the browser refuses a second session, use the owner's session, which may lack frames.
    session = tunnel.browser if tunnel is not None else adapt(foreign, timeout=timeout)
    if on_close is not None and tunnel is None:
        on_close(lambda: session.end(_closed_error))
    target = await PageTarget.open(session)
    page: Page

    async def end() -> None:
        if tunnel is not None:
            await tunnel.close()
        else:
            await quietly(page.reset_emulation())
            session.end(_closed_error)
        if release is not None:
            await release()

    page = _wrap_foreign(target, end)
    return page


def _closed_error(method: str) -> ViewmarkError:
    return TabNotFound(f"The page is closed for viewmark; {method} was not sent.", method=method)


def _wrap_foreign(target: PageTarget, end: Callable[[], Awaitable[None]]) -> Page:
    """Return a page owned by another library; closing it only detaches viewmark."""
    page = Page(target)
    ended = False

    async def release() -> None:
        nonlocal ended
        if not ended:
            ended = True
            if metrics_of(target) is not None:
                await quietly(page.reset_viewport())
            await target.stop()
            await end()

    page._release = release
    return page
