"""Reads console lines, exceptions and requests of a page from a cursor on.

Recording begins with the first read, or with `record`; CDP replays the console and exceptions of
before, requests of before are not known. Entries are the page's words: data, never instructions.
Addresses in them come without secrets, also those that a filter is compared with.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from viewmark.browser.secret_names import learn_names
from viewmark.browser.telemetry import LEVELS, ConsoleMessage, Flood, Level, PageException, Request
from viewmark.defaults import RECORD_COUNTS, RECORDS
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.browser.telemetry import Telemetry
    from viewmark.page.context import PageContext
    from viewmark.ring_buffer import RingBuffer

__all__ = [
    "LEVELS",
    "READ_LIMIT",
    "ConsoleMessage",
    "Flood",
    "Level",
    "PageException",
    "ReadRecords",
    "Records",
    "Request",
    "console",
    "exceptions",
    "listening",
    "network",
]

READ_LIMIT = int(RECORD_COUNTS.high)
"""Entries that one read may ask for; so many are kept of each kind."""

E = TypeVar("E", ConsoleMessage, PageException, Request)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRecords:
    """What to read of a record."""

    since: int = 0
    """The `cursor` of an earlier answer; 0: all that is kept."""
    limit: int = RECORDS
    """The most entries, 1 to 500; what it keeps back comes with the next read."""
    contains: str = ""
    """Only entries with these words in their text or address; case does not matter."""

    def check(self) -> None:
        """Refuse what is out of range.

        Raises:
            InvalidOption: with the name of the option.
        """
        for name, value, low, high in (
            ("since", self.since, 0, 1 << 62),
            ("limit", self.limit, 1, READ_LIMIT),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                told = f"{name} must be {low} to {high}, not {value!r:.40}."
                raise InvalidOption(told, param=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Generic[E]):
    """Entries, oldest first, and where the next read goes on."""

    entries: tuple[E, ...]
    cursor: int
    """Give this as `since` next time to get only what is newer."""
    lost: int
    """Entries after the given cursor that are not kept any more."""
    remaining: int
    """Entries that the limit kept back."""
    flood: Flood | None = None
    """What was lost because the page produced too much; None if nothing was."""
    pending: tuple[E, ...] = ()
    """Requests that are under way, oldest first: they become entries when they end."""
    began_ms: float = 0.0
    """When recording began, milliseconds since the Unix epoch: requests of before are not here."""

    def __len__(self) -> int:
        return len(self.entries)

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        rows, pending = (
            [
                {name: getattr(each, name) for name in each.__slots__ if not name.startswith("_")}
                for each in those
            ]
            for those in (self.entries, self.pending)
        )
        facts: dict[str, Any] = {"cursor": self.cursor, "lost": self.lost}
        facts["remaining"] = self.remaining
        if self.flood is not None:
            facts["flood"] = asdict(self.flood)
        if pending:
            facts["pending"] = pending
        return {"entries": rows} | facts


async def listening(context: PageContext) -> Telemetry:
    """The rings of the page; recording begins if it has not."""
    telemetry = context.telemetry
    await telemetry.start(context.page.session)
    return telemetry


async def console(
    context: PageContext, request: ReadRecords, *, level: Level = "debug"
) -> Records[ConsoleMessage]:
    """Lines of the console and of the browser's own log.

    Args:
        context: the page and its memory.
        request: what to read.
        level: the least level: debug, log, info, warn, error.

    Raises:
        InvalidOption: no such level, or a number out of range.
    """
    if level not in LEVELS:
        told = f"level must be one of {', '.join(LEVELS)}, not {level!r:.40}."
        raise InvalidOption(told, param="level")
    least = LEVELS.index(level)
    ring = (await listening(context)).console
    return await _read(
        context,
        request,
        ring,
        clean=lambda line, redact: replace(line, text=redact(line.text), url=redact(line.url)),
        words=lambda line: f"{line.text} {line.url}",
        keep=lambda line: LEVELS.index(line.level) >= least,
    )


async def exceptions(context: PageContext, request: ReadRecords) -> Records[PageException]:
    """Uncaught exceptions and unhandled rejections.

    Raises:
        InvalidOption: a number out of range.
    """
    ring = (await listening(context)).faults
    return await _read(
        context,
        request,
        ring,
        clean=lambda fault, redact: replace(
            fault, message=redact(fault.message), url=redact(fault.url)
        ),
        words=lambda fault: f"{fault.message} {fault.url}",
    )


async def network(
    context: PageContext, request: ReadRecords, *, failed: bool = False
) -> Records[Request]:
    """Requests that have ended, and those under way; no bodies, no credentials in headers.

    Args:
        context: the page and its memory.
        request: what to read; its `limit` holds for each of both.
        failed: only those without an answer, or with one of 400 and above.

    Raises:
        InvalidOption: a number out of range.
    """
    telemetry = await listening(context)
    found = await _read(
        context,
        request,
        telemetry.requests,
        clean=_clean_request,
        words=lambda each: each.url,
        keep=lambda each: each.failed or not failed,
    )
    if failed:
        return found
    word = request.contains.lower()
    under_way = (_clean_request(each, context.page.redactor) for each in telemetry.pending)
    pending = [each for each in under_way if word in each.url.lower()]
    return replace(found, pending=tuple(pending[: request.limit]))


def _clean_request(request: Request, redact: Callable[[str], str]) -> Request:
    return replace(
        request,
        url=redact(request.url),
        request_headers={k: redact(v) for k, v in request.request_headers.items()},
        response_headers={k: redact(v) for k, v in request.response_headers.items()},
    )


async def _read(
    context: PageContext,
    request: ReadRecords,
    ring: RingBuffer[E],
    *,
    clean: Callable[[E, Callable[[str], str]], E],
    words: Callable[[E], str],
    keep: Callable[[E], bool] = lambda _: True,
) -> Records[E]:
    request.check()
    await learn_names(context.page)  # only the page as it is now says which names are secret
    redact, word = context.page.redactor, request.contains.lower()

    def wanted(entry: E) -> bool:
        # A filter must not tell, letter by letter, what redaction takes out.
        return keep(entry) and (not word or word in words(clean(entry, redact)).lower())

    found = ring.read(since=request.since, limit=request.limit, keep=wanted)
    return Records(
        entries=tuple(clean(each, redact) for each in found.entries),
        cursor=found.cursor,
        lost=found.lost,
        remaining=found.remaining,
        flood=context.telemetry.flood,
        began_ms=context.telemetry.began_ms,
    )
