"""Cookies and storage: listed without values, set, saved to a file, loaded, cleared."""

from __future__ import annotations

import asyncio
import json
import stat
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.errors import InvalidOption, StateInvalid


@pytest_asyncio.fixture(loop_scope="session")
async def page(page_of: PageOf) -> AsyncIterator[Page]:
    """A page whose browser storage is cleared before and after the test."""
    found = Page(await page_of("<p>x"))
    await found.clear_storage()
    yield found
    await found.clear_storage()


async def test_cookies_are_shown_without_values_unless_asked(page: Page, site: LocalSite) -> None:
    far = int(time.time()) + 86_400  # browsers limit expiry to 400 days
    await page.add_cookies(
        [
            {"name": "a", "value": "hunter2", "url": site.url("/")},
            {
                "name": "b",
                "value": "2",
                "domain": "127.0.0.1",
                "path": "/",
                "expires": far,
                "httpOnly": True,
                "sameSite": "Strict",
            },
            {"name": "c", "value": "3", "url": "https://example.com/"},
        ]
    )
    assert await ask(page.browser_page, "document.cookie") == "a=hunter2"
    shown = {each.name: each for each in await page.cookies()}
    assert shown.keys() == {"a", "b"}
    assert shown["a"].value == "[redacted]"
    assert "hunter2" not in repr(await page.cookies(show_values=True))
    found = {each.name: each for each in await page.cookies(show_values=True)}
    assert found["a"].value == "hunter2"
    assert (found["b"].http_only, found["b"].same_site, found["b"].expires) == (True, "Strict", far)
    (other,) = await page.cookies(["https://example.com/"])
    assert (other.name, other.domain, other.expires) == ("c", "example.com", -1)
    assert await page.clear_cookies(name="a") == 1
    assert [each.name for each in await page.cookies()] == ["b"]
    assert await page.clear_cookies() == 2
    assert await page.cookies() == []


@pytest.mark.parametrize(
    ("cookie", "words"),
    [
        ({"name": "a"}, "needs"),
        ({"name": "a", "value": "x", "url": "http://127.0.0.1/", "colour": "red"}, "no member"),
        ({"name": "a", "value": 1, "url": "http://127.0.0.1/"}, "impossible value"),
        ({"name": "a", "value": "x", "url": "http://127.0.0.1/", "sameSite": "lax"}, "sameSite"),
        ({"name": "a", "value": "x", "url": "nonsense"}, "refuses"),
    ],
)
async def test_an_impossible_cookie_sets_none(
    page: Page, site: LocalSite, cookie: dict[str, Any], words: str
) -> None:
    good = {"name": "good", "value": "1", "url": site.url("/")}
    with pytest.raises(InvalidOption, match=words):
        await page.add_cookies([good, cookie])
    assert await page.cookies() == []


async def test_a_saved_state_is_loaded_in_another_browser_and_by_playwright(
    page: Page, site: LocalSite, tmp_path: Path, bounded: Callable[..., Any]
) -> None:
    here = {"name": "sid", "value": "s-1", "url": site.url("/")}
    await page.add_cookies(
        [here, {"name": "dom", "value": "2", "domain": ".example.com", "path": "/"}]
    )
    await ask(page.browser_page, "localStorage.setItem('theme', 'dark')")
    file = tmp_path / "state.json"
    saved = await page.save_storage_state(file)
    origin = site.url("")
    assert saved.to_json() == {"cookies": 2, "origins": [origin]}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    state = json.loads(file.read_text())
    (origins,) = state["origins"]
    assert origins == {"origin": origin, "localStorage": [{"name": "theme", "value": "dark"}]}
    cleared = await page.clear_storage()
    assert cleared.cookies == 2
    assert await ask(page.browser_page, "localStorage.length") == 0
    async with viewmark.launch() as browser:
        other = await browser.page()
        tabs = len(await browser.tabs())
        assert await other.load_storage_state(file) == saved
        assert len(await browser.tabs()) == tabs
        await other.goto(site.url("/page0.html"))
        raw = other.browser_page
        assert await ask(raw, "[document.cookie, localStorage.theme]") == ["sid=s-1", "dark"]
        (sid,) = await other.cookies()
        assert sid.domain == "127.0.0.1"
        (dom,) = await other.cookies(["https://sub.example.com/"])
        assert dom.domain == ".example.com"
    reader = (
        "import sys\nfrom playwright.sync_api import sync_playwright\n"
        "from viewmark.browser.launch.executable import find_executable\n"
        "with sync_playwright() as p:\n"
        "    program = find_executable()\n"
        "    b = p.chromium.launch(executable_path=program, args=['--no-sandbox'])\n"
        "    c = b.new_context(storage_state=sys.argv[1])\n    page = c.new_page()\n"
        "    page.goto(sys.argv[2])\n"
        "    assert page.evaluate('[document.cookie, localStorage.theme]') == ['sid=s-1', 'dark']\n"
        "    c.storage_state(path=sys.argv[3])\n    b.close()\n"
    )
    theirs = tmp_path / "theirs.json"
    command = (sys.executable, "-c", reader, str(file), site.url("/page0.html"), str(theirs))
    process = await asyncio.create_subprocess_exec(*command, stderr=PIPE)
    _, errors = await bounded(process.communicate(), 60)
    assert process.returncode == 0, errors.decode()
    assert (await page.load_storage_state(theirs)).origins == (origin,)
    assert await ask(page.browser_page, "localStorage.theme") == "dark"


@pytest.mark.parametrize(
    "content",
    [
        "not json",
        "[]",
        "{}",
        '{"refs": {}}',
        '{"cookies": {}}',
        '{"cookies": [{"name": "a"}], "origins": []}',
        '{"cookies": [{"name": "a", "value": "x", "domain": "h", "path": "/"}], "origins": [{}]}',
        '{"cookies": [], "origins": [{"origin": "http://a/b", "localStorage": []}]}',
    ],
)
async def test_a_file_of_another_format_is_an_error_and_changes_nothing(
    page: Page, tmp_path: Path, content: str
) -> None:
    await page.add_cookies([{"name": "old", "value": "1", "url": page.url}])
    file = tmp_path / "odd.json"
    file.write_text(content)
    with pytest.raises(StateInvalid, match=r"odd\.json"):
        await page.load_storage_state(file)
    assert [each.name for each in await page.cookies()] == ["old"]


async def test_a_file_that_is_not_there_is_an_error(page: Page, tmp_path: Path) -> None:
    with pytest.raises(StateInvalid, match="no plain file"):
        await page.load_storage_state(tmp_path / "nothing.json")
