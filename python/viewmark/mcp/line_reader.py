"""Reads lines of standard input in a daemon thread, for an event loop.

A thread of a pool cannot be left while it reads: the process would not end before its client closes
the pipe. This one is a daemon and reads the bare descriptor, so it holds no lock that the end of
the interpreter needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading

_CHUNK = 1 << 16
_AHEAD = 64
"""Lines that are read before somebody takes them."""


class LineReader:
    """`async for line in LineReader(0)`; UTF-8, damaged bytes replaced.

    Args:
        descriptor: what to read; it is not closed.
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
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants more
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
