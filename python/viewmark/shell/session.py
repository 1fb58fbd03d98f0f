"""One session in its background process: its browser, its tabs by number, what was seen last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.comparison.report import marked_picture
from viewmark.errors import ConnectionLost, TabNotFound
from viewmark.files import write_atomic
from viewmark.page.action_lines import action_line, result_lines
from viewmark.page.emulate import devices
from viewmark.page.navigate import NavigationResult, where_now
from viewmark.page.steps import StepCall, check_count, run_steps
from viewmark.session.settings import SessionSettings
from viewmark.session.tabs import Tabs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viewmark.api.browsers import Page
    from viewmark.api.drawing import DrawingSession
    from viewmark.comparison.model import PageComparison
    from viewmark.imaging import Format
    from viewmark.page.changes import ChangeMode
    from viewmark.session.tabs import OpenTab

__all__ = ["ShellSession", "settings_of"]

_OPEN = "viewmark open URL"


def settings_of(options: Mapping[str, Any]) -> SessionSettings:
    """The settings of a session from the options that started it."""
    origins = tuple(options.get("allow_origin") or ())
    return SessionSettings(
        attach=options.get("attach"),
        headed=bool(options.get("headed")),
        debugging_port=options.get("debugging_port"),
        viewport=tuple(options.get("size") or (1280, 720)),
        output=Path(options["output"]),
        origins=origins,
        block_private=bool(options.get("block_private")),
        # Who has a shell reads files anyway; who fenced the browser wants it fenced.
        allow_local=not origins,
        show_secrets=bool(options.get("show_secrets")),
    )


class ShellSession:
    """What the verbs of one session share.

    Args:
        settings: of the browser.
    """

    # Every client reads the table of verbs, without what these import.
    action_line = staticmethod(action_line)
    result_lines = staticmethod(result_lines)
    check_count = staticmethod(check_count)
    run_steps = staticmethod(run_steps)
    step = StepCall

    def __init__(self, settings: SessionSettings) -> None:
        self.tabs = Tabs(settings)
        self.folder = Path.cwd()
        """Where the client of the present call stands."""
        self.observations: dict[str, str] = {}
        """The newest look that was shown, by tab."""
        self.drawings: dict[str, DrawingSession] = {}
        """What was drawn last, by tab."""
        self.changes: ChangeMode = "auto"
        """Whether verbs that act say what changed."""
        self._numbers: dict[str, int] = {}
        self._ran = False

    def number(self, tab_id: str) -> int:
        """The number of a tab: 1 for the first one that was told of, and never used again."""
        return self._numbers.setdefault(tab_id, len(self._numbers) + 1)

    def tab_id(self, text: str) -> str:
        """The tab with that number or id.

        Raises:
            TabNotFound: no tab was told of by that number.
        """
        named = {str(number): tab_id for tab_id, number in self._numbers.items()}
        if text in named or not text.isdecimal():
            return named.get(text, text)
        raise TabNotFound(f"There is no tab {text}.", hint="See: viewmark tabs.")

    async def tab(self) -> OpenTab:
        """The current tab.

        Raises:
            ConnectionLost: the browser has ended.
            TabNotFound: no page was opened, or the tab is closed.
        """
        tabs = self.tabs
        if not tabs.running:
            if self._ran:
                raise ConnectionLost(
                    "The session's browser has ended.", hint=f"Start another one: {_OPEN}."
                )
            raise TabNotFound("No page is open yet.", hint=f"Open one: {_OPEN}.")
        if tabs.current_id is None:
            raise TabNotFound("No tab is open.", hint=f"Open one: {_OPEN}.")
        return self._prepare_tab(await tabs.tab(tabs.current_id))

    async def where(self, page: Page, what: str) -> NavigationResult:
        """Where a page is, as the answer to `what`."""
        return await where_now(page.browser_page, what)

    def devices(self) -> list[str]:
        """Names that `emulate --device` takes."""
        return [each.name for each in devices()]

    async def needs_browser(self) -> None:
        """Raise as `tab` where there is no browser; what tabs there are does not matter."""
        if not self.tabs.running:
            await self.tab()

    async def switch(self, tab_id: str) -> OpenTab:
        """Make a tab the current one."""
        return self._prepare_tab(await self.tabs.switch(tab_id))

    async def new_tab(self) -> OpenTab:
        """Open a tab and make it the current one."""
        return self._prepare_tab(await self.tabs.new())

    async def tab_to_go(self) -> OpenTab:
        """The current tab, or a new one; starts the browser."""
        if self._ran and not self.tabs.running:
            self.observations.clear()
            self.drawings.clear()
        try:
            tab = await self.tabs.tab(self.tabs.current_id if self.tabs.running else None)
        except TabNotFound:  # somebody closed it
            tab = await self.tabs.new()
        self._ran = True
        return self._prepare_tab(tab)

    def _prepare_tab(self, tab: OpenTab) -> OpenTab:
        self.number(tab.id)
        tab.page.changes = self.changes
        # Who has a shell can read any file; hidden ones are not given to pages by mistake.
        tab.page.upload_folders = (self.folder, Path(self.folder.anchor))
        return tab

    async def page(self) -> Page:
        """The page of the current tab; raises as `tab`."""
        tab = await self.tab()
        self.tabs.check(tab)
        return tab.page

    def write(self, name: str, data: bytes) -> bytes | None:
        """Write a file, or hand the bytes to the client for `-`."""
        if name == "-":
            return data
        write_atomic(name, data)
        return None

    def marked(self, comparison: PageComparison, format: Format) -> bytes | None:
        """The later picture with the numbers of the changes; None without a picture."""
        boxes = [each.new_box for each in comparison.changes]
        return marked_picture(comparison.after, boxes, format)

    async def close(self) -> None:
        """End the browser if we started it."""
        for drawing in self.drawings.values():
            await drawing.close()
        await self.tabs.close()
