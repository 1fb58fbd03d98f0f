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
from viewmark.defaults import RECORD_COUNTS
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
    context: PageContext, *, since: int, limit: int, level: Level, contains: str
) -> Records[ConsoleMessage]:
    """Lines of the console and of the browser's own log, of that level at least."""
    if level not in LEVELS:
        message = f"level must be one of {', '.join(LEVELS)}, not {level!r:.40}."
        raise InvalidOption(message, param="level")
    least = LEVELS.index(level)
    return await _read(
        context,
        (await listening(context)).console,
        since=since,
        limit=limit,
        contains=contains,
        clean=lambda line, redact: replace(line, text=redact(line.text), url=redact(line.url)),
        words=lambda line: f"{line.text} {line.url}",
        matches=lambda line: LEVELS.index(line.level) >= least,
    )


async def exceptions(
    context: PageContext, *, since: int, limit: int, contains: str
) -> Records[PageException]:
    """Uncaught exceptions and unhandled rejections."""
    return await _read(
        context,
        (await listening(context)).faults,
        since=since,
        limit=limit,
        contains=contains,
        clean=lambda fault, redact: replace(
            fault, message=redact(fault.message), url=redact(fault.url)
        ),
        words=lambda fault: f"{fault.message} {fault.url}",
    )


async def network(
    context: PageContext, *, since: int, limit: int, contains: str, failed: bool
) -> Records[Request]:
    """Requests that have ended, and as many under way; no bodies, no credentials in headers."""
    telemetry = await listening(context)
    found = await _read(
        context,
        telemetry.requests,
        since=since,
        limit=limit,
        contains=contains,
        clean=_clean_request,
        words=lambda each: each.url,
        matches=lambda each: each.failed or not failed,
    )
    if failed:
        return found
    word = contains.lower()
    under_way = (_clean_request(each, context.page.redactor) for each in telemetry.pending)
    pending = [each for each in under_way if word in each.url.lower()]
    return replace(found, pending=tuple(pending[:limit]))


def _clean_request(request: Request, redact: Callable[[str], str]) -> Request:
    return replace(
        request,
        url=redact(request.url),
        request_headers={k: redact(v) for k, v in request.request_headers.items()},
        response_headers={k: redact(v) for k, v in request.response_headers.items()},
    )


async def _read(
    context: PageContext,
    ring: RingBuffer[E],
    *,
    since: int,
    limit: int,
    contains: str,
    clean: Callable[[E, Callable[[str], str]], E],
    words: Callable[[E], str],
    matches: Callable[[E], bool] = lambda _: True,
) -> Records[E]:
    for name, value, low, high in (("since", since, 0, 1 << 62), ("limit", limit, 1, READ_LIMIT)):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            message = f"{name} must be {low} to {high}, not {value!r:.40}."
            raise InvalidOption(message, param=name)
    await learn_names(context.page)  # only the page as it is now says which names are secret
    redact, word = context.page.redactor, contains.lower()

    def is_requested(entry: E) -> bool:
        # A filter must not give away, letter by letter, what redaction takes out.
        return matches(entry) and (not word or word in words(clean(entry, redact)).lower())

    found = ring.read(since=since, limit=limit, keep=is_requested)
    return Records(
        entries=tuple(clean(each, redact) for each in found.entries),
        cursor=found.cursor,
        lost=found.lost,
        remaining=found.remaining,
        flood=context.telemetry.flood,
        began_ms=context.telemetry.began_ms,
    )
