"""Launching and attaching; `test_process` covers what ends and what stays."""

from __future__ import annotations

import asyncio
import os

import pytest
from long_forms import short_of

from viewmark.browser.capture.screenshot import capture
from viewmark.browser.launch.browser import attach, flags, launch
from viewmark.errors import (
    ConnectionFailed,
    InvalidOption,
    NavigationFailed,
    TabNotFound,
)


@pytest.mark.parametrize(
    "options",
    [{"viewport": (0, 720)}, {"viewport": (1280, 20_000)}, {"device_scale_factor": float("nan")}],
)
async def test_impossible_sizes_are_refused_before_anything_starts(options):
    with pytest.raises(InvalidOption):
        await launch(**options)


async def test_a_profile_of_the_caller_is_used_and_kept(tmp_path):
    async with launch(profile=str(tmp_path / "profile")) as browser:
        await browser.page("data:text/html,<h1>Page")
    assert (tmp_path / "profile" / "Local State").exists()
    assert not browser.process.folder.exists()
    async with launch(profile=str(tmp_path / "profile")) as browser:
        await browser.page("data:text/html,<h1>Again")


def test_the_sandbox_is_off_only_for_root_or_on_request(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "--no-sandbox" not in flags(headless=True)
    assert "--no-sandbox" in flags(headless=True, sandbox=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "--no-sandbox" in flags(headless=True)
    assert "--no-sandbox" not in flags(headless=True, sandbox=True)


def test_a_window_is_shown_unless_headless_and_further_flags_come_last():
    assert not any("headless" in flag for flag in flags(headless=False))
    assert flags(headless=True, window=(800, 600), extra=["--lang=de"])[-3:] == [
        "--window-size=800,600",
        "--lang=de",
        "about:blank",
    ] or "--disable-dev-shm-usage" in flags(headless=True)


async def test_pages_have_the_viewport_that_was_asked_for(own_browser):
    browser = await own_browser(viewport=(800, 600), device_scale_factor=2)
    first = await browser.page("data:text/html,<h1>1")
    second = await browser.page("data:text/html,<h1>2")
    for page in (first, second):
        view = await page.viewport()
        assert (view.width, view.height, view.device_scale_factor) == (800, 600, 2)
    assert len(await browser.tabs()) == 2, "the tab that the browser starts with is used"


@pytest.mark.timeout(180)
@pytest.mark.parametrize("count", short_of([6, 20], 6))
async def test_many_pages_at_once_are_loaded_and_captured(chromium, site, bounded, count):
    for n in range(count):
        site.put(f"/{n}", f"<title>{n}</title><h1>{n}</h1>")
    pages = await bounded(
        asyncio.gather(*(chromium.page(site.url(f"/{n}")) for n in range(count))), 60
    )
    taken = await bounded(asyncio.gather(*(capture(page, timeout=60) for page in pages)), 60)
    assert [each.state.title for each in taken] == [str(n) for n in range(count)]
    assert all((each.width, each.height) == (1280, 720) for each in taken)
    await asyncio.gather(*(page.close() for page in pages))


async def test_a_page_that_cannot_be_opened_leaves_no_tab(chromium, closed_port):
    before = {tab.id for tab in await chromium.tabs()}
    with pytest.raises(NavigationFailed, match="ERR_CONNECTION_REFUSED"):
        await chromium.page(f"http://127.0.0.1:{closed_port}/")
    assert {tab.id for tab in await chromium.tabs()} <= before


@pytest.mark.timeout(180)
async def test_attaching_by_every_kind_of_address_and_leaving_no_trace(own_browser):
    browser = await own_browser(debugging_port=0)
    kept = await browser.page("data:text/html,<title>Mine</title>")
    address = browser.process.endpoint.removeprefix("ws://").split("/")[0]
    tab_id = kept.session.target_id
    for url in (
        f"http://{address}",
        f"http://{address}/",
        address,
        address.split(":")[1],
        browser.process.endpoint,
        f"ws://{address}/devtools/page/{tab_id}",
    ):
        async with attach(url) as guest:
            tabs = await guest.tabs()
            assert tabs[0].title == "Mine"
            (same,) = await guest.pages()
            assert same.url == kept.url
            await guest.page("data:text/html,<title>Theirs</title>")
            assert len(await guest.tabs()) == 2
        assert [tab.id for tab in await browser.tabs()] == [tab_id]
    assert await kept.call(None, "() => document.title") == "Mine"


async def test_attaching_to_a_tab_that_is_not_there_is_an_error(own_browser):
    browser = await own_browser(debugging_port=0)
    address = browser.process.endpoint.removeprefix("ws://").split("/")[0]
    with pytest.raises(TabNotFound):
        await attach(f"ws://{address}/devtools/page/NOPE")


async def test_attaching_to_a_closed_port_fails_at_once(closed_port, bounded):
    for url in (f"http://127.0.0.1:{closed_port}", f"ws://127.0.0.1:{closed_port}/devtools/x"):
        with pytest.raises(ConnectionFailed, match="No browser answers"):
            await bounded(attach(url, timeout=300)._open())


async def test_a_blocked_tab_does_not_hide_the_others(own_browser, bounded, caplog):
    browser = await own_browser(debugging_port=0)
    blocked = await browser.page("data:text/html,<title>Blocked</title>")
    await browser.page("data:text/html,<title>Free</title>")
    async with blocked.session.stream("Page.javascriptDialogOpening") as events:
        script = {"expression": "setTimeout(() => alert(1))"}
        await blocked.session.send("Runtime.evaluate", script)
        await bounded(events.__anext__())
    async with attach(browser.process.endpoint, timeout=1) as guest:
        pages = await bounded(guest.pages())
        assert [await page.call(None, "() => document.title") for page in pages] == ["Free"]
    assert "a tab was left out" in caplog.text
    await blocked.answer_dialog(accept=True)


async def test_a_tab_is_one_page_however_often_it_is_asked_for(chromium):
    one = await chromium.page("data:text/html,<title>1</title>")
    two = await chromium.page(tab_id=one.session.target_id)
    assert one is two
    await one.close()
    with pytest.raises(TabNotFound):
        await chromium.page(tab_id=one.session.target_id)


async def test_nothing_is_kept_of_pages_that_were_closed(chromium):
    for _ in range(5):
        page = await chromium.page("data:text/html,<h1>Page")
        await page.close()
    assert len(chromium._pages) <= 1 + sum(not page.closed for page in chromium._pages.values())
    assert len(chromium.connection._sessions) <= 1 + len(chromium._pages)
