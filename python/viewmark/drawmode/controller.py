"""Controls draw mode on the tabs of one browser: starts and stops it, and receives its input.

Messages from the overlay are stored at once, in order. Everything that needs the page (screenshots,
refs, numbers) follows in separate tasks, so that the page can neither delay nor lose what the user
drew.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from viewmark.background import quietly
from viewmark.defaults import MAX_BASE64
from viewmark.drawmode import intake, messages
from viewmark.drawmode.hit_elements import anchor_marks, inside_frames, link_marks
from viewmark.drawmode.messages import FollowUp, OverlayMessage
from viewmark.drawmode.overlay import Overlay
from viewmark.drawmode.pictures import PictureStore
from viewmark.drawmode.session import DrawnSession, DrawState, SessionStatus, Trigger
from viewmark.drawmode.store import TTL, DrawingStore
from viewmark.drawmode.tabs import ArmedTab
from viewmark.drawmode.tasks import BackgroundTasks, gather_quietly
from viewmark.drawmode.window import WindowChoice
from viewmark.errors import (
    DrawModeActive,
    InvalidOption,
    PageNavigated,
    ViewmarkError,
)
from viewmark.page.context import PageContext
from viewmark.page.locked import hold_page
from viewmark.stages import recording

WINDOW_VARIABLE = "VIEWMARK_DRAW_WINDOW"

_log = logging.getLogger("viewmark.draw")
_REPORT_WITHIN = 1.0
"""Maximum seconds for the overlays to report Done after the controller told them to finish."""
_END_WITHIN = 30.0
"""Maximum seconds to produce the final pictures; each step has its own, shorter limit."""


@dataclass(frozen=True, slots=True)
class DrawModeStarted:
    """The result of `DrawMode.start`."""

    status: str
    """`pending`: the user can draw now; `already_active`: nothing was changed."""
    correlation_id: str
    annotation_count: int
    warnings: tuple[str, ...] = ()


class DrawMode:
    """Draw mode of one page (Python API) or one MCP session: tabs, drawing sessions, pictures.

    Args:
        clock: monotonic clock, in seconds.
        folder: folder for pictures; if omitted, a private temporary folder that is removed at the
            end.
        max_base64: as for `PictureStore`.
        ttl: seconds for which finished sessions are kept.
        window: `auto` opens a window for a page whose browser has none; `never` leaves it to the
            caller to show the page to the user. If omitted, the environment variable
            `VIEWMARK_DRAW_WINDOW` decides, else `auto`.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        folder: Path | None = None,
        max_base64: int = MAX_BASE64,
        ttl: float = TTL,
        window: WindowChoice | None = None,
    ) -> None:
        chosen = window or os.environ.get(WINDOW_VARIABLE) or "auto"
        if chosen not in ("auto", "never", "hidden"):
            raise InvalidOption(f"{WINDOW_VARIABLE} must be auto or never, not {chosen!r}.")
        self._window = cast("WindowChoice", chosen)
        self.clock = clock
        self.store = DrawingStore(clock=clock, ttl=ttl)
        self.tabs: dict[str, ArmedTab] = {}
        self.pictures = PictureStore(folder, max_base64=max_base64)
        self.tasks = BackgroundTasks()
        self._finishing: set[str] = set()
        self._attaching = asyncio.Lock()

    # Start and stop ----------------------------------------------------------------------------

    async def attach(self, context: PageContext) -> ArmedTab:
        """Install draw mode's keyboard shortcut on a tab; idempotent."""
        page = context.page
        async with self._attaching:
            known = next((t for t in self.tabs.values() if t.page is page), None)
            if known is not None:
                return known
            overlay = Overlay(page, on_message=self._receive)
            tab = ArmedTab(context, overlay)
            # the tab must be registered before its first message arrives
            self.tabs[overlay.id] = tab
            context.target_of_drawing = partial(self.store.target, tab.id)
            try:
                await overlay.arm()
            except ViewmarkError:
                del self.tabs[overlay.id]
                raise
            hold_page(page, lambda action: self._refusal(tab, action))
            tab.watcher = asyncio.get_running_loop().create_task(self._watch(tab))
            return tab

    @recording("draw_start")
    async def start(
        self,
        context: PageContext,
        *,
        prompt: str = "",
        load: str | None = None,
        resume: str | None = None,
    ) -> DrawModeStarted:
        """Show the overlay on a tab, in a new session, the active session or a finished one.

        Args:
            context: the tab, with the state that viewmark keeps for it.
            prompt: the agent's request to the user, shown above the tools.
            load: a drawing returned by `save`, to be continued; its marks appear again on the pages
                on which they were drawn.
            resume: ID of a finished session to continue: the user sees its marks with the agent's
                replies, and can answer, reopen and add marks.

        Raises:
            DrawModeAlreadyActive: a session other than `resume` is active.
            CorrelationExpired, NoAnnotations: there is no session to resume.
            DrawModeNeedsWindow: the browser has no window, and none can be opened.
            InvalidOption: `load` is not a saved drawing.
            BrowserError, PageError: the page cannot show the overlay.
        """
        loaded = None if load is None else intake.load_drawing(load)
        tab = await self.attach(context)
        await quietly(context.page.bring_to_front())  # so that the user sees the page
        await tab.make_visible(self._window, lambda: self.tasks.start(self._close_tab(tab)))
        prompt_text = intake.words(prompt, 500, lines=True)
        if resume is None:
            session, fresh = self.store.start(prompt=prompt_text)
        else:
            fresh = not self.store.session(resume).active
            session = self.store.resume(resume)
            session.prompt = prompt_text or session.prompt
        if loaded is not None:
            session.overall = session.overall or loaded[1]
            session.shelf += loaded[0]
        try:
            await self._show(tab, session)
        except PageNavigated:
            _log.info("the page navigated meanwhile; the overlay comes with the new document")
        except ViewmarkError:
            if fresh:
                ended = SessionStatus.SUCCESS if resume else SessionStatus.CANCELLED
                self.store.end(session, ended)
                await tab.close_window()
            raise
        status = "pending" if fresh else "already_active"
        return DrawModeStarted(status, session.id, len(session.marks), tuple(session.warnings))

    async def _close_tab(self, tab: ArmedTab) -> None:
        """Treat a window that the user closed as Done; keep unfinished comments."""
        await tab.close_window()
        session = self.store.active
        if session is not None and tab.id in session.pages:
            await self.stop(session.id)

    def _refusal(self, tab: ArmedTab, action: str) -> ViewmarkError | None:
        """Return why no action may touch the tab now, or None if the user is not drawing on it."""
        session = self.store.active
        if session is None or not any(t is tab for t in self._drawing(session)):
            return None
        return DrawModeActive(
            f"Draw mode is on: the user is marking this page, so {action} was not begun.",
            correlation_id=session.id,
        )

    @recording("draw_done")
    async def stop(self, correlation_id: str | None = None) -> DrawnSession:
        """Finish as if the user had pressed Done; a finished session is left unchanged.

        Raises:
            NoAnnotations: there is no session.
            CorrelationExpired: the ID is unknown or too old.
        """
        session = self.store.session(correlation_id)
        if session.active:
            # Each overlay reports the text of an open comment box before it reports Done.
            await gather_quietly(*(t.overlay.finish() for t in self._drawing(session)))
            await self._until_ended(session, _REPORT_WITHIN)
            for page in session.pages.values():
                session.settle_draft(page.page_id)
            await self._finish(session, SessionStatus.SUCCESS)
            await self._until_ended(session, _END_WITHIN)
        return session

    async def _until_ended(self, session: DrawnSession, within: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while session.active and (left := end - loop.time()) > 0:
            if not self._drawing(session) and session.id not in self._finishing:
                return
            await self.tasks.wait_changed(left)

    async def show_threads(self, session: DrawnSession, mark_ids: Iterable[str]) -> None:
        """Send the threads of these marks to all overlays of the session."""
        facts = {"threads": session.thread_records(mark_ids)}
        await gather_quietly(*(tab.overlay.sync(facts) for tab in self._drawing(session)))

    def save(self, correlation_id: str | None = None) -> str:
        """Return a session as JSON for `start(load=...)`, on another day or in another process.

        Raises:
            NoAnnotations: there is no session.
            CorrelationExpired: the ID is unknown or too old.
        """
        return intake.dump_drawing(self.store.session(correlation_id))

    async def close(self) -> None:
        """Restore all tabs: remove overlays, listeners and files; end waiting calls.

        Finished sessions can still be read, and a new session can be started.
        """
        active = self.store.active
        if active is not None:
            self.store.end(active, SessionStatus.CANCELLED)
            self.tasks.notify()
        for tab in self.tabs.values():
            if tab.watcher is not None:
                tab.watcher.cancel()
        self.tasks.cancel()
        for tab in self.tabs.values():
            hold_page(tab.page, None)
        await gather_quietly(*(tab.overlay.disarm() for tab in self.tabs.values()))
        await gather_quietly(*(tab.close_window() for tab in self.tabs.values()))
        self.tabs.clear()
        self.pictures.close()

    # Messages of the overlays ------------------------------------------------------------------

    def _receive(self, overlay: Overlay, message: OverlayMessage) -> None:
        tab = self.tabs.get(overlay.id)
        if tab is None:
            return
        if message.kind == "ready":
            self._ready(tab, message)
        elif message.kind == "toggle":
            self.tasks.start(self._toggle(tab))
        elif (session := self.store.active) is not None and tab.id in session.pages:
            try:
                wall = round(time.time() * 1000)
                follow_up = messages.apply(session, tab.id, message, self.clock(), wall)
            except intake.InvalidMessage as error:
                _log.warning("a message %r of the overlay was dropped: %s", message.kind, error)
            else:
                self._follow_up(tab, session, message, follow_up)
        self.tasks.notify()

    def _follow_up(
        self, tab: ArmedTab, session: DrawnSession, message: OverlayMessage, what: FollowUp | None
    ) -> None:
        if what == "describe":
            self.tasks.start(self._describe(tab, session, message.mark_id), awaited=True)
        elif what == "show_thread":
            self.tasks.start(self.show_threads(session, [message.mark_id]))
        elif what == "renumber":
            self.tasks.start(self._sync(session))
        elif isinstance(what, SessionStatus):
            self.tasks.start(self._finish(session, what))

    def _ready(self, tab: ArmedTab, message: OverlayMessage) -> None:
        """Handle a document that is new or was restored from the back/forward cache."""
        data = message.data
        if data.get("top") is not True:
            return
        before, tab.document = tab.document, message.document
        session = self.store.active
        if session is None or tab.id not in session.pages:
            return
        page = session.page(tab.id)
        if before and before != message.document:
            session.settle_draft(page.page_id)
            session.warn("page_navigated")
        if page.state is not DrawState.FINISHING:
            # the overlay of the previous document is gone with that document
            page.state = DrawState.INACTIVE
            self.tasks.start(self._show(tab, session, anew=data.get("restored") is True))

    async def _toggle(self, tab: ArmedTab) -> None:
        session = self.store.active
        if session is not None and session.page(tab.id).state is not DrawState.INACTIVE:
            await tab.overlay.finish()
            return
        session, _ = self.store.start()
        await self._show(tab, session)

    async def _watch(self, tab: ArmedTab) -> None:
        """Handle crashes and the closing of a tab."""
        async for gone in tab.ends():
            session = self.store.active
            if session is not None and tab.id in session.pages:
                page = session.page(tab.id)
                session.settle_draft(tab.id)
                session.warn("page_closed" if gone else "page_crashed")
                page.state, page.closed = DrawState.INACTIVE, gone
                if gone and all(p.closed for p in session.pages.values()):
                    await self._finish(session, SessionStatus.PAGE_CLOSED)
            if gone:
                self.tabs.pop(tab.id, None)
                await tab.close_window()
            self.tasks.notify()

    # Effects of messages -----------------------------------------------------------------------

    async def _show(self, tab: ArmedTab, session: DrawnSession, *, anew: bool = False) -> None:
        await tab.show(session, self.pictures.snapshots(session.id), anew=anew)

    async def _describe(self, tab: ArmedTab, session: DrawnSession, mark_id: str) -> None:
        """Complete a confirmed annotation: numbers, elements inside frames, clean screenshot."""
        await self._sync(session)
        mark = session.marks.get(mark_id)
        if mark is None:
            return
        inner = await inside_frames(tab.overlay, mark)
        if inner is not mark and session.marks.get(mark_id) is mark:
            session.marks[mark_id] = inner
        snapshots = self.pictures.snapshots(session.id)
        if session.active and not snapshots.has(mark) and mark.document == tab.document:
            await snapshots.store_shot(tab.overlay, tab.document, veil=True)
            snapshots.trim(session.annotations())

    async def _sync(self, session: DrawnSession) -> None:
        facts = session.facts()
        await gather_quietly(*(tab.overlay.sync(facts) for tab in self._drawing(session)))

    def _drawing(self, session: DrawnSession) -> list[ArmedTab]:
        """Return the tabs of a session that show the overlay."""
        return [
            self.tabs[me]
            for me, page in session.pages.items()
            if me in self.tabs and page.state is not DrawState.INACTIVE and not page.closed
        ]

    async def _finish(self, session: DrawnSession, status: SessionStatus) -> None:
        if session.id in self._finishing or not session.active:
            return
        self._finishing.add(session.id)
        tabs = self._drawing(session)
        is_retained = status is not SessionStatus.CANCELLED
        trigger = Trigger.LEAVE if status is SessionStatus.SUCCESS else Trigger.DISCARD
        try:
            for tab in tabs:
                session.step(tab.id, trigger)
            await self.tasks.wait_settled()
            if is_retained:
                await gather_quietly(*(anchor_marks(session, tab) for tab in tabs))
            await gather_quietly(*(tab.overlay.hide() for tab in tabs))
            if is_retained:
                # Read the page concurrently, while the pictures wait for a rendered frame and are
                # painted.
                store = self.pictures.store_checkpoint
                marked = tabs if session.marks else []
                await gather_quietly(
                    self._paint(session, tabs),
                    *(link_marks(session, tab) for tab in tabs),
                    *(store(session.id, tab.id, tab.context) for tab in marked),
                )
        finally:
            for page in session.pages.values():
                session.step(page.page_id, Trigger.SENT)
            self.store.end(session, status)
            self._finishing.discard(session.id)
            self.store.sweep()
            self.pictures.drop_others(self.store.ids())
            self.tasks.notify()
            await gather_quietly(*(tab.close_window() for tab in self.tabs.values()))

    async def _paint(self, session: DrawnSession, tabs: list[ArmedTab]) -> None:
        """Take the last clean screenshots and paint all pictures."""
        snapshots = self.pictures.snapshots(session.id)
        await gather_quietly(
            *(snapshots.store_shot(t.overlay, t.document, veil=False, final=True) for t in tabs)
        )
        painters = [t.page for t in self.tabs.values() if not t.page.crashed]
        await self.pictures.finish(session, painters)
