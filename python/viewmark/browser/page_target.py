"""A tab of the browser: its frames, our isolated world in each frame, and its lifecycle.

While viewmark uses a page, focus emulation makes the page believe that it is in front and focused.
Background tabs and minimised windows therefore render, scroll and accept input like any other tab.

The interface for callers:

- `page.frames` is a table that needs no round trip: `Frame(id, parent_id, session, url, loader_id,
  name)`, parents first. It includes out-of-process frames once `await page.settle_frames()` has
  returned.
- `await page.call(frame, "function (a, b) {...}", a, b)` runs a function in our isolated world of a
  frame (`None`: the main frame) and returns its result by value; promises are awaited. Pass
  `RemoteObject(object_id)` for a remote object. Parameters are passed as call arguments, never as
  source text.
- `await page.world(frame)` returns that world. `page.state` and `world.state` contain the modules'
  state for the tab and for the document, keyed by class (`browser.owner_state`).
- `page.epoch` identifies the main document; it changes with every cross-document navigation.
- `page.session` and `frame.session` accept raw CDP commands (`send`) and event handlers (`on`).

Data from the page is never trusted: results are plain data that callers must validate.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from viewmark.background import TaskSet, quietly, within
from viewmark.browser import wire
from viewmark.browser.cdp.availability import Dialog
from viewmark.browser.cdp.errors import was_not_begun
from viewmark.browser.cdp.session import Session
from viewmark.browser.frames.table import FRAME_EVENTS, Frame, Frames
from viewmark.browser.owner_state import PageState, WorldState
from viewmark.browser.page_facts import FACTS_SCRIPT, PageFacts, page_facts
from viewmark.browser.pdfs import Pdfs
from viewmark.browser.pending_navigation import PENDING_EVENTS, PendingNavigation
from viewmark.browser.script_files import LOOKS, ScriptBundle
from viewmark.errors import PageNavigated, ProtocolError, ScriptFailed, TabNotFound, ViewmarkError
from viewmark.geometry import Viewport
from viewmark.secrets.redaction import Redactor
from viewmark.text import one_line

_CLOSE_ATTEMPTS, _CLOSE_PATIENCE = 5, 1.0  # seconds to wait for a closed tab to disappear
_FRAMES_PATIENCE = 2.0


@dataclass(frozen=True, slots=True)
class RemoteObject:
    """An object of the page, as an argument of `call`; it must belong to the same world."""

    object_id: str
    """ID by which CDP commands refer to the object (`RemoteObjectId`)."""


@dataclass(slots=True)
class World:
    """Our isolated world in one document."""

    frame_id: str
    """CDP ID of the frame."""
    session: Session
    """Session to which commands for the frame are sent."""
    context_id: int
    """CDP execution context ID, valid in that session."""
    state: WorldState = field(default_factory=WorldState)
    """State that modules keep for the document of this world (`browser.owner_state`)."""

    async def object_of(self, backend_id: object, group: str = "") -> str | None:
        """Return the object ID of a backend node in this world; None if it cannot be resolved."""
        params = {"backendNodeId": backend_id, "executionContextId": self.context_id}
        params |= {"objectGroup": group} if group else {}
        answer = await self.session.send("DOM.resolveNode", params)
        object_id = wire.record(answer.get("object")).get("objectId")
        return object_id if isinstance(object_id, str) else None


class PageTarget:
    """A browser tab, created by `PageTarget.open`, `Browser.page` or `viewmark.wrap`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        """The tab's session."""
        self.frames = Frames()
        """All frames of the tab, kept current by events."""
        self.pdfs = Pdfs(self.frames)
        """The PDFs shown in these frames."""
        self.pending = PendingNavigation()
        """The document that the main frame is loading."""
        self.state = PageState()
        """Modules' state for the tab (`browser.owner_state`)."""
        self.mask: tuple[str, ...] = ()
        """Selectors of elements that are masked in every capture of the page (see `mask`)."""
        self.show_secrets = False
        """Whether captures show filled secret fields; otherwise these are masked."""
        self.redactor = Redactor()
        """Removes secrets from reported URLs."""
        self.on_join: Callable[[Session], list[tuple[str, dict[str, Any]]]] | None = None
        """Callback that returns commands for the session of a new frame, to be sent before its
        scripts run. Only `overrides` sets it.
        """
        # random, so that other CDP clients cannot guess the world's name
        self._world_name = secrets.token_hex(8)
        self._worlds: dict[str, World] = {}
        self._entering = TaskSet()
        self._making: dict[tuple[str, Session], asyncio.Future[World]] = {}
        self._preloaded: dict[str, str] = {}  # bundle key -> CDP ID of the script for new documents

    @classmethod
    async def open(cls, session: Session, *, timeout: float | None = None) -> PageTarget:
        """Create a page for a session: enable its events and load the frame tree.

        Raises:
            CommandTimeout: the page is blocked, for example by a dialog that was already open.
        """
        page = cls(session)
        await asyncio.gather(
            page._enter(session, timeout=timeout),
            _pretend_focus(session, timeout=timeout),
            page._give(LOOKS, timeout=timeout),
        )
        await page.settle_frames()
        return page

    async def _enter(self, session: Session, *, timeout: float | None = None) -> None:
        session.on_event = self._on_event
        session.on_child = self._on_child
        session.listen(*FRAME_EVENTS, *PENDING_EVENTS)
        answers = await asyncio.gather(
            session.send("Page.enable", timeout=timeout),
            session.send("Inspector.enable", timeout=timeout),
            session.send("Page.setLifecycleEventsEnabled", {"enabled": True}, timeout=timeout),
            session.send("Page.getFrameTree", timeout=timeout),
            session.auto_attach(),
        )
        self.frames.load(session, answers[3].get("frameTree"))

    def _on_event(self, session: Session, event: str, params: dict[str, Any]) -> None:
        if event == "Target.detachedFromTarget":
            for frame in self.frames:
                if frame.session.ended:
                    self._forget(self.frames.drop(frame.session))
        elif event in PENDING_EVENTS and session is self.session:
            main = self.frames.main
            self.pending.feed(event, params, main.id if main else None)
        if event in FRAME_EVENTS:
            self._forget(self.frames.feed(session, event, params))
            if event == "Page.frameNavigated":
                for each in self.pdfs.begins(session, params):
                    # the tab may be closed already
                    self._entering.start(quietly(each.auto_attach()))

    def _on_child(self, child: Session) -> None:
        # The commands for PDFs come last: the last `Network.enable` determines the buffer sizes.
        overridden = self.on_join(child) if self.on_join is not None else []
        first = overridden + self.pdfs.on_join(child)

        async def enter() -> None:
            # Sent in this order without waiting for replies: a paused frame runs only after the
            # other commands.
            work: list[Coroutine[Any, Any, Any]] = [child.send(*command) for command in first]
            work.append(self._enter(child))
            work.append(child.send("Runtime.runIfWaitingForDebugger"))
            for result in await asyncio.gather(*work, return_exceptions=True):
                # The frame may no longer exist.
                if isinstance(result, BaseException) and not isinstance(result, ViewmarkError):
                    raise result

        self._entering.start(enter())

    def _forget(self, frame_ids: tuple[str, ...]) -> None:
        for frame_id in frame_ids:
            self._worlds.pop(frame_id, None)

    # Facts -------------------------------------------------------------------------------------

    @property
    def main_frame(self) -> Frame:
        """The main frame: the one without a parent.

        Raises:
            TabNotFound: the tab is closed.
        """
        frame = self.frames.main
        if frame is None:
            raise TabNotFound("The tab has no main frame any more.")
        return frame

    @property
    def world_name(self) -> str:
        """Name of our isolated world, the same in all frames and documents of this page."""
        return self._world_name

    @property
    def epoch(self) -> str:
        """ID of the main frame's document, which changes with every cross-document navigation."""
        return self.main_frame.loader_id

    @property
    def url(self) -> str:
        """URL of the main document; needs no round trip."""
        return self.main_frame.url

    @property
    def dialog(self) -> Dialog | None:
        """The open JavaScript dialog, or None."""
        return self.session.vitals.dialog

    @property
    def crashed(self) -> bool:
        """Whether the renderer has crashed; `navigation.goto` or `reload` restarts it."""
        return self.session.vitals.crashed

    @property
    def closed(self) -> bool:
        """Whether the tab or the connection is closed."""
        return self.session.ended

    async def settle_frames(self, *, timeout: float = _FRAMES_PATIENCE) -> None:
        """Wait until all out-of-process frames attached so far, also nested ones, are in `frames`.

        Args:
            timeout: maximum seconds; a frame that takes longer is missing until it replies.
        """
        await self._entering.wait(timeout)

    async def facts(self, *, timeout: float | None = None) -> PageFacts:
        """Read URL, title, ready state, visibility and viewport in one call."""
        reply = await self.call(None, FACTS_SCRIPT, timeout=timeout)
        return page_facts(reply)

    async def viewport(self) -> Viewport:
        """Read the current viewport."""
        return (await self.facts()).viewport

    # Scripts -----------------------------------------------------------------------------------

    async def world(self, frame: Frame | None = None, *, timeout: float | None = None) -> World:
        """Return our isolated world of a frame (None: the main frame), created if necessary."""
        frame = frame or self.main_frame
        world = self._worlds.get(frame.id)
        if world is None or world.session is not frame.session:
            return await self._share_world(frame, timeout)
        return world

    async def _share_world(self, frame: Frame, timeout: float | None) -> World:
        """Create the world of a new document only once for concurrent callers."""
        key = frame.id, frame.session
        if (making := self._making.get(key)) is None:
            making = asyncio.ensure_future(self._make_world(frame, timeout))
            self._making[key] = making
            making.add_done_callback(partial(self._end_making, key))
        limit = frame.session.timeout if timeout is None else timeout
        done, _ = await asyncio.wait({making}, timeout=limit)
        return making.result() if done else await self._make_world(frame, timeout)

    def _end_making(self, key: tuple[str, Session], making: asyncio.Future[World]) -> None:
        del self._making[key]
        if not making.cancelled():
            making.exception()  # retrieved so that asyncio logs no error if no caller is waiting

    async def _make_world(self, frame: Frame, timeout: float | None) -> World:
        params = {"frameId": frame.id, "worldName": self._world_name}
        making = frame.session.send("Page.createIsolatedWorld", params, timeout=timeout)
        answer = await self.pending.explain(making)
        context_id = answer.get("executionContextId")
        if not isinstance(context_id, int):
            raise ProtocolError("Page.createIsolatedWorld answered without a context.")
        known = self._worlds.get(frame.id)
        if known is not None and known.context_id == context_id:
            return known  # another task created the world in the meantime
        world = World(frame.id, frame.session, context_id)
        now = self.frames.get(frame.id)
        if now is not None and now.loader_id == frame.loader_id:
            self._worlds[frame.id] = world
        return world

    def leave_in_new_documents(self, world: World, bundle: ScriptBundle) -> None:
        """Make the browser add a script bundle to new documents, because this document lacked it.

        Documents of out-of-process frames are excluded: few are observed, and most never navigate.
        """
        if world.session is self.session and bundle.key not in self._preloaded:
            self._entering.start(self._give(bundle))

    async def _give(self, bundle: ScriptBundle, *, timeout: float | None = None) -> None:
        self._preloaded[bundle.key] = ""
        params = {"source": bundle.for_documents, "worldName": self._world_name}
        # if this fails, the first call in each document sends the bundle
        with contextlib.suppress(ViewmarkError):
            answer = await self.session.send(
                "Page.addScriptToEvaluateOnNewDocument", params, timeout=timeout
            )
            self._preloaded[bundle.key] = str(answer.get("identifier", ""))

    async def call(
        self, frame: Frame | None, function: str, *args: Any, timeout: float | None = None
    ) -> Any:
        """Run a function in our isolated world of a frame; return its result by value.

        Args:
            frame: the frame; None for the main frame.
            function: source of a JavaScript function; if it returns a promise, it is awaited.
            *args: plain data or `RemoteObject`s.
            timeout: maximum seconds; the session's default if omitted.

        Raises:
            ScriptFailed: the function threw an exception.
            PageNavigated: the document was replaced during the call.
        """
        result = await self.evaluate(frame, function, *args, by_value=True, timeout=timeout)
        return result.get("value")

    async def evaluate(
        self, frame: Frame | None, function: str, *args: Any, **how: Any
    ) -> dict[str, Any]:
        """Run a function like `call`, but return CDP's RemoteObject; `how`: see `evaluate_in`."""
        for last in (False, True):
            world = await self.world(frame, timeout=how.get("timeout"))
            try:
                return await self.evaluate_in(world, function, *args, **how)
            except PageNavigated as error:
                if last or not was_not_begun(error):
                    raise
        raise AssertionError  # the second iteration returns or raises

    async def evaluate_in(
        self,
        world: World,
        function: str,
        *args: Any,
        by_value: bool = False,
        serialization: dict[str, Any] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Run a function in exactly this world, even if the frame has a new document by now.

        Args:
            world: a world of this page.
            function: source of a JavaScript function, as for `call`.
            *args: arguments, as for `call`.
            by_value: whether the result contains `value` instead of `objectId`.
            serialization: CDP's SerializationOptions.
            timeout: maximum seconds; the session's default if omitted.
        """
        params = {
            "functionDeclaration": function,
            "executionContextId": world.context_id,
            "arguments": [_argument(each) for each in args],
            "returnByValue": by_value,
            "awaitPromise": True,
        }
        if serialization is not None:
            params["serializationOptions"] = serialization
        try:
            calling = world.session.send("Runtime.callFunctionOn", params, timeout=timeout)
            answer = await self.pending.explain(calling)
        except PageNavigated:
            if self._worlds.get(world.frame_id) is world:
                del self._worlds[world.frame_id]
            raise
        if "exceptionDetails" in answer:
            raise ScriptFailed(f"A script failed in the page: {_exception_text(answer)}")
        result = answer.get("result")
        return result if isinstance(result, dict) else {}

    # Actions ----------------------------------------------------------------------------------

    async def bring_to_front(self) -> None:
        """Show the tab in its window to the user; nothing in this library requires it."""
        await self.session.send("Page.bringToFront")

    async def answer_dialog(self, *, accept: bool, text: str = "") -> None:
        """Accept or dismiss the open JavaScript dialog.

        Args:
            accept: whether to choose OK (for `beforeunload`: Leave) instead of Cancel (Stay).
            text: text to enter in a prompt.

        Raises:
            ProtocolError: no dialog is open.
        """
        was_leaving = self.dialog is not None and self.dialog.kind == "beforeunload"
        await self.session.send(
            "Page.handleJavaScriptDialog", {"accept": accept, "promptText": text}
        )
        if was_leaving and not accept:
            # Chromium replies before the renderer has left its beforeunload handler. A navigation
            # sent before that would be aborted together with the pending one (ERR_ABORTED).
            await quietly(self.session.send("Runtime.evaluate", {"expression": "0"}))

    async def close(self) -> None:
        """Close the tab without running its beforeunload handlers. Idempotent."""
        session = self.session
        if not session.ended:
            with contextlib.suppress(TabNotFound):
                if session.parent is None:
                    await session.send("Page.close")
                else:
                    await self._close_target()
        await self.stop()

    async def _close_target(self) -> None:
        """Close the tab and wait until it has disappeared; Chromium replies before that.

        While Chromium commits an error page, it replies without closing the tab, so the command is
        repeated.
        """
        target = {"targetId": self.session.target_id}
        for _ in range(_CLOSE_ATTEMPTS):
            await self.session.root.send("Target.closeTarget", target)
            await within(_CLOSE_PATIENCE, self.session.wait_ended())
            if self.session.ended:
                return

    async def stop(self) -> None:
        """Detach from the page and leave the tab open."""
        if self.session.parent is None and not self.session.ended:
            # Another client's session continues without us, so remove our scripts from it.
            with contextlib.suppress(ViewmarkError):
                for script_id in filter(None, self._preloaded.values()):
                    await self.session.send(
                        "Page.removeScriptToEvaluateOnNewDocument",
                        {"identifier": script_id},
                        timeout=_CLOSE_PATIENCE,
                    )
                await _pretend_focus(self.session, False, timeout=_CLOSE_PATIENCE)
        await self._entering.stop()
        self.session.stop()


async def _pretend_focus(
    session: Session, enabled: bool = True, *, timeout: float | None = None
) -> None:
    """Make the page believe that it is in front and focused while viewmark uses it.

    Chromium neither renders frames nor scrolls in a background tab or a minimised window, so the
    page would never come to rest. With focus emulation all tabs work alike, several at once, and
    none must be brought to the front while a user works with the browser. Out-of-process frames
    inherit it from the tab. It ends with the session.
    """
    with contextlib.suppress(ProtocolError):  # another client's session may not support the command
        await session.send(
            "Emulation.setFocusEmulationEnabled", {"enabled": enabled}, timeout=timeout
        )


def _argument(value: Any) -> dict[str, Any]:
    return {"objectId": value.object_id} if isinstance(value, RemoteObject) else {"value": value}


def _exception_text(answer: dict[str, Any]) -> str:
    details = answer["exceptionDetails"]
    exception = details.get("exception") if isinstance(details, dict) else None
    text = exception.get("description") if isinstance(exception, dict) else None
    return one_line(str(text or (details or {}).get("text", "no reason given")).split("\n")[0])
