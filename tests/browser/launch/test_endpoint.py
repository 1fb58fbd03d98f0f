from __future__ import annotations

import pytest

from viewmark.browser.launch.browser import attach
from viewmark.browser.launch.endpoint import parse, resolve
from viewmark.errors import ConnectionFailed, InvalidOption


@pytest.mark.parametrize(
    ("given_", "meant"),
    [
        ("9222", "http://127.0.0.1:9222"),
        ("localhost:9222", "http://localhost:9222"),
        (" http://[::1]:9222/ ", "http://[::1]:9222/"),
        ("wss://host/devtools/browser/x?token=1", "wss://host/devtools/browser/x?token=1"),
    ],
)
def test_addresses_are_completed(given_, meant):
    assert parse(given_).geturl() == meant


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "   ",
        "ftp://host",
        "http://",
        "http://host:99999",
        "http://h:x",
        "//",
        "ws://",
        "not a url",
    ],
)
async def test_what_is_no_address_is_an_invalid_option(nonsense):
    with pytest.raises(InvalidOption, match="not the address of a browser"):
        await resolve(nonsense, timeout=1)


async def test_the_host_that_worked_is_kept_whatever_the_browser_calls_itself(site):
    told = '{"webSocketDebuggerUrl": "ws://in-the-container:9222/devtools/browser/abc"}'
    site.put("/json/version", told)
    endpoint = await resolve(site.url(), timeout=5)
    assert endpoint.websocket == f"ws://127.0.0.1:{site.port}/devtools/browser/abc"
    assert endpoint.tab_id is None


async def test_a_tabs_address_leads_to_the_browser_and_names_the_tab(site):
    site.put("/json/version", '{"webSocketDebuggerUrl": "ws://x/devtools/browser/abc"}')
    endpoint = await resolve(f"ws://127.0.0.1:{site.port}/devtools/page/TAB", timeout=5)
    assert endpoint.websocket.endswith("/devtools/browser/abc")
    assert endpoint.tab_id == "TAB"


async def test_a_browsers_own_address_is_taken_as_it_is():
    endpoint = await resolve("wss://host.test/devtools/browser/x?token=t", timeout=5)
    assert endpoint.websocket == "wss://host.test/devtools/browser/x?token=t"


@pytest.mark.parametrize(
    "body", ["<h1>Hi</h1>", "[]", "{}", '{"webSocketDebuggerUrl": 5}', "5", b"\xff"]
)
async def test_a_web_server_that_is_no_browser_is_told_as_such(site, body):
    site.put("/json/version", body)
    with pytest.raises(ConnectionFailed, match="not a browser's"):
        await resolve(site.url(), timeout=5)


async def test_a_refusal_is_repeated_and_a_refused_host_name_explained(site):
    words = "Host header is specified and is not an IP address or localhost."
    site.put("/json/version", words, status=500)
    with pytest.raises(ConnectionFailed, match="refuses with status 500: Host header") as failed:
        await resolve(site.url(), timeout=5)
    assert "IP addresses" in failed.value.hint


async def test_the_real_browsers_refusal_of_a_host_name_is_recognised(own_browser):
    browser = await own_browser(debugging_port=0)
    port = browser.process.endpoint.split(":")[2].split("/")[0]
    endpoint = await resolve(f"localhost:{port}", timeout=5)
    assert endpoint.websocket.startswith(f"ws://localhost:{port}/devtools/browser/")


async def test_a_server_that_says_nothing_costs_the_deadline(site, bounded):
    site.hold("/json/version")
    with pytest.raises(ConnectionFailed, match="timed out"):
        await bounded(resolve(site.url(), timeout=0.2))


@pytest.mark.parametrize("host", ["no-such-host.invalid", "l" * 70 + ".invalid"])
async def test_a_name_that_does_not_exist_is_a_failed_connection(host):
    with pytest.raises(ConnectionFailed, match=f"No browser answers at {host}"):
        await resolve(f"http://{host}:9222", timeout=5)


@pytest.mark.parametrize("address", ["ws://127.0.0.1:1/x?token=tok-abc", "ftp://u:tok-abc@h/"])
async def test_what_lets_one_in_is_in_no_error(address: str) -> None:
    with pytest.raises((ConnectionFailed, InvalidOption)) as failed:
        async with attach(address):
            pass
    assert "[redacted]" in str(failed.value)
    assert "tok-abc" not in f"{failed.value} {failed.value.data}"
