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
import inspect
import itertools
import logging
from collections import deque
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson
import websockets
from cdp_socket.socket import SingleCDPSocket
from websockets.exceptions import ConnectionClosed, WebSocketException

from viewmark.browser.cdp.availability import SIGNALS
from viewmark.browser.cdp.errors import from_foreign
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT, CdpSession, Session
from viewmark.browser.cdp.surrogates import dump_surrogates, load_surrogates
from viewmark.errors import ConnectionFailed, ConnectionLost, TabNotFound, ViewmarkError
from viewmark.redaction import Redactor
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["DEFAULT_TIMEOUT", "CdpSession", "Connection", "Session", "adapt", "connect", "decode"]

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


class Connection:
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
        self.timeout = timeout
        """Deadline in seconds of commands that name none."""
        self.browser = Session(self, timeout=timeout)
        """The session of the browser itself: `Target.*` and `Browser.*`."""
        self._sessions: dict[str | None, Session] = {None: self.browser}
        self._tasks: set[asyncio.Task[None]] = set()
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
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for session in tuple(self._sessions.values()):
            await session.stop()

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What the sessions ask (Link) -------------------------------------------------------------

    has_children = True

    def next_id(self) -> int:
        """A number unique on this connection."""
        return self._socket.next_id()

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        """Queue a command for the writer."""
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session.session_id is not None:
            message["sessionId"] = session.session_id
        self._socket.post(number, session.session_id, message)

    def listen(self, session: Session, event: str) -> None:
        """Nothing to do: every event arrives here anyway."""

    # What the socket calls --------------------------------------------------------------------

    def _is_waited_for(self, number: int, session_id: str | None) -> bool:
        session = self._sessions.get(session_id)
        return session is not None and session.is_waiting(number)

    def _route(self, message: dict[str, Any]) -> None:
        name, number = message.get("sessionId"), message.get("id")
        session = self._sessions.get(name) if name is None or isinstance(name, str) else None
        if isinstance(number, int):
            if session is not None:
                session.answer(number, message.get("result"), message.get("error"))
            return
        event, params = message.get("method"), message.get("params")
        if session is None or not isinstance(event, str):
            return  # the last words of a session that is over
        params = params if isinstance(params, dict) else {}
        if event == "Target.attachedToTarget":
            self._attached(session, params)
        elif event == "Target.detachedFromTarget":
            self._detached(params)
        session.receive(event, params)

    def _attached(self, parent: Session, params: dict[str, Any]) -> None:
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
        async def nested() -> None:
            with contextlib.suppress(ViewmarkError):  # the frame may be gone already
                await child.auto_attach()

        task = asyncio.get_running_loop().create_task(nested())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _detached(self, params: dict[str, Any]) -> None:
        session_id = params.get("sessionId")
        session = self._sessions.pop(session_id, None) if isinstance(session_id, str) else None
        if session is not None:
            session.end(_tab_gone)
            for gone in [s for s in self._sessions.values() if s.ended]:
                self._sessions.pop(gone.session_id, None)

    def _lost(self, why: str) -> None:
        reply = "it was closed by us" if self._closing else why

        def reason(method: str) -> ViewmarkError:
            return ConnectionLost(
                f"The connection to the browser is gone ({reply}); {method} has no answer.",
                method=method,
            )

        for session in tuple(self._sessions.values()):
            session.end(reason)


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


class _ForeignLink:
    """Carries one session over somebody else's client."""

    has_children = False

    def __init__(self, foreign: CdpSession) -> None:
        self._foreign = foreign
        self._ids = itertools.count(1)
        self._tasks: set[asyncio.Future[Any]] = set()
        self._heard: set[str] = set()

    def next_id(self) -> int:
        return next(self._ids)

    def transmit(self, session: Session, number: int, method: str, params: dict[str, Any]) -> None:
        async def run() -> None:
            try:
                result: Any = self._foreign.send(method, params)
                if inspect.isawaitable(result):
                    result = await result
                session.answer(number, {} if result is None else result)
            except Exception as error:
                session.answer(number, error=from_foreign(method, error))

        # Never cancelled, even when nobody waits any more: many a client's receive loop dies of
        # an answer to a cancelled call.
        self._keep(asyncio.ensure_future(run()))

    def listen(self, session: Session, event: str) -> None:
        if event in self._heard:
            return
        self._heard.add(event)

        def heard(*args: Any) -> None:
            params = next((a for a in args if isinstance(a, dict)), {})
            session.receive(event, params)

        registered: Any = self._foreign.on(event, heard)
        if inspect.isawaitable(registered):
            self._keep(asyncio.ensure_future(registered))

    def _keep(self, task: asyncio.Future[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def adapt(foreign: CdpSession, *, timeout: float = DEFAULT_TIMEOUT) -> Session:
    """A `Session` over any object with `send(method, params)` and `on(event, handler)`.

    Both may be plain or async. Deadlines, errors and event order are then as with our own
    connection; child sessions are not available, as the foreign protocol has no word for them.
    """
    session = Session(_ForeignLink(foreign), timeout=timeout)
    session.listen(*SIGNALS)
    return session


def _tab_gone(method: str) -> ViewmarkError:
    return TabNotFound(f"The tab or frame was closed; {method} has no answer.", method=method)
