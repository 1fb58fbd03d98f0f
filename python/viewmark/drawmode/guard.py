"""The guard: draw mode's script in every document, which listens before the page's own scripts.

- Installed: the guard is registered for new documents, so it runs before the page's scripts. In
  documents that are already open it runs late and reports this (`early`), because their own
  listeners may receive keys first. While it is only installed, the guard does nothing but listen.
- Armed: the guard knows the shortcut, and its messages arrive through a binding that exists only in
  the isolated world. Each message carries a secret that is new at each arming, so that no other
  client of the browser can forge a message.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

from viewmark.background import TaskSet, quietly
from viewmark.browser import script_files
from viewmark.browser.cdp.session import Session
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.drawmode.messages import OverlayMessage
from viewmark.errors import ViewmarkError

SHORTCUT: Final[dict[str, Any]] = {"code": "KeyD", "ctrl": True, "shift": True, "alt": False}
"""Ctrl+Shift+D, on macOS Cmd+Shift+D. In browsers with a window, the page receives this shortcut
before the browser does.
"""

MAX_MESSAGE = 1_000_000
"""Maximum characters of a message; even a mark with 2,000 points and 10,000 characters fits."""

_log = logging.getLogger("viewmark.draw")


async def install_guard(page: PageTarget) -> None:
    """Install the guard script in later documents of a page, so that draw mode can start any time.

    This is done for every page of our browsers when it is opened. If the page closes in the
    meantime or does not respond, the guard is installed when draw mode is armed.
    """
    guard = Guard.of(page)
    guard.stays = True
    await quietly(guard.install())


class Guard:
    """The guard of one tab; use `Guard.of` to get the guard of a page."""

    def __init__(self, page: PageTarget) -> None:
        self.page = page
        self.stays = False
        """Whether the guard script stays installed when draw mode is disarmed."""
        self._on_message: Callable[[OverlayMessage], None] | None = None
        self._config: dict[str, Any] = {}
        self._installed: dict[Session, str] = {}
        self._armed: dict[Session, str] = {}
        self._uninstall: list[Callable[[], None]] = []
        self._unarm: list[Callable[[], None]] = []
        self._tasks = TaskSet()
        self._seen: dict[str, int] = {}

    @classmethod
    def of(cls, page: PageTarget) -> Guard:
        """Return the guard of a page; created on first use."""
        return page.state.of(Guard, lambda: Guard(page))

    @property
    def armed(self) -> bool:
        """Whether messages are being received."""
        return self._on_message is not None

    async def install(self) -> None:
        """Register the guard for current and future documents of the tab; idempotent."""
        await self._install(self.page.session)
        await asyncio.gather(*(self._install(s) for s in self._frame_sessions()))

    async def arm(self, on_message: Callable[[OverlayMessage], None]) -> None:
        """Enable the keyboard shortcut and page messages; install the guard script if necessary.

        Args:
            on_message: callback that gets the messages of all the tab's documents, in order of
                arrival; it must not block.
        """
        if self.armed:
            self._on_message = on_message
            return
        self._config = {
            "binding": "vm" + secrets.token_hex(8),
            "nonce": secrets.token_hex(16),
            "shortcut": dict(SHORTCUT),
        }
        self._on_message = on_message
        try:
            await self._arm(self.page.session)
        except ViewmarkError:
            self._on_message = None
            raise
        await asyncio.gather(*(self._arm(s) for s in self._frame_sessions()))

    async def disarm(self) -> None:
        """Undo `arm`, and remove the guard script unless `stays` is set."""
        self._on_message = None
        for session, identifier in self._armed.items():
            with contextlib.suppress(ViewmarkError):
                await _unregister(session, identifier)
                await session.send("Runtime.removeBinding", {"name": self._config["binding"]})
        self._armed.clear()
        _call_all(self._unarm)
        if not self.stays:
            for session, identifier in self._installed.items():
                await quietly(_unregister(session, identifier))
            self._installed.clear()
            _call_all(self._uninstall)
        for frame in self.page.frames:
            await quietly(
                self.page.call(frame, _CALL, "disarm")
                if self.stays
                else self.page.call(frame, _REMOVE)
            )
        self._tasks.cancel()

    # The sessions of the tab -------------------------------------------------------------------

    async def _install(self, session: Session) -> None:
        if session in self._installed or (self._is_frame(session) and session.ended):
            return
        self._installed[session] = ""
        source = script("overlay/guard_script", FILES=script_files.text("overlay/guard"))
        self._uninstall.append(session.on("Target.attachedToTarget", self._child_came))
        try:
            self._installed[session] = await self._register(session, source)
        except ViewmarkError:
            self._installed.pop(session, None)
            if not self._is_frame(session):
                raise

    async def _arm(self, session: Session) -> None:
        await self._install(session)
        if session in self._armed or session not in self._installed:
            return
        self._armed[session] = ""
        # A script for new documents takes no arguments, so the settings are inlined as JSON.
        literal = json.dumps(self._config, ensure_ascii=True)
        self._unarm.append(session.on("Runtime.bindingCalled", self._on_called))
        binding = {
            "name": self._config["binding"],
            "executionContextName": self.page.world_name,
        }
        try:
            # Without Runtime.enable, the binding is missing even in documents that are loaded
            # later.
            *_, identifier = await asyncio.gather(
                session.send("Runtime.enable"),
                session.send("Runtime.addBinding", binding),
                self._register(session, script("overlay/arm_script", CONFIG=literal)),
            )
        except ViewmarkError:
            self._armed.pop(session, None)
            if not self._is_frame(session):
                raise
            return  # the frame may be gone already
        self._armed[session] = identifier

    async def _register(self, session: Session, source: str) -> str:
        params = {"source": source, "worldName": self.page.world_name, "runImmediately": True}
        answer = await session.send("Page.addScriptToEvaluateOnNewDocument", params)
        return str(answer.get("identifier", ""))

    def _is_frame(self, session: Session) -> bool:
        return session is not self.page.session

    def _frame_sessions(self) -> set[Session]:
        return {frame.session for frame in self.page.frames} - {self.page.session}

    def _child_came(self, _params: dict[str, Any]) -> None:
        async def follow() -> None:
            with contextlib.suppress(ViewmarkError):
                await self.page.settle_frames()
                add = self._arm if self.armed else self._install
                await asyncio.gather(*(add(s) for s in self._frame_sessions()))

        self._tasks.start(follow())

    # Messages ----------------------------------------------------------------------------------

    def _on_called(self, params: dict[str, Any]) -> None:
        payload = params.get("payload")
        if (
            self._on_message is None
            or params.get("name") != self._config["binding"]
            or not isinstance(payload, str)
        ):
            return
        if len(payload) > MAX_MESSAGE:
            _log.warning("a message of %d characters was dropped", len(payload))
            return
        try:
            data = json.loads(payload)
        except (ValueError, RecursionError):
            return
        if not isinstance(data, dict):
            return
        nonce, document, number, kind = (data.get(k) for k in ("n", "d", "s", "t"))
        if not isinstance(nonce, str) or not secrets.compare_digest(
            nonce.encode("utf-8", "replace"), self._config["nonce"].encode()
        ):
            _log.warning("a message without the session's secret was dropped")
            return
        if not (isinstance(document, str) and isinstance(number, int) and isinstance(kind, str)):
            return
        if number <= self._seen.get(document, -1):
            return  # drop a message that was sent again
        if len(self._seen) > 1_000:
            self._seen.clear()
        self._seen[document] = number
        self._on_message(OverlayMessage(kind, data, document))


def _call_all(handlers: list[Callable[[], None]]) -> None:
    for handler in handlers:
        handler()
    handlers.clear()


async def _unregister(session: Session, identifier: str) -> None:
    await session.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})


_CALL = script("overlay/call")
_REMOVE = script("overlay/remove_guard")
