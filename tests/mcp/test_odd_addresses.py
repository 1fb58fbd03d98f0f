"""For any URL, archives can be made and JSON stays valid, without credentials."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from viewmark.browser.telemetry import Request, Telemetry
from viewmark.page.evidence import har
from viewmark.secrets.redaction import Redactor
from viewmark.text import compact

ODD = st.text(max_size=60) | st.sampled_from(
    [
        "http://me:pw@host/",
        "http://[redacted]@host/",
        "http://[",
        "http://[::1]:99999999/?a=1&&=&b",
        "http:\\\\h\\?token=x'\")",
        '//\ud800?sid="1"&x=%ff%00',
        "?" * 50,
        "data:,x?password=1",
        "",
    ]
)
ENDED = Request(
    request_id="1", method="GET", url="", kind="fetch", started_ms=1.7e12, _start=5.0, status=302
)


@given(ODD, ODD, ODD)
def test_an_archive_takes_any_address_and_is_json(url: str, header: str, kind: str) -> None:
    redact = Redactor()
    headers = {"Location": url, "Referer": header, "WWW-Authenticate": f'Digest uri="{url}"'}
    request = replace(ENDED, url=url, kind=kind, request_headers=headers, response_headers=headers)
    log = har([request], version="1", redact=redact)["log"]
    assert isinstance(log["entries"][0]["request"]["queryString"], list)
    text = compact(har([request], version="1", redact=redact))
    assert json.loads(redact(text))["log"]["entries"][0]["request"].keys() == (
        log["entries"][0]["request"].keys()
    )


@given(st.recursive(ODD, lambda inner: st.lists(inner) | st.dictionaries(ODD, inner), max_leaves=9))
def test_what_was_json_is_json_after_redaction(value: object) -> None:
    told = compact({"value": value})
    assert json.loads(Redactor()(told)).keys() == {"value"}


def test_headers_that_may_carry_a_credential_are_kept_by_name_only() -> None:
    telemetry = Telemetry()
    names = [
        "Authorization", "Proxy-Authorization", "Cookie", "X-Auth-Token", "X-Amz-Security-Token",
        "X-Api-Key", "x-goog-api-key", "X-CSRF-Token", "X-Session-Id", "X-Client-Secret",
    ]  # fmt: skip
    answers = ["Set-Cookie", "X-Api-Token", "X-Refresh-Token", "Authentication-Info"]
    plain = {"Accept": "*/*", "Referer": "http://h/?token=PLANT&a=1", "X-Request-Id": "7"}
    telemetry._sent(
        {
            "requestId": "1",
            "request": {
                "url": "http://h/",
                "method": "GET",
                "headers": dict.fromkeys(names, "PLANT"),
            },
        }
    )
    telemetry._sent_more({"requestId": "1", "headers": plain})
    telemetry._note_response(
        {"requestId": "1", "response": {"headers": dict.fromkeys(answers, "PLANT")}}
    )
    telemetry._note_finished({"requestId": "1"})
    archive = compact(har(telemetry.requests, version="1", redact=Redactor()))
    assert "PLANT" not in archive
    for name in (*names, *answers):
        assert f'{{"name":"{name}","value":"[redacted]"}}' in archive
    assert "http://h/?token=[redacted]&a=1" in archive
    assert '{"name":"X-Request-Id","value":"7"}' in archive
