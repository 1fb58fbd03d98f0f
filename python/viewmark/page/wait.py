"""Waits for a condition on the page: an element, text, an address, the end of loading."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from viewmark.browser import scripts
from viewmark.browser.discovery.selector_query import count
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import TIMEOUTS
from viewmark.elements.model import words
from viewmark.errors import ElementNotFound, InvalidOption, PageNavigated, WaitTimeout
from viewmark.page.context import PageContext
from viewmark.page.navigate import NavigationResult, check_time, where_now
from viewmark.page.nearest import Nearest

POLL = 0.05
"""Seconds between two looks; one look costs about 1 ms of the page's time."""


async def wait_for(
    context: PageContext,
    conditions: Mapping[str, str | None],
    *,
    seconds: float | None,
    absent: bool,
    timeout: float,
) -> NavigationResult:
    """Wait until one of `selector`, `text`, `url` and `load` is so, or for a plain time."""
    page = context.page
    check_time(timeout)
    requested = {name: value for name, value in conditions.items() if value is not None}
    loop = asyncio.get_running_loop()
    started = loop.time()
    if seconds is not None:
        if requested or absent:
            raise InvalidOption("seconds is a plain time; nothing else can be waited for with it.")
        TIMEOUTS.check("seconds", seconds)
        await asyncio.sleep(seconds)
        return await where_now(page, "wait_for", waited_ms=(loop.time() - started) * 1000)
    is_so, name = _condition(page, requested)
    while True:
        try:
            if await is_so() is not absent:
                spent = (loop.time() - started) * 1000
                return await where_now(page, "wait_for", waited_ms=spent)
        except PageNavigated:
            pass  # the new document is asked next
        if loop.time() - started > timeout:
            there = "still there" if absent else "not there"
            text = requested.get("text", "")
            nearest = Nearest(text)
            if text and not absent:
                await nearest.add(page)
            raise WaitTimeout(
                f"{name} is {there} after {timeout:g} s.{nearest.sentence()}", timeout_s=timeout
            )
        await asyncio.sleep(POLL)


def _condition(
    page: PageTarget, requested: Mapping[str, str]
) -> tuple[Callable[[], Awaitable[bool]], str]:
    """What asks whether it is so, and its name for messages."""
    if len(requested) != 1:
        named = " and ".join(requested) or "nothing"
        raise InvalidOption(
            f"wait_for needs one of selector, text, url, load and seconds, not {named}.",
            param=next(iter(requested), "selector"),
        )
    ((name, value),) = requested.items()
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
