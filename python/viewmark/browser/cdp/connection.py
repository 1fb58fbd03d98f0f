"""A CDP connection: one transport and its sessions, which are distinguished by `sessionId`.

The transport is a pipe to a browser that we started (`pipe`), a WebSocket to another browser
(`websocket`), or a session of another client (`tunnel`). This module does not depend on the kind.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Mapping
from typing import Any

from viewmark.background import TaskSet, quietly
from viewmark.browser.cdp.codec import decode_message, encode_message
from viewmark.browser.cdp.errors import lost_error
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, Session
from viewmark.browser.cdp.transport import Transport
from viewmark.errors import ConnectionLost, PageNavigated, TabNotFound, ViewmarkError

_log = logging.getLogger("viewmark.browser")


class Connection:
    """The topmost session of a transport, and the sessions of all targets below it.

    Sessions are created and ended by events. Use a connection only in the event loop that created
    it.
    """

    has_children = True

    def __init__(
        self,
        transport: Transport,
        *,
        target: dict[str, Any] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self.timeout = timeout
        """Default timeout of commands, in seconds."""
        self.browser = Session(self, target=target, timeout=timeout)
        """The topmost session: the browser's own (`Target.*`, `Browser.*`), or through a tunnel the
        session of `target`.
        """
        self.transport = transport
        """The transport that carries the messages."""
        self._sessions: dict[str | None, Session] = {None: self.browser}
        self._tasks = TaskSet()
        self._ids = itertools.count(1)
        self._closing = False
        transport.start(self._receive, self.lose)

    @property
    def closed(self) -> bool:
        """Whether the connection is closed."""
        return self.transport.closed

    async def attach(self, target_id: str) -> Session:
        """Attach to a target; see `Session.attach`."""
        return await self.browser.attach(target_id)

    async def close(self) -> None:
        """Close the transport and drop all handlers; idempotent."""
        self._closing = True
        await self.transport.close()
        self.lose("it was closed")
        await self._tasks.stop()
        for session in tuple(self._sessions.values()):
            session.stop()

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Called by sessions (Link) ----------------------------------------------------------------

    def next_id(self) -> int:
        """Return a number that is unique on this connection."""
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Queue a command; it is dropped if no caller awaits it by the time it could be sent."""
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session.session_id is not None:
            message["sessionId"] = session.session_id
        self.transport.post(encode_message(message), lambda: session.is_waiting(number))

    def listen(self, session: Session, event: str) -> None:
        """Do nothing, because this connection receives all events without subscribing."""

    # Called by the transport ------------------------------------------------------------------

    def _receive(self, data: bytes | memoryview) -> None:
        message = decode_message(data)
        if isinstance(message, dict):
            self._route(message)
        else:
            _log.warning("a message of %d bytes cannot be read; dropped", len(data))

    def lose(self, why: str, kind: type[ViewmarkError] = ConnectionLost) -> None:
        """Handle the loss of the connection: all pending and future commands fail.

        Args:
            why: reason for the error message.
            kind: class of the error.
        """
        reply = "it was closed by us" if self._closing else why
        gone = lost_error(kind, f"The connection to the browser is gone ({reply}).")
        for session in tuple(self._sessions.values()):
            session.end(tab_gone if kind is TabNotFound else gone)

    def _route(self, message: dict[str, Any]) -> None:
        name, number = message.get("sessionId"), message.get("id")
        session = self._sessions.get(name) if name is None or isinstance(name, str) else None
        if isinstance(number, int):
            # Command numbers are unique, so a malformed reply without a session can still be
            # assigned to its command.
            known = [session] if session is not None and name else list(self._sessions.values())
            for each in known:
                each.answer(number, message.get("result"), message.get("error"))
            return
        event, params = message.get("method"), message.get("params")
        if session is None or not isinstance(event, str):
            return  # a late message of a session that has ended
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
            self._tasks.start(quietly(child.auto_attach()))  # the target may be closed already

    def _note_detached(self, params: dict[str, Any]) -> None:
        session_id = params.get("sessionId")
        session = self._sessions.pop(session_id, None) if isinstance(session_id, str) else None
        if session is not None:
            session.end(frame_gone if session.target.get("type") == "iframe" else tab_gone)
            for gone in [s for s in self._sessions.values() if s.ended]:
                self._sessions.pop(gone.session_id, None)


tab_gone = lost_error(TabNotFound, "The tab or frame was closed.")
"""Return the error for a command to a closed tab or frame."""
frame_gone = lost_error(
    PageNavigated, "The frame was closed, or got a document in another process."
)
"""Return the error for a command to a frame that left its process; its tab still exists."""


async def connect(
    url: str, *, timeout: float = DEFAULT_TIMEOUT, headers: Mapping[str, str] | None = None
) -> Connection:
    """Connect to the WebSocket of a browser that was started elsewhere, or with a port.

    Args:
        url: `ws://host:port/devtools/browser/...`, as listed in `/json/version`.
        timeout: seconds to connect, and the default timeout of commands.
        headers: headers of the connection request, such as those required by a browser service.

    Raises:
        ConnectionFailed: no server responds, or it does not speak WebSocket.
    """
    # Imported here to save time at start: browsers that we start are not connected by WebSocket.
    from viewmark.browser.cdp.websocket import WebSocket

    return Connection(await WebSocket.open(url, timeout=timeout, headers=headers), timeout=timeout)
