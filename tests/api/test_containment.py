"""A confined browser: the web server that is never asked is the oracle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from webserver import LocalSite

from viewmark.api.containment import Containment
from viewmark.errors import NavigationFailed, OriginNotAllowed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VIEWPORT = (800, 600)


def refuse(url: str) -> str | None:
    if "/odd" in url:
        raise ValueError(url)
    return "it is outside" if "/outside" in url else None


@pytest.fixture
def private() -> Iterator[LocalSite]:
    """A second server of this machine."""
    server = LocalSite()
    yield server
    server.close()


async def test_a_browser_loads_only_what_it_may_and_reaches_only_what_it_may(
    site: LocalSite, private: LocalSite, bounded: Any
) -> None:
    inside = site.put("/inside.html", "<title>In</title>")
    refused = [site.put(path, "x") for path in ("/outside.html", "/odd.html")]
    unreached = private.put("/here.html", "x")
    contained = Containment(
        refuse=refuse, is_private=lambda _: True, exempt=[("127.0.0.1", site.port)]
    )
    assert (contained.fences, contained.position, contained.since(0)) == (False, 0, ())
    try:
        browser = await contained.launch(headless=True, viewport=VIEWPORT)
        try:
            page = await browser.chrome.page(site.url("/inside.html"))
            assert inside.asked.is_set()
            assert contained.fences
            assert contained.position == 0
            for path in ("/outside.html", "/odd.html"):
                reply = await page.session.send("Page.navigate", {"url": site.url(path)})
                assert reply["errorText"] == "net::ERR_ABORTED"
            await bounded(contained.blocks(page.main_frame.id, 0))
            await page.session.send("Page.navigate", {"url": private.url("/here.html")})
            assert not any(each.asked.is_set() for each in [*refused, unreached])
            assert [each.url for each in contained.since(0)] == [
                site.url("/outside.html"),
                site.url("/odd.html"),
            ]
            assert [each.reason for each in contained.since(1)] == ["it cannot be read"]
            assert contained.refusal(site.url("/outside.html")) == "it is outside"
            assert contained.refusal(site.url("/inside.html")) is None
            assert contained.has_refused("127.0.0.1")
            contained.forget()
            assert (contained.fences, contained.since(0)) == (False, ())
        finally:
            await browser.close()
    finally:
        await contained.close()
    assert not contained.has_refused("127.0.0.1")


async def test_no_answer_in_place_of_a_server_is_a_document_from_outside(
    site: LocalSite, tmp_path: Path
) -> None:
    site.put("/inside.html", "<title>In</title>")
    outside = "http://outside.example"
    contained = Containment(refuse=lambda url: "is outside" if url.startswith(outside) else None)
    browser = await contained.launch(headless=True, viewport=VIEWPORT)
    try:
        page = await browser.page(site.url("/inside.html"))
        await page.mock(f"{outside}/*", body="<title>Mocked</title>", content_type="text/html")
        with pytest.raises(NavigationFailed):
            await page.goto(f"{outside}/page.html")
        assert [each.reason for each in contained.since(0)] == ["is outside"]
        # What an allowed page asks for beside its documents is not fenced.
        fetched = f"fetch('{outside}/x', {{mode: 'no-cors'}}).then(() => 1)"
        assert (await page.evaluate(fetched)).value == 1
        kept = [{"name": "a", "value": "1"}]
        origins = [{"origin": outside, "localStorage": kept}]
        cookie = {"name": "c", "value": "1", "domain": "127.0.0.1", "path": "/"}
        state = tmp_path / "state.json"
        state.write_text(json.dumps({"cookies": [cookie], "origins": origins}))
        with pytest.raises(OriginNotAllowed, match="which is outside; nothing was set"):
            await page.load_storage_state(state)
        assert (await page.evaluate("document.cookie")).value == ""
    finally:
        await browser.close()
        await contained.close()


async def test_without_rules_a_browser_goes_anywhere(site: LocalSite) -> None:
    there = site.put("/outside.html", "<title>Out</title>")
    contained = Containment()
    browser = await contained.launch(headless=True, viewport=VIEWPORT)
    try:
        await browser.chrome.page(site.url("/outside.html"))
        assert there.asked.is_set()
        assert (contained.fences, contained.refusal(site.url("/outside.html"))) == (False, None)
    finally:
        await browser.close()
        await contained.close()
