"""Going places: navigate, back, forward, reload, waiting for something, and tabs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from viewmark.browser import navigation, scripts
from viewmark.browser.locate import count
from viewmark.browser.navigation import NAVIGATION_TIMEOUT, Until
from viewmark.elements.model import words
from viewmark.errors import (
    ElementNotFound,
    InvalidOption,
    NavigationFailed,
    PageNavigated,
    TabNotFound,
    WaitTimeout,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.chrome import Browser, Tab
    from viewmark.browser.page import Page

__all__ = [
    "Navigate",
    "Travelled",
    "WaitFor",
    "back",
    "close_tab",
    "forward",
    "navigate",
    "new_tab",
    "reload",
    "switch_tab",
    "tabs",
    "wait_for",
]

POLL = 0.05
"""Seconds between two looks of `wait_for`; one look costs about 1 ms of the page's time."""
WAIT_LIMIT = 300.0

WaitState = Literal["visible", "hidden", "attached", "detached"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigate:
    """Open an address, or load the page again."""

    url: str = ""
    until: Until = "load"
    """`commit`, `dom` or `load`."""
    timeout: float = NAVIGATION_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFor:
    """What to wait for; exactly one of selector, text, url and load."""

    selector: str | None = None
    state: WaitState = "visible"
    """Of the selector: `visible`, `hidden` (or gone), `attached`, `detached`."""
    text: str | None = None
    """Words that the page shows, in any of its frames; case does not matter."""
    url: str | None = None
    """A part of the page's address."""
    load: Literal["dom", "load"] | None = None
    timeout: float = 10.0


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


async def _here(page: Page, what: str, *, waited_ms: float | None = None) -> Travelled:
    state = await page.state()
    return Travelled(
        what=what,
        url=state.url,
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
    _check_time(request.timeout)
    if not isinstance(request.url, str) or not request.url.strip():
        raise InvalidOption("navigate needs a url.", param="url")
    await navigation.goto(page, request.url, until=request.until, timeout=request.timeout)
    return await _here(page, "navigate")


async def back(page: Page, request: Navigate) -> Travelled:
    """Go back one entry in the tab's history; raises as `navigate`."""
    return await _history(page, request, -1, "back")


async def forward(page: Page, request: Navigate) -> Travelled:
    """Go forward one entry; raises as `navigate`."""
    return await _history(page, request, 1, "forward")


async def _history(page: Page, request: Navigate, steps: int, what: str) -> Travelled:
    _check_time(request.timeout)
    gone = await navigation.go_history(page, steps, until=request.until, timeout=request.timeout)
    if not gone:
        raise NavigationFailed(
            f"There is nothing to go {what} to in this tab's history.",
            hint="Navigate to the address instead.",
        )
    return await _here(page, what)


async def reload(page: Page, request: Navigate) -> Travelled:
    """Load the page again; raises as `navigate`."""
    _check_time(request.timeout)
    await navigation.reload(page, until=request.until, timeout=request.timeout)
    return await _here(page, "reload")


async def wait_for(page: Page, request: WaitFor) -> Travelled:
    """Wait until something is so; navigations meanwhile are fine.

    Raises:
        WaitTimeout: it was not so in time; the page is as it is.
        InvalidOption: nothing or several things to wait for.
        InvalidSelector: at once.
    """
    _check_time(request.timeout)
    is_so, told = _condition(page, request)
    loop = asyncio.get_running_loop()
    started = loop.time()
    while True:
        try:
            if await is_so():
                return await _here(page, "wait_for", waited_ms=(loop.time() - started) * 1000)
        except PageNavigated:
            pass  # the new document is asked next
        if loop.time() - started > request.timeout:
            raise WaitTimeout(
                f"{told} did not come true within {request.timeout:g} s.",
                timeout_s=request.timeout,
            )
        await asyncio.sleep(POLL)


def _condition(page: Page, request: WaitFor) -> tuple[Callable[[], Awaitable[bool]], str]:
    given = {
        name: value
        for name in ("selector", "text", "url", "load")
        if (value := getattr(request, name)) is not None
    }
    if len(given) != 1:
        named = " and ".join(given) or "nothing"
        raise InvalidOption(
            f"wait_for needs one of selector, text, url and load, not {named}.",
            param=next(iter(given), "selector"),
        )
    ((name, value),) = given.items()
    if name == "load":
        if value not in ("dom", "load"):
            raise InvalidOption(f"load must be dom or load, not {value!r:.40}.", param="load")
        wanted = {"dom": ("interactive", "complete"), "load": ("complete",)}[value]

        async def loaded() -> bool:
            return (await page.state()).ready_state in wanted

        return loaded, f"The end of loading ({value})"
    if not isinstance(value, str) or not value:
        raise InvalidOption(f"{name} must be a text that is not empty.", param=name)
    if name == "url":

        async def arrived() -> bool:
            return value in (await page.state()).url

        return arrived, f"An address with {words(value, 200)!r}"
    if name == "text":

        async def shown() -> bool:
            for frame in page.frames:
                if await scripts.call(page, frame, "showsText", value):
                    return True
            return False

        return shown, f"The text {words(value, 100)!r}"
    if request.state not in get_args(WaitState):
        raise InvalidOption(
            f"state must be one of {', '.join(get_args(WaitState))}, not {request.state!r:.40}.",
            param="state",
        )

    async def selected() -> bool:
        return await _is_state(page, value, request.state)

    return selected, f"{words(value, 200)!r} {request.state}"


async def _is_state(page: Page, selector: str, state: WaitState) -> bool:
    try:
        total, visible = await count(page, selector)
    except ElementNotFound:
        total = visible = 0  # a frame on the way is not there yet
    return {
        "visible": visible > 0,
        "hidden": visible == 0,
        "attached": total > 0,
        "detached": total == 0,
    }[state]


def _check_time(timeout: object) -> None:
    if (
        isinstance(timeout, bool)
        or not isinstance(timeout, (int, float))
        or not 0 < timeout <= WAIT_LIMIT
    ):
        raise InvalidOption(
            f"timeout must be above 0 and at most {WAIT_LIMIT:g} s, not {timeout!r:.40}.",
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
