"""Going places: navigate, back, forward, reload, and tabs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import navigation
from viewmark.browser.navigation import NAVIGATION_TIMEOUT, Until
from viewmark.elements.model import words
from viewmark.errors import (
    InvalidOption,
    NavigationFailed,
    TabNotFound,
)

if TYPE_CHECKING:
    from viewmark.browser.chrome import Browser, Tab
    from viewmark.browser.page import Page

__all__ = [
    "Navigate",
    "Travelled",
    "back",
    "check_time",
    "close_tab",
    "forward",
    "navigate",
    "new_tab",
    "reload",
    "switch_tab",
    "tabs",
    "where_now",
]

CLOSE_LOOKS = 100
TIME_LIMIT = 300.0
"""Seconds that a call may ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigate:
    """Open an address, or load the page again."""

    url: str = ""
    until: Until = "load"
    """`commit`, `dom` or `load`."""
    timeout: float = NAVIGATION_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class Travelled:
    """Where the page is now."""

    what: str
    url: str
    title: str
    ready_state: str
    waited_ms: float | None = None
    """For `wait_for`: how long it took."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        row: dict[str, Any] = {
            "what": self.what,
            "url": self.url,
            "title": self.title,
            "readyState": self.ready_state,
        }
        return row if self.waited_ms is None else row | {"waited_ms": round(self.waited_ms)}


async def where_now(page: Page, what: str, *, waited_ms: float | None = None) -> Travelled:
    """Where the page is, as the answer to `what`."""
    state = await page.state()
    return Travelled(
        what=what,
        url=page.redactor(state.url),
        title=words(state.title, 200),
        ready_state=state.ready_state,
        waited_ms=waited_ms,
    )


async def navigate(page: Page, request: Navigate) -> Travelled:
    """Open an address.

    Raises:
        NavigationFailed: the browser's own reason, a download, or no end in time.
        DialogOpen: the page asks before it is left.
    """
    check_time(request.timeout)
    if not isinstance(request.url, str) or not request.url.strip():
        raise InvalidOption("navigate needs a url.", param="url")
    await navigation.goto(page, request.url, until=request.until, timeout=request.timeout)
    return await where_now(page, "navigate")


async def back(page: Page, request: Navigate) -> Travelled:
    """Go back one entry in the tab's history; raises as `navigate`."""
    return await _history(page, request, -1, "back")


async def forward(page: Page, request: Navigate) -> Travelled:
    """Go forward one entry; raises as `navigate`."""
    return await _history(page, request, 1, "forward")


async def _history(page: Page, request: Navigate, steps: int, what: str) -> Travelled:
    check_time(request.timeout)
    gone = await navigation.go_history(page, steps, until=request.until, timeout=request.timeout)
    if not gone:
        raise NavigationFailed(
            f"There is nothing to go {what} to in this tab's history.",
            hint="Navigate to the address instead.",
        )
    return await where_now(page, what)


async def reload(page: Page, request: Navigate) -> Travelled:
    """Load the page again; raises as `navigate`."""
    check_time(request.timeout)
    await navigation.reload(page, until=request.until, timeout=request.timeout)
    return await where_now(page, "reload")


def check_time(timeout: object) -> None:
    """Refuse an impossible time limit.

    Raises:
        InvalidOption: no number of seconds above 0 and at most `TIME_LIMIT`.
    """
    if (
        isinstance(timeout, bool)
        or not isinstance(timeout, (int, float))
        or not 0 < timeout <= TIME_LIMIT
    ):
        raise InvalidOption(
            f"timeout must be above 0 and at most {TIME_LIMIT:g} s, not {timeout!r:.40}.",
            param="timeout",
        )


# Tabs ------------------------------------------------------------------------------------------


async def tabs(browser: Browser) -> list[Tab]:
    """The tabs that are open."""
    return await browser.tabs()


async def new_tab(browser: Browser, url: str | None = None) -> Page:
    """A new tab, at an address if one is given; raises as `navigate`."""
    return await browser.page(url)


async def switch_tab(browser: Browser, tab_id: str) -> Page:
    """The tab with that id, shown in its window.

    Raises:
        TabNotFound: there is none; the message lists those that are.
    """
    page = await browser.page(tab_id=await _known(browser, tab_id))
    await page.bring_to_front()
    return page


async def close_tab(browser: Browser, tab_id: str) -> None:
    """Close a tab; a page that would ask before it is left is not asked.

    Raises:
        TabNotFound: there is none.
    """
    target = await _known(browser, tab_id)
    await browser.connection.browser.send("Target.closeTarget", {"targetId": target})
    # The browser answers before the tab is gone from its list.
    for _ in range(CLOSE_LOOKS):
        if all(tab.id != target for tab in await browser.tabs()):
            return
        await asyncio.sleep(0.02)


async def _known(browser: Browser, tab_id: object) -> str:
    open_ = await browser.tabs()
    found = next((tab.id for tab in open_ if tab.id == tab_id), None)
    if found is None:
        raise TabNotFound(
            f"There is no tab {tab_id!r:.60}.",
            candidates=[
                {"tab_id": tab.id, "url": words(tab.url, 200), "title": words(tab.title, 100)}
                for tab in open_[:20]
            ],
        )
    return found
