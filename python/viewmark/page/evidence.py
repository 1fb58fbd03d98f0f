"""Exports of a page's history: numbered sentences, a Playwright test, a HAR archive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from viewmark.browser.secret_names import learn_secrets
from viewmark.browser.telemetry import Request
from viewmark.files import write_atomic
from viewmark.page import recording
from viewmark.page.context import PageContext
from viewmark.page.recording import Step
from viewmark.page.records import listening
from viewmark.unknown_options import checked


class Recording:
    """The recorded history of a page; a mixin of `Page`."""

    context: PageContext

    async def record(self) -> None:
        """Start a new recording: discard steps, console messages, exceptions and requests so far.

        Steps are always recorded (the last 500), the others only from this call on. Call it before
        `goto` to record all requests of a page.
        """
        (await listening(self.context)).clear()
        self.context.recorder.restart()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The actions on this page, oldest first, without the text typed into secret fields.

        Intended for programs: URLs are not redacted, unlike in `reproduction` and
        `playwright_test`.
        """
        return self.context.recorder.steps

    async def reproduction(self) -> str:
        """Return the steps as a numbered text, with selectors and the elements actually hit."""
        await learn_secrets(self.context.page)
        recorder, redact = self.context.recorder, self.context.page.redactor
        return redact(
            recording.reproduction(recorder.steps, redact=redact, dropped=recorder.dropped)
        )

    @checked
    async def playwright_test(self, *, name: str = "recorded") -> str:
        """Return the steps as a test for pytest-playwright.

        Secrets are read from environment variables; a comment in the test lists these.

        Args:
            name: name of the test; made into an identifier.
        """
        await learn_secrets(self.context.page)
        recorder, redact = self.context.recorder, self.context.page.redactor
        code = recording.playwright_test(
            recorder.steps,
            name=name,
            start_url=recorder.start_url,
            redact=redact,
            dropped=recorder.dropped,
        )
        return redact(code)  # redacting the finished code keeps it valid: see `recording`

    @checked
    async def har(self, file: str | Path | None = None) -> dict[str, Any]:
        """Return the recorded requests as HAR 1.2 (HTTP archive), without bodies and credentials.

        Args:
            file: a file to write as well.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        requests = (await listening(self.context)).requests
        await learn_secrets(self.context.page)
        redact = self.context.page.redactor
        made = har(requests, version=version("viewmark"), redact=redact)
        text = redact(json.dumps(made, ensure_ascii=False))
        found: dict[str, Any] = json.loads(text)
        if file is not None:
            write_atomic(file, text.encode("utf-8", "replace"))
        return found


def har(
    requests: Iterable[Request], *, version: str, redact: Callable[[str], str]
) -> dict[str, Any]:
    """Return the HAR archive; bodies are never kept, so sizes are those of the transfer.

    Args:
        requests: completed requests, oldest first.
        version: version of viewmark, for the `creator` entry.
        redact: redacts secrets; called here on URLs before they are parsed.
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
    # Parsed manually, because urllib rejects some URLs that browsers accept, and redacted URLs.
    query = parse_qsl(url.partition("#")[0].partition("?")[2], keep_blank_values=True)
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
            "queryString": [{"name": name, "value": value} for name, value in query],
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


def _pairs(headers: Mapping[str, str], redact: Callable[[str], str]) -> list[dict[str, str]]:
    return [{"name": k, "value": redact(v)} for k, v in headers.items()]


def _header(headers: Mapping[str, str], name: str) -> str:
    return next((v for k, v in headers.items() if k.lower() == name), "")
