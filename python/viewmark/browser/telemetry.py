"""Records exceptions, console messages and requests of a page, in bounded ring buffers.

They are collected over CDP from the moment of attaching, in a session of their own. A page that
logs or fetches without end would fill the connection of all tabs, so a flooded session is closed
and opened again after a pause; lost events are reported.

Bodies are never kept, and of headers with credentials only the names. All text is untrusted content
of the page. URLs are stored without redaction, because only later observations find out which
parameters are secret; whoever reports them redacts them (`viewmark.secrets.redaction`).
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from viewmark.background import quietly, within
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.telemetry_events import (
    address_of,
    count_characters,
    headers_of,
    line_of,
    printed,
    text_of_argument,
    where_of,
)
from viewmark.errors import ProtocolError, ViewmarkError
from viewmark.rate_limit import RateMeter
from viewmark.ring_buffer import RingBuffer
from viewmark.text import one_line

RING_SIZE = 500
"""Maximum entries of each kind."""

Source = Literal["console", "exceptions", "network", "frames"]
EVENTS: dict[str, float] = {"burst": 3_000, "per_second": 300}
"""Rates of console messages that are normal; up to 1,000 are replayed at the start."""
COSTS: dict[Source, float] = {"console": 1, "exceptions": 5, "network": 0.5, "frames": 5}
"""Cost of other events, in console messages. V8 collects and describes the stack of an exception; a
request causes four to six events, and 1,000 at once are normal; attached and detached frames are
reported to every listener of the console."""
CHARACTERS: dict[str, float] = {"burst": 2_000_000, "per_second": 500_000}
"""Normal rates of characters in console messages and exceptions."""
PAUSE_S = 10.0
"""Seconds without recording after a flood."""
AWAITED = ("fetch", "xhr", "script", "document")
"""Resource types of requests that may change the visible page."""
POLL_MEMORY_S = 15.0
"""Seconds during which a request that the page made by itself marks its URL as polled."""
LOADING_S = 3.0
"""Seconds in which a document requests its initial data."""
AFTER_ACT_S = 1.0
"""Seconds after an action in which a request may belong to it, as of a search that waits."""

Level = Literal["debug", "log", "info", "warn", "error"]
LEVELS: tuple[Level, ...] = ("debug", "log", "info", "warn", "error")
_LEVEL_OF: dict[str, Level] = {
    "debug": "debug",
    "verbose": "debug",
    "info": "info",
    "warning": "warn",
    "error": "error",
    "assert": "error",
}


@dataclass(frozen=True, slots=True)
class PageException:
    """An uncaught exception or an unhandled promise rejection."""

    kind: Literal["exception", "rejection"]
    message: str = field(repr=False)
    url: str = field(repr=False)
    line: int
    """1-based; 0 if unknown."""
    column: int
    time_ms: float
    """Milliseconds since the Unix epoch, by the browser's clock."""

    def __repr__(self) -> str:
        return printed(self)

    def __str__(self) -> str:
        where = f" at {self.url}:{self.line}:{self.column}" if self.url else ""
        return f"{self.kind}: {self.message.splitlines()[0] if self.message else ''}{where}"

    @property
    def words(self) -> str:
        """Text to which a filter is applied."""
        return f"{self.message} {self.url}"

    def clean(self, redact: Callable[[str], str]) -> PageException:
        """A copy without secrets."""
        return replace(self, message=redact(self.message), url=redact(self.url))


@dataclass(frozen=True, slots=True)
class ConsoleMessage:
    """One console message, or an entry of the browser's log."""

    level: Level
    text: str = field(repr=False)
    url: str = field(repr=False)
    line: int
    """1-based; 0 if unknown."""
    time_ms: float

    def __repr__(self) -> str:
        return printed(self)

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        where = f" ({self.url}{line})" if self.url else ""
        return f"{self.level}: {self.text}{where}"

    @property
    def words(self) -> str:
        """Text to which a filter is applied."""
        return f"{self.text} {self.url}"

    def clean(self, redact: Callable[[str], str]) -> ConsoleMessage:
        """A copy without secrets."""
        return replace(self, text=redact(self.text), url=redact(self.url))


