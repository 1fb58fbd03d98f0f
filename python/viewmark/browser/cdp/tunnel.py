"""A CDP session of our own inside a session of somebody else's client.

What that client can do is `send(method, params)` and `on(event, handler)`, for one target. Through
that, Chromium lets us attach once more to the same target, with messages as texts inside of
`Target.sendMessageToTarget` and `Target.receivedMessageFromTarget`. The session that we get has
domains and emulations of its own, which end with it, and sessions of cross-origin frames below.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING, Any

from viewmark.browser.cdp.codec import decode, encode_message
from viewmark.browser.cdp.foreign import ForeignLink
from viewmark.browser.cdp.router import SessionRouter, tab_gone
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, Session
from viewmark.errors import ConnectionLost, ProtocolError, TabNotFound, ViewmarkError

if TYPE_CHECKING:
    from viewmark.browser.cdp.session import CdpSession

_ARRIVED, _DETACHED = "Target.receivedMessageFromTarget", "Target.detachedFromTarget"
_WATCH_EVERY = 1.0  # seconds
_CLOSE_LIMIT = 2.0  # seconds that the other client may take to let us go


class Tunnel(SessionRouter):
    """Our session inside another client's; `Tunnel.open` makes it."""

    def __init__(
        self,
        link: ForeignLink,
        outer: Session,
        session_id: str,
        target: dict[str, Any],
        *,
        timeout: float,
    ) -> None:
        super().__init__(target=target, timeout=timeout)
        self.session = self._root
        """Our session with the target."""
        self._link, self._outer, self._name = link, outer, session_id
        self._ids = itertools.count(1)
        self._watch: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, foreign: CdpSession, *, timeout: float = DEFAULT_TIMEOUT) -> Tunnel | None:
        """Attach once more to the target of a session; None if the browser does not allow it.

        Raises:
            ConnectionLost, TabNotFound, CommandTimeout: the session answers nothing.
        """
        link = ForeignLink(foreign)
        outer = Session(link, timeout=timeout)
        outer.listen(_ARRIVED, _DETACHED)  # before the first message can come
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
        tunnel = cls(link, outer, session_id, target, timeout=timeout)
        outer.on_event = tunnel._hear
        return tunnel

    def next_id(self) -> int:
        """A number unique inside of our session."""
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Have it sent as a text."""
        text = encode_message(self._message(session, number, method, params)).decode()
        # In a task, so that commands go out in their order even where `send` is a coroutine.
        self._tasks.start(self._send(session, number, text))
        if self._watch is None or self._watch.done():
            self._watch = self._tasks.start(self._watch_owner())

    async def _watch_owner(self) -> None:
        """While somebody waits: the owner's connection can end, and nothing would come any more."""
        while any(session.waiting for session in self._sessions.values()):
            await asyncio.sleep(_WATCH_EVERY)
            try:
                await self._outer.send("Target.getTargetInfo")
            except (ConnectionLost, TabNotFound) as error:
                self.lose(type(error))
            except ViewmarkError:
                continue  # slow, not gone

    async def _send(self, session: Session, number: int, text: str) -> None:
        packed = {"sessionId": self._name, "message": text}
        try:
            await self._outer.send("Target.sendMessageToTarget", packed)
        except (ConnectionLost, TabNotFound) as error:
            session.answer(number, error=error)
            self.lose(type(error))
        except ViewmarkError as error:
            session.answer(number, error=error)

    def lose(self, kind: type[ViewmarkError] = TabNotFound) -> None:
        """The other client's session is over; ours is with it."""

        def reason(method: str) -> ViewmarkError:
            return kind(f"The session of the other client is over; {method} has no answer.")

        self._end_all(tab_gone if kind is TabNotFound else reason)

    def _hear(self, _: Session, event: str, params: dict[str, Any]) -> None:
        if params.get("sessionId") != self._name:
            return
        if event == _DETACHED:
            self.lose()
            return
        text = params.get("message")
        message = decode(text) if isinstance(text, str) else None
        if isinstance(message, dict):
            self._route(message)

    async def close(self) -> None:
        """End our session and what it emulates; the target and the other client go on."""
        if not self.session.ended:
            with contextlib.suppress(ViewmarkError):
                name = {"sessionId": self._name}
                await self._outer.send("Target.detachFromTarget", name, timeout=_CLOSE_LIMIT)
        self.lose()
        await self._stop_all()
        self._outer.on_event = None
        self._link.forget()
