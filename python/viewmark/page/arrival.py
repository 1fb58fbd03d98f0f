"""The current location of a page, which is the result of navigations and waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from viewmark.browser.page_facts import status_text
from viewmark.browser.page_target import PageTarget
from viewmark.elements.words import words
from viewmark.page.changes import Changes, wire_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationResult:
    """The current location of the page."""

    what: str
    url: str
    title: str
    ready_state: str
    status: int | None = None
    """HTTP status of the document; None if there is none."""
    waited_ms: float | None = None
    """For `wait_for`, the time waited in milliseconds."""
    changes: Changes | None = None
    """All lines of the page, if changes are reported (`Page.changes`)."""
    timings: dict[str, float] = field(default_factory=dict, compare=False)
    """Other times in ms: `waiting` until other actions on the page ended, `load`, and `total`."""

    @property
    def state(self) -> str:
        """The load state, with an HTTP status of 400 or above: `complete, HTTP status 404`."""
        return self.ready_state + status_text(self.status)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
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
    """Return the current location of the page, as the result of the action `what`."""
    state = await page.facts()
    return NavigationResult(
        what=what,
        url=page.redactor(state.url),
        title=words(state.title, 200),
        ready_state=state.ready_state,
        status=state.status,
        waited_ms=waited_ms,
    )
