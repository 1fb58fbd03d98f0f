"""Requests that are blocked, mocked, throttled, or given headers or credentials; their bodies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from echo import Echo
from page_over import PageOf
from webserver import LocalSite

from viewmark import Page
from viewmark.errors import InvalidOption


@pytest.fixture(scope="module")
def echo() -> Iterator[Echo]:
    server = Echo()
    yield server
    server.close()


async def run(page: Page, expression: str) -> Any:
    """Return the value of a promise in the page's main world."""
    answer = await page.browser_page.session.send(
        "Runtime.evaluate",
        {"expression": expression, "awaitPromise": True, "returnByValue": True},
    )
    return answer["result"].get("value")


def fetched(address: str, options: str = "{}") -> str:
    return (
        f"fetch('{address}', {options}).then(async (r) => [r.status, await r.text()],"
        " (e) => ['failed', e.name])"
    )


async def test_blocked_addresses_fail_and_others_do_not(page_of: PageOf, site: LocalSite) -> None:
    site.put("/ads/a.js", "ad")
    site.put("/good.js", "good")
    page = Page(await page_of("<p>x"))
    await page.block_urls(["*/ads/*"])
    assert await run(page, fetched("/ads/a.js")) == ["failed", "TypeError"]
    assert await run(page, fetched("/good.js")) == [200, "good"]
    await page.block_urls([])
    assert await run(page, fetched("/ads/a.js")) == [200, "ad"]
    with pytest.raises(InvalidOption, match="list"):
        await page.block_urls("*")


