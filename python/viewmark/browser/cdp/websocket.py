"""CDP over a WebSocket, for browsers that were started elsewhere.

Built on cdp-socket's socket class. Its published version (1.2.8) has the following defects. Each
workaround is given after the colon and has a test:

- Compression costs the browser four times the CPU time per reply: disabled.
- Replies above 1 MiB close the connection: no limit.
- A browser that is paused for 40 s (debugger, suspend) loses the connection: no keepalive.
- A command ID was read before an await and incremented after it, so callers got each other's
  replies: the connection reads and increments it in one step.
- Commands and events have no sessionId: added, so that one connection serves all tabs and frames.
- Pending commands did not fail when the socket closed: now all fail at once, with the reason.
- Replies that no caller awaits were kept forever: entries are removed with their caller.
- Listeners could block the receive loop: handlers are plain functions, readers have queues
  (`events`).
- `close`, `closed` and leaving the context used attributes that websockets 14 removed.

The class is imported without cdp-socket's HTTP client: that imports aiohttp, which takes most of
the time of the first `attach` and is never used here. In place of its module there are functions
that import the real ones when called, so that other users of cdp-socket still get the original
behaviour.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from viewmark.browser.cdp.socket_class import SingleCDPSocket
from viewmark.browser.cdp.transport import OnLost, OnMessage
from viewmark.errors import ConnectionFailed
from viewmark.secrets.redaction import Redactor
from viewmark.text import one_line

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class WebSocket(SingleCDPSocket):  # type: ignore[misc]  # the library is untyped
    """cdp-socket's socket class without the defects listed above; created by `open`."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(url)
        self._headers = headers
        self._on_message: OnMessage = lambda _: None
        self._on_lost: OnLost = lambda *_: None
        self._outbox: deque[tuple[bytes, Callable[[], bool]]] = deque()
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._lost = False

    @classmethod
    async def open(
        cls, url: str, *, timeout: float, headers: Mapping[str, str] | None = None
    ) -> WebSocket:
        """Connect to a browser.

        Raises:
            ConnectionFailed: no server responds, or it does not speak WebSocket.
        """
        try:
            socket = cls(url, headers)
            await socket.start_session(timeout)
        except (OSError, WebSocketException, ValueError, asyncio.TimeoutError) as error:
            redact = Redactor()  # URLs of hosted browsers contain an access token
            shown, words = redact(one_line(url)), redact(one_line(error)) or type(error).__name__
            raise ConnectionFailed(f"No browser answers at {shown}: {words}", url=shown) from error
        return socket

    async def start_session(self, timeout: float) -> None:
        """Open the WebSocket connection."""
        # Ignore a system proxy for a browser on this machine.
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

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Start delivering messages."""
        self._on_message, self._on_lost = on_message, on_lost
        self._task = self._loop.create_task(self._rec_coro())
        self._writer = self._loop.create_task(self._write())

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Queue a message; a stalled browser blocks the writer task, not the caller's timeout."""
        self._outbox.append((data, is_wanted))
        self._wake.set()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionClosed):  # the receive loop reports the reason
            while True:
                while self._outbox:
                    data, is_wanted = self._outbox.popleft()
                    if is_wanted():
                        await self._ws.send(data, text=True)
                self._wake.clear()
                await self._wake.wait()

    async def _rec_coro(self) -> None:
        why = "it was closed"
        try:
            while True:
                self._on_message(await self._ws.recv(decode=False))
        except ConnectionClosed as error:
            why = one_line(error) or why
        except OSError as error:
            why = one_line(error)
        finally:
            self._lost = True
            if self._writer is not None:
                self._writer.cancel()
            self._on_lost(why)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the WebSocket connection."""
        tasks = [task for task in (self._task, self._writer) if task is not None]
        if self._ws is not None:
            await self._ws.close(code, reason)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    @property
    def closed(self) -> bool:
        """Whether the connection is closed, by us or by the browser."""
        return self._lost