@dataclass(slots=True)
class Request:
    """One request; it is added to the ring once it has ended, and does not change after that."""

    request_id: str
    method: str
    url: str = field(repr=False)
    kind: str
    """CDP's resource type in lower case: document, script, fetch, image, ..."""
    started_ms: float
    """Milliseconds since the Unix epoch."""
    _start: float = field(repr=False)
    """Start on the browser's monotonic clock in seconds, for durations."""
    begun: float = 0.0
    """Time of its first event on our monotonic clock."""
    status: int = 0
    """HTTP status; 0 if none arrived."""
    mime: str = ""
    duration_ms: float = 0.0
    wait_ms: float = 0.0
    """Milliseconds from the request until the first byte of the response."""
    size: int = 0
    """Bytes on the wire."""
    failure: str = ""
    """Error text of the browser, such as net::ERR_CONNECTION_REFUSED; empty on success."""
    protocol: str = ""
    request_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    response_headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def address(self) -> tuple[str, str]:
        """Method and URL without its query, which the requests of one poll have in common."""
        return self.method, self.url.partition("?")[0]

    @property
    def failed(self) -> bool:
        """Whether there was no response, or one with status 400 or above."""
        return bool(self.failure) or self.status >= 400

    def __str__(self) -> str:
        end = self.failure or str(self.status or "-")
        took = f"{self.duration_ms:.0f}ms" if self.duration_ms else "pending"
        return f"{self.request_id} {self.method} {end} {took} {self.kind} {self.url}"

    @property
    def words(self) -> str:
        """Text to which a filter is applied."""
        return self.url

    def clean(self, redact: Callable[[str], str]) -> Request:
        """A copy without secrets."""
        return replace(
            self,
            url=redact(self.url),
            request_headers={k: redact(v) for k, v in self.request_headers.items()},
            response_headers={k: redact(v) for k, v in self.response_headers.items()},
        )

    def elapsed(self, params: Mapping[str, Any]) -> float:
        """Milliseconds from its start to an event."""
        return max(0.0, (wire.number(params.get("timestamp")) - self._start) * 1000)


@dataclass(frozen=True, slots=True)
class Flood:
    """Events lost to floods."""

    source: Source
    """Source of the newest flood."""
    pauses: int
    """Number of times that recording was paused."""
    lost_s: float
    """Total seconds of the finished pauses."""
    resumes_in_s: float
    """Seconds until recording continues; 0 if it is not paused."""

    def __str__(self) -> str:
        """A sentence for the reader of the records."""
        flooded = f"the page flooded the {self.source} {self.pauses} time(s)"
        if self.resumes_in_s:
            return f"recording is paused, as {flooded}; it goes on in {self.resumes_in_s:.0f} s"
        return f"recording was paused for {self.lost_s:.0f} s, as {flooded}"


