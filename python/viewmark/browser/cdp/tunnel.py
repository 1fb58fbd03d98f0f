"""CDP inside a session of another client.

That client only offers `send(method, params)` and `on(event, handler)` for one target. Through it,
Chromium allows a second session with the same target, whose messages are strings in
`Target.sendMessageToTarget` and `Target.receivedMessageFromTarget`. The new session has its own
domains and emulation, which end with it, and has child sessions of cross-origin frames.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from viewmark.background import TaskSet, quietly
from viewmark.browser.cdp.codec import decode_message, encode_message
from viewmark.browser.cdp.connection import Connection
from viewmark.browser.cdp.foreign import ForeignLink
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, CdpSession, Session
from viewmark.browser.cdp.transport import OnLost, OnMessage
from viewmark.errors import (
    CommandTimeout,
    ConnectionLost,
    ProtocolError,
    TabNotFound,
    ViewmarkError,
)

_ARRIVED, _DETACHED = "Target.receivedMessageFromTarget", "Target.detachedFromTarget"
_WATCH_EVERY = 1.0  # seconds between two checks
_CLOSE_LIMIT = 2.0  # maximum seconds for the other client to detach our session


async def open_tunnel(
    foreign: CdpSession,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    on_close: Callable[[Callable[[], None]], object] | None = None,
) -> Connection | None:
    """Attach a second session to a session's target; return None if the browser refuses.

    Args:
        foreign: the other client's session.
        timeout: maximum seconds; also the default timeout of commands.
        on_close: registers a function to be called when the owner closes the page.

    Raises:
        ConnectionLost, TabNotFound, CommandTimeout: the session does not reply.
    """
    link = ForeignLink(foreign)
    outer = Session(link, timeout=timeout)
    outer.listen(_ARRIVED, _DETACHED)  # the handler must be set before the first message can arrive
    try:
        info = (await outer.send("Target.getTargetInfo")).get("targetInfo")
        target = info if isinstance(info, dict) else {}
        params = {"targetId": target.get("targetId"), "flatten": False}
        answer = await outer.send("Target.attachToTarget", params) if target else {}
    except ProtocolError:
        answer = {}
    session_id = answer.get("sessionId")
    if not isinstance(session_id, str):
        link.forget()
        return None
    tunnel = Tunnel(link, outer, session_id)
    if on_close is not None:
        on_close(tunnel.lose)
    return Connection(tunnel, target=target, timeout=timeout)


class Tunnel:
    """The transport inside another client's session; created by `open_tunnel`."""

    def __init__(self, link: ForeignLink, outer: Session, session_id: str) -> None:
        self._link, self._outer, self._name = link, outer, {"sessionId": session_id}
        self._on_message: OnMessage = lambda _: None
        self._on_lost: OnLost = lambda *_: None
        self._tasks = TaskSet()
        self._wanted: list[Callable[[], bool]] = []
        self.closed = False
        """Whether the transport is closed."""

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Start delivering messages."""
        self._on_message, self._on_lost = on_message, on_lost
        self._outer.on_event = self._receive

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Send a message as a string."""
        # Sent in a task, so that commands keep their order even if `send` is a coroutine.
        self._tasks.start(self._send(data))
        if not self._wanted:
            self._tasks.start(self._watch_owner())
        self._wanted.append(is_wanted)

    async def _watch_owner(self) -> None:
        """Close the tunnel if the other client's connection ends while commands await replies."""
        while True:
            await asyncio.sleep(_WATCH_EVERY)
            self._wanted = [each for each in self._wanted if each()]
            if not self._wanted:
                return
            try:
                await self._outer.send("Target.getTargetInfo")
            except (ConnectionLost, TabNotFound) as error:
                self.lose(type(error))
            except ViewmarkError:
                continue  # the other client is slow, but still connected

    async def _send(self, data: bytes) -> None:
        packed = {**self._name, "message": data.decode()}
        try:
            await self._outer.send("Target.sendMessageToTarget", packed)
        except (ConnectionLost, TabNotFound) as error:
            self.lose(type(error))
        except CommandTimeout:
            return  # the command's own timeout ends the wait
        except ViewmarkError as error:
            words = error.data.get("cdp_message", error.message)
            answer = {"id": decode_message(data)["id"], "error": {"message": words}}
            self._on_message(encode_message(answer))

    def lose(self, kind: type[ViewmarkError] = TabNotFound) -> None:
        """Handle the end of the other client's session, which also ends ours."""
        self.closed = True
        self._on_lost("the session of the other client is over", kind)

    def _receive(self, _: Session, event: str, params: dict[str, Any]) -> None:
        if params.get("sessionId") != self._name["sessionId"]:
            return
        if event == _DETACHED:
            self.lose()
        elif isinstance(text := params.get("message"), str):
            self._on_message(text.encode("utf-8", "replace"))

    async def close(self) -> None:
        """End our session and its emulation; the target and the other client are not affected."""
        if not self.closed:
            await quietly(
                self._outer.send("Target.detachFromTarget", self._name, timeout=_CLOSE_LIMIT)
            )
        self.lose()
        await self._tasks.stop()
        self._outer.on_event = None
        self._link.forget()
