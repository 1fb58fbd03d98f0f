"""A tab on which draw mode is armed: its overlay, its context, its window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from viewmark.browser.discovery.closed_roots import find_hidden_roots
from viewmark.browser.emulation.metrics import visible_part
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.intake import to_record
from viewmark.drawmode.model import place_of
from viewmark.drawmode.overlay import Overlay
from viewmark.drawmode.session import DrawnSession, DrawState, Trigger
from viewmark.drawmode.snapshots import Snapshots
from viewmark.drawmode.tasks import gather_quietly
from viewmark.drawmode.window import MirrorWindow, WindowChoice, is_headless
from viewmark.errors import PageCrashed, ViewmarkError
from viewmark.page.context import PageContext


@dataclass(slots=True)
class ArmedTab:
    """A tab on which draw mode is armed."""

    context: PageContext
    overlay: Overlay
    document: str = ""
    """ID of the tab's current document, which changes with every load."""
    watcher: asyncio.Task[None] | None = None
    window: MirrorWindow | None = None
    """Window that shows the page to the user if its browser has none."""

    @property
    def id(self) -> str:
        """ID of the tab."""
        return self.overlay.id

    @property
    def page(self) -> PageTarget:
        """The page of the tab."""
        return self.overlay.page

    async def show(
        self, session: DrawnSession, snapshots: Snapshots, *, anew: bool = False
    ) -> None:
        """Show the overlay with the session's marks for the current URL.

        Args:
            session: the active session.
            snapshots: storage to which a clean screenshot is added.
            anew: whether the document was restored from the back/forward cache with an outdated
                overlay.
        """
        page = session.page(self.id)
        page.url = self.page.url
        if anew:
            await self.overlay.hide()
        if page.state is DrawState.INACTIVE:
            # Find closed shadow roots over CDP, because page scripts cannot, and pass them to the
            # isolated world.
            await gather_quietly(
                snapshots.store_shot(self.overlay, self.document, veil=False),
                find_hidden_roots(self.page),
            )
        if not session.active:
            return
        here = place_of(self.page.url)
        session.unshelve(here, self.id)
        marks = [to_record(m) for m in session.annotations() if place_of(m.page_url) == here]
        shown = await self.overlay.show(
            {
                **session.facts(),
                "marks": marks,
                "threads": session.thread_records(),
                "prompt": session.prompt,
                "overall": session.overall,
                "visible": None if self.window else visible_part(self.page),
            }
        )
        session.step(self.id, Trigger.ACTIVATE)
        if not shown.early and not shown.already:
            session.warn("page_may_see_keys")
        if session.finished is not None:  # the session ended while the overlay was starting
            await self.overlay.hide()

    async def make_visible(self, choice: WindowChoice, on_close: Callable[[], None]) -> None:
        """Open a window for the page if its browser has none; idempotent.

        Args:
            choice: whether to open a window.
            on_close: callback for when the user closes the window.

        Raises:
            DrawModeNeedsWindow: no window can be opened.
        """
        if self.window is not None and not self.window.closing:
            return
        await self.close_window()
        if choice == "never" or not await is_headless(self.page):
            return
        window = MirrorWindow(self.page, on_close=on_close)
        await window.open(headless=choice == "hidden")
        self.window = window

    async def close_window(self) -> None:
        """Close the window that was opened for the user, if any."""
        if self.window is not None:
            await self.window.close()
            self.window = None

    async def ends(self) -> AsyncIterator[bool]:
        """Yield False for each crash, and finally True when the tab is closed."""
        while True:
            try:
                async with self.page.session.stream("Inspector.targetCrashed") as events:
                    await events.__anext__()
                yield False
            except PageCrashed:
                yield False
            except ViewmarkError:
                yield True
                return
