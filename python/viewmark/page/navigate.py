"""Navigation of a page: to an address, back, forward, reload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from viewmark.browser.actions import navigation
from viewmark.browser.actions.navigation import Until
from viewmark.browser.page_facts import status_text
from viewmark.browser.page_lock import GOING, turn
from viewmark.browser.page_target import PageTarget
from viewmark.defaults import TIMEOUTS
from viewmark.elements.words import words
from viewmark.errors import InvalidOption, NavigationFailed
from viewmark.page.changes import Changes, wire_of
from viewmark.page.recorder import Recorder
from viewmark.page.recording import Step
from viewmark.stages import record_stages, stage


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
        row: dict[str, Any] = {
            "what": self.what,
            "url": self.url,
            "title": self.title,
            "readyState": self.ready_state,
        }
        if status_text(self.status):
            row["status"] = self.status
        if self.waited_ms is not None:
            row["waited_ms"] = round(self.waited_ms)
        row |= wire_of(self.changes, address=False)
        if self.timings:
            row["timings"] = {name: round(ms) for name, ms in self.timings.items()}
        return row


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


async def navigate(page: PageTarget, url: str, *, until: Until, timeout: float) -> NavigationResult:
    """Open an address."""
    check_time(timeout)
    if not isinstance(url, str) or not url.strip():
        raise InvalidOption("navigate needs a url.", param="url")
    go = partial(navigation.goto, page, url, until=until, timeout=timeout)
    return await _go(page, "navigate", go, url)


async def go_history(
    page: PageTarget, what: Literal["back", "forward"], *, until: Until, timeout: float
) -> NavigationResult:
    """Go one entry back or forward in the tab's history."""
    check_time(timeout)
    steps = -1 if what == "back" else 1

    async def go() -> None:
        if not await navigation.go_history(page, steps, until=until, timeout=timeout):
            raise NavigationFailed(
                f"There is nothing to go {what} to in this tab's history.",
                hint="Navigate to the address instead.",
            )

    return await _go(page, what, go)


async def reload(page: PageTarget, *, until: Until, timeout: float) -> NavigationResult:
    """Load the page again."""
    check_time(timeout)
    return await _go(page, "reload", partial(navigation.reload, page, until=until, timeout=timeout))


async def _go(
    page: PageTarget, what: str, go: Callable[[], Awaitable[object]], url: str = ""
) -> NavigationResult:
    """Leave in one turn, recorded as a step."""
    with record_stages(what) as times:
        async with turn(page, what, sends=GOING) as held:
            with stage("load"):
                await go()
            Recorder.of(page).add(Step(what=what, url=url))
            arrived = await where_now(page, what)
            return replace(arrived, timings=held.timings() | times.timings())


def check_time(timeout: object) -> None:
    """Refuse an impossible time limit.

    Raises:
        InvalidOption: no number of seconds above 0 and at most `defaults.TIMEOUTS`.
    """
    TIMEOUTS.check("timeout", timeout)
