"""The archive contains every member that HAR 1.2 requires."""

from __future__ import annotations

from datetime import datetime

from viewmark.browser.telemetry import Request
from viewmark.page.evidence import har
from viewmark.secrets.redaction import Redactor

REQUEST = Request(
    request_id="1",
    method="GET",
    url="http://localhost/a?x=1&y=",
    kind="fetch",
    started_ms=1_700_000_000_123.0,
    _start=5.0,
    status=302,
    mime="text/html",
    duration_ms=30.0,
    wait_ms=20.0,
    size=512,
    protocol="http/1.1",
    response_headers={"Location": "/b", "set-cookie": "[redacted]"},
)


def test_an_entry_carries_all_that_the_standard_demands() -> None:
    log = har([REQUEST], version="1.0", redact=Redactor())["log"]
    assert log["version"] == "1.2"
    entry = log["entries"][0]
    assert datetime.fromisoformat(entry["startedDateTime"]).timestamp() == 1_700_000_000.123
    assert set(entry) >= {"startedDateTime", "time", "request", "response", "cache", "timings"}
    assert set(entry["request"]) == {
        "method",
        "url",
        "httpVersion",
        "cookies",
        "headers",
        "queryString",
        "headersSize",
        "bodySize",
    }
    assert entry["request"]["queryString"] == [
        {"name": "x", "value": "1"},
        {"name": "y", "value": ""},
    ]
    assert entry["response"]["redirectURL"] == "/b"
    assert entry["time"] == sum(entry["timings"].values())