async def test_the_newest_mock_that_fits_answers_in_place_of_the_server(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/api/users", "real")
    page = Page(await page_of("<p>x"))
    await page.mock("*/api/*", body="any")
    await page.mock(
        "*/api/users", body='{"n": 1}', status=418, headers={"Content-Type": "application/json"}
    )
    assert await run(page, fetched("/api/users")) == [418, '{"n": 1}']
    assert await run(page, fetched("/api/other")) == [200, "any"]
    await page.unmock("*/api/users")
    assert await run(page, fetched("/api/users")) == [200, "any"]
    await page.unmock()
    assert await run(page, fetched("/api/users")) == [200, "real"]
    for options in ({"status": 99}, {"headers": {"bad name": "x"}}, {"headers": {"X": "a\nb"}}):
        with pytest.raises(InvalidOption):
            await page.mock("*/x", **options)
    with pytest.raises(InvalidOption, match="is not mocked"):
        await page.unmock("*/nothing")


async def test_documents_and_frames_of_other_sites_are_mocked_and_blocked_too(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner.html", "<!doctype html><p>inner")
    inner = site.url("/inner.html", host="localhost")
    site.put("/outer.html", f"<!doctype html><iframe src='{inner}'></iframe>")
    site.put("/asked.json", "real")
    page = Page(await page_of("<p>x"))
    await page.mock("*/asked.json", body="ours")
    await page.goto(site.url("/outer.html"))
    await page.browser_page.settle_frames()
    (frame,) = page.browser_page.session.children
    asked = {"expression": fetched("/asked.json"), "awaitPromise": True, "returnByValue": True}
    answer = await frame.send("Runtime.evaluate", asked)
    assert answer["result"]["value"] == [200, "ours"]
    await page.mock(
        site.url("/whole.html"), body="<h1>Ours</h1>", headers={"content-type": "text/html"}
    )
    await page.goto(site.url("/whole.html"))
    assert [each.text for each in (await page.outline()).headings] == ["Ours"]


async def test_a_paused_request_is_answered_while_a_dialog_is_open(
    page_of: PageOf, bounded: Callable[..., Any]
) -> None:
    page = Page(
        await page_of(
            "<button onclick=\"got = fetch('/m').then((r) => r.text()); alert('stop')\">Go</button>"
        )
    )
    await page.mock("*/m", body="ours")
    await page.click("button")
    await page.answer_dialog()
    assert await bounded(run(page, "got")) == "ours"


async def test_headers_go_to_the_origin_that_they_are_for_and_no_other(
    page_of: PageOf, echo: Echo
) -> None:
    page = Page(await page_of("<p>x"))
    await page.set_extra_http_headers({"Authorization": "Bearer t-1"}, origin=echo.url())
    _, seen = await run(page, fetched(echo.url("/a")))
    assert json.loads(seen)["authorization"] == "Bearer t-1"
    _, seen = await run(page, fetched(echo.url("/a", host="localhost")))
    assert "authorization" not in json.loads(seen)
    await page.set_extra_http_headers({"X-Run": "7"})
    _, seen = await run(page, fetched(echo.url("/b")))
    assert json.loads(seen)["x-run"] == "7"
    assert "authorization" not in json.loads(seen)
    await page.set_extra_http_headers({})
    _, seen = await run(page, fetched(echo.url("/c")))
    assert "x-run" not in json.loads(seen)
    with pytest.raises(InvalidOption, match="may carry a secret"):
        await page.set_extra_http_headers({"Authorization": "Bearer t-2"})
    with pytest.raises(InvalidOption) as raised:
        await page.set_extra_http_headers({"X": "hunter2\n"})
    assert "hunter2" not in str(raised.value)


async def test_a_server_that_asks_for_a_user_gets_the_one_of_its_origin(
    page_of: PageOf, echo: Echo, bounded: Callable[..., Any]
) -> None:
    page = Page(await page_of("<p>x"))
    await page.set_http_credentials("ann", "wrong", origin=echo.url())
    assert (await bounded(run(page, fetched(echo.url("/private/1")))))[0] in (401, "failed")
    await page.set_http_credentials("ann", "hunter2", origin=echo.url())
    await page.goto(echo.url("/private/2.html"))
    assert "Basic" in await run(page, "Promise.resolve(document.body.textContent)")
    other = echo.url("/private/3", host="localhost")
    assert (await bounded(run(page, fetched(other))))[0] in (401, "failed")
    assert "authorization" not in echo.seen[-1][1]
    await page.set_http_credentials(None)
    with pytest.raises(InvalidOption, match="origin must be"):
        await page.set_http_credentials("ann", "hunter2", origin="nonsense")


async def test_a_page_that_is_offline_gets_nothing_until_it_is_online_again(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/a", "a")
    page = Page(await page_of("<p>x"))
    await page.set_network_conditions(offline=True)
    assert await run(page, fetched("/a")) == ["failed", "TypeError"]
    assert await run(page, "Promise.resolve(navigator.onLine)") is False
    await page.set_network_conditions()
    assert await run(page, fetched("/a")) == [200, "a"]
    assert await run(page, "Promise.resolve(navigator.onLine)") is True
    for options in ({"latency_ms": -1}, {"download_kbps": 0}, {"upload_kbps": True}):
        with pytest.raises(InvalidOption):
            await page.set_network_conditions(**options)  # type: ignore[arg-type]


async def test_a_slow_network_takes_at_least_its_latency(page_of: PageOf, site: LocalSite) -> None:
    site.put("/a", "a")
    page = Page(await page_of("<p>x"))
    await page.record()
    await page.set_network_conditions(latency_ms=200)
    assert await run(page, fetched("/a?slow")) == [200, "a"]
    (slow,) = (await page.network(contains="slow")).entries
    assert slow.duration_ms >= 200


SENT = {
    "multipart": ("multipart/form-data", None),
    "text/plain": ("text/plain", None),
    "XML": ("text/xml", "'<log-in><password>' + s.value + '</password></log-in>'"),
    "a list of names and values": ("text/json", "JSON.stringify([{name: 'pin', value: s.value}])"),
    "a name that only the field has": ("text/json", "JSON.stringify({p1: s.value})"),
    "no name at all": ("text/csv", "['a', s.value, 7].join(';')"),
}


@pytest.mark.parametrize(("kind", "body"), SENT.values(), ids=list(SENT))
async def test_bodies_of_every_kind_hide_what_a_secret_field_held(
    page_of: PageOf, site: LocalSite, kind: str, body: str | None
) -> None:
    site.put("/u", "done")
    field = "<input type=password name={} id=s><input name=q value=shoes><button>Go</button>"
    html = f"<form action=/u method=post enctype={kind}>{field.format('password')}</form>"
    if body is not None:
        request = f"{{method: 'POST', headers: {{'content-type': '{kind}'}}, body: {body}}}"
        html = (
            f"{field.format('p1')}<script>document.querySelector('button').onclick = async () => "
        )
        html += f"document.body.append(await (await fetch('/u', {request})).text())</script>"
    page = Page(await page_of(html))
    await page.record()
    await page.fill("#s", "Zq7SecretPw91")
    await page.click("button")
    await page.wait_for(text="done")
    (entry,) = (await page.network(contains="/u")).entries
    sent = (await page.request_body(entry.request_id)).text or ""
    assert "[redacted]" in sent
    assert "Zq7Secret" not in sent
    assert ("shoes" in sent) is (body is None)


async def test_bodies_come_without_secrets_and_cut(page_of: PageOf, site: LocalSite) -> None:
    reply = {"name": "Ann", "password": "hunter2", "list": [{"api_key": "hunter2"}]}
    site.put("/u", json.dumps(reply), headers={"Content-Type": "application/json"})
    site.put("/p", "<input type=hidden name=csrf value=hunter2><input name=q value=shoes>")
    site.put("/b", b"\x00\xff\x01", headers={"Content-Type": "application/octet-stream"})
    page = Page(await page_of("<p>x"))
    await page.record()
    form = "{method: 'POST', headers: {'Content-Type': 'application/x-www-form-urlencoded'}, "
    form += "body: 'q=shoes&password=hunter2'}"
    await run(page, fetched("/u", form))
    await run(page, fetched("/p"))
    await run(page, fetched("/b"))
    by_end = {each.url[-2:]: each.request_id for each in (await page.network()).entries}
    body = await page.response_body(by_end["/u"])
    assert json.loads(body.text or "") == {
        "name": "Ann",
        "password": "[redacted]",
        "list": [{"api_key": "[redacted]"}],
    }
    assert "hunter2" not in str(body.to_json())
    sent = await page.request_body(by_end["/u"])
    assert sent.text == "q=shoes&password=[redacted]"
    shown = (await page.response_body(by_end["/p"])).text or ""
    assert "shoes" in shown
    assert "hunter2" not in shown
    assert (await page.response_body(by_end["/b"])).data == b"\x00\xff\x01"
    site.put("/l", "x" * 500, headers={"Content-Type": "text/plain"})
    await run(page, fetched("/l"))
    (long,) = (await page.network(contains="/l")).entries
    cut = await page.response_body(long.request_id, characters=100)
    assert (len(cut.text or ""), cut.size, cut.truncated) == (100, 500, True)
    with pytest.raises(InvalidOption, match="no recorded request"):
        await page.response_body("nothing")
    with pytest.raises(InvalidOption, match="no body of that request"):
        await page.request_body(by_end["/p"])
