"""A session in its background process: its browser, its numbered tabs, the last observation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from viewmark.api.drawing import DrawingSession
from viewmark.calls.call import Invocation
from viewmark.calls.session import CallSession
from viewmark.errors import ConnectionLost, TabNotFound
from viewmark.files import write_atomic
from viewmark.page.changes import Changes
from viewmark.session.settings import SessionSettings
from viewmark.session.tabs import OpenTab, Tabs

_OPEN = "viewmark open URL"


def settings_of(options: Mapping[str, Any]) -> SessionSettings:
    """Create the settings of a session from the options with which it was started."""
    given: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in options.items()
    }
    given.pop("idle", None)
    # `file:` URLs are allowed, because a user with a shell can read local files anyway, except if
    # the session is restricted to origins.
    given |= {"output": Path(options["output"]), "allow_local": not options.get("origins")}
    return SessionSettings(**given)


class ShellSession(CallSession):
    """State shared by the verbs of one session.

    Args:
        settings: settings of the session's browser.
    """

    dialog_hint = "answer it: viewmark dialog accept|dismiss"
    no_checkpoint = "Run viewmark checkpoint before the change, or name a saved one."

    def __init__(self, settings: SessionSettings) -> None:
        self.settings = settings
        self.tabs = Tabs(settings)
        self.folder = Path.cwd()
        """Working folder of the client that made the current call."""
        self.observations: dict[str, str] = {}
        """The newest observation that was shown, keyed by tab ID."""
        self.drawings: dict[str, DrawingSession] = {}
        """The latest drawing, keyed by tab ID."""
        self._numbers: dict[str, int] = {}
        self._ran = False

    def number(self, tab_id: str) -> int:
        """Return the number of a tab: 1 for the first tab reported. Numbers are never reused."""
        return self._numbers.setdefault(tab_id, len(self._numbers) + 1)

    def tab_id(self, call: Invocation) -> str:
        """Return the ID of the tab that a call names by number or ID, or of the current tab.

        Raises:
            TabNotFound: no tab with that number was ever reported, or no tab is open.
        """
        text = call.args.get("tab")
        if text is None:
            return self._current_id()
        named = {str(number): tab_id for tab_id, number in self._numbers.items()}
        if text in named or not text.isdecimal():
            return named.get(text, str(text))
        raise TabNotFound(f"There is no tab {text}.", hint="See: viewmark tabs.")

    def _current_id(self) -> str:
        if self.tabs.current_id is None:
            raise TabNotFound("No tab is open.", hint=f"Open one: {_OPEN}.")
        return self.tabs.current_id

    async def tab_of(self, call: Invocation) -> OpenTab:
        """Return the current tab; if there is none, open one for calls that may start a session."""
        return await (self.tab_to_go() if call.call.starts else self.tab())

    def tab_name(self, tab_id: str) -> str:
        """Return the name of a tab, which contains its number."""
        return f"tab {self.number(tab_id)}"

    def tab_facts(self, tab_id: str) -> dict[str, Any]:
        """Return a tab's number and ID, for JSON output."""
        return {"tab": self.number(tab_id), "tab_id": tab_id}

    def tab_line(self, tab: Any, here: str) -> str:
        """Return a line about a tab that an action opened."""
        name = self.tab_name(tab.id)
        return f"{name} is new: viewmark {name}"

    def changes_text(self, changes: Changes, *, address: bool) -> str:
        """Return the changes of a page as text, with the command that shows more of them."""
        words = changes.text(address=address)
        return words.replace("more: snapshot since=", "more: viewmark snapshot --since ")

    async def tab(self) -> OpenTab:
        """Return the current tab.

        Raises:
            ConnectionLost: the browser was closed.
            TabNotFound: no page was opened, or the tab was closed.
        """
        tabs = self.tabs
        if not tabs.running:
            if self._ran:
                raise ConnectionLost(
                    "The session's browser has ended.", hint=f"Start another one: {_OPEN}."
                )
            raise TabNotFound("No page is open yet.", hint=f"Open one: {_OPEN}.")
        return self._prepare_tab(await tabs.tab(self._current_id()))

    async def check_browser(self) -> None:
        """Raise the same errors as `tab` if the browser was closed or never started."""
        if not self.tabs.running:
            await self.tab()

    async def new_tab(self, call: Invocation) -> OpenTab:
        """Open a tab and make it the current one; the first tab starts the browser."""
        tab = await self.tabs.new() if self.tabs.running else await self.tab_to_go()
        tab.page.changes = call.changes
        return self._prepare_tab(tab)

    async def tab_to_go(self) -> OpenTab:
        """Return the current tab or a new one; start the browser if necessary."""
        if self._ran and not self.tabs.running:
            self.observations.clear()
            self.drawings.clear()
        try:
            tab = await self.tabs.tab(self.tabs.current_id if self.tabs.running else None)
        except TabNotFound:  # the tab was closed in the meantime
            tab = await self.tabs.new()
        self._ran = True
        return self._prepare_tab(tab)

    def _prepare_tab(self, tab: OpenTab) -> OpenTab:
        self.number(tab.id)
        # A user with a shell can read any file; hidden files are excluded to prevent mistakes.
        tab.page.upload_folders = (self.folder, Path(self.folder.anchor))
        return tab

    def write(self, name: str, data: bytes) -> bytes | None:
        """Write a file; for `-` return the bytes, which the client then writes."""
        if name == "-":
            return data
        write_atomic(name, data)
        return None

    async def close(self) -> None:
        """Close the drawings and the browser; a browser that was attached to stays open."""
        for drawing in self.drawings.values():
            await drawing.close()
        await self.tabs.close()
