"""Initial settings of tabs, and contexts: tabs with their own cookies and storage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from echo import Echo
from webserver import LocalSite

import viewmark
from viewmark.browser.emulation.metrics import Metrics, fit_window
from viewmark.errors import InvalidOption, OriginNotAllowed, StateInvalid, TabNotFound, WaitTimeout


@pytest.fixture
def echo() -> Iterator[Echo]:
    made = Echo()
    yield made
    made.close()


@pytest.fixture
def private() -> Iterator[LocalSite]:
    made = LocalSite()
    yield made
    made.close()


@pytest.fixture
def login(tmp_path: Path, site: LocalSite) -> Path:
    """Return a file with a login of the site, in Playwright's storage state format."""
    file = tmp_path / "login.json"
    cookie = {"name": "sid", "value": "ada", "url": site.url("/")}
    stored = {"origin": site.url(""), "localStorage": [{"name": "theme", "value": "dark"}]}
    file.write_text(json.dumps({"cookies": [cookie], "origins": [stored]}))
    return file


KEPT = "[document.cookie, localStorage.theme ?? null]"


async def value(page: viewmark.Page, script: str) -> Any:
    return (await page.evaluate(script)).value


async def test_contexts_share_no_cookies_and_end_with_their_tabs(
    site: LocalSite, login: Path
) -> None:
    site.put("/", "<title>Own</title><p>x")
    async with viewmark.launch() as browser:
        first = await browser.page(site.url("/"))
        async with await browser.context(storage_state=login) as ann:
            page = await ann.page(site.url("/"))
            assert await value(page, KEPT) == ["sid=ada", "dark"]
            assert await value(first, KEPT) == ["", None]
            assert [page] == await ann.pages()
            assert [tab.id for tab in await ann.tabs()] == [page.browser_page.session.target_id]
            assert [tab.id for tab in await browser.tabs()] == [
                first.browser_page.session.target_id
            ]
            with pytest.raises(TabNotFound, match="in this context"):
                await ann.page(tab_id=first.browser_page.session.target_id)
            other = await browser.context()
            assert await value(await other.page(site.url("/")), KEPT) == ["", None]
        assert (ann.closed, page.closed, first.closed) == (True, True, False)
        await ann.close()  # closing twice is allowed
    assert other.closed


async def test_a_browser_begins_logged_in_and_what_cannot_be_ends_it(
    site: LocalSite, login: Path, tmp_path: Path
) -> None:
    site.put("/", "<p>x")
    with viewmark.sync.launch(storage_state=login) as browser, browser.context() as apart:
        assert browser.page(site.url("/")).evaluate(KEPT).value == ["sid=ada", "dark"]
        assert apart.page(site.url("/")).evaluate(KEPT).value == ["", None]
        assert len(apart.pages()) == len(apart.tabs()) == 1
    with pytest.raises(StateInvalid, match="no plain file"):
        await viewmark.launch(storage_state=tmp_path / "none.json")
    for options in ({"proxy": "http://ann:x@proxy"}, {"extra_http_headers": {"Cookie": "a=b"}}):
        with pytest.raises(InvalidOption):
            viewmark.launch(**options)


async def test_headers_and_user_agent_hold_from_the_first_request(
    echo: Echo, site: LocalSite
) -> None:
    site.put("/", f"<script>fetch('{echo.url('/other')}', {{mode: 'no-cors'}})</script>")
    token = {"Authorization": "Bearer x"}
    options = {"extra_http_headers": token, "user_agent": "Mine/1", "headers_origin": echo.url("")}
    async with viewmark.launch(**options) as browser:
        page = await browser.page(echo.url("/data"))
        sent = json.loads((await page.text()).text.strip("`\n").removeprefix("json"))
        assert (sent["authorization"], sent["user-agent"]) == ("Bearer x", "Mine/1")
        await page.emulate(user_agent="Other/2")
        await page.reset_emulation()
        assert await value(page, "navigator.userAgent") == "Mine/1"
        own = await browser.context(user_agent="Theirs/3")
        await own.page(echo.url("/own"))
        (headers,) = [headers for path, headers in echo.seen if path == "/own"]
        assert headers["user-agent"] == "Theirs/3"
        assert "authorization" not in headers


async def test_an_address_is_waited_for_as_the_browser_was_asked_or_the_call(
    site: LocalSite,
) -> None:
    late = "<p>x<script>setTimeout(() => document.body.append('ready now'), 100)</script>"
    site.put("/", late)
    async with viewmark.launch(wait="Ready now", navigation_timeout=20) as browser:
        page = await browser.page(site.url("/"))
        assert "ready now" in (await page.text()).text
        arrived = await page.goto(site.url("/"), wait=0.01)
        assert (arrived.what, arrived.timings["load"] > 0) == ("navigate", True)
        with pytest.raises(WaitTimeout, match="never"):
            await page.goto(site.url("/"), wait="never", timeout=0.5)


async def test_origins_hold_in_contexts_too(site: LocalSite, private: LocalSite) -> None:
    site.put("/", "<p>x")
    outside = private.put("/", "<p>x")
    async with viewmark.launch(origins=[site.url("")]) as browser:
        page = await (await browser.context()).page(site.url("/"))
        with pytest.raises(OriginNotAllowed):
            await page.goto(private.url("/"))
        await page.evaluate(f"location.href = '{private.url('/')}'")
        assert (await page.reload()).url == site.url("/")
    assert not outside.asked.is_set()


async def test_a_download_in_a_context_comes_to_the_folder(site: LocalSite, tmp_path: Path) -> None:
    site.put("/", "<a href=/file download=out.txt>get</a>")
    site.put("/file", "text", headers={"Content-Type": "text/plain"})
    async with viewmark.launch(output_dir=tmp_path) as browser:
        page = await (await browser.context()).page(site.url("/"))
        (done,) = (await page.click("a", expect="download")).outcome.downloads
        assert (done.state, done.path) == ("completed", tmp_path / "out.txt")


@pytest.mark.full_browser  # only its windows have a frame around the page
async def test_a_window_is_sized_for_its_page_as_far_as_the_screen_has_room() -> None:
    sizes = "[innerWidth, innerHeight, outerWidth, outerHeight]"
    async with viewmark.launch(viewport=None) as browser:
        page = await browser.page()
        await fit_window(page.browser_page, Metrics(width=500, height=400))
        assert (await value(page, sizes))[:2] == [500, 400]
        await fit_window(page.browser_page, Metrics(width=5000, height=4000))
        screen = await value(page, "[screen.availWidth, screen.availHeight]")
        assert (await value(page, sizes))[2:] == screen
