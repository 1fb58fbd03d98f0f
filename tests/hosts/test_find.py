"""Objects of other libraries are recognised by the module of their class, without an import."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from fakes import FakeSession

from viewmark import hosts
from viewmark.errors import InvalidOption

ADDRESS = "ws://127.0.0.1:9/devtools/browser/x"


class Thing:
    """An object with the given attributes."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)


def of(module: str, name: str, **attributes: Any) -> Any:
    """Return an object whose class claims to come from that module."""
    return type(name, (Thing,), {"__module__": module})(**attributes)


SELENIUM = {"goog:chromeOptions": {"debuggerAddress": "localhost:9222"}}
TOLD = [
    (of("selenium.webdriver", "WebDriver", capabilities=SELENIUM, current_window_handle="T"),
     "localhost:9222"),
    (of("selenium.webdriver", "Remote", capabilities={"se:cdp": ADDRESS, **SELENIUM},
        current_window_handle="T"), ADDRESS),
    (of("selenium.webdriver", "Edge", current_window_handle="T",
        capabilities={"ms:edgeOptions": {"debuggerAddress": "localhost:1"}}), "localhost:1"),
    (of("browser_use.browser.session", "BrowserSession", cdp_url=ADDRESS,
        agent_focus_target_id="T"), ADDRESS),
    (of("browser_use.actor.page", "Page", _target_id="T", _browser_session=Thing(cdp_url=ADDRESS)),
     ADDRESS),
    (of("browser_use.browser.session", "CDPSession", target_id="T",
        cdp_client=Thing(url=ADDRESS)), ADDRESS),
    (of("nodriver.core.tab", "Tab", websocket_url=ADDRESS, target=Thing(target_id="T")), ADDRESS),
    (of("zendriver.core.tab", "Tab", websocket_url=ADDRESS, target_id="T"), ADDRESS),
    (of("pydoll.browser.tab", "Tab", _connection_port=9222, target_id="T"),
     "http://127.0.0.1:9222"),
    (of("pydoll.sync", "Tab", _impl=Thing(_ws_address=ADDRESS, target_id="T")), ADDRESS),
    (of("pyppeteer.page", "Page", browser=Thing(wsEndpoint=ADDRESS),
        target=Thing(_targetInfo={"targetId": "T"})), ADDRESS),
]  # fmt: skip


@pytest.mark.parametrize(("thing", "url"), TOLD, ids=lambda each: type(each).__module__)
def test_the_browsers_address_and_the_tab_are_read(thing: Any, url: str) -> None:
    route = hosts.find(thing)
    assert isinstance(route, hosts.AddressRoute)
    assert route.url == url
    assert (route.tab() if callable(route.tab) else route.tab) == "T"
    assert ADDRESS not in repr(route)


def test_headers_of_browser_use_come_along() -> None:
    profile = Thing(headers={"Authorization": "x"})
    session = of(
        "browser_use.browser",
        "BrowserSession",
        cdp_url=ADDRESS,
        agent_focus_target_id="T",
        browser_profile=profile,
    )
    route = hosts.find(session)
    assert isinstance(route, hosts.AddressRoute)
    assert route.headers == {"Authorization": "x"}


def test_a_class_that_somebody_derives_counts_as_what_it_derives_from() -> None:
    base = type("Tab", (Thing,), {"__module__": "nodriver.core.tab"})
    route = hosts.find(type("Mine", (base,), {})(websocket_url=ADDRESS, target_id="T"))
    assert isinstance(route, hosts.AddressRoute)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (42, "in a int"),
        (None, "NoneType"),
        (of("bokeh.plotting", "Figure"), "Figure of bokeh"),
        (of("selenium.webdriver", "Firefox", capabilities={}), "Firefox of selenium"),
        (of("browser_use.browser.session", "BrowserSession", cdp_url=None), "tells no browser"),
        (of("playwright.async_api", "Browser"), "not one page"),
        (of("playwright.async_api", "Page", is_closed=lambda: True), "is closed"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_is(thing: Any, words: str) -> None:
    with pytest.raises(InvalidOption, match=words) as refused:
        hosts.find(thing)
    if "not one page" not in words and "closed" not in words:
        for each in ("Playwright", "Selenium", "nodriver", "send(method, params)", "address"):
            assert each in str(refused.value)


def test_any_object_with_send_and_on_will_do() -> None:
    fake = FakeSession()
    route = hosts.find(fake)
    assert isinstance(route, hosts.SessionRoute)
    assert route.open() is fake


def test_no_library_is_imported_for_it() -> None:
    names = [
        "playwright",
        "selenium",
        "browser_use",
        "nodriver",
        "zendriver",
        "pydoll",
        "pyppeteer",
    ]
    script = f"import sys, viewmark; viewmark.wrap; print([n for n in {names} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
