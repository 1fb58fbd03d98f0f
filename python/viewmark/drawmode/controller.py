"""Draw mode over the tabs of one browser: start and stop it, take in what the human does.

Messages of the overlay go into the store at once, in their order; everything that needs the page
(pictures, refs, numbers) follows in tasks of its own, so that nothing that a page does can hold
up or lose what the human drew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser.discovery.discover import discover
from viewmark.drawmode import intake, saved
from viewmark.drawmode.anchors import Tab, anchor_marks, link_marks
from viewmark.drawmode.hit_elements import gather_quietly, inside_frames
from viewmark.drawmode.outgoing import place_of, to_overlay
from viewmark.drawmode.overlay import Overlay
from viewmark.drawmode.picture_files import Folder
from viewmark.drawmode.results import Pictures, album
from viewmark.drawmode.session import Status
from viewmark.drawmode.snapshots import Snapshots
from viewmark.drawmode.state import State, Trigger
from viewmark.drawmode.store import TTL, DrawingStore
from viewmark.errors import DrawModeAlreadyActive, PageCrashed, PageNavigated, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from viewmark.drawmode.model import DrawnAnnotation
    from viewmark.drawmode.overlay import Message
    from viewmark.drawmode.session import Session
    from viewmark.page.context import PageContext

__all__ = ["DrawMode", "Pictures", "Started", "Tab"]

_log = logging.getLogger("viewmark.draw")
_TOLD_WITHIN = 1.0
"""Seconds for the overlays to say Done after they were asked to."""
_FOLLOW_WITHIN = 10.0
"""Seconds that a reader waits for what the last marks started."""
_ENDED_WITHIN = 30.0
"""Seconds for the last pictures; every step of theirs has a limit of its own below."""


@dataclass(frozen=True, slots=True)
class Started:
    """Answer to `draw_mode_start`."""

    status: str
    """`pending`: the human can draw now; `already_active`: nothing was changed."""
    correlation_id: str
    annotation_count: int
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The spelling of the wire."""
        out: dict[str, Any] = {
            "status": self.status,
            "correlation_id": self.correlation_id,
            "annotation_count": self.annotation_count,
            "next": "Call analyze({what: 'annotations', wait: true}) with this correlation_id; "
            "the user draws on the page and presses Done.",
        }
        return out | ({"warnings": list(self.warnings)} if self.warnings else {})


