"""Waits for a condition on the page: an element, text, an address, the end of loading."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from viewmark.browser import scripts
from viewmark.browser.discovery.selector_query import count
from viewmark.defaults import TIMEOUTS, WAIT_TIMEOUT
from viewmark.elements.model import words
from viewmark.errors import ElementNotFound, InvalidOption, PageNavigated, WaitTimeout
from viewmark.page.navigate import NavigationResult, check_time, where_now
from viewmark.page.nearest import Nearest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.page_target import PageTarget
    from viewmark.page.context import PageContext

__all__ = ["WaitFor", "wait_for"]

POLL = 0.05
"""Seconds between two looks; one look costs about 1 ms of the page's time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFor:
    """What to wait for; exactly one of selector, text, url, load and seconds."""

    selector: str | None = None
    """An element that can be seen; in or out of the viewport, through frames and shadow roots."""
    text: str | None = field(default=None, repr=False)
    """Words that the page shows, in any of its frames; case does not matter."""
    url: str | None = field(default=None, repr=False)
    """A part of the page's address."""
    load: Literal["dom", "load"] | None = None
    seconds: float | None = None
    """A plain time, whatever the page does; `timeout` does not count."""
    absent: bool = False
    """Wait until it is not so any more."""
    timeout: float = WAIT_TIMEOUT
    """Seconds."""


async def wait_for(context: PageContext, request: WaitFor) -> NavigationResult:
    """Wait until something is so; navigations meanwhile are fine.

    Raises:
        WaitTimeout: it was not so in time; the page is as it is.
        InvalidOption: nothing or several things to wait for.
        InvalidSelector: at once.
    """
    page = context.page
    check_time(request.timeout)
    loop = asyncio.get_running_loop()
    started = loop.time()
    if request.seconds is not None:
        await asyncio.sleep(_plain_time(request))
        return await where_now(page, "wait_for", waited_ms=(loop.time() - started) * 1000)
    is_so, told = _condition(page, request)
    while True:
        try:
            if await is_so() is not request.absent:
                spent = (loop.time() - started) * 1000
                return await where_now(page, "wait_for", waited_ms=spent)
        except PageNavigated:
            pass  # the new document is asked next
        if loop.time() - started > request.timeout:
            there = "still there" if request.absent else "not there"
            nearest = Nearest(request.text or "")
            if request.text and not request.absent:
                await nearest.add(page)
            raise WaitTimeout(
                f"{told} is {there} after {request.timeout:g} s.{nearest.sentence()}",
                timeout_s=request.timeout,
            )
        await asyncio.sleep(POLL)


def _plain_time(request: WaitFor) -> float:
    others = (request.selector, request.text, request.url, request.load)
    if any(each is not None for each in others) or request.absent:
        raise InvalidOption("seconds is a plain time; nothing else can be waited for with it.")
    seconds = request.seconds
    TIMEOUTS.check("seconds", seconds)
    return float(seconds or 0)


def _condition(page: PageTarget, request: WaitFor) -> tuple[Callable[[], Awaitable[bool]], str]:
    given = {
        name: value
        for name in ("selector", "text", "url", "load")
        if (value := getattr(request, name)) is not None
    }
    if len(given) != 1:
        named = " and ".join(given) or "nothing"
        raise InvalidOption(
            f"wait_for needs one of selector, text, url, load and seconds, not {named}.",
            param=next(iter(given), "selector"),
        )
    ((name, value),) = given.items()
    if not isinstance(value, str) or not value.strip():
        raise InvalidOption(f"{name} must be a text that is not empty.", param=name)
    if name == "load" and value not in ("dom", "load"):
        raise InvalidOption(f"load must be dom or load, not {value!r:.40}.", param="load")

    async def loaded() -> bool:
        state = (await page.facts()).ready_state
        return state == "complete" or (value == "dom" and state == "interactive")

    async def arrived() -> bool:
        return value in (await page.facts()).url

    async def shown() -> bool:
        for frame in page.frames:
            if await scripts.call(page, frame, "showsText", value):
                return True
        return False

    async def seen() -> bool:
        try:
            return (await count(page, value))[1] > 0
        except ElementNotFound:
            return False  # a frame on the way is not there yet

    checks = {"selector": seen, "text": shown, "url": arrived, "load": loaded}
    return checks[name], f"The {name} {words(value, 200)!r}"
