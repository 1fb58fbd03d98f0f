"""Formats requests as HTTP Archive 1.2 (w3c.github.io/web-performance, HAR 1.2). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timezone
from typing import Any
from urllib.parse import parse_qsl

from viewmark.browser.telemetry import Request


def har(
    requests: Iterable[Request], *, version: str, redact: Callable[[str], str]
) -> dict[str, Any]:
    """The archive; bodies are never kept, so sizes are those on the wire.

    Args:
        requests: ended requests, oldest first.
        version: of viewmark, for the creator's entry.
        redact: takes secrets out of addresses, here before they are taken apart.
    """
    return {
        "log": {
            "version": "1.2",
            "creator": {"name": "viewmark", "version": version},
            "pages": [],
            "entries": [_entry(r, redact) for r in requests],
        }
    }


def _entry(request: Request, redact: Callable[[str], str]) -> dict[str, Any]:
    url = redact(request.url)
    started = datetime.fromtimestamp(request.started_ms / 1000, tz=timezone.utc)
    protocol = request.protocol or "unknown"
    receive = max(0.0, request.duration_ms - request.wait_ms)
    entry: dict[str, Any] = {
        "startedDateTime": started.isoformat(timespec="milliseconds"),
        "time": round(request.duration_ms, 3),
        "request": {
            "method": request.method,
            "url": url,
            "httpVersion": protocol,
            "cookies": [],
            "headers": _pairs(request.request_headers, redact),
            "queryString": [
                {"name": k, "value": v} for k, v in parse_qsl(_query(url), keep_blank_values=True)
            ],
            "headersSize": -1,
            "bodySize": -1,
        },
        "response": {
            "status": request.status,
            "statusText": "",
            "httpVersion": protocol,
            "cookies": [],
            "headers": _pairs(request.response_headers, redact),
            "content": {"size": -1, "mimeType": request.mime},
            "redirectURL": redact(_header(request.response_headers, "location")),
            "headersSize": -1,
            "bodySize": request.size,
        },
        "cache": {},
        "timings": {
            "send": 0,
            "wait": round(min(request.wait_ms, request.duration_ms), 3),
            "receive": round(receive, 3),
        },
        "_resourceType": request.kind,
    }
    if request.failure:
        entry["response"]["_error"] = request.failure
    return entry


def _query(url: str) -> str:
    # By hand: the library refuses addresses that browsers and servers take, and redacted ones.
    return url.partition("#")[0].partition("?")[2]


def _pairs(headers: Mapping[str, str], redact: Callable[[str], str]) -> list[dict[str, str]]:
    return [{"name": k, "value": redact(v)} for k, v in headers.items()]


def _header(headers: Mapping[str, str], name: str) -> str:
    return next((v for k, v in headers.items() if k.lower() == name), "")
