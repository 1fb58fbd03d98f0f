"""Records exceptions, console messages and requests of a page, in bounded ring buffers.

Events are collected over CDP from the moment of attaching, in a separate session. Because a page
that logs or fetches endlessly would saturate the connection of all tabs, a flooded session is
closed and reopened after a pause. Lost events are reported.

Bodies are never kept, and headers with credentials are stored by name only. All text is untrusted
page content. URLs are stored without redaction because only later observations find out which
parameters are secret; code that reports them must redact them (`viewmark.secrets.redaction`).
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
"""Maximum number of entries that are kept of each kind: messages, exceptions, requests."""

Source = Literal["console", "exceptions", "network", "frames"]
EVENTS: dict[str, float] = {"burst": 3_000, "per_second": 300}
"""Accepted rate of console messages. The browser replays up to 1,000 messages at the start."""
COSTS: dict[Source, float] = {"console": 1, "exceptions": 5, "network": 0.5, "frames": 5}
"""Cost of an event, in console messages. V8 collects and describes a stack for each exception. A
request causes four to six events, and 1,000 at once are normal. Attached and detached frames are
reported to every session that listens to the console."""
CHARACTERS: dict[str, float] = {"burst": 2_000_000, "per_second": 500_000}
"""Accepted rate of characters in console messages and exceptions."""
PAUSE_S = 10.0
"""Seconds for which recording pauses after a flood."""
AWAITED = ("fetch", "xhr", "script", "document")
"""Types of resources whose requests may change the visible page."""
POLL_MEMORY_S = 15.0
"""Seconds for which a URL counts as polled after a request outside of actions."""
LOADING_S = 3.0
"""Seconds within which a new document's requests count as loading its initial data."""
AFTER_ACT_S = 1.0
"""Seconds after an action in which a request may still belong to it, such as a debounced search."""

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
        """The text that filters are matched against."""
        return f"{self.message} {self.url}"

    def clean(self, redact: Callable[[str], str]) -> PageException:
        """Return a copy with secrets redacted."""
        return replace(self, message=redact(self.message), url=redact(self.url))


@dataclass(frozen=True, slots=True)
class ConsoleMessage:
    """A console message or an entry of the browser's log."""

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
        """The text that filters are matched against."""
        return f"{self.text} {self.url}"

    def clean(self, redact: Callable[[str], str]) -> ConsoleMessage:
        """Return a copy with secrets redacted."""
        return replace(self, text=redact(self.text), url=redact(self.url))


@dataclass(slots=True)
class Request:
    """A network request. It is added to the ring buffer when it ends, and is not changed later."""

    request_id: str
    method: str
    url: str = field(repr=False)
    kind: str
    """CDP resource type in lower case: document, script, fetch, image, ..."""
    started_ms: float
    """Milliseconds since the Unix epoch."""
    _start: float = field(repr=False)
    """Start time in seconds on the browser's monotonic clock, used to compute durations."""
    begun: float = 0.0
    """Time of the request's first event on the recorder's monotonic clock."""
    status: int = 0
    """HTTP status; 0 if no response arrived."""
    mime: str = ""
    duration_ms: float = 0.0
    wait_ms: float = 0.0
    """Milliseconds from the start of the request to the first byte of the response."""
    size: int = 0
    """Number of bytes received over the network."""
    failure: str = ""
    """The browser's error text, such as net::ERR_CONNECTION_REFUSED; empty on success."""
    protocol: str = ""
    request_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    response_headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def address(self) -> tuple[str, str]:
        """Method and URL without query, the same for all requests of a page that polls."""
        return self.method, self.url.partition("?")[0]

    @property
    def failed(self) -> bool:
        """Whether no response arrived, or a response with status 400 or above."""
        return bool(self.failure) or self.status >= 400

    def __str__(self) -> str:
        end = self.failure or str(self.status or "-")
        took = f"{self.duration_ms:.0f}ms" if self.duration_ms else "pending"
        return f"{self.request_id} {self.method} {end} {took} {self.kind} {self.url}"

    @property
    def words(self) -> str:
        """The text that filters are matched against."""
        return self.url

    def clean(self, redact: Callable[[str], str]) -> Request:
        """Return a copy with secrets redacted."""
        return replace(
            self,
            url=redact(self.url),
            request_headers={k: redact(v) for k, v in self.request_headers.items()},
            response_headers={k: redact(v) for k, v in self.response_headers.items()},
        )

    def elapsed(self, params: Mapping[str, Any]) -> float:
        """Return the milliseconds between the start of the request and an event."""
        return max(0.0, (wire.number(params.get("timestamp")) - self._start) * 1000)


