"""A session of one existing page: calls without tabs, origin restrictions or settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewmark.api.page import Page
from viewmark.calls.call import Call, Invocation
from viewmark.calls.session import CallSession


@dataclass(frozen=True, slots=True)
class _Tab:
    """The only tab; access to it is not restricted."""

    page: Page

    @property
    def id(self) -> str:
        """The ID of the tab."""
        return self.page.context.page.session.target_id


class _Guard:
    """Allows navigation to any URL, because restrictions are up to the owner of the page."""

    def check_typed(self, url: str) -> str:
        """Return the URL unchanged."""
        return url


class _Tabs:
    """The interface of tabs, for calls on a single page."""

    running, current_id, guard = False, None, _Guard()

    def check(self, tab: _Tab) -> None:
        """Do nothing: the tab may always be read."""

    def blocked(self) -> list[dict[str, str]]:
        """Return an empty list, because no request is blocked."""
        return []


class PageSession(CallSession):
    """A session for calls on one page."""

    is_model = True
    allow_script = False

    def __init__(self, page: Page) -> None:
        self.page, self.observations = page, {}
        self.tabs: Any = _Tabs()

    def title_of(self, call: Call) -> str:
        """Return the name of the function tool, or else the verb."""
        return str(call.function.get("name") or call.verb)

    async def tab_of(self, call: Invocation) -> Any:
        """Return the only tab; the page's owner decides whether changes are reported."""
        call.changes = self.page.changes
        return _Tab(self.page)
