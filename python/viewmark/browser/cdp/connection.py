"""The CDP connection: one WebSocket to a browser, many sessions over it.

Built on cdp-socket's socket class. As published (1.2.8) that class cannot serve here, so what is
unsound is overridden; each point has a test of its own:

- compression on the wire costs the browser four times the CPU per reply: switched off
- replies above 1 MiB close the connection: no limit
- a browser stopped for 40 s (debugger, suspend) loses the connection: no keepalive
- a command's id was taken before and advanced after an await, so callers got each other's
  answers: taken and advanced at once
- no sessionId: on commands and events, so that one connection serves all tabs and frames
- commands under way were not failed when the socket closed: all fail at once, with the reason
- answers that nobody waits for were kept for ever: entries go with their caller
- listeners ran inside the receive loop: they run in tasks of their own (`events`)
- `close`, `closed` and leaving the context used attributes that websockets 14 removed
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import deque
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson
import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from viewmark.browser.cdp.router import SessionRouter
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, Session
from viewmark.browser.cdp.socket_class import SingleCDPSocket
from viewmark.browser.cdp.surrogates import dump_surrogates, load_surrogates
from viewmark.errors import ConnectionFailed, ConnectionLost, ViewmarkError
from viewmark.redaction import Redactor
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["DEFAULT_TIMEOUT", "Connection", "Session", "connect", "decode"]

_log = logging.getLogger("viewmark.browser")
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class _Socket(SingleCDPSocket):  # type: ignore[misc]  # the library is untyped
    """cdp-socket's socket with everything of the list above overridden."""

    def __init__(
        self,
        url: str,
        *,
        on_message: Callable[[dict[str, Any]], None],
        on_lost: Callable[[str], None],
        is_waited_for: Callable[[int, str | None], bool],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(url)
        self._headers = headers
        self._on_message, self._on_lost, self._is_waited_for = on_message, on_lost, is_waited_for
        self._ids = itertools.count(1)
        self._outbox: deque[tuple[int, str | None, bytes]] = deque()
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self.lost: str | None = None

    async def start_session(self, timeout: float = DEFAULT_TIMEOUT) -> _Socket:
        # A proxy for the outside world must not be asked for a browser on this machine.
        direct: dict[str, Any] = (
            {"proxy": None} if urlsplit(self._url).hostname in _LOOPBACK else {}
        )
        self._ws = await websockets.connect(
            self._url,
            open_timeout=timeout,
            close_timeout=1,
            max_size=None,
            compression=None,
            ping_interval=None,
            additional_headers=self._headers,
            **direct,
        )
        self._task = self._loop.create_task(self._rec_coro())
        self._writer = self._loop.create_task(self._write())
        return self

    def next_id(self) -> int:
        return next(self._ids)

    def post(self, number: int, session: str | None, message: dict[str, Any]) -> None:
        """Queue a command; a stalled browser blocks the writer, not the caller's deadline."""
        try:
            data = orjson.dumps(message)
        except TypeError:
            data = dump_surrogates(message)
        self._outbox.append((number, session, data))
        self._wake.set()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionClosed):  # the receive loop tells why
            while True:
                while self._outbox:
                    number, session, data = self._outbox.popleft()
                    if self._is_waited_for(number, session):
                        await self._ws.send(data, text=True)
                self._wake.clear()
                await self._wake.wait()

    async def _rec_coro(self) -> None:
        why = "it was closed"
        try:
            while True:
                data = await self._ws.recv(decode=False)
                try:
                    message = orjson.loads(data)
                except orjson.JSONDecodeError:
                    message = load_surrogates(data)
                if isinstance(message, dict):
                    self._on_message(message)
                else:
                    _log.warning("a message of %d bytes cannot be read; dropped", len(data))
        except ConnectionClosed as error:
            why = one_line(error) or why
        except OSError as error:
            why = one_line(error)
        finally:
            self.lost = why
            if self._writer is not None:
                self._writer.cancel()
            self._on_lost(why)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        tasks = [task for task in (self._task, self._writer) if task is not None]
        if self._ws is not None:
            await self._ws.close(code, reason)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    @property
    def closed(self) -> bool:
        return self.lost is not None


class Connection(SessionRouter):
    """One websocket to a browser, with its own session (`browser`) and one per attached target.

    Made by `connect`. Use it in one event loop.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.url = url
        """The browser's websocket address."""
        super().__init__(timeout=timeout)
        self.browser = self._root
        """The session of the browser itself: `Target.*` and `Browser.*`."""
        self._closing = False
        self._socket = _Socket(
            url,
            on_message=self._route,
            on_lost=self._lost,
            is_waited_for=self._is_waited_for,
            headers=headers,
        )

    @property
    def closed(self) -> bool:
        """Whether the socket is gone."""
        return bool(self._socket.closed)

    async def attach(self, target_id: str) -> Session:
        """A new session with a target.

        Raises:
            TabNotFound: no such target.
        """
        answer = await self.browser.send(
            "Target.attachToTarget", {"targetId": target_id, "flatten": True}
        )
        # The event came before the answer and made the session.
        return self._sessions[str(answer["sessionId"])]

    async def close(self) -> None:
        """Close the socket and end all handlers; a second call does nothing."""
        self._closing = True
        await self._socket.close()
        self._lost("it was closed")
        await self._stop_all()

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What the sessions ask (Link) -------------------------------------------------------------

    def next_id(self) -> int:
        """A number unique on this connection."""
        return self._socket.next_id()

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Queue a command for the writer."""
        message = self._message(session, number, method, params)
        self._socket.post(number, session.session_id, message)

    # What the socket calls --------------------------------------------------------------------

    def _lost(self, why: str) -> None:
        reply = "it was closed by us" if self._closing else why

        def reason(method: str) -> ViewmarkError:
            return ConnectionLost(
                f"The connection to the browser is gone ({reply}); {method} has no answer.",
                method=method,
            )

        self._end_all(reason)


async def connect(
    url: str, *, timeout: float = DEFAULT_TIMEOUT, headers: Mapping[str, str] | None = None
) -> Connection:
    """Open the browser's websocket.

    Args:
        url: `ws://host:port/devtools/browser/...`, as `/json/version` tells it.
        timeout: seconds for the opening, and the deadline of commands that name none.
        headers: sent with the opening, such as those that a rented browser asks for.

    Raises:
        ConnectionFailed: nobody answers there, or not in the language of websockets.
    """
    try:
        connection = Connection(url, timeout=timeout, headers=headers)
        await connection._socket.start_session(timeout)
    except (OSError, WebSocketException, ValueError, asyncio.TimeoutError) as error:
        redact = Redactor()  # addresses of rented browsers carry a token
        shown, words = redact(one_line(url)), redact(one_line(error)) or type(error).__name__
        raise ConnectionFailed(f"No browser answers at {shown}: {words}", url=shown) from error
    return connection


def decode(text: str) -> Any:
    """What a page script sent as JSON text; None if it cannot be read.

    Lone surrogates, which no codec of UTF-8 takes, come back as U+FFFD.
    """
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return load_surrogates(text.encode("utf-8", "replace"))
