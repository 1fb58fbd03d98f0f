"""Clients that send slowly, half or in masses take nothing from those that send properly."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import pytest_asyncio
import uvicorn

from viewmark.mcp import connections
from viewmark.mcp.connections import TimedConnection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import pytest

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"

Lines = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    assert scope["type"] == "http"
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"got " + body})


@pytest_asyncio.fixture
async def connect(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[[], Awaitable[Lines]]]:
    """Opens connections to a server with short limits."""
    monkeypatch.setattr(connections, "REQUEST_S", 0.3)
    monkeypatch.setattr(connections, "CONNECTIONS", 5)
    config = uvicorn.Config(
        echo, http=TimedConnection, ws="none", lifespan="off", log_level="error"
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    opened: list[asyncio.StreamWriter] = []
    listener = await asyncio.get_running_loop().create_server(
        lambda: TimedConnection(config, server.server_state, {}), "127.0.0.1", 0
    )
    port = listener.sockets[0].getsockname()[1]

    async def open_one() -> Lines:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        opened.append(writer)
        return reader, writer

    yield open_one
    for writer in opened:
        writer.close()
    listener.close()
    await listener.wait_closed()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), 30)
    return b""


async def test_a_request_that_never_comes_or_breaks_off_is_closed(connect: Any) -> None:
    for half in (b"", b"GET", GET[:-2]):
        reader, writer = await connect()
        writer.write(half)
        assert await ended(reader) == b""


async def test_a_head_that_drips_in_is_closed_too(connect: Any) -> None:
    reader, writer = await connect()
    over = asyncio.ensure_future(ended(reader))
    with contextlib.suppress(ConnectionError):
        writer.write(b"GET / HTTP/1.1\r\n")
        while not over.done():
            writer.write(b"X: y\r\n")
            await asyncio.sleep(0.02)
    assert await over == b""


async def test_a_body_that_does_not_come_is_answered_and_closed(connect: Any) -> None:
    reader, writer = await connect()
    writer.write(POST + b"ab")
    assert (await ended(reader)).startswith(b"HTTP/1.1 408 ")


async def test_a_slow_answer_and_a_second_request_are_no_slow_request(connect: Any) -> None:
    reader, writer = await connect()
    for _ in range(3):
        for part in (POST[:10], POST[10:], b"ab", b"cd"):
            writer.write(part)
            await writer.drain()
        assert b"got abcd" in await asyncio.wait_for(reader.readuntil(b"got abcd"), 30)
    writer.write(POST + b"abcd" + GET)  # at once
    assert await asyncio.wait_for(reader.readuntil(b"got abcd"), 30)
    assert await asyncio.wait_for(reader.readuntil(b"got "), 30)
    writer.write(GET[:5])  # half of one more
    assert b"HTTP" not in await ended(reader)


async def test_masses_of_half_requests_give_way_to_a_whole_one(connect: Any) -> None:
    half = [await connect() for _ in range(20)]
    for _, writer in half:
        writer.write(b"GET / HTTP/1.1\r\n")
    reader, writer = await connect()
    writer.write(GET)
    assert await asyncio.wait_for(reader.readuntil(b"got "), 30)
    for each, _ in half:
        assert await ended(each) == b""
