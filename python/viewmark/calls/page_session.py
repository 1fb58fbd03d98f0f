"""A session of one existing page: calls without tabs, a fence or settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.api.page import Page
from viewmark.calls.call import Call, Invocation
from viewmark.calls.session import CallSession


@dataclass(frozen=True, slots=True)
class _Tab:
    """The only tab, which is not fenced."""

    page: Page

    @property
    def id(self) -> str:
        """Its id."""
        return self.page.context.page.session.target_id


class _Guard:
    """Lets a page go anywhere: its owner decides."""

    def check_typed(self, url: str) -> str:
        """The address as it is."""
        return url


class _Tabs:
    """Interface to tabs, for calls where there is only one page."""

    running, current_id, guard = False, None, _Guard()

    def check(self, tab: _Tab) -> None:
        """It may be read."""

    def blocked(self) -> list[dict[str, str]]:
        """Nothing was kept from loading."""
        return []


class PageSession(CallSession):
    """Calls on one page."""

    is_model = True
    allow_script = False

    def __init__(self, page: Page) -> None:
        self.page, self.observations = page, {}
        self.tabs: Any = _Tabs()

    def title_of(self, call: Call) -> str:
        """The function tool, or the verb of a script."""
        return str(call.function.get("name") or call.verb)

    async def tab_of(self, call: Invocation) -> Any:
        """The only tab; its changes are reported as its owner has set it."""
        call.changes = self.page.changes
        return _Tab(self.page)
