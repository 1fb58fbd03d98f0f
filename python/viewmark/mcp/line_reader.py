"""Reads lines of standard input in a daemon thread, for an event loop.

A thread of a pool cannot be used: while it reads, the process could not exit until its client
closes the pipe. This thread is a daemon and reads the raw descriptor, so it holds no lock that the
interpreter needs during shutdown.

Lines that are not valid messages get an error reply from this module, because the SDK would drop
them and the client would wait forever. The usual cause is a lone surrogate, from a program that
cuts an emoji in half.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import threading
from typing import Any

_CHUNK = 1 << 16
_AHEAD = 64
"""Maximum number of lines read ahead."""


class LineReader:
    """`async for line in LineReader(0)`; decodes UTF-8 and replaces invalid bytes.

    Args:
        descriptor: file descriptor to read from; it is not closed.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._free = threading.Semaphore(_AHEAD)
        threading.Thread(target=self._read_ready, name="viewmark-stdin", daemon=True).start()

    def __aiter__(self) -> LineReader:
        return self

    async def __anext__(self) -> str:
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        self._free.release()
        return line.decode("utf-8", "replace")

    def _read_ready(self) -> None:
        parts: list[bytes] = []
        # the event loop is closed, so no one reads the lines any more
        with contextlib.suppress(RuntimeError):
            while data := self._chunk():
                *ended, remainder = data.split(b"\n")
                for line in ended:
                    self._put_line(b"".join([*parts, line]))
                    parts.clear()
                parts.append(remainder)
            if last := b"".join(parts):
                self._put_line(last)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""

    def _put_line(self, line: bytes) -> None:
        self._free.acquire()
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
"""Error codes of JSON-RPC 2.0."""


def refuse_line(line: str) -> dict[str, Any] | None:
    """Return the error reply for an invalid line; None if it needs no reply."""
    number, code, message = None, _INVALID_REQUEST, "This is no request of JSON-RPC 2.0."
    try:
        found = json.loads(line)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        code, message = _PARSE_ERROR, "A text in it holds half a surrogate pair."
    except (ValueError, RecursionError):
        found, code, message = None, _PARSE_ERROR, "This line is no JSON that can be read."
    if isinstance(found, dict):
        if "id" not in found or found.keys() & {"result", "error"}:
            return None  # a notification or a response needs no reply
        number = found["id"]
        is_text = isinstance(number, str) and number.isprintable()
        if not is_text and type(number) is not int:
            number = None
    error = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "id": number, "error": error} if line.strip() else None
