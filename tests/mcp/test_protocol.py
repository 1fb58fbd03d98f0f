"""The protocol on the wire, tested with a client of thirty lines that does not use the SDK."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from long_forms import short_of

from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import input_schema

GOLDEN = Path(__file__).parent / "tools.golden.json"
MODERN = "2026-07-28"
OLDER = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")


class Wire:
    """Lines of JSON to and from a server process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._id = 0

    def send(self, method: str, params: dict[str, Any] | None, *, notice: bool = False) -> int:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if not notice:
            self._id += 1
            message["id"] = self._id
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        return self._id

    async def receive(self, number: int | None) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            line = await asyncio.wait_for(self.process.stdout.readline(), 30)
            assert line, "the server ended"
            message: dict[str, Any] = json.loads(line)  # stdout must contain protocol messages only
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == number:
                return message

    async def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return await self.receive(self.send(method, params))


@pytest_asyncio.fixture(loop_scope="session")
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "viewmark", "mcp"),
        cwd=tmp_path,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 24,
    )
    assert process.stdin is not None
    yield Wire(process)
    process.stdin.close()  # clients disconnect by closing stdin
    try:
        assert await asyncio.wait_for(process.wait(), 20) == 0
    finally:
        if process.returncode is None:
            process.kill()


def hello(version: str) -> dict[str, Any]:
    info = {"name": "thirty-lines", "version": "1"}
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": info}


@pytest.mark.parametrize("version", short_of(OLDER, OLDER[-1]))
async def test_it_speaks_the_older_revisions(wire: Wire, version: str) -> None:
    answer = (await wire.ask("initialize", hello(version)))["result"]
    assert answer["protocolVersion"] == version
    assert answer["serverInfo"]["name"] == "viewmark"
    assert "observe" in answer["instructions"]
    wire.send("notifications/initialized", None, notice=True)
    listed = (await wire.ask("tools/list"))["result"]["tools"]
    assert [t["name"] for t in listed] == [t.name for t in TOOLS]
    done = await wire.ask("tools/call", {"name": "configure", "arguments": {"what": "status"}})
    assert "structuredContent" not in done["result"]
    assert json.loads(done["result"]["content"][0]["text"])["client"] == "thirty-lines"


async def test_it_speaks_the_newest_revision_without_a_handshake(wire: Wire) -> None:
    prefix = "io.modelcontextprotocol/"
    meta = {
        f"{prefix}protocolVersion": MODERN,
        f"{prefix}clientInfo": {"name": "thirty-lines", "version": "1"},
        f"{prefix}clientCapabilities": {},
    }
    found = (await wire.ask("server/discover", {"_meta": meta}))["result"]
    assert MODERN in found["supportedVersions"]
    call = {"name": "configure", "arguments": {"what": "status"}, "_meta": meta}
    done = (await wire.ask("tools/call", call))["result"]
    assert json.loads(done["content"][0]["text"])["screenshot_mode"] == "off"


async def test_prompts_and_resources_know_their_names(wire: Wire) -> None:
    await wire.ask("initialize", hello(OLDER[0]))
    wire.send("notifications/initialized", None, notice=True)
    got = await wire.ask("prompts/get", {"name": "look_and_act"})
    assert got["result"]["messages"]
    for wrong in (
        {"name": "nobody"},
        {"name": ""},
        {"name": "look_and_act" + "x" * 5000},
        {"name": "look_and_act", "arguments": {"nobody": "1"}},
        {"name": 5},
        {},
    ):
        error = (await wire.ask("prompts/get", wrong))["error"]
        assert error["code"] == -32602, error
        assert len(error["message"]) < 1000
    for uri in ("viewmark://picture/x/marked", "viewmark://", "file:///etc/passwd", "x", ""):
        error = (await wire.ask("resources/read", {"uri": uri}))["error"]
        assert error["code"] in (-32602, -32002), error
    known = (await wire.ask("prompts/get", {"name": "nobody"}))["error"]["message"]
    assert "look_and_act" in known


async def test_requests_of_any_shape_are_answered(wire: Wire) -> None:
    """Invalid requests get the protocol's own errors, and the server continues."""
    await wire.ask("initialize", hello(OLDER[0]))
    wire.send("notifications/initialized", None, notice=True)
    assert wire.process.stdin is not None
    for line in (b"", b"x", b"[]", b"{}", b"[1]", b"null", b'"\\ud800"', b"\xff\xfe", b"[" * 5000):
        wire.process.stdin.write(line + b"\n")
    rest = {
        b'"jsonrpc":"2.0","method":"tools/call","params":{"name":"\\ud83d"}': -32700,
        b'"method":"ping"': -32600,
        b'"jsonrpc":"1.0","method":"ping"': -32600,
        b'"jsonrpc":"2.0","method":5': -32600,
        b'"jsonrpc":"2.0","method":"ping","params":[]': -32600,
    }
    for number, (members, code) in enumerate(rest.items(), 900):
        wire.process.stdin.write(b'{"id":%d,%s}\n' % (number, members))
        assert (await wire.receive(number))["error"]["code"] == code, members
    wire.process.stdin.write(b"[" * 100_000 + b"\n")
    assert (await wire.receive(None))["error"]["code"] in (-32600, -32700)
    shapes: list[Any] = [
        {},
        {"name": "observe"},
        {"name": 5, "arguments": {}},
        {"name": "observe", "arguments": []},
        {"name": "observe", "arguments": "x"},
        {"name": "observe", "arguments": None},
        {"name": "observe", "arguments": {"what": {"what": "page"}}},
        {"name": "observe", "arguments": {"what": "tabs", "\u0000": 1}},
        {"name": "interact", "arguments": {"what": "navigate", "url": "http://[redacted]@["}},
        {"name": "x" * 100_000, "arguments": {}},
    ]
    for params in shapes:
        answer = await wire.ask("tools/call", params)
        if "error" in answer:
            assert answer["error"]["code"] in (-32602, -32600, -32700), answer
        else:
            assert answer["result"]["isError"], answer
            assert "internal_error" not in answer["result"]["content"][0]["text"]
    assert (await wire.ask("ping"))["result"] == {}


async def test_a_cancelled_call_ends_and_the_next_is_answered_at_once(wire: Wire) -> None:
    await wire.ask("initialize", hello("2025-06-18"))
    wire.send("notifications/initialized", None, notice=True)
    waiting = wire.send(
        "tools/call",
        {
            "name": "interact",
            "arguments": {"what": "wait_for", "selector": "#never", "timeout_s": 60},
        },
    )
    await wire.ask("tools/call", {"name": "observe", "arguments": {"what": "tabs"}})
    wire.send("notifications/cancelled", {"requestId": waiting}, notice=True)
    after = await wire.ask("tools/call", {"name": "observe", "arguments": {"what": "tabs"}})
    assert not after["result"].get("isError")


def test_the_tool_list_is_the_golden_one() -> None:
    listed = [{"name": t.name, "description": t.doc, "inputSchema": input_schema(t)} for t in TOOLS]
    text = json.dumps(listed, indent=1) + "\n"
    if os.environ.get("VIEWMARK_GOLDEN") == "write":
        GOLDEN.write_text(text)
        pytest.fail("the golden tool list was written; look at it, then run without the variable")
    assert text == GOLDEN.read_text()
