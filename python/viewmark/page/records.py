"""Console messages, exceptions and requests of a page, with their bodies, without secrets."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Annotated, Any, Generic, TypeVar

from viewmark.browser.secret_names import learn_secrets, secret_values
from viewmark.browser.telemetry import LEVELS as LEVELS
from viewmark.browser.telemetry import (
    ConsoleMessage,
    Flood,
    Level,
    PageException,
    Request,
    Telemetry,
)
from viewmark.defaults import RECORD_COUNTS, RECORDS, Range
from viewmark.errors import InvalidOption, ProtocolError
from viewmark.page.context import PageContext
from viewmark.ring_buffer import RingBuffer
from viewmark.secrets import in_field
from viewmark.secrets.redaction import REDACTED, Redactor
from viewmark.text import one_line
from viewmark.unknown_options import checked
from viewmark.wire_record import to_record

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
    """Records that were lost because the page produced too many; None if none were."""
    pending: tuple[E, ...] = ()
    """Requests that are under way, oldest first: they become entries when they end."""
    began_ms: float = 0.0
    """When recording began, milliseconds since the Unix epoch: requests of before are not here."""

    def __len__(self) -> int:
        return len(self.entries)

    def lines(self, noun: str) -> str:
        """How many of that noun and the cursor, then a line for each entry."""
        head = f"{len(self)} {noun}, cursor {self.cursor}"
        head += f", {len(self.pending)} pending" if self.pending else ""
        head += f", {self.lost} older ones lost" if self.lost else ""
        head += f", {self.remaining} more" if self.remaining else ""
        head += f"; {self.flood}" if self.flood is not None else ""
        entries: list[str] = []
        for said, same in groupby([str(each) for each in self.entries]):
            count = sum(1 for _ in same)
            entries.append(f"{said} ({count} times)" if count > 1 else said)
        return "\n".join([head, *entries, *map(str, self.pending)])

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


CHARACTERS = 50_000
MOST_CHARACTERS = 2_000_000
READ = 4_000_000
"""Characters of a body that are looked at."""
_TEXT = re.compile(r"text/|.*(?:json|xml|javascript|ecmascript|x-www-form-urlencoded)", re.I)
_PART = re.compile(
    r"""(name="([^"\r\n]{1,200})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n).+?(?=\r?\n--|\Z)""", re.S
)
_LINE = re.compile(r"^(([^=\r\n]{1,200})=).+$", re.M)
_ELEMENT = re.compile(r"(<(?:[\w.-]+:)?([\w.-]{1,100})(?:\s[^<>]*)?>)[^<]+(?=</)")
_NAMES = frozenset({"name", "key", "id", "field", "label", "param", "parameter", "property"})
"""Keys of records that name what another key of theirs holds."""
_TAG = re.compile(r"<input\b[^>]*>", re.I)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)""")
_PAIR = re.compile(r"""(["']?)([\w.$-]{1,100})\1\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Body of a request or response. The words are the page's own: data."""

    request_id: str
    url: str = field(repr=False)
    mime: str
    text: str | None = field(default=None, repr=False)
    """Text without secrets, as far as names show them; None for a binary body."""
    data: bytes | None = field(default=None, repr=False)
    """Complete binary body; None for text, or above the limit."""
    size: int = 0
    """Characters of text, else bytes, before it was cut."""
    truncated: bool = False

    def to_json(self) -> dict[str, Any]:
        """The wire shape; what is not text by its size alone."""
        row = to_record(replace(self, data=None))
        return row | {"size": self.size, "truncated": self.truncated}


class Logs:
    """Console, exceptions and requests of a page, read since a cursor; a part of `Page`."""

    context: PageContext

    @checked
    async def console(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = RECORDS,
        level: Level = "debug",
        contains: str = "",
    ) -> Records[ConsoleMessage]:
        """Lines of the console and of the browser's own log, oldest first; the last 500 are kept.

        Recording begins with the first call of `console`, `exceptions`, `network`, `har` or
        `record`. The browser still has the console and exceptions of before, but not the requests.

        Args:
            since: `cursor` of an earlier result, for only what is newer.
            limit: at most so many entries, 1 to 500.
            level: the least level: debug, log, info, warn, error.
            contains: only entries with these words in text or address; case does not matter.
        """
        least = LEVELS.index(level)
        return await _read(
            self.context,
            (await listening(self.context)).console,
            since=since,
            limit=limit,
            contains=contains,
            matches=lambda line: LEVELS.index(line.level) >= least,
        )

    @checked
    async def exceptions(
        self, *, since: int = 0, limit: Annotated[int, RECORD_COUNTS] = RECORDS, contains: str = ""
    ) -> Records[PageException]:
        """Uncaught exceptions and unhandled rejections; options as for `console`.

        Args:
            since: as for `console`.
            limit: as for `console`.
            contains: as for `console`.
        """
        faults = (await listening(self.context)).faults
        return await _read(self.context, faults, since=since, limit=limit, contains=contains)

    @checked
    async def network(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = RECORDS,
        contains: str = "",
        failed: bool = False,
    ) -> Records[Request]:
        """Requests that have ended since recording began (`began_ms`); see `console`.

        Headers that carry credentials, and secrets in addresses, are not in it; bodies neither.

        Args:
            since: as for `console`.
            limit: as for `console`.
            contains: only requests with these words in the address.
            failed: only those without an answer, or with one of 400 and above.
        """
        telemetry = await listening(self.context)
        found = await _read(
            self.context,
            telemetry.requests,
            since=since,
            limit=limit,
            contains=contains,
            matches=lambda each: each.failed or not failed,
        )
        if failed:
            return found
        word = contains.lower()
        under_way = (each.clean(self.context.page.redactor) for each in telemetry.pending)
        pending = [each for each in under_way if word in each.words.lower()]
        return replace(found, pending=tuple(pending[:limit]))

    @checked
    async def response_body(self, request_id: str, *, characters: int = CHARACTERS) -> Body:
        """The body that a recorded request brought, cut, and without secrets where it is text.

        Args:
            request_id: of an entry of `network`.
            characters: at most so many, 100 to 2,000,000; bytes of what is not text.

        Raises:
            InvalidOption: no such request, or the browser does not have its body any more.
        """
        return await _body(self.context, request_id, characters, of_response=True)

    @checked
    async def request_body(self, request_id: str, *, characters: int = CHARACTERS) -> Body:
        """The body that a recorded request carried; as `response_body`.

        Args:
            request_id: of an entry of `network`.
            characters: as for `response_body`.
        """
        return await _body(self.context, request_id, characters, of_response=False)


async def _read(
    context: PageContext,
    ring: RingBuffer[E],
    *,
    since: int,
    limit: int,
    contains: str,
    matches: Callable[[E], bool] = lambda _: True,
) -> Records[E]:
    Range(0, 1 << 62, whole=True).check("since", since)
    await learn_secrets(context.page)  # only the page as it is now says which names are secret
    redact, word = context.page.redactor, contains.lower()

    def is_requested(entry: E) -> bool:
        # A filter must not give away, letter by letter, what redaction takes out.
        return matches(entry) and (not word or word in entry.clean(redact).words.lower())

    found = ring.read(since=since, limit=limit, keep=is_requested)
    return Records(
        entries=tuple(each.clean(redact) for each in found.entries),
        cursor=found.cursor,
        lost=found.lost,
        remaining=found.remaining,
        flood=context.telemetry.flood,
        began_ms=context.telemetry.began_ms,
    )


async def _body(
    context: PageContext, request_id: str, characters: int, *, of_response: bool
) -> Body:
    Range(100, MOST_CHARACTERS, whole=True).check("characters", characters)
    telemetry = await listening(context)
    known = [each for each in telemetry.requests if each.request_id == request_id]
    if not known:
        raise InvalidOption(
            f"There is no recorded request {request_id!r:.60}.",
            hint="Take request_id from an entry of network.",
            param="request_id",
        )
    request = known[-1]
    method = "Network.getResponseBody" if of_response else "Network.getRequestPostData"
    try:
        reply = await telemetry.send_command(method, {"requestId": request_id})
    except ProtocolError as error:
        which = "response" if of_response else "request"
        raise InvalidOption(
            f"The browser has no body of that {which}: {one_line(error.message, 200)}",
            hint="It keeps bodies of the last requests only, and none of empty or failed ones.",
            param="request_id",
        ) from error
    await learn_secrets(context.page)
    redact = context.page.redactor
    headers = {name.lower(): value for name, value in request.request_headers.items()}
    mime = request.mime if of_response else headers.get("content-type", "")
    found = Body(request_id=request_id, url=redact(request.url), mime=one_line(mime, 200))
    raw = str(reply.get("body" if of_response else "postData", ""))
    if reply.get("base64Encoded") is True:
        data = base64.b64decode(raw)
        if not _TEXT.match(mime):
            whole = data if len(data) <= characters else None
            return replace(found, data=whole, size=len(data), truncated=whole is None)
        raw = data.decode("utf-8", "replace")
    clean, _ = secret_values(context.page).redact(_scrub(raw[:READ], mime, redact))
    is_cut = len(clean) > characters or len(raw) > READ
    return replace(found, text=clean[:characters], size=len(raw), truncated=is_cut)


def _scrub(text: str, mime: str, redact: Redactor) -> str:
    """A body without the values of secret names, in the forms that pages send."""
    mime = mime.lower()

    def is_secret(name: str) -> bool:
        return in_field(name) or redact.is_secret(name)

    if "x-www-form-urlencoded" in mime:
        return redact(f"?{text}")[1:]
    try:
        if "json" in mime or text.lstrip()[:1] in ("{", "["):
            value = json.loads(text)
            return redact(json.dumps(_without_secrets(value, is_secret), ensure_ascii=False))
    except (ValueError, RecursionError):
        pass  # damaged, or several values: as text
    text = _TAG.sub(lambda tag: _without_value(tag[0], is_secret), text)
    text = _PAIR.sub(lambda p: _quiet(p) if is_secret(p[2]) else p[0], text)
    named = {"multipart": _PART, "text/plain": _LINE}.get(
        mime.partition(";")[0].partition("/form")[0]
    )
    for pattern in (_ELEMENT, *([named] if named else [])):
        text = pattern.sub(lambda m: m[1] + REDACTED if is_secret(m[2]) else m[0], text)
    return redact(text)


def _quiet(pair: re.Match[str]) -> str:
    return f"{pair[0][: pair.start(3) - pair.start()]}{pair[3][0]}{REDACTED}{pair[3][0]}"


def _without_secrets(value: Any, is_secret: Callable[[str], bool]) -> Any:
    if isinstance(value, list):
        return [_without_secrets(each, is_secret) for each in value]
    if not isinstance(value, dict):
        return value
    names = [str(inner) for name, inner in value.items() if str(name).lower() in _NAMES]
    is_named = any(map(is_secret, names))  # {"name": "password", "value": ...}
    return {
        name: REDACTED
        if inner not in (None, "", True, False)
        and (is_secret(str(name)) or (is_named and str(inner) not in names))
        else _without_secrets(inner, is_secret)
        for name, inner in value.items()
    }


def _without_value(tag: str, is_secret: Callable[[str], bool]) -> str:
    """An input element whose value is taken out if it is hidden or secret by type or name."""
    found = {m[1].lower(): m[2].strip("\"'") for m in _ATTRIBUTE.finditer(tag)}
    names = (found.get(name, "") for name in ("name", "id", "autocomplete", "aria-label"))
    if found.get("type", "").lower() not in ("password", "hidden") and not any(
        map(is_secret, filter(None, names))
    ):
        return tag
    return _ATTRIBUTE.sub(
        lambda m: f'{m[1]}="{REDACTED}"' if m[1].lower() == "value" else m[0], tag
    )
