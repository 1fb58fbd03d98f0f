"""The HTTP transport accepts only clients with the token, on exactly this port."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import httpx2
import pytest
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client
from serving import http_server

HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """Port and token of a running server."""
    with http_server(tmp_path_factory.mktemp("http")) as made:
        yield made.port, made.token


def post(server: tuple[int, str], body: str = HELLO, **headers: str | None) -> int:
    port, token = server
    sent: dict[str, str | None] = {
        "Host": f"127.0.0.1:{port}",
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.putrequest("POST", "/mcp", skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                line.putheader(name, value)
        line.putheader("Content-Length", str(len(body)))
        line.endheaders()
        with suppress(BrokenPipeError, ConnectionResetError):  # rejected before it read the body
            line.send(body.encode())
        return line.getresponse().status


def test_with_the_token_it_answers(server: tuple[int, str]) -> None:
    assert post(server) == 200
    assert post(server, Origin=f"http://127.0.0.1:{server[0]}") == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": None}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic abc"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "http://127.0.0.1.evil.example"}, 403),
    ],
    ids=str,
)
def test_without_token_or_from_elsewhere_it_refuses(
    server: tuple[int, str], headers: dict[str, Any], status: int
) -> None:
    assert post(server, **headers) == status


def test_a_rebound_name_does_not_get_in(server: tuple[int, str]) -> None:
    """In DNS rebinding, a name of the attacker resolves to 127.0.0.1, and is sent as the Host."""
    name = f"rebound.example:{server[0]}"
    assert post(server, Host=name, Origin=f"http://{name}") in (403, 421)


def test_a_body_beyond_the_limit_is_refused(server: tuple[int, str]) -> None:
    assert post(server, body=" " * (2 << 20)) == 413


async def test_a_client_works_over_http(server: tuple[int, str]) -> None:
    port, token = server
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as web,
        streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=web) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        await asyncio.wait_for(session.initialize(), 20)
        answer = await session.call_tool("configure", {"what": "status"})
        assert json.loads(answer.content[0].text)["browser"] in ("not started", "running")
