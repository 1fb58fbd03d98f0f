"""Session of any face, as its calls see it: tabs, observations, drawings, wording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Call, Invocation
from viewmark.defaults import MAX_BASE64
from viewmark.errors import InvalidOption
from viewmark.page.changes import Changes
from viewmark.page.target import Target
from viewmark.session.tabs import OpenTab, Tabs


class CallSession:
    """The part of a session that calls know; MCP and the shell each have one of their own."""

    tabs: Tabs
    is_model = False
    """Whether answers go to a model, which has no terminal."""
    is_server = False
    """Whether answers go to a client of a server: they contain ids of observations, and counts."""
    allow_script = True
    """Whether scripts run in pages."""
    picture_budget: int = MAX_BASE64
    """Base64 characters that one picture may take."""
    token_budget: int | None = None
    """Tokens that it may cost."""
    dialog_hint = ""
    """Advice where an action opened a dialog."""
    no_checkpoint = ""
    """Advice where the tab has no checkpoint."""
    observations: dict[str, str]
    """The newest look or reading that was shown, by tab."""
    settings: Any

    async def tab_of(self, call: Invocation) -> OpenTab:
        """The tab that a call means."""
        raise NotImplementedError

    def title_of(self, call: Call) -> str:
        """How the face calls a call."""
        return call.verb

    def target_of(self, call: Invocation) -> Target | None:
        """The target that the arguments of a call name."""
        found: Target | None = call.args.get("target", call.args.get("source"))
        return found

    def lacks_target(self, call: Invocation) -> InvalidOption:
        """The error for a call without its target."""
        return InvalidOption(f"{call.title} needs a target.", param="target")

    async def answer_dialog(self, call: Invocation, page: Page) -> CallAnswer | None:
        """Answer an open dialog by keys, where the face has that; None if not."""
        return None

    async def check_browser(self) -> None:
        """Refuse calls about tabs where there must be a browser, and is none."""

    async def new_tab(self, call: Invocation) -> OpenTab:
        """Open a tab and make it the current one."""
        raise NotImplementedError

    def tab_id(self, call: Invocation) -> Any:
        """The id of the tab that a call about tabs names."""
        raise NotImplementedError

    def tab_facts(self, tab_id: str) -> dict[str, Any]:
        """How answers name a tab to programs."""
        return {"tab_id": tab_id}

    def file(self, name: str) -> Path:
        """The file that a name means."""
        return Path(name)

    def tab_name(self, tab_id: str) -> str:
        """How answers call a tab."""
        return f"tab_id {tab_id}"

    def tab_line(self, tab: Any, here: str) -> str:
        """Line about a tab that an action opened."""
        return f"{self.tab_name(tab.id)} is new: {tab.url} (this one: {here})"

    def changes_text(self, changes: Changes, *, address: bool) -> str:
        """Changes of a page, in the words of the face."""
        return changes.text(address=address)
