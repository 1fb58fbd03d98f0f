"""The body of a request or its response, on demand: cut, and without secrets where it is text."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser.secret_names import learn_names
from viewmark.errors import InvalidOption, ProtocolError
from viewmark.page.records import listening
from viewmark.secrets import in_address, in_field
from viewmark.secrets.redaction import REDACTED
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewmark.page.context import PageContext

__all__ = ["Body", "request_body", "response_body"]

CHARACTERS = 50_000
MOST_CHARACTERS = 2_000_000
READ = 4_000_000
"""Characters of a body that are looked at."""
_TEXT = re.compile(r"text/|.*(?:json|xml|javascript|ecmascript|x-www-form-urlencoded)", re.I)
_TAG = re.compile(r"<input\b[^>]*>", re.I)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)""")
_PAIR = re.compile(r"""(["']?)([\w.$-]{1,100})\1\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a request carried or brought. The words are the page's own: data."""

    request_id: str
    url: str = field(repr=False)
    mime: str
    text: str | None = field(default=None, repr=False)
    """Without secrets, as far as names show them; None for what is not text."""
    data: bytes | None = field(default=None, repr=False)
    """What is not text, whole; None for text, or above the limit."""
    size: int = 0
    """Characters of text, else bytes, before it was cut."""
    truncated: bool = False

    def to_json(self) -> dict[str, Any]:
        """The wire shape; what is not text by its size alone."""
        row: dict[str, Any] = {"request_id": self.request_id, "url": self.url, "mime": self.mime}
        row |= {} if self.text is None else {"text": self.text}
        return row | {"size": self.size, "truncated": self.truncated}


async def response_body(
    context: PageContext, request_id: str, *, characters: int = CHARACTERS
) -> Body:
    """The body that a recorded request brought."""
    return await _body(context, request_id, characters, of_response=True)


async def request_body(
    context: PageContext, request_id: str, *, characters: int = CHARACTERS
) -> Body:
    """The body that a recorded request carried; as `response_body`."""
    return await _body(context, request_id, characters, of_response=False)


async def _body(
    context: PageContext, request_id: str, characters: int, *, of_response: bool
) -> Body:
    is_number = isinstance(characters, int) and not isinstance(characters, bool)
    if not is_number or not 100 <= characters <= MOST_CHARACTERS:
        message = f"characters must be 100 to {MOST_CHARACTERS}, not {characters!r:.40}."
        raise InvalidOption(message, param="characters")
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
    await learn_names(context.page)
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
    clean = _scrub(raw[:READ], mime, redact)
    is_cut = len(clean) > characters or len(raw) > READ
    return replace(found, text=clean[:characters], size=len(raw), truncated=is_cut)


def _scrub(text: str, mime: str, redact: Callable[[str], str]) -> str:
    if "x-www-form-urlencoded" in mime.lower():
        return redact(f"?{text}")[1:]
    try:
        if "json" in mime.lower() or text.lstrip()[:1] in ("{", "["):
            value = json.loads(text)
            return redact(json.dumps(_without_secrets(value), ensure_ascii=False))
    except (ValueError, RecursionError):
        pass  # damaged, or several values: as text
    text = _TAG.sub(lambda tag: _without_value(tag[0]), text)
    text = _PAIR.sub(lambda p: _quiet(p) if _is_secret(p[2]) else p[0], text)
    return redact(text)


def _is_secret(name: str) -> bool:
    return in_field(name) or in_address(name)


def _quiet(pair: re.Match[str]) -> str:
    return f"{pair[0][: pair.start(3) - pair.start()]}{pair[3][0]}{REDACTED}{pair[3][0]}"


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: REDACTED
            if _is_secret(str(name)) and inner not in (None, "", True, False)
            else _without_secrets(inner)
            for name, inner in value.items()
        }
    return [_without_secrets(each) for each in value] if isinstance(value, list) else value


def _without_value(tag: str) -> str:
    """An input element whose value is taken out if it is hidden or secret by type or name."""
    found = {m[1].lower(): m[2].strip("\"'") for m in _ATTRIBUTE.finditer(tag)}
    names = (found.get(name, "") for name in ("name", "id", "autocomplete", "aria-label"))
    if found.get("type", "").lower() not in ("password", "hidden") and not any(
        map(_is_secret, filter(None, names))
    ):
        return tag
    return _ATTRIBUTE.sub(
        lambda m: f'{m[1]}="{REDACTED}"' if m[1].lower() == "value" else m[0], tag
    )
