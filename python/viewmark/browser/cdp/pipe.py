"""CDP over file descriptors, for browsers that we started (`--remote-debugging-pipe`).

The browser reads commands from its descriptor 3 and writes replies to 4; every message ends with a
zero byte. Only these two processes have the descriptors, so no other user or program can connect,
as would be possible with a port. However one of the processes ends, the kernel notifies the other,
and the browser then exits by itself.

Commands are sent over a socket: writing to a closed socket is an error but never raises a signal,
however this program handles SIGPIPE, and closing it wakes the browser's reading thread. Replies
arrive over a pipe, which takes less CPU time for images.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections import deque
from collections.abc import Callable
from io import FileIO
from typing import Any

from viewmark.browser.cdp.transport import OnLost, OnMessage
from viewmark.text import one_line

if sys.platform != "win32":
    import fcntl

HAS_PIPE = sys.platform != "win32"
"""Whether browsers can be controlled by pipe on this platform; event loops on Windows cannot watch
pipes.
"""

_ROOM = 1 << 20
"""Size in bytes to which the pipe's buffer is set, where the system allows it, and maximum size of
a read."""
_SET_SIZE = getattr(fcntl, "F_SETPIPE_SZ", 1031) if sys.platform == "linux" else None
_SEND_FLAGS = getattr(socket, "MSG_NOSIGNAL", 0)
_NO_SIGNAL = 0x1022  # value of SO_NOSIGPIPE on macOS, which has no MSG_NOSIGNAL


class BrowserEnds:
    """The browser's ends of the pipes: passed to the browser, then closed in our process."""

    def __init__(self, commands: socket.socket, answers: FileIO) -> None:
        self.commands, self.answers = commands, answers

    def close(self) -> None:
        """Close the ends in this process, so that the pipes break when the browser exits."""
        self.commands.close()
        self.answers.close()


class Pipe:
    """Our ends of the pipes, created by `pair`; other child processes do not inherit them."""

    def __init__(self, commands: socket.socket, answers: FileIO) -> None:
        self._commands, self._answers = commands, answers
        self._on_message: OnMessage = lambda _: None
        self._on_lost: OnLost = lambda *_: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._parts: list[bytes] = []
        """Chunks of the message that is still incomplete."""
        self._outbox: deque[tuple[bytes, Callable[[], bool]]] = deque()
        self._begun: memoryview[Any] | None = None
        """The part of the current message that has not been sent."""
        self._is_full = False
        self._is_open = True

    @classmethod
    def pair(cls) -> tuple[Pipe, BrowserEnds]:
        """Create the pipes; return our ends and the browser's ends."""
        assert sys.platform != "win32"  # callers check HAS_PIPE first
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        if sys.platform == "darwin":
            ours.setsockopt(socket.SOL_SOCKET, _NO_SIGNAL, 1)
        reads, writes = os.pipe()
        os.set_blocking(reads, False)
        if _SET_SIZE is not None:
            with contextlib.suppress(OSError):  # the user's quota of pipe buffers may be used up
                fcntl.fcntl(reads, _SET_SIZE, _ROOM)
        answers = open(reads, "rb", buffering=0)  # noqa: SIM115 - closed by `close`
        return cls(ours, answers), BrowserEnds(theirs, open(writes, "wb", buffering=0))

    @property
    def closed(self) -> bool:
        """Whether the pipe is closed, by us or because the browser exited."""
        return not self._is_open

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Start delivering messages."""
        self._on_message, self._on_lost = on_message, on_lost
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._answers.fileno(), self._read_ready)

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Send a message, or queue it while the browser is not reading."""
        self._outbox.append((data, is_wanted))
        if not self._is_full:
            self._write()

    async def close(self) -> None:
        """Close our ends, which makes the browser exit if it is still running."""
        self._lose("it was closed")

    def _write(self) -> None:
        while self._is_open:
            if not self._begun:
                if not self._outbox:
                    break
                data, is_wanted = self._outbox.popleft()
                if not is_wanted():
                    continue
                self._begun = memoryview(data + b"\0")
            try:
                sent = self._commands.send(self._begun, _SEND_FLAGS)
            except (BlockingIOError, InterruptedError):
                self._wait_for_room(True)
                return
            except OSError:
                self._outbox.clear()  # last replies may still be readable; reading detects the end
                self._begun = None
                break
            self._begun = self._begun[sent:]
        self._wait_for_room(False)

    def _wait_for_room(self, is_full: bool) -> None:
        if is_full is self._is_full or self._loop is None:
            return
        self._is_full = is_full
        if is_full:
            self._loop.add_writer(self._commands, self._write)
        elif self._is_open:
            self._loop.remove_writer(self._commands)

    def _read_ready(self) -> None:
        """Read the available data, at most one full pipe, and deliver complete messages."""
        try:
            data = self._answers.read(_ROOM)
        except InterruptedError:
            return
        except OSError as error:
            self._lose(one_line(error))
            return
        if data is None:  # spurious wake-up
            return
        if not data:
            self._lose("the browser closed it")
            return
        *ended, rest = data.split(b"\0")
        for part in ended:
            message = b"".join((*self._parts, part))
            self._parts.clear()
            if not self._is_open:
                return
            try:
                self._on_message(message)
            except BaseException:
                self._lose("a message could not be taken in")
                raise
        if rest:
            self._parts.append(rest)

    def _lose(self, why: str) -> None:
        if not self._is_open:
            return
        self._is_open = False
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._answers.fileno())
            self._loop.remove_writer(self._commands)
        self._outbox.clear()
        self._begun = None
        self._commands.close()
        self._answers.close()
        self._on_lost(why)
