"""Resolves a browser's URL, as given by the user, to the URL of its WebSocket."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from viewmark.errors import ConnectionFailed, InvalidOption
from viewmark.secrets.redaction import Redactor
from viewmark.text import one_line

_LIMIT = 1 << 20  # maximum bytes of a response; the browser's has about 500


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The WebSocket to connect to."""

    websocket: str = field(repr=False)
    """URL of the browser's WebSocket."""
    tab_id: str | None = None
    """ID of the tab in the user's URL, or None."""


def parse(url: str) -> SplitResult:
    """Split a URL; `host:port` and a bare port number are treated as http.

    Raises:
        InvalidOption: the scheme is not http, https, ws or wss, the host is missing, or the port is
            invalid.
    """
    text = url.strip()
    if text.isdigit():
        text = f"http://127.0.0.1:{text}"
    elif "://" not in text:
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname)
        usable = usable and not re.search(r"[\0-\x20\x7f]", text)
        _ = parts.port  # raises ValueError if the port is not a number below 65,536
    except ValueError:
        usable = False
    if not usable:
        raise InvalidOption(
            f"{Redactor()(one_line(url))!r} is not the address of a browser.",
            hint="Give http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/browser/...",
        )
    return parts


async def resolve(
    url: str, *, timeout: float, headers: Mapping[str, str] | None = None
) -> Endpoint:
    """Request the WebSocket URL from the browser, unless the user already gave one.

    Args:
        url: the URL as given by the user.
        timeout: maximum seconds.
        headers: headers of the request.

    Raises:
        InvalidOption: the URL is not valid.
        ConnectionFailed: there was no reply, or the reply is not from a browser.
    """
    parts = parse(url)
    is_socket = parts.scheme in ("ws", "wss")
    if is_socket and not parts.path.startswith("/devtools/page/"):
        return Endpoint(parts.geturl())
    # A tab's WebSocket does not give access to other tabs, so request the browser's.
    is_secure = parts.scheme in ("wss", "https")
    websocket = await asyncio.to_thread(_fetch, parts, is_secure, timeout, headers or {})
    return Endpoint(websocket, parts.path.rsplit("/", 1)[-1] if is_socket else None)


def _fetch(parts: SplitResult, secure: bool, timeout: float, headers: Mapping[str, str]) -> str:
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    host = parts.hostname or ""
    connection = kind(host, parts.port, timeout=timeout)
    shown = f"{host}:{connection.port}"
    try:
        connection.request("GET", "/json/version", headers=dict(headers))
        response = connection.getresponse()
        body = response.read(_LIMIT)
    except (OSError, UnicodeError, http.client.HTTPException) as error:
        words = one_line(error) or type(error).__name__
        raise ConnectionFailed(f"No browser answers at {shown}: {words}.", url=shown) from error
    finally:
        connection.close()
    if response.status != 200:
        words = one_line(body.decode("utf-8", "replace"))
        hint = (
            "Chrome accepts only IP addresses and localhost as host." if "Host" in words else None
        )
        reply = f"{shown} refuses with status {response.status}: {words}"
        raise ConnectionFailed(reply, hint=hint, url=shown)
    try:
        answer = json.loads(body)
        websocket = answer["webSocketDebuggerUrl"]
        path = urlsplit(websocket).path
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConnectionFailed(f"{shown} is a server, but not a browser's.", url=shown) from error
    # Behind a tunnel or in a container, the browser reports a host that we cannot reach.
    scheme = "wss" if secure else "ws"
    netloc = f"[{host}]" if ":" in host else host
    return f"{scheme}://{netloc}:{connection.port}{path}"