class Telemetry:
    """The ring buffers of one page.

    Args:
        clock: monotonic clock in seconds.
        pause_s: seconds without recording after a flood.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, pause_s: float = PAUSE_S
    ) -> None:
        self.faults: RingBuffer[PageException] = RingBuffer(RING_SIZE)
        self.console: RingBuffer[ConsoleMessage] = RingBuffer(RING_SIZE)
        self.requests: RingBuffer[Request] = RingBuffer(RING_SIZE)
        self._open: dict[str, Request] = {}
        self._clock, self._pause_s = clock, pause_s
        self._page: Session | None = None
        self._own: Session | None = None
        self._resuming: asyncio.Task[None] | None = None
        self._resumes_at = 0.0
        self._source: Source = "console"
        self._pauses, self._lost_s = 0, 0.0
        self._starting = asyncio.Lock()
        self.answered = asyncio.Event()
        """Set when a request is answered or ends; cleared by whoever starts to wait for it."""
        self._act_ends = 0.0
        self._by_itself: dict[tuple[str, str], Request] = {}
        self.began_ms = 0.0
        """Start of recording, milliseconds since the Unix epoch; 0 before it starts."""
        self._reset_meters()

    async def start(self, session: Session) -> None:
        """Record from now on; CDP replays earlier console entries, so these are recorded too.

        A second call does nothing.

        Args:
            session: session of the page; recording uses another one with the same target.
        """
        async with self._starting:
            if self.began_ms:
                return
            began, self._page = time.time() * 1000, session
            try:
                await self._listen()
            except BaseException:
                if self._own is not None and self._own is not session:
                    await quietly(self._own.detach())
                raise
            self.began_ms = began

    async def send_command(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a command about recorded data, in the recording session, which alone has the bodies.

        Raises:
            ProtocolError: the browser no longer has the data, or recording is paused.
        """
        if self._own is None or self._resuming is not None:
            raise ProtocolError("Recording is paused, as the page produced too much.")
        return await self._own.send(method, params)

    @property
    def flood(self) -> Flood | None:
        """Events lost because the page produced too many; None if none were lost."""
        if not self._pauses:
            return None
        left = max(0.0, self._resumes_at - self._clock()) if self._resuming is not None else 0.0
        return Flood(self._source, self._pauses, self._lost_s, left)

    async def _listen(self) -> None:
        assert self._page is not None
        own = self._own = await self._page.sibling()
        for event, (source, handler) in self.handlers.items():
            own.on(event, partial(self._receive, source, handler))
        if self._pauses:
            # Otherwise the entries recorded so far would be replayed and cause another flood.
            await own.send("Runtime.discardConsoleEntries")
            await own.send("Log.clear")
        for domain in ("Runtime", "Log", "Network"):
            await own.send(f"{domain}.enable")

    @property
    def handlers(self) -> dict[str, tuple[Source, Callable[[dict[str, Any]], None]]]:
        """Source and handler of each event."""
        return {
            "Runtime.executionContextCreated": ("frames", lambda _: None),
            "Runtime.exceptionThrown": ("exceptions", self._exception),
            "Runtime.consoleAPICalled": ("console", self._console),
            "Log.entryAdded": ("console", self._log),
            "Network.requestWillBeSent": ("network", self._sent),
            "Network.requestWillBeSentExtraInfo": ("network", self._sent_more),
            "Network.responseReceived": ("network", self._note_response),
            "Network.loadingFinished": ("network", self._note_finished),
            "Network.loadingFailed": ("network", self._broke),
        }

    def _receive(
        self, source: Source, handler: Callable[[dict[str, Any]], None], params: dict[str, Any]
    ) -> None:
        if self._resuming is not None:
            return  # received before the flooded session was closed
        now = self._clock()
        is_ordinary = self._events.take(COSTS[source], now)
        if source in ("console", "exceptions"):
            is_ordinary &= self._characters.take(count_characters(params), now)
        handler(params)
        if not is_ordinary:
            self._source, self._pauses = source, self._pauses + 1
            self._resumes_at = now + self._pause_s
            self._open.clear()  # their ends will not be reported
            self._resuming = asyncio.get_running_loop().create_task(self._resume())

    def _reset_meters(self) -> None:
        self._events, self._characters = RateMeter(**EVENTS), RateMeter(**CHARACTERS)

    async def _resume(self) -> None:
        own, page = self._own, self._page
        assert own is not None
        assert page is not None
        with contextlib.suppress(ViewmarkError):  # the tab may be gone
            if own is page:
                for domain in ("Network", "Log", "Runtime"):
                    await own.send(f"{domain}.disable")
            else:
                await own.detach()
        await within(self._pause_s, page.wait_ended())
        self._lost_s += self._pause_s
        self._reset_meters()
        self._resuming = None
        if not page.ended:
            await quietly(self._listen())

    def open_ids(self, older_than_s: float = 0.0) -> frozenset[str]:
        """Ids of unfinished requests that began at least `older_than_s` seconds ago."""
        return frozenset(n for n, each in self._open.items() if self.age(each) >= older_than_s)

    def age(self, request: Request) -> float:
        """Seconds since a request began."""
        return self._clock() - request.begun

    def begin_act(self) -> None:
        """Attribute new requests to an action from now on."""
        self._act_ends = math.inf

    def end_act(self) -> None:
        """Attribute new requests to the page again, after `AFTER_ACT_S` seconds."""
        self._act_ends = self._clock() + AFTER_ACT_S

    def awaited(self, before: Collection[str] = ()) -> tuple[Request, ...]:
        """Unfinished requests that may change the visible page: data, scripts and documents.

        Event streams and polling are left out. A request counts as polling if the page has just
        requested the same URL by itself, or if a `GET` of that URL was pending before. URLs that
        the page made itself (`blob:`) are left out too, because the browser does not report when a
        worker was loaded from one.

        Args:
            before: ids of requests to leave out.
        """
        polls = {key: each for key, each in self._by_itself.items() if self._is_recent(each)}
        polls |= {e.address: e for n, e in self._open.items() if n in before and e.method == "GET"}
        return tuple(
            each
            for number, each in self._open.items()
            if number not in before
            and each.kind in AWAITED
            and not each.url.startswith(("blob:", "data:"))
            and each.mime != "text/event-stream"
            and polls.get(each.address, each) is each
        )

    def _is_recent(self, request: Request) -> bool:
        return self.age(request) <= POLL_MEMORY_S

    def clear(self) -> None:
        """Remove all records; cursors stay valid."""
        self.faults.clear()
        self.console.clear()
        self.requests.clear()

    def _exception(self, params: dict[str, Any]) -> None:
        detail = wire.record(params.get("exceptionDetails"))
        thrown = wire.record(detail.get("exception"))
        text = str(detail.get("text", ""))
        message = str(thrown.get("description") or thrown.get("value") or text)
        url, line, column = where_of(detail)
        self.faults.add(
            PageException(
                kind="rejection" if "(in promise)" in text else "exception",
                message=line_of(message),
                url=url,
                line=line,
                column=column,
                time_ms=wire.number(params.get("timestamp")),
            )
        )

    def _console(self, params: dict[str, Any]) -> None:
        words = [text_of_argument(a) for a in wire.records(params.get("args"))]
        url, line, _ = where_of(params)
        self.console.add(
            ConsoleMessage(
                level=_LEVEL_OF.get(str(params.get("type")), "log"),
                text=line_of(" ".join(words)),
                url=url,
                line=line,
                time_ms=wire.number(params.get("timestamp")),
            )
        )

    def _log(self, params: dict[str, Any]) -> None:
        entry = wire.record(params.get("entry"))
        self.console.add(
            ConsoleMessage(
                level=_LEVEL_OF.get(str(entry.get("level")), "log"),
                text=line_of(entry.get("text")),
                url=address_of(entry.get("url")),
                line=int(wire.number(entry.get("lineNumber"), -1)) + 1,
                time_ms=wire.number(entry.get("timestamp")),
            )
        )

    @property
    def pending(self) -> tuple[Request, ...]:
        """Requests that have begun but not ended, oldest first."""
        return tuple(self._open.values())

    def _sent(self, params: dict[str, Any]) -> None:
        number = str(params.get("requestId"))
        if "redirectResponse" in params:
            self._answered(number, params["redirectResponse"], params)
            self._ended(params)
        if len(self._open) >= RING_SIZE:  # endless streams must not accumulate
            self._open.pop(next(iter(self._open)))
        request = wire.record(params.get("request"))
        now = self._clock()
        self._open[number] = begun = Request(
            request_id=number,
            method=one_line(request.get("method"), 40),
            url=address_of(request.get("url")),
            kind=one_line(params.get("type", "other"), 40).lower(),
            started_ms=wire.number(params.get("wallTime")) * 1000,
            _start=wire.number(params.get("timestamp")),
            begun=now,
            request_headers=headers_of(request.get("headers")),
        )
        if begun.kind == "document":
            self._act_ends = max(self._act_ends, now + LOADING_S)
        elif now > self._act_ends:
            recent = {k: each for k, each in self._by_itself.items() if self._is_recent(each)}
            self._by_itself = recent | {begun.address: begun}

    def _sent_more(self, params: dict[str, Any]) -> None:
        if (request := self._open.get(str(params.get("requestId")))) is not None:
            more = headers_of(params.get("headers"))
            request.request_headers = {**request.request_headers, **more}

    def _note_response(self, params: dict[str, Any]) -> None:
        self._answered(str(params.get("requestId")), params.get("response"), params)

    def _note_finished(self, params: dict[str, Any]) -> None:
        self._ended(params, size=int(wire.number(params.get("encodedDataLength"))))

    def _broke(self, params: dict[str, Any]) -> None:
        reason = one_line(params.get("blockedReason") or params.get("errorText") or "failed")
        self._ended(params, failure=reason)

    def _answered(self, number: str, answer: object, params: dict[str, Any]) -> None:
        if (request := self._open.get(number)) is not None:
            response = wire.record(answer)
            request.status = int(wire.number(response.get("status")))
            request.mime = one_line(response.get("mimeType"), 200)
            request.protocol = one_line(response.get("protocol"), 40)
            request.response_headers = headers_of(response.get("headers"))
            request.wait_ms = request.elapsed(params)
            self.answered.set()

    def _ended(self, params: dict[str, Any], *, size: int = 0, failure: str = "") -> None:
        if (request := self._open.pop(str(params.get("requestId")), None)) is not None:
            request.duration_ms = request.elapsed(params)
            request.size, request.failure = size, failure
            self.requests.add(request)
            self.answered.set()
