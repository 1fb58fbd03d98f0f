"""CDP over descriptors: how we speak to browsers that we started (`--remote-debugging-pipe`).

The browser reads commands from its descriptor 3 and writes answers to 4, each message ended by a
zero byte. Nobody but the two processes has the other ends, so no other user or program can join,
as they could over a port. When either process ends, however it ends, the kernel
notifies the other one: the browser ends by itself.

Commands go over a socket: writing to one that is gone is an error and never a signal, whatever the
program that we are in does with SIGPIPE; and it wakes the browser's reading thread at its end.
Answers come over a pipe, which for pictures takes less of the processor.
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
"""Whether browsers are spoken to like this here: event loops of Windows watch no descriptors."""

_ROOM = 1 << 20
"""Bytes that the pipe holds where the system allows to set it, and that are read at once."""
_SET_SIZE = getattr(fcntl, "F_SETPIPE_SZ", 1031) if sys.platform == "linux" else None
_SEND_FLAGS = getattr(socket, "MSG_NOSIGNAL", 0)
_NO_SIGNAL = 0x1022  # SO_NOSIGPIPE of macOS, which has no MSG_NOSIGNAL


class BrowserEnds:
    """The ends that the browser gets: given to its process, then closed here."""

    def __init__(self, commands: socket.socket, answers: FileIO) -> None:
        self.commands, self.answers = commands, answers

    def close(self) -> None:
        """Leave them to the browser: from then on its end is the end of the pipe."""
        self.commands.close()
        self.answers.close()


class Pipe:
    """Our ends. Made by `pair`; no descriptor of it is inherited by other processes."""

    def __init__(self, commands: socket.socket, answers: FileIO) -> None:
        self._commands, self._answers = commands, answers
        self._on_message: OnMessage = lambda _: None
        self._on_lost: OnLost = lambda *_: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._parts: list[bytes] = []
        """Parts of a message that is not complete yet."""
        self._outbox: deque[tuple[bytes, Callable[[], bool]]] = deque()
        self._begun: memoryview[Any] | None = None
        """Unsent part of the current message."""
        self._is_full = False
        self._is_open = True

    @classmethod
    def pair(cls) -> tuple[Pipe, BrowserEnds]:
        """Our ends, and those of the browser."""
        assert sys.platform != "win32"  # see HAS_PIPE
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        if sys.platform == "darwin":
            ours.setsockopt(socket.SOL_SOCKET, _NO_SIGNAL, 1)
        reads, writes = os.pipe()
        os.set_blocking(reads, False)
        if _SET_SIZE is not None:
            with contextlib.suppress(OSError):  # the user's share of such memory is used up
                fcntl.fcntl(reads, _SET_SIZE, _ROOM)
        answers = open(reads, "rb", buffering=0)  # noqa: SIM115 - closed by `close`
        return cls(ours, answers), BrowserEnds(theirs, open(writes, "wb", buffering=0))

    @property
    def closed(self) -> bool:
        """Whether it is closed, by us or by the browser's end."""
        return not self._is_open

    def start(self, on_message: OnMessage, on_lost: OnLost) -> None:
        """Begin to hand messages over."""
        self._on_message, self._on_lost = on_message, on_lost
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._answers.fileno(), self._read_ready)

    def post(self, data: bytes, is_wanted: Callable[[], bool]) -> None:
        """Send a message, or queue it while the browser does not read."""
        self._outbox.append((data, is_wanted))
        if not self._is_full:
            self._write()

    async def close(self) -> None:
        """Close our ends; the browser ends with that, if it has not yet."""
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
                self._outbox.clear()  # its last answers may still be there: reading tells the end
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
        """Read the available data, at most a full pipe; hand over complete messages."""
        try:
            data = self._answers.read(_ROOM)
        except InterruptedError:
            return
        except OSError as error:
            self._lose(one_line(error))
            return
        if data is None:  # nothing there after all
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