@dataclass(frozen=True, slots=True)
class Flood:
    """Summary of the events that were lost because the page produced too many."""

    source: Source
    """Source of the most recent flood."""
    pauses: int
    """Number of times that recording was paused."""
    lost_s: float
    """Total seconds of the pauses that have ended."""
    resumes_in_s: float
    """Seconds until recording resumes; 0 if it is not paused."""

    def __str__(self) -> str:
        """Describe the flood in one sentence."""
        flooded = f"the page flooded the {self.source} {self.pauses} time(s)"
        if self.resumes_in_s:
            return f"recording is paused, as {flooded}; it goes on in {self.resumes_in_s:.0f} s"
        return f"recording was paused for {self.lost_s:.0f} s, as {flooded}"


class Telemetry:
    """Ring buffers with the console messages, exceptions and requests of one page.

    Args:
        clock: monotonic clock, in seconds.
        pause_s: seconds for which recording pauses after a flood.
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
        """Set when a request is answered or ends; callers clear it before they wait for it."""
        self._act_ends = 0.0
        self._by_itself: dict[tuple[str, str], Request] = {}
        self.began_ms = 0.0
        """Start of recording in milliseconds since the Unix epoch; 0 before the start."""
        self._reset_meters()

    async def start(self, session: Session) -> None:
        """Start recording; CDP replays earlier console entries, so they are recorded too.

        If recording has already started, do nothing.

        Args:
            session: session of the page; recording opens a separate session to the same target.
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
        """Send a command about recorded data to the recording session, which alone has the bodies.

        Raises:
            ProtocolError: the browser no longer has the data, or recording is paused.
        """
        if self._own is None or self._resuming is not None:
            raise ProtocolError("Recording is paused, as the page produced too much.")
        return await self._own.send(method, params)

    @property
    def flood(self) -> Flood | None:
        """Summary of the events lost to floods; None if none were lost."""
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
            # Otherwise CDP would replay all entries so far, which would cause another flood.
            await own.send("Runtime.discardConsoleEntries")
            await own.send("Log.clear")
        for domain in ("Runtime", "Log", "Network"):
            await own.send(f"{domain}.enable")

    @property
    def handlers(self) -> dict[str, tuple[Source, Callable[[dict[str, Any]], None]]]:
        """Pairs of source and handler, keyed by CDP event name."""
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
            self._open.clear()  # the events that report their ends will not arrive
            self._resuming = asyncio.get_running_loop().create_task(self._resume())

    def _reset_meters(self) -> None:
        self._events, self._characters = RateMeter(**EVENTS), RateMeter(**CHARACTERS)

    async def _resume(self) -> None:
        own, page = self._own, self._page
        assert own is not None
        assert page is not None
        with contextlib.suppress(ViewmarkError):  # the tab may be closed
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
        """Return the IDs of unfinished requests that are at least `older_than_s` seconds old."""
        return frozenset(n for n, each in self._open.items() if self.age(each) >= older_than_s)

    def age(self, request: Request) -> float:
        """Return the seconds since a request started."""
        return self._clock() - request.begun

    def begin_act(self) -> None:
        """Attribute new requests to an action from now on."""
        self._act_ends = math.inf

    def end_act(self) -> None:
        """Attribute new requests to the page itself again, after `AFTER_ACT_S` seconds."""
        self._act_ends = self._clock() + AFTER_ACT_S

    def awaited(self, before: Collection[str] = ()) -> tuple[Request, ...]:
        """Return unfinished requests that may change the visible page: data, scripts and documents.

        Event streams and polling are left out. A request counts as polling if the page recently
        requested the same URL outside of an action, or if a `GET` of that URL was pending before.
        URLs created by the page (`blob:`) are left out too: the browser does not report when
        a worker has finished loading from one.

        Args:
            before: IDs of requests to leave out.
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
        """Remove all records; cursors remain valid."""
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
        """Requests that have started but not ended, oldest first."""
        return tuple(self._open.values())

    def _sent(self, params: dict[str, Any]) -> None:
        number = str(params.get("requestId"))
        if "redirectResponse" in params:
            self._answered(number, params["redirectResponse"], params)
            self._ended(params)
        if len(self._open) >= RING_SIZE:  # requests that never end must not accumulate
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