class DrawMode:
    """Draw mode of one server.

    Args:
        clock: seconds, monotonic.
        folder: where pictures go; a private temporary folder, removed at the end, if omitted.
        max_base64: characters of an inline picture.
        ttl: seconds that finished sessions live.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        folder: Path | None = None,
        max_base64: int = 500_000,
        ttl: float = TTL,
    ) -> None:
        self.clock = clock
        self.store = DrawingStore(clock=clock, ttl=ttl)
        self.max_base64 = max_base64
        self.tabs: dict[str, Tab] = {}
        self.pictures: dict[str, Pictures] = {}
        self.galleries: dict[str, Snapshots] = {}
        self._folder = Folder(folder)
        self._tasks: set[asyncio.Task[None]] = set()
        self._following: set[asyncio.Task[None]] = set()
        self._finishing: set[str] = set()
        self._changed = asyncio.Event()
        self._attaching = asyncio.Lock()

    # The human and the agent start and stop -----------------------------------------------------

    async def attach(self, context: PageContext, *, button: bool = False) -> Tab:
        """Install the shortcut on a tab; a second call does nothing.

        Args:
            context: the tab and its memory.
            button: put a small toggle on every page of it.
        """
        page = context.page
        async with self._attaching:
            known = next((t for t in self.tabs.values() if t.overlay.page is page), None)
            if known is not None:
                return known
            overlay = Overlay(page, on_message=self._heard, button=button)
            tab = Tab(context, overlay)
            self.tabs[overlay.id] = tab  # before its first message comes
            try:
                await overlay.arm()
            except ViewmarkError:
                del self.tabs[overlay.id]
                raise
            tab.watcher = asyncio.get_running_loop().create_task(self._watch(tab))
            return tab

    async def start(
        self,
        context: PageContext,
        *,
        prompt: str = "",
        exclusive: bool = False,
        load: str | None = None,
    ) -> Started:
        """Show the overlay on a tab, in a new session or in the active one.

        Args:
            context: the tab and its memory.
            prompt: what the human is asked to look at; shown above the tools.
            exclusive: an active session is an error instead of being joined.
            load: a drawing that `save` gave, to go on with; its marks come back on the pages that
                they were drawn on.

        Raises:
            DrawModeAlreadyActive: with `exclusive`.
            InvalidOption: `load` is no saved drawing.
            BrowserError, PageError: the page cannot show the overlay.
        """
        if exclusive and (active := self.store.active) is not None:
            raise DrawModeAlreadyActive(
                f"Draw mode is already active as {active.id} with {len(active.marks)} marks.",
                correlation_id=active.id,
                annotation_count=len(active.marks),
            )
        loaded = None if load is None else saved.load(load)
        tab = await self.attach(context)
        with contextlib.suppress(ViewmarkError):
            await context.page.bring_to_front()  # the human has to see it
        asked = intake.words(prompt, 500, lines=True)
        session, fresh = self.store.start(prompt=asked, by_agent=True)
        if loaded is not None:
            session.overall = session.overall or loaded[1]
            for mark in loaded[0]:
                session.put(replace(mark, page_id=tab.overlay.id))
        try:
            await self._show(tab, session)
        except PageNavigated:
            _log.info("the page navigated meanwhile; the overlay comes with the new document")
        except ViewmarkError:
            if fresh:
                self.store.end(session, Status.CANCELLED)
            raise
        status = "pending" if fresh else "already_active"
        return Started(status, session.id, len(session.marks), tuple(session.warnings))

    async def stop(self, correlation_id: str | None = None) -> Session:
        """Finish as if the human had pressed Done; a finished session is left as it is.

        Raises:
            NoAnnotations: there is no session.
            CorrelationExpired: the id is unknown or too old.
        """
        session = self.store.session(correlation_id)
        if session.active:
            # Words in an open comment box are told first, then Done.
            await gather_quietly(*(t.overlay.finish() for t in self._drawing(session)))
            await self._until_ended(session, _TOLD_WITHIN)
            for page in session.pages.values():
                session.settle_draft(page.page_id)
            await self._finish(session, Status.SUCCESS)
            await self._until_ended(session, _ENDED_WITHIN)
        return session

    async def _until_ended(self, session: Session, within: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while session.active and (left := end - loop.time()) > 0:
            if not self._drawing(session) and session.id not in self._finishing:
                return
            await self.changed(left)

    def save(self, correlation_id: str | None = None) -> str:
        """A session as JSON for `start(load=...)`, on another day or in another process.

        Raises:
            NoAnnotations: there is no session.
            CorrelationExpired: the id is unknown or too old.
        """
        return saved.dump(self.store.session(correlation_id))

    async def close(self) -> None:
        """Leave every tab as it was: overlays, listeners and files go; who waits is told so."""
        active = self.store.active
        if active is not None:
            self.store.end(active, Status.CANCELLED)
            self._notify()
        for tab in self.tabs.values():
            if tab.watcher is not None:
                tab.watcher.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await gather_quietly(*(tab.overlay.disarm() for tab in self.tabs.values()))
        self.tabs.clear()
        self._folder.close()

    # Waiters -----------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait, bounded, for what the last marks started: elements in frames, pictures."""
        if self._following:
            await asyncio.wait(tuple(self._following), timeout=_FOLLOW_WITHIN)

    async def changed(self, within: float) -> None:
        """Return when something happened in any session, or after that many seconds."""
        with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._changed.wait(), within)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # What the overlays say -----------------------------------------------------------------------

    def _heard(self, overlay: Overlay, message: Message) -> None:
        tab = self.tabs.get(overlay.id)
        if tab is None:
            return
        if message.kind == "ready":
            self._ready(tab, message)
        elif message.kind == "toggle":
            self._spawn(self._toggle(tab))
        elif (session := self.store.active) is not None and overlay.id in session.pages:
            try:
                self._told(tab, session, message)
            except intake.InvalidMessage as error:
                _log.warning("a message %r of the overlay was dropped: %s", message.kind, error)
        self._notify()

    def _told(self, tab: Tab, session: Session, message: Message) -> None:
        data, now, me = message.data, self.clock(), tab.overlay.id
        session.act(now, key=data.get("key") is True)
        kind = message.kind
        if kind == "state":
            with contextlib.suppress(ValueError):
                session.step(me, Trigger(data.get("trigger")))
        elif kind in ("draft", "mark"):
            mark = intake.annotation(data.get("mark"), page_id=me, document=message.document)
            if kind == "draft":
                session.page(me).draft = None if mark.id in session.marks else mark
                return
            mark = _with_refs_of(session.marks.get(mark.id), mark)
            if session.put(mark):
                order = data.get("order")
                if isinstance(order, list):
                    session.restore([i for i in order if isinstance(i, str)])
            self._following.add(self._spawn(self._after_mark(tab, session, mark.id)))
        elif kind == "remove":
            if session.drop(str(data.get("id"))):
                self._spawn(self._number(session))
        elif kind == "overall":
            session.overall = intake.words(data.get("text"), intake.MAX_TEXT, lines=True)
        elif kind == "url":
            page = session.page(me)
            page.url = intake.words(data.get("url"), 2_000)
            session.warn("page_navigated")
        elif kind in ("done", "cancel"):
            status = Status.SUCCESS if kind == "done" else Status.CANCELLED
            self._spawn(self._finish(session, status))

    def _ready(self, tab: Tab, message: Message) -> None:
        """A new document, or one back from the cache."""
        data = message.data
        if data.get("top") is not True:
            return
        before, tab.document = tab.document, message.document
        tab.early = data.get("early") is True
        session = self.store.active
        if session is None or tab.overlay.id not in session.pages:
            return
        page = session.page(tab.overlay.id)
        if before and before != message.document:
            session.settle_draft(page.page_id)
            session.warn("page_navigated")
        if page.state in (State.DRAWING, State.TEXT_INPUT, State.INACTIVE):
            page.state = State.INACTIVE  # the overlay went with its document
            self._spawn(self._show(tab, session, anew=data.get("restored") is True))

    async def _toggle(self, tab: Tab) -> None:
        session = self.store.active
        if session is not None and session.page(tab.overlay.id).state is not State.INACTIVE:
            await tab.overlay.finish()
            return
        session, _ = self.store.start()
        await self._show(tab, session)

    async def _watch(self, tab: Tab) -> None:
        """Crash and end of the tab."""
        me = tab.overlay.id
        while True:
            try:
                async with tab.overlay.page.session.stream("Inspector.targetCrashed") as events:
                    await events.__anext__()
                gone = False
            except PageCrashed:
                gone = False
            except ViewmarkError:
                gone = True
            session = self.store.active
            if session is not None and me in session.pages:
                page = session.page(me)
                session.settle_draft(me)
                session.warn("page_closed" if gone else "page_crashed")
                page.state, page.closed = State.INACTIVE, gone
                if gone and all(p.closed for p in session.pages.values()):
                    await self._finish(session, Status.PAGE_CLOSED)
            if gone:
                self.tabs.pop(me, None)
                self._notify()
                return
            self._notify()

    # What follows from it ------------------------------------------------------------------------

    async def _show(self, tab: Tab, session: Session, *, anew: bool = False) -> None:
        overlay = tab.overlay
        page = session.page(overlay.id)
        page.url = overlay.page.url
        gallery = self.galleries.setdefault(session.id, Snapshots())
        if anew:
            await overlay.hide()
        if page.state is State.INACTIVE:
            # The discovery hands closed shadow roots to our world, which no script can find.
            await gather_quietly(
                gallery.keep(overlay, tab.document, veil=False),
                discover(overlay.page, max_annotations=1),
            )
        if not session.active:
            return
        here = place_of(overlay.page.url)
        marks = [to_overlay(m) for m in session.annotations() if place_of(m.page_url) == here]
        shown = await overlay.show(
            {
                "marks": marks,
                "labels": session.labels(),
                "count": len(session.marks),
                "prompt": session.prompt,
                "overall": session.overall,
            }
        )
        session.step(overlay.id, Trigger.ACTIVATE)
        if not shown.early and not shown.already:
            session.warn("page_may_see_keys")
        if self.store.active is not session:  # ended while it came up
            await overlay.hide()

    async def _after_mark(self, tab: Tab, session: Session, identity: str) -> None:
        await self._number(session)
        mark = session.marks.get(identity)
        if mark is None:
            return
        inner = await inside_frames(tab.overlay, mark)
        if inner is not mark and session.marks.get(identity) is mark:
            session.marks[identity] = inner
        gallery = self.galleries.setdefault(session.id, Snapshots())
        if session.active and not gallery.has(mark) and mark.document == tab.document:
            await gallery.keep(tab.overlay, tab.document, veil=True)
            gallery.trim(session.annotations())

    async def _number(self, session: Session) -> None:
        facts = {"labels": session.labels(), "count": len(session.marks)}
        await gather_quietly(*(tab.overlay.sync(facts) for tab in self._drawing(session)))

    def _drawing(self, session: Session) -> list[Tab]:
        """Tabs of a session that show the overlay."""
        return [
            self.tabs[me]
            for me, page in session.pages.items()
            if me in self.tabs and page.state is not State.INACTIVE and not page.closed
        ]

    async def _finish(self, session: Session, status: Status) -> None:
        if session.id in self._finishing or not session.active:
            return
        self._finishing.add(session.id)
        tabs = self._drawing(session)
        trigger = Trigger.LEAVE if status is Status.SUCCESS else Trigger.DISCARD
        try:
            for tab in tabs:
                session.step(tab.overlay.id, trigger)
            await self.settled()
            if status is not Status.CANCELLED:
                await gather_quietly(*(anchor_marks(session, tab) for tab in tabs))
            await gather_quietly(*(tab.overlay.hide() for tab in tabs))
            if status is not Status.CANCELLED:
                # The discovery behind the refs hides in the wait for the frame.
                await gather_quietly(
                    self._paint(session, tabs), *(link_marks(session, tab) for tab in tabs)
                )
        finally:
            for page in session.pages.values():
                session.step(page.page_id, Trigger.SENT)
            self.store.end(session, status)
            self._finishing.discard(session.id)
            self._forget()
            self._notify()

    async def _paint(self, session: Session, tabs: list[Tab]) -> None:
        """Take the last clean pictures and paint all."""
        gallery = self.galleries.setdefault(session.id, Snapshots())
        await gather_quietly(
            *(gallery.keep(t.overlay, t.document, veil=False, final=True) for t in tabs)
        )
        painters = [t.overlay.page for t in self.tabs.values() if not t.overlay.page.crashed]
        made = await album(session, gallery, painters, self._folder, max_base64=self.max_base64)
        if made is not None:
            self.pictures[session.id] = made

    def _forget(self) -> None:
        """Drop pictures of sessions that are gone."""
        self.store.sweep()
        alive = self.store.ids()
        for identity in [i for i in self.galleries if i not in alive]:
            del self.galleries[identity]
        for identity in [i for i in self.pictures if i not in alive]:
            path = self.pictures.pop(identity).path
            if path is not None:
                self._folder.drop(path)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def run() -> None:
            try:
                await work
            except ViewmarkError as error:  # the page went away; what was told is stored
                _log.info("draw mode: %s", error)
            except Exception:
                _log.exception("draw mode failed at something; what was told is stored")
            self._notify()

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._following.discard)
        return task


def _with_refs_of(before: DrawnAnnotation | None, mark: DrawnAnnotation) -> DrawnAnnotation:
    """An edited mark keeps the refs of elements that it had."""
    if before is None or before.document != mark.document:
        return mark
    refs = {(hit.frame_id, hit.key): hit.ref for hit in before.elements}
    hits = tuple(replace(h, ref=refs.get((h.frame_id, h.key))) for h in mark.elements)
    return replace(mark, elements=hits)
