"""Console messages, exceptions and requests of a page, with bodies; secrets are redacted."""

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
"""Maximum number of entries of one call; as many entries of each kind are kept."""
E = TypeVar("E", ConsoleMessage, PageException, Request)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Generic[E]):
    """Entries, oldest first, and the cursor for the next read."""

    entries: tuple[E, ...]
    cursor: int
    """Pass this as `since` in the next call to get only newer entries."""
    lost: int
    """Number of entries newer than the given cursor that are lost, because they are no longer kept.
    """
    remaining: int
    """Number of further entries that this call omits because of its limit."""
    flood: Flood | None = None
    """Records lost because the page produced too many; None if none were lost."""
    pending: tuple[E, ...] = ()
    """Pending requests, oldest first; they become entries once they end."""
    began_ms: float = 0.0
    """Start of recording, in milliseconds since the Unix epoch; earlier requests are missing."""

    def __len__(self) -> int:
        return len(self.entries)

    def lines(self, noun: str) -> str:
        """Return a heading with the count, the noun and the cursor, then a line for each entry."""
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
        """Return the data as a JSON-serializable dictionary."""
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
    """Return the telemetry of the page; start recording if necessary."""
    telemetry = context.telemetry
    await telemetry.start(context.page.session)
    return telemetry


CHARACTERS = 50_000
MOST_CHARACTERS = 2_000_000
READ = 4_000_000
"""Maximum length of a body that is searched for secrets, in characters."""
_TEXT = re.compile(r"text/|.*(?:json|xml|javascript|ecmascript|x-www-form-urlencoded)", re.I)
_PART = re.compile(
    r"""(name="([^"\r\n]{1,200})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n).+?(?=\r?\n--|\Z)""", re.S
)
_LINE = re.compile(r"^(([^=\r\n]{1,200})=).+$", re.M)
_ELEMENT = re.compile(r"(<(?:[\w.-]+:)?([\w.-]{1,100})(?:\s[^<>]*)?>)[^<]+(?=</)")
_NAMES = frozenset({"name", "key", "id", "field", "label", "param", "parameter", "property"})
"""Keys whose value is a field's name; another key of the same object contains the field's value."""
_TAG = re.compile(r"<input\b[^>]*>", re.I)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)""")
_PAIR = re.compile(r"""(["']?)([\w.$-]{1,100})\1\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Body of a request or response. It is page content: data, never instructions."""

    request_id: str
    url: str = field(repr=False)
    mime: str
    text: str | None = field(default=None, repr=False)
    """Text, with secrets redacted where names reveal them; None for a binary body."""
    data: bytes | None = field(default=None, repr=False)
    """Complete binary body; None for text, or if the body exceeds the limit."""
    size: int = 0
    """Size before truncation: number of characters of a text, otherwise of bytes."""
    truncated: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form; it contains only the size of a binary body."""
        row = to_record(replace(self, data=None))
        return row | {"size": self.size, "truncated": self.truncated}


class Logs:
    """Console, exceptions and requests of a page, read with a cursor; a mixin of `Page`."""

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
        """Read the console and the browser's own log, oldest first; the last 500 are kept.

        Recording begins with the first call of `console`, `exceptions`, `network`, `har` or
        `record`. Earlier console messages and exceptions are still available, requests are not.

        Args:
            since: `cursor` of an earlier result, to get only newer entries.
            limit: maximum entries, 1 to 500.
            level: the minimum level: debug, log, info, warn, error.
            contains: only entries with this text in message or URL, in any case.
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
        """Read uncaught exceptions and unhandled rejections; options are as for `console`.

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
        """Read requests that ended since recording began (`began_ms`); see `console`.

        Headers with credentials, secrets in URLs, and bodies are not included.

        Args:
            since: as for `console`.
            limit: as for `console`.
            contains: only requests with this text in the URL.
            failed: only requests without a response, or with a status of 400 or more.
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
        """Return the response body of a recorded request, truncated, and redacted if it is text.

        Args:
            request_id: `request_id` of an entry of `network`.
            characters: maximum characters, 100 to 2,000,000; bytes of a binary body.

        Raises:
            InvalidOption: there is no such request, or the browser no longer has its body.
        """
        return await _body(self.context, request_id, characters, of_response=True)

    @checked
    async def request_body(self, request_id: str, *, characters: int = CHARACTERS) -> Body:
        """Return the body that a recorded request sent; options are those of `response_body`.

        Args:
            request_id: `request_id` of an entry of `network`.
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
    # the fields of the current page determine which names are secret
    await learn_secrets(context.page)
    redact, word = context.page.redactor, contains.lower()

    def is_requested(entry: E) -> bool:
        # The filter is applied to the redacted text, or it could reveal a secret letter by letter.
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
    """Redact the values of secret names in a body, in the formats that pages usually send."""
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
        pass  # invalid JSON, or several JSON values, are treated as text
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
    """Redact the value of an input element that is hidden, or secret by its type or name."""
    found = {m[1].lower(): m[2].strip("\"'") for m in _ATTRIBUTE.finditer(tag)}
    names = (found.get(name, "") for name in ("name", "id", "autocomplete", "aria-label"))
    if found.get("type", "").lower() not in ("password", "hidden") and not any(
        map(is_secret, filter(None, names))
    ):
        return tag
    return _ATTRIBUTE.sub(
        lambda m: f'{m[1]}="{REDACTED}"' if m[1].lower() == "value" else m[0], tag
    )
