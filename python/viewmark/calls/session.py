"""The interface between calls and a front end's session: tabs, observations, drawings, texts."""

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
    """The part of a session that calls use; MCP, the shell and single pages subclass it."""

    tabs: Tabs
    is_model = False
    """True if results go to a model, which has no terminal."""
    is_server = False
    """True if results go to a client of a server; they then contain observation IDs and counts."""
    allow_script = True
    """True if scripts may run in pages."""
    picture_budget: int = MAX_BASE64
    """Maximum base64 length of one screenshot, in characters."""
    token_budget: int | None = None
    """Maximum tokens of one screenshot; None if unlimited."""
    dialog_hint = ""
    """Hint in the result of an action that opened a dialog."""
    no_checkpoint = ""
    """Hint in the error for a tab that has no checkpoint."""
    observations: dict[str, str]
    """IDs of the newest observation and of the newest text of each kind that each tab has shown."""
    settings: Any

    async def tab_of(self, call: Invocation) -> OpenTab:
        """Return the tab that a call refers to."""
        raise NotImplementedError

    def title_of(self, call: Call) -> str:
        """Return the name of a call in the front end."""
        return call.verb

    def target_of(self, call: Invocation) -> Target | None:
        """Return the target given by the arguments of a call."""
        found: Target | None = call.args.get("target", call.args.get("source"))
        return found

    def lacks_target(self, call: Invocation) -> InvalidOption:
        """Return the error for a call without a target."""
        return InvalidOption(f"{call.title} needs a target.", param="target")

    async def answer_dialog(self, call: Invocation, page: Page) -> CallAnswer | None:
        """Answer an open dialog by keys if the front end supports this; None if it does not."""
        return None

    async def check_browser(self) -> None:
        """Raise an error for calls about tabs if no browser is running but one is required."""

    async def new_tab(self, call: Invocation) -> OpenTab:
        """Open a tab and make it the current one."""
        raise NotImplementedError

    def tab_id(self, call: Invocation) -> Any:
        """Return the ID of the tab that was given to a call about tabs."""
        raise NotImplementedError

    def tab_facts(self, tab_id: str) -> dict[str, Any]:
        """Return the data that identifies a tab in results."""
        return {"tab_id": tab_id}

    def file(self, name: str) -> Path:
        """Return the path for a file name."""
        return Path(name)

    def tab_name(self, tab_id: str) -> str:
        """Return the name of a tab in result texts."""
        return f"tab_id {tab_id}"

    def tab_line(self, tab: Any, here: str) -> str:
        """Return a line about a tab that an action opened."""
        return f"{self.tab_name(tab.id)} is new: {tab.url} (this one: {here})"

    def changes_text(self, changes: Changes, *, address: bool) -> str:
        """Return the changes of a page as text, in the style of the front end."""
        return changes.text(address=address)
