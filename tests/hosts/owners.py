"""Pages owned by other libraries, each opened with its library, for the checks of `probe.py`.

Runs in environments that contain only viewmark and one library.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

BROWSER = os.environ["VIEWMARK_BROWSER"]
FLAGS = ["--headless=new", "--no-sandbox", "--site-per-process"]


@dataclass
class Owner:
    """A page and its library's operations; `js`, `cdp` and `close` may be coroutines."""

    page: Any
    js: Callable[[str], Any]
    close: Callable[[], Any]
    cdp: Callable[[str, dict[str, Any]], Any] | None = None
    has_size: bool = False
    """Whether the library emulates a viewport size, which a size that we emulate would replace,
    because a page can have only one.
    """


@asynccontextmanager
async def playwright(url: str) -> AsyncIterator[Owner]:
    from playwright.async_api import async_playwright

    async with async_playwright() as library:
        browser = await library.chromium.launch(executable_path=BROWSER, args=FLAGS[2:])
        page = await browser.new_page()
        await page.goto(url)
        session = await page.context.new_cdp_session(page)
        yield Owner(page, page.evaluate, page.close, session.send)
        await browser.close()


@contextmanager
def playwright_sync(url: str) -> Iterator[Owner]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as library:
        browser = library.chromium.launch(executable_path=BROWSER, args=FLAGS[2:])
        page = browser.new_page()
        page.goto(url)
        session = page.context.new_cdp_session(page)
        yield Owner(page, page.evaluate, page.close, session.send)
        browser.close()


@contextmanager
def selenium(url: str) -> Iterator[Owner]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS:
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options)
    driver.get(url)
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")  # closing a tab then does not close the browser
    driver.switch_to.window(first)
    yield Owner(
        driver, lambda text: driver.execute_script(f"return {text}"), driver.close,
        driver.execute_cdp_cmd,
    )  # fmt: skip
    driver.quit()


@asynccontextmanager
async def browser_use(url: str) -> AsyncIterator[Owner]:
    from browser_use import BrowserProfile, BrowserSession

    profile = BrowserProfile(headless=True, executable_path=BROWSER, args=FLAGS[1:])
    session = BrowserSession(browser_profile=profile)
    await session.start()
    await session.navigate_to(url)
    page = await session.get_current_page()
    theirs = await session.get_or_create_cdp_session()

    async def cdp(method: str, params: dict[str, Any]) -> Any:
        return await theirs.cdp_client.send_raw(method, params, theirs.session_id)

    async def js(text: str) -> Any:
        told = await cdp("Runtime.evaluate", {"expression": text, "returnByValue": True})
        return told["result"].get("value")

    async def close() -> None:
        target = {"targetId": theirs.target_id}
        await theirs.cdp_client.send_raw("Target.closeTarget", target)

    assert page is not None
    yield Owner(session, js, close, cdp, has_size=True)
    await session.kill()


@asynccontextmanager
async def nodriver(url: str, name: str = "nodriver") -> AsyncIterator[Owner]:
    import importlib
    import inspect

    library = importlib.import_module(name)
    browser = await library.start(
        headless=True, browser_executable_path=BROWSER, sandbox=False, browser_args=FLAGS[2:]
    )
    tab = await browser.get(url)
    # `get` may return before the page is loaded.
    while await tab.evaluate("document.readyState") != "complete":  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    yield Owner(tab, tab.evaluate, tab.close)
    stopping = browser.stop()
    if inspect.isawaitable(stopping):
        await stopping


@asynccontextmanager
async def zendriver(url: str) -> AsyncIterator[Owner]:
    async with nodriver(url, "zendriver") as owner:
        yield owner


@asynccontextmanager
async def pydoll(url: str) -> AsyncIterator[Owner]:
    from pydoll.browser import Chrome
    from pydoll.browser.options import ChromiumOptions

    options = ChromiumOptions()
    options.binary_location = BROWSER
    for flag in FLAGS:
        options.add_argument(flag)
    async with Chrome(options=options) as browser:
        await browser.start()
        tab = await browser.new_tab()
        await tab.go_to(url)

        async def js(text: str) -> Any:
            told = await tab.execute_script(f"return {text}")
            return told["result"]["result"].get("value")

        yield Owner(tab, js, tab.close)


BLOCKING = {"playwright-sync": playwright_sync, "selenium": selenium}
ASYNC = {
    "playwright": playwright,
    "browser-use": browser_use,
    "nodriver": nodriver,
    "zendriver": zendriver,
    "pydoll": pydoll,
}
