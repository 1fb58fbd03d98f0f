"""Navigation of a page: to an address, back, forward, reload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from viewmark.browser.actions import navigation
from viewmark.browser.actions.navigation import Until
from viewmark.browser.page_facts import status_text
from viewmark.browser.page_lock import GOING, turn
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import NAVIGATION_TIMEOUT, TIMEOUTS
from viewmark.elements.words import words
from viewmark.errors import InvalidOption, NavigationFailed
from viewmark.page.change_report import ActReport
from viewmark.page.changes import Changes, LastReport, wire_of
from viewmark.page.context import PageCalls
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step
from viewmark.stages import record_stages, stage
from viewmark.unknown_options import checked


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationResult:
    """Where the page is now."""

    what: str
    url: str
    title: str
    ready_state: str
    status: int | None = None
    """HTTP status of the document; None where it has none."""
    waited_ms: float | None = None
    """For `wait_for`: how long it took."""
    changes: Changes | None = None
    """The page's lines, where changes are reported (`Page.changes`)."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Of the others, ms: `waiting` for other actions on the page to end, `load`, and `total`."""

    @property
    def state(self) -> str:
        """How far it is loaded, and a status of 400 or more: `complete, HTTP status 404`."""
        return self.ready_state + status_text(self.status)

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        row: dict[str, Any] = {"what": self.what, "url": self.url, "title": self.title}
        row["readyState"] = self.ready_state
        if status_text(self.status):
            row["status"] = self.status
        if self.waited_ms is not None:
            row["waited_ms"] = round(self.waited_ms)
        return row | wire_of(self.changes, self.timings, address=False)


async def where_now(
    page: PageTarget, what: str, *, waited_ms: float | None = None
) -> NavigationResult:
    """Where the page is, as the answer to `what`."""
    state = await page.facts()
    return NavigationResult(
        what=what,
        url=page.redactor(state.url),
        title=words(state.title, 200),
        ready_state=state.ready_state,
        status=state.status,
        waited_ms=waited_ms,
    )


class Traveling(PageCalls):
    """Going to other documents; a part of `Page`."""

    @checked
    async def goto(
        self,
        url: str,
        *,
        until: Until = "load",
        timeout: Annotated[float, TIMEOUTS] = NAVIGATION_TIMEOUT,
    ) -> NavigationResult:
        """Open an address and wait until it is there.

        Args:
            url: an absolute address.
            until: the navigation began (`commit`), the document is read (`dom`), all is loaded.
            timeout: seconds for all of it.

        Raises:
            NavigationFailed: the browser's own reason, a download, or no end in time.
            DialogOpen: a dialog of the page stopped it.
            PageBusy: another action on the page did not end in time.
        """
        TIMEOUTS.check("timeout", timeout)
        if not isinstance(url, str) or not url.strip():
            raise InvalidOption("navigate needs a url.", param="url")
        return await self._go("navigate", navigation.goto, url, until=until, timeout=timeout)

    @checked
    async def reload(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Load the page again; options and errors of `goto`."""
        TIMEOUTS.check("timeout", timeout)
        return await self._go("reload", navigation.reload, until=until, timeout=timeout)

    @checked
    async def back(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Go back in the tab's history; options and errors of `goto`.

        Raises:
            NavigationFailed: there is nothing to go back to.
        """
        TIMEOUTS.check("timeout", timeout)
        return await self._go("back", _go_history, -1, until=until, timeout=timeout)

    @checked
    async def forward(
        self, *, until: Until = "load", timeout: Annotated[float, TIMEOUTS] = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Go forward in the tab's history; as `back`."""
        TIMEOUTS.check("timeout", timeout)
        return await self._go("forward", _go_history, 1, until=until, timeout=timeout)

    async def _go(
        self, what: str, go: Callable[..., Awaitable[object]], *to: object, **limits: object
    ) -> NavigationResult:
        """Leave in one turn, recorded as a step; with the page's lines where it reports."""
        context, page = self.context, self.context.page
        report = await ActReport.of_arrival(context)
        with record_stages(what) as times:
            async with turn(page, what, sends=GOING) as held:
                with stage("load"):
                    await go(page, *to, **limits)
                url = to[0] if to and isinstance(to[0], str) else ""
                Recorder.of(page).add(Step(what=what, url=url))
                arrived = await where_now(page, what)
                arrived = replace(arrived, timings=held.timings() | times.timings())
        if report is None:
            return arrived
        context.last_report = LastReport()
        return replace(arrived, changes=await report.read())


async def _go_history(page: PageTarget, steps: int, *, until: Until, timeout: float) -> None:
    """Go so many entries of the tab's history."""
    if not await navigation.go_history(page, steps, until=until, timeout=timeout):
        way = "back" if steps < 0 else "forward"
        raise NavigationFailed(
            f"There is nothing to go {way} to in this tab's history.",
            hint="Navigate to the address instead.",
        )
