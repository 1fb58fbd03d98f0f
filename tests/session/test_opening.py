"""A confined browser; the reference is a web server that must not receive any request."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from webserver import LocalSite

import viewmark
from viewmark.browser.launch import browser as chrome
from viewmark.errors import InvalidOption, OriginNotAllowed
from viewmark.session.permissions import Permissions

VIEWPORT = (800, 600)


class OddRules(Permissions):
    """Path rules, some of which raise errors."""

    fences = blocks_private = True

    def __init__(self, port: int) -> None:
        super().__init__(block_private=True)
        self._port = port

    @property
    def places(self) -> frozenset[tuple[str, int]]:
        return frozenset({("127.0.0.1", self._port)})

    def check_typed(self, url: str) -> str:
        return url

    def refusal(self, url: str) -> str | None:
        if "/odd" in url:
            raise ValueError(url)
        return "it is outside" if "/outside" in url else None

    def is_private(self, address: str) -> bool:
        return True


@pytest.fixture
def private() -> Iterator[LocalSite]:
    """A second server on this machine."""
    server = LocalSite()
    yield server
    server.close()


async def test_a_browser_loads_only_what_it_may_and_reaches_only_what_it_may(
    site: LocalSite, private: LocalSite
) -> None:
    inside = site.put("/inside.html", "<title>In</title>")
    refused = [site.put(path, "x") for path in ("/outside.html", "/odd.html")]
    unreached = private.put("/here.html", "x")
    async with chrome.launch(viewport=VIEWPORT, rules=OddRules(site.port)) as browser:
        confinement = browser.confinement
        page = await browser.page(site.url("/inside.html"))
        assert inside.asked.is_set()
        assert confinement.position == 0
        for path in ("/outside.html", "/odd.html"):
            reply = await page.session.send("Page.navigate", {"url": site.url(path)})
            assert reply["errorText"] == "net::ERR_ABORTED"
        await page.session.send("Page.navigate", {"url": private.url("/here.html")})
        assert not any(each.asked.is_set() for each in [*refused, unreached])
        assert [each.url for each in confinement.since(0)] == [
            site.url("/outside.html"),
            site.url("/odd.html"),
        ]
        assert [each.reason for each in confinement.since(1)] == ["it cannot be read"]
        assert confinement.refusal(site.url("/outside.html")) == "it is outside"
        assert confinement.refusal(site.url("/inside.html")) is None


async def test_a_program_confines_its_browser_to_origins(
    site: LocalSite, private: LocalSite
) -> None:
    inside = site.put("/inside.html", "<title>In</title>")
    outside = private.put("/outside.html", "<title>Out</title>")
    site.put("/leaves", "", status=302, headers={"Location": private.url("/outside.html")})
    async with viewmark.launch(origins=[site.url("")], viewport=VIEWPORT) as browser:
        page = await browser.page(site.url("/inside.html"))
        assert inside.asked.is_set()
        for url in (private.url("/outside.html"), site.url("/leaves"), "file:///etc/hostname"):
            with pytest.raises(OriginNotAllowed) as caught:
                await page.goto(url)
            assert "--allow" not in str(caught.value)
        with pytest.raises(OriginNotAllowed, match="outside the allowed origins"):
            await browser.page(private.url("/outside.html"))
        # Frames and scripts are confined in the same way.
        await page.evaluate(f"location.href = '{private.url('/outside.html')}'")
        assert (await page.reload()).url == site.url("/inside.html")
        assert not outside.asked.is_set()
    with pytest.raises(InvalidOption, match="not an origin"):
        viewmark.launch(origins=["about:blank"])
    with pytest.raises(InvalidOption, match="profile that is kept"):
        viewmark.launch(origins=[site.url("")], profile="work")


async def test_a_program_keeps_its_browser_from_private_addresses(
    site: LocalSite, private: LocalSite
) -> None:
    site.put("/inside.html", "<title>In</title>")
    unreached = private.put("/here.html", "x")
    async with viewmark.launch(block_private=True, origins=[site.url("")]) as browser:
        page = await browser.page(site.url("/inside.html"))
        fetched = f"fetch('{private.url('/here.html')}', {{mode: 'no-cors'}}).catch(e => 'no')"
        assert (await page.evaluate(fetched)).value == "no"
    async with viewmark.launch(block_private=True) as browser:
        page = await browser.page()
        with pytest.raises(OriginNotAllowed, match="not on the public internet"):
            await page.goto(private.url("/here.html"))
    assert not unreached.asked.is_set()


async def test_no_answer_in_place_of_a_server_is_a_document_from_outside(
    site: LocalSite, tmp_path: Path, eventually: Callable[..., Awaitable[None]]
) -> None:
    site.put("/inside.html", "<title>In</title>")
    outside = "http://outside.example"
    async with viewmark.launch(origins=[site.url("")], viewport=VIEWPORT) as browser:
        page = await browser.page(site.url("/inside.html"))
        await page.mock(
            f"{outside}/*", body="<title>Mocked</title>", headers={"content-type": "text/html"}
        )
        with pytest.raises(OriginNotAllowed):
            await page.goto(f"{outside}/page.html")
        confinement = browser.chrome.confinement
        await page.evaluate(f"location.href = '{outside}/page.html'")
        await eventually(lambda: confinement.position == 1, "the document's request")
        assert {each.url for each in confinement.since(0)} == {f"{outside}/page.html"}
        # Subresources of an allowed page are not confined.
        fetched = f"fetch('{outside}/x', {{mode: 'no-cors'}}).then(() => 1)"
        assert (await page.evaluate(fetched)).value == 1
        kept = [{"name": "a", "value": "1"}]
        origins = [{"origin": outside, "localStorage": kept}]
        cookie = {"name": "c", "value": "1", "domain": "127.0.0.1", "path": "/"}
        state = tmp_path / "state.json"
        state.write_text(json.dumps({"cookies": [cookie], "origins": origins}))
        with pytest.raises(OriginNotAllowed, match="nothing was set"):
            await page.load_storage_state(state)
        assert (await page.evaluate("document.cookie")).value == ""


async def test_without_rules_a_browser_goes_anywhere(site: LocalSite) -> None:
    there = site.put("/outside.html", "<title>Out</title>")
    async with viewmark.launch(viewport=VIEWPORT) as browser:
        page: Any = await browser.page(site.url("/outside.html"))
        assert there.asked.is_set()
        assert browser.chrome.confinement.rules is None
        assert (await page.goto("data:text/html,<title>Own</title>")).title == "Own"
