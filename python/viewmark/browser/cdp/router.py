"""Routes CDP messages between one carrier and the sessions of it, by their `sessionId`.

The carrier is our own transport (`connection`) or a session of somebody else's client (`tunnel`).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from viewmark.background import TaskSet
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, Session
from viewmark.errors import PageNavigated, TabNotFound, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Callable


class SessionRouter:
    """A root session, and those of targets below it, which appear and end by events.

    Who derives from it takes numbers and sends messages (`next_id`, `transmit`), hands what comes
    to `_route`, and says when nothing comes any more (`_end_all`).
    """

    has_children = True

    def __init__(
        self, *, target: dict[str, Any] | None = None, timeout: float = DEFAULT_TIMEOUT
    ) -> None:
        self.timeout = timeout
        """Deadline in seconds of commands that name none."""
        self._root = Session(self, target=target, timeout=timeout)
        self._sessions: dict[str | None, Session] = {None: self._root}
        self._tasks = TaskSet()

    def next_id(self) -> int:
        """A number unique among the messages of this carrier."""
        raise NotImplementedError

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Hand a command over without waiting."""
        raise NotImplementedError

    def listen(self, session: Session, event: str) -> None:
        """Nothing to do: every event arrives here anyway."""

    @staticmethod
    def _message(
        session: Session, number: int, method: str, params: dict[str, Any]
    ) -> dict[str, Any]:
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session.session_id is not None:
            message["sessionId"] = session.session_id
        return message

    def _route(self, message: dict[str, Any]) -> None:
        name, number = message.get("sessionId"), message.get("id")
        session = self._sessions.get(name) if name is None or isinstance(name, str) else None
        if isinstance(number, int):
            # Numbers are unique: an answer that was broken and names no session finds its command.
            known = [session] if session is not None and name else list(self._sessions.values())
            for each in known:
                each.answer(number, message.get("result"), message.get("error"))
            return
        event, params = message.get("method"), message.get("params")
        if session is None or not isinstance(event, str):
            return  # the last words of a session that is over
        params = params if isinstance(params, dict) else {}
        if event == "Target.attachedToTarget":
            self._note_attached(session, params)
        elif event == "Target.detachedFromTarget":
            self._note_detached(params)
        session.receive(event, params)

    def _note_attached(self, parent: Session, params: dict[str, Any]) -> None:
        session_id, target = params.get("sessionId"), params.get("targetInfo")
        if not isinstance(session_id, str) or not isinstance(target, dict):
            return
        child = Session(
            self, session_id=session_id, target=target, parent=parent, timeout=self.timeout
        )
        self._sessions[session_id] = child
        parent.adopt(child)
        if target.get("type") == "iframe":
            self._spawn(child)  # frames inside that frame

    def _spawn(self, child: Session) -> None:
        async def attach_nested() -> None:
            with contextlib.suppress(ViewmarkError):  # the frame may be gone already
                await child.auto_attach()

        self._tasks.start(attach_nested())

    def _note_detached(self, params: dict[str, Any]) -> None:
        session_id = params.get("sessionId")
        session = self._sessions.pop(session_id, None) if isinstance(session_id, str) else None
        if session is not None:
            session.end(frame_gone if session.target.get("type") == "iframe" else tab_gone)
            for gone in [s for s in self._sessions.values() if s.ended]:
                self._sessions.pop(gone.session_id, None)

    def _end_all(self, reason: Callable[[str], ViewmarkError]) -> None:
        for session in tuple(self._sessions.values()):
            session.end(reason)

    async def _stop_all(self) -> None:
        """End the tasks and all handlers."""
        await self._tasks.stop()
        for session in tuple(self._sessions.values()):
            session.stop()


def tab_gone(method: str) -> ViewmarkError:
    """Why a command to a tab or frame that was closed has no answer."""
    return TabNotFound(f"The tab or frame was closed; {method} has no answer.", method=method)


def frame_gone(method: str) -> ViewmarkError:
    """Why a command to a frame that left its process has no answer; its tab is still there."""
    return PageNavigated(
        f"The frame was closed, or got a document in another process; {method} has no answer.",
        method=method,
    )
