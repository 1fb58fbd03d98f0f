"""A real `viewmark mcp` process on stdio, used with raw JSON-RPC so that calls can overlap."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMIT = 100.0
"""Seconds after which a call counts as hung."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a call."""

    code: str
    """`ok`, or the error code; `hung` or `gone` if there was no reply."""
    text: str
    seconds: float

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Server:
    """A server: `async with Server() as server: await server.call("observe", what="page")`."""

    def __init__(self, *flags: str) -> None:
        self._flags = flags
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def __aenter__(self) -> Server:
        self.folder = Path(tempfile.mkdtemp(prefix="vmrel-"))
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.log = self.folder / "stderr.log"
        with self.log.open("wb") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "viewmark", "mcp", "--answers", "json", *self._flags),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "TMPDIR": str(self.temporary)},
                limit=1 << 26,
            )
        self._reader = asyncio.ensure_future(self._read())
        await self._ask(
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "reliability", "version": "1"},
            },
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 30)
        except asyncio.TimeoutError:
            self.process.kill()
            await self.process.wait()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader

    async def call(self, tool: str, **arguments: Any) -> Result:
        """Call a tool; failures of the server are returned, not raised."""
        began = time.perf_counter()
        try:
            asked = self._ask("tools/call", {"name": tool, "arguments": arguments})
            answer = await asyncio.wait_for(asked, LIMIT)
        except asyncio.TimeoutError:
            return Result("hung", "", time.perf_counter() - began)
        except (ConnectionError, EOFError):
            return Result("gone", "", time.perf_counter() - began)
        seconds = time.perf_counter() - began
        if "error" in answer:
            return Result(f"rpc {answer['error'].get('code')}", str(answer["error"]), seconds)
        result = answer["result"]
        text = "\n".join(b["text"] for b in result["content"] if b["type"] == "text")
        if not result.get("isError"):
            return Result("ok", text, seconds)
        try:
            code = str(json.loads(text.partition("\n")[2].splitlines()[0])["error_code"])
        except (ValueError, LookupError):
            code = "undocumented"
        return Result(code, text, seconds)

    @property
    def tracebacks(self) -> int:
        """Return the number of tracebacks on stderr."""
        return self.log.read_text(errors="replace").count("Traceback")

    def browsers(self) -> dict[int, str]:
        """Return the command lines of the browser's processes by process id, the main one first."""
        found = {}
        marker = str(self.temporary)
        for entry in sorted(Path("/proc").glob("[0-9]*"), key=lambda p: int(p.name)):
            with contextlib.suppress(OSError):
                raw = (entry / "cmdline").read_bytes()
                line = raw.replace(b"\0", b" ").decode(errors="replace")
                if f"--user-data-dir={marker}" in line and "crashpad" not in line.split(" --")[0]:
                    found[int(entry.name)] = line
        return found

    def of_kind(self, kind: str) -> list[int]:
        """Return the ids of processes: `browser`, `renderer`, `gpu-process` or `network`."""
        if kind == "browser":
            return [pid for pid, line in self.browsers().items() if "--type=" not in line][:1]
        word = "network.mojom.NetworkService" if kind == "network" else f"--type={kind}"
        return [pid for pid, line in self.browsers().items() if word in line]

    def debug_port(self) -> int:
        """Return the browser's CDP port."""
        ports = list(self.temporary.glob("viewmark-*/profile/DevToolsActivePort"))
        return int(ports[-1].read_text().split()[0])

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        try:
            return await self._waiting[number]
        finally:
            self._waiting.pop(number, None)

    async def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while line := await self.process.stdout.readline():
                message = json.loads(line)
                waiting = self._waiting.get(message.get("id"))
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(EOFError())
