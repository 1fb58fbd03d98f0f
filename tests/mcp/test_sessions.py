"""Sessions over HTTP: each has its own browser, pages, settings and pictures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client
from serving import http_server
from webserver import LocalSite

import viewmark
from viewmark.errors import InvalidOption
from viewmark.mcp.sessions import IDLE_S, SESSIONS_KEPT, Sessions
from viewmark.mcp.settings import Settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """URL and token of a running server."""
    with http_server(tmp_path) as made:
        yield made.url, made.token


@asynccontextmanager
async def client_of(server: tuple[str, str]) -> AsyncIterator[ClientSession]:
    url, token = server
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as web,
        streamable_http_client(url, http_client=web) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        await asyncio.wait_for(session.initialize(), 30)
        yield session


def told(answer: Any) -> Any:
    assert not answer.is_error, answer.content
    return json.loads(next(b.text for b in answer.content if b.type == "text"))


async def test_one_session_sees_nothing_of_another(
    server: tuple[str, str], site: LocalSite
) -> None:
    site.put("/a.html", "<!doctype html><title>Hers</title><button>A</button>")
    site.put("/b.html", "<!doctype html><title>His</title><button>B</button>")
    async with client_of(server) as her, client_of(server) as him:
        await her.call_tool("interact", {"what": "navigate", "url": site.url("/a.html")})
        seen = await her.call_tool("observe", {"what": "page", "annotate_screenshot": True})
        hers = [str(b.uri) for b in seen.content if b.type == "resource_link"]
        assert len(hers) == 2
        on = {"screenshot_mode": "on", "screenshot_cooldown_s": 0}
        await her.call_tool("configure", {"what": "capture", "settings": on})

        # His session has no browser yet and shares nothing with hers.
        assert told(await him.call_tool("configure", {"what": "status"}))["screenshot_mode"] == (
            "off"
        )
        assert (await him.list_resources()).resources == []
        for uri in hers:
            with pytest.raises(Exception, match="There is no picture"):
                await him.read_resource(uri)
        await him.call_tool("interact", {"what": "navigate", "url": site.url("/b.html")})
        both = await asyncio.gather(
            *(each.call_tool("observe", {"what": "page"}) for each in (her, him) * 5)
        )
        assert [told(a)["page"]["title"] for a in both] == ["Hers", "His"] * 5
        assert [len([b for b in a.content if b.type == "image"]) for a in both] == [1, 0] * 5
        tabs = told(await him.call_tool("observe", {"what": "tabs", "map": "json"}))
        assert {t["title"] for t in tabs["tabs"]} == {"His"}
        marked, clean = [(await her.read_resource(uri)).contents[0] for uri in hers]
        assert marked.blob == next(b.data for b in seen.content if b.type == "image")
        assert clean.blob != marked.blob


async def test_pictures_of_the_last_six_looks_can_be_read_and_no_older_ones(
    server: tuple[str, str],
) -> None:
    async with client_of(server) as client:
        page = {"what": "navigate", "url": "data:text/html,<button>Go</button>"}
        await client.call_tool("interact", page)
        links = []
        for _ in range(7):
            look = {"what": "page", "annotate_screenshot": True}
            seen = await client.call_tool("observe", look)
            links += [str(b.uri) for b in seen.content if b.type == "resource_link"]
        listed = [str(r.uri) for r in (await client.list_resources()).resources]
        assert listed == links[2:]
        for uri in listed:
            contents = (await client.read_resource(uri)).contents[0]
            assert contents.blob.startswith("/9j/")
            assert contents.mime_type == "image/jpeg"
        with pytest.raises(Exception, match="the last 6 are kept"):
            await client.read_resource(links[0])


async def test_a_session_that_its_client_ends_loses_what_it_held() -> None:
    sessions = Sessions()
    first = sessions.of("a")
    assert sessions.of("a") is first
    assert sessions.of("") is not first
    sessions.end("a")
    sessions.end("nobody")
    assert sessions.of("a") is not first
    await sessions.close()


async def test_quiet_and_countless_sessions_do_not_pile_up() -> None:
    now = [0.0]
    sessions = Sessions(Settings(), clock=lambda: now[0])
    common, first = sessions.of(), sessions.of("0")
    for n in range(1, SESSIONS_KEPT + 1):
        sessions.of(str(n))
    assert sessions.of("0") is not first, "the one that was quiet longest went"
    last = sessions.of(str(SESSIONS_KEPT))
    now[0] = IDLE_S + 1
    assert sessions.of() is common
    assert sessions.of(str(SESSIONS_KEPT)) is not last
    await sessions.close()


async def test_what_is_kept_between_processes_belongs_to_one_session(tmp_path: Path) -> None:
    sessions = Sessions(Settings(state=tmp_path / "refs.json"))
    assert sessions.of().state.settings.state is not None
    assert sessions.of("a").state.settings.state is None
    with pytest.raises(InvalidOption):
        sessions.of("a").state.pictures.read("viewmark://picture/f_x/clean")
    await sessions.close()


@pytest.mark.own_process
async def test_sessions_on_one_attached_browser_have_cookies_and_tabs_of_their_own(
    tmp_path: Path, site: LocalSite
) -> None:
    site.put("/", "<title>Shop</title><p>x")
    async with viewmark.launch(debugging_port=0) as browser:
        await browser.page(site.url("/"))
        sessions = Sessions(Settings(attach=browser.endpoint, output=tmp_path, answers="json"))
        try:
            for name in ("her", "him"):
                tabs = sessions.of(name).state.tabs
                page = (await tabs.tab()).page
                await page.goto(site.url("/"))
                assert await page.cookies() == []
                await page.add_cookies([{"name": name, "value": "1", "url": site.url("/")}])
                assert [tab.title for tab in await tabs.list_tabs()] == ["Shop"]
            assert len(await browser.tabs()) == 3
        finally:
            await sessions.close()
