"""Attaching to a remote browser that requires a header, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from urllib.parse import urlsplit

import pytest

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ConnectionFailed, InvalidOption


class Door:
    """A proxy that forwards a connection to the browser if its first request has the header."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pumps: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._enter, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"\r\nauthorization: bearer t-1\r\n" not in head.lower():
                writer.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
                writer.close()
                return
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._port)
            inner_writer.write(head)
            pumps = (
                asyncio.ensure_future(self._pump(reader, inner_writer)),
                asyncio.ensure_future(self._pump(inner_reader, writer)),
            )
            self._pumps.update(pumps)
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
        writer.close()

    async def close(self) -> None:
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)


async def test_headers_open_a_remote_browser_by_either_address(chromium: ChromeBrowser) -> None:
    assert chromium.process is not None
    inner = urlsplit(chromium.process.endpoint)
    door = Door(inner.port or 0)
    port = await door.open()
    headers = {"Authorization": "Bearer t-1"}
    try:
        for url in (f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}{inner.path}"):
            async with viewmark.attach(url, headers=headers) as browser:
                page = await browser.page("data:text/html,<title>Behind</title>")
                assert (await page.outline()).page.title == "Behind"
            with pytest.raises(ConnectionFailed) as raised:
                await viewmark.attach(url, headers={"Authorization": "Bearer t-2"})
            assert "t-2" not in f"{raised.value} {raised.value.data}"
    finally:
        await door.close()


async def test_a_header_that_cannot_be_sent_is_refused_without_its_value() -> None:
    with pytest.raises(InvalidOption) as raised:
        await viewmark.attach("http://127.0.0.1:1", headers={"X-Key": "t-1\r\nX: y"})
    assert "X-Key" in str(raised.value)
    assert "t-1" not in str(raised.value)
