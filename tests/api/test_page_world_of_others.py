"""Cookies, emulation and traffic of a page over another client's session, and with a fence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.browser.confinement.confinement import Confinement
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import InvalidOption, NavigationFailed


async def test_a_session_of_another_client_has_the_same_calls(
    page_of: PageOf, tmp_path: Path
) -> None:
    raw = await page_of("<p>x")
    page = await viewmark.wrap(raw.session)
    await page.clear_storage()
    await page.emulate(locale="de-DE", color_scheme="dark")
    assert await ask(raw, "navigator.language") == "de-DE"
    assert (await page.set_viewport(width=500)).width == 500
    await page.mock("*/m", body="ours")
    await page.record()
    asked = {"expression": "fetch('/m').then((r) => r.text())", "awaitPromise": True}
    assert (await raw.session.send("Runtime.evaluate", asked))["result"]["value"] == "ours"
    (entry,) = (await page.network()).entries
    assert (await page.response_body(entry.request_id)).text == "ours"
    await page.add_cookies([{"name": "a", "value": "b", "url": page.url}])
    assert [each.name for each in await page.cookies()] == ["a"]
    await page.set_permissions(["geolocation"])
    await page.reset_permissions()
    file = tmp_path / "state.json"
    elsewhere = {"origin": "http://other.localhost", "localStorage": [{"name": "a", "value": "b"}]}
    cookie = {"name": "new", "value": "1", "url": page.url}
    file.write_text(json.dumps({"cookies": [cookie], "origins": [elsewhere]}))
    with pytest.raises(InvalidOption, match=r"other\.localhost"):
        await page.load_storage_state(file)
    assert [each.name for each in await page.cookies()] == ["a"]  # the cookies are unchanged
    await page.reset_emulation()
    assert await ask(raw, "navigator.language") != "de-DE"
    await page.clear_storage()


async def test_what_passes_the_rules_of_a_page_still_meets_the_fence_of_its_browser(
    own_browser: Callable[..., Any], site: LocalSite
) -> None:
    site.put("/in.html", "<!doctype html><p>in")
    reached = site.put("/out.html", "<!doctype html><p>out")
    browser: ChromeBrowser = await own_browser()
    refuse = "it is outside"
    rules: Any = SimpleNamespace(fences=True, refusal=lambda url: refuse if "out" in url else None)
    fence = Confinement(rules)
    await fence.put_up(browser.connection)
    page = Page(await browser.page(site.url("/in.html")))
    await page.set_extra_http_headers({"X-Run": "7"})
    with pytest.raises(NavigationFailed):
        await page.goto(site.url("/out.html"))
    assert not reached.asked.is_set()
    assert [each.reason for each in fence.since(0)] == [refuse]
