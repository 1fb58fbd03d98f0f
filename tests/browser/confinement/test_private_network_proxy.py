"""Behind the proxy a browser reaches no private address, by any route."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest_asyncio
from webserver import LocalSite

from viewmark.browser.actions.navigation import goto
from viewmark.browser.confinement.private_network_proxy import Gateway
from viewmark.browser.launch.browser import ChromeBrowser, launch
from viewmark.errors import NavigationFailed
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

PUBLIC = "127.0.0.2"
"""Represents the internet; all other loopback addresses are private."""
NAMES = {"public.test": [PUBLIC], "inside.test": ["127.0.0.1"], "both.test": [PUBLIC, "127.0.0.1"]}


class Names:
    """A name server whose `rebound.test` is public until it is rebound, and private afterwards.

    It does not switch after the first query, because a browser may open two connections for one
    page.
    """

    def __init__(self) -> None:
        self.rebound = False
        self.asked = 0
        """Number of queries since then."""

    async def __call__(self, host: str, port: int) -> list[str]:
        if host == "rebound.test":
            self.asked += self.rebound
            return ["127.0.0.1" if self.rebound else PUBLIC]
        return NAMES.get(host, [host])


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def behind(web: LocalSite) -> AsyncIterator[tuple[ChromeBrowser, Names, int]]:
    """A browser behind the proxy, its name server, and a public port that forwards to the site."""

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far, out = await asyncio.open_connection("127.0.0.1", web.port)

        async def pump(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
            while data := await source.read(65536):
                to.write(data)
            to.close()

        await asyncio.gather(pump(reader, out), pump(far, writer), return_exceptions=True)

    internet = await asyncio.start_server(forward, PUBLIC, 0)
    names = Names()
    gateway = Gateway(lambda address: address != PUBLIC, resolve_host=names)
    await gateway.start()
    async with launch(args=gateway.flags) as browser:
        yield browser, names, internet.sockets[0].getsockname()[1]
    await gateway.close()
    internet.close()


async def test_the_internet_is_reached_and_nothing_private(
    behind: tuple[ChromeBrowser, Names, int], site: LocalSite
) -> None:
    browser, _, port = behind
    inside = site.put("/inside", "<title>Inside</title>")
    site.put("/page", "<title>Page</title>")
    site.put("/moved", "", status=302, headers={"Location": site.url("/inside")})
    page = await browser.page(f"http://public.test:{port}/page")
    assert (await page.facts()).title == "Page"
    private = [
        *(site.url("/inside", host=host) for host in ("127.0.0.1", "localhost", "a.localhost")),
        *(f"http://{name}:{site.port}/inside" for name in ("inside.test", "both.test")),
        *(f"http://{name}:{site.port}/inside" for name in ("0x7f.1", "[::ffff:127.0.0.1]", "0")),
        f"http://public.test:{port}/moved",
    ]
    for url in private:
        try:
            await goto(page, url)
        except NavigationFailed:
            continue
        raise AssertionError(url)
    await goto(page, f"http://public.test:{port}/page")
    ask = (
        "urls => Promise.all(urls.map(url => fetch(url, {mode: 'no-cors'}).then(() => url, () => 0)"
        ".then(got => got || new Promise(done => { const i = new Image(); i.onload = i.onerror ="
        " () => done(0); i.src = url }))))"
    )
    assert not any(await page.call(None, ask, private))
    socket = (
        "url => new Promise(done => { const s = new WebSocket(url); s.onerror = () => done(0);"
        " s.onopen = () => done(1) })"
    )
    assert await page.call(None, socket, f"ws://127.0.0.1:{site.port}/inside") == 0
    assert not inside.asked.is_set()


async def test_a_name_that_changes_its_address_leads_nowhere(
    behind: tuple[ChromeBrowser, Names, int], site: LocalSite
) -> None:
    browser, names, port = behind
    site.put("/page", "<title>Page</title>", headers={"Connection": "close"})
    secret = site.put("/secret", "<title>Secret</title>")
    page = await browser.page(f"http://rebound.test:{port}/page")
    names.rebound = True
    ask = "url => fetch(url).then(r => r.text(), () => '')"
    # The site's own port under that name needs a new connection, which would now be private.
    assert not await page.call(None, ask, f"http://rebound.test:{site.port}/secret")
    assert names.asked > 0
    assert not secret.asked.is_set()


async def test_the_server_says_what_it_did_not_reach(tmp_path: Path, site: LocalSite) -> None:
    inside = site.put("/inside", "<title>Inside</title>")
    dispatcher = Dispatcher(Settings(output=tmp_path, block_private=True))
    try:
        for url in (site.url("/inside"), f"http://localhost.:{site.port}/inside"):
            answer = await dispatcher.call("interact", {"what": "navigate", "url": url})
            told: dict[str, Any] = dict(answer.facts or {})
            assert told["error_code"] == "origin_not_allowed"
            assert "--block-private" in told["message"]
        tab = await dispatcher.state.tabs.tab()
        confinement = dispatcher.state.tabs.confinement
        assert confinement is not None
        gateway = confinement._gateway
        assert gateway is not None
        gateway._resolve_host = Names()  # a public name that resolves to a private address
        answer = await dispatcher.call(
            "interact", {"what": "navigate", "url": f"http://inside.test:{site.port}/inside"}
        )
        told = dict(answer.facts or {})
        assert told["error_code"] == "origin_not_allowed"
        assert "not on the public internet" in told["message"]
        assert tab.page.url != site.url("/inside")
        assert not inside.asked.is_set()
    finally:
        await dispatcher.close()


async def test_an_allowed_origin_is_reached_though_it_is_private(
    tmp_path: Path, site: LocalSite, bounded: Callable[..., Awaitable[Any]]
) -> None:
    site.put("/inside", "<title>Inside</title>")
    dispatcher = Dispatcher(Settings(output=tmp_path, block_private=True, origins=(site.url(""),)))
    try:
        call = dispatcher.call("interact", {"what": "navigate", "url": site.url("/inside")})
        assert not (await bounded(call)).failed
    finally:
        await dispatcher.close()


async def test_a_proxy_that_ends_while_a_connection_ends_leaves_none_open() -> None:
    left = []

    def note(found: sys.UnraisableHookArgs) -> None:
        left.append(str(found.exc_value))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.close()

    async def end_after(steps: int) -> None:
        far = await asyncio.start_server(answer, "127.0.0.1", 0)
        gateway = Gateway(lambda _: False)
        await gateway.start()
        proxy = int(gateway.flags[0].rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy)
        port = int(far.sockets[0].getsockname()[1])
        writer.write(b"\x05\x01\0" + b"\x05\x01\0\x01\x7f\0\0\x01" + port.to_bytes(2, "big"))
        await reader.readexactly(12)
        writer.write(b"x")
        assert await reader.read() == b""
        writer.close()
        for _ in range(steps):
            await asyncio.sleep(0)
        await gateway.close()
        far.close()

    before, sys.unraisablehook = sys.unraisablehook, note
    try:
        for steps in range(25):  # the final await comes a few event loop steps later
            await end_after(steps)
        gc.collect()
    finally:
        sys.unraisablehook = before
    assert left == []
