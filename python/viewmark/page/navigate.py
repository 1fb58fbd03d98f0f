"""Navigates a page: to a URL, back, forward, reload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

from viewmark.browser.actions import navigation
from viewmark.browser.actions.navigation import Until
from viewmark.browser.page_lock import GOING, turn
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import TIMEOUTS
from viewmark.errors import InvalidOption, NavigationFailed
from viewmark.page.arrival import NavigationResult, where_now
from viewmark.page.change_report import ActReport
from viewmark.page.changes import LastReport
from viewmark.page.context import PageCalls
from viewmark.page.expect import Waiting
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step
from viewmark.stages import record_stages, stage
from viewmark.unknown_options import checked


class Traveling(Waiting, PageCalls):
    """Navigation to other documents; a mixin of `Page`."""

    @checked
    async def goto(
        self,
        url: str,
        *,
        until: Until = "load",
        wait: str | float | None = None,
        timeout: Annotated[float, TIMEOUTS] | None = None,
    ) -> NavigationResult:
        """Open a URL and wait until it is loaded.

        Args:
            url: an absolute URL.
            until: the navigation was committed (`commit`), the document is parsed (`dom`), or
                everything is loaded (`load`).
            wait: afterwards wait for a text of the page, or for a number of seconds.
            timeout: seconds for loading, and again for `wait`; 30, unless `launch` or `attach` set
                `navigation_timeout`.

        Raises:
            NavigationFailed: the browser reported an error or a download, or it timed out.
            WaitTimeout: the page is loaded but does not show the text.
            DialogOpen: a dialog of the page blocked the navigation.
            PageBusy: another action on the page did not end in time.
        """
        if not isinstance(url, str) or not url.strip():
            raise InvalidOption("navigate needs a url.", param="url")
        wait = self.context.wait if wait is None else wait
        return await self._go(
            "navigate", navigation.goto, url, until=until, timeout=timeout, wait=wait
        )

    @checked
    async def reload(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] | None = None
    ) -> NavigationResult:
        """Load the page again; options and errors are those of `goto`."""
        return await self._go("reload", navigation.reload, until=until, timeout=timeout)

    @checked
    async def back(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] | None = None
    ) -> NavigationResult:
        """Go back in the tab's history; options and errors are those of `goto`.

        Raises:
            NavigationFailed: there is no earlier history entry.
        """
        return await self._go("back", _go_history, -1, until=until, timeout=timeout)

    @checked
    async def forward(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] | None = None
    ) -> NavigationResult:
        """Go forward in the tab's history; options and errors are those of `back`."""
        return await self._go("forward", _go_history, 1, until=until, timeout=timeout)

    async def _go(
        self,
        what: str,
        go: Callable[..., Awaitable[object]],
        *to: object,
        until: Until = "load",
        timeout: float | None,
        wait: str | float | None = None,
    ) -> NavigationResult:
        """Navigate under the page lock, record a step, and add the page's lines if reports are on.

        The lines are read after all waits, so they include content that was added in the meantime.
        """
        context, page = self.context, self.context.page
        limit = context.navigation_timeout if timeout is None else timeout
        report = await ActReport.of_arrival(context)
        with record_stages(what) as times:
            async with turn(page, what, sends=GOING) as held:
                with stage("load"):
                    await go(page, *to, until=until, timeout=limit)
                url = to[0] if to and isinstance(to[0], str) else ""
                Recorder.of(page).add(Step(what=what, url=url))
                arrived = await where_now(page, what)
                arrived = replace(arrived, timings=held.timings() | times.timings())
        if wait is not None:
            seconds = plain_seconds(wait)
            await (
                self.wait_for(text=str(wait), timeout=limit)
                if seconds is None
                else self.wait_for(seconds=seconds)
            )
            arrived = replace(await where_now(page, what), timings=arrived.timings)
        if report is None:
            return arrived
        context.last_report = LastReport()
        return replace(arrived, changes=await report.read())


async def _go_history(page: PageTarget, steps: int, *, until: Until, timeout: float) -> None:
    """Move through the tab's history by a number of entries; negative numbers go back."""
    if not await navigation.go_history(page, steps, until=until, timeout=timeout):
        way = "back" if steps < 0 else "forward"
        raise NavigationFailed(
            f"There is nothing to go {way} to in this tab's history.",
            hint="Navigate to the address instead.",
        )


def plain_seconds(words: str | float) -> float | None:
    """Return the number of seconds to wait; None if the value is a text to wait for."""
    text = str(words)
    is_number = text.isascii() and text.replace(".", "", 1).isdecimal()
    return float(text) if is_number else None
