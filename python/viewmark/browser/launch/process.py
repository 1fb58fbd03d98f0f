"""The process of a launched browser, with cleanup of its process group and its files.

The browser gets its own process group, profile folder and temporary folder. A watchdog runs beside
it: a shell process that reads from a pipe to our process. However our process ends (return,
exception, SIGTERM, kill -9), the pipe closes, and the watchdog kills the group and removes the
folder. The host program therefore needs no exit handler and no signal handler.

Commands are sent over inherited descriptors, to which no other process has access (`cdp.pipe`). The
browser listens on a port only if one is requested. On Windows, where asyncio cannot watch
descriptors, it always listens on a loopback port, and cleanup happens only on an orderly exit.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from viewmark.browser.cdp.connection import Connection, connect
from viewmark.browser.cdp.pipe import HAS_PIPE, BrowserEnds, Pipe
from viewmark.browser.cdp.session import DEFAULT_TIMEOUT
from viewmark.defaults import LAUNCH_TIMEOUT
from viewmark.errors import BrowserFailed, CommandTimeout, ConnectionLost
from viewmark.text import one_line

_WATCHDOG = """
read -r group folder || exit 0
read -r word && [ "$word" = done ] && exit 0
kill -s TERM -- "-$group" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    kill -s 0 -- "-$group" 2>/dev/null || break
    sleep 0.1
done
kill -s KILL -- "-$group" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$folder" && [ ! -e "$folder" ] && break
    sleep 0.1
done
"""
"""The watchdog's script. Its first input line is the process group and the folder; a second line,
`done`, means that the browser has already been cleaned up.

Both dash and bash accept `kill -s NAME -- -GROUP`; they differ in other spellings.
"""

_ADVICE = {
    "sandbox": "No sandbox here (container?); pass sandbox=False if you trust the pages.",
    "missing x server": (
        "There is no display for a window: leave headed out, or start a display, for example with "
        "xvfb-run."
    ),
    "remote debugging pipe": (
        "This program does not hand descriptors 3 and 4 on to the browser: give the path of the "
        "browser itself."
    ),
}
"""Advice keyed by lower-case text to search for in the browser's output."""
_START = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >&2'
"""Shell command that runs a program with the shell's stdin and stdout as descriptors 3 and 4.

Python can pass descriptors to a child only under their own numbers, or by code that runs between
fork and exec, which may deadlock in a process with threads.
"""
_SH = "/bin/sh"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = 4 * 1024 * 1024
"""Number of free bytes on disk below which a failed start is reported as caused by a full disk."""
_POLL = 0.01  # seconds between two checks for the file with the port
_GROUP_PATIENCE = 3.0  # seconds for the process group to exit, after a request and after a signal
# maximum characters: AF_UNIX paths are limited to 104 to 108, and Chromium adds 45
_SOCKET_PATH_LIMIT = 60


class ChromeProcess:
    """A running browser process. Created by `start`; `stop` may be called any number of times."""

    def __init__(
        self, popen: subprocess.Popen[bytes], folder: Path, watchdog: subprocess.Popen[bytes] | None
    ) -> None:
        self._popen, self._watchdog = popen, watchdog
        self.folder = folder
        """Folder with profile, temporary files and log; removed by `stop`."""
        self.endpoint: str | None = None
        """The browser's WebSocket URL, if it listens on a port."""
        self.stopped = False
        """Whether `stop` was called."""

    @property
    def pid(self) -> int:
        """Process ID, which is also the ID of the process group."""
        return self._popen.pid

    @property
    def log(self) -> Path:
        """Path of the file with the browser's output."""
        return self.folder / "chrome.log"

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        profile: str | None = None,
        preferences: Mapping[str, Any] | None = None,
        debugging_port: int | None = None,
        timeout: float = LAUNCH_TIMEOUT,
    ) -> tuple[ChromeProcess, Connection]:
        """Start the browser and wait until it replies.

        Args:
            command: program and flags; the flags for profile and debugging are added.
            profile: a profile folder to use and keep; None: a new one that is removed at the end.
            preferences: Chromium's settings for a new profile; a given profile keeps its own.
            debugging_port: a loopback port to listen on as well; 0 selects any free port.
            timeout: seconds within which the browser must reply.

        Raises:
            BrowserFailed: the browser cannot be run, exited at once, or did not reply in time; the
                message contains its last output.
        """
        try:
            folder = Path(tempfile.mkdtemp(prefix="viewmark-"))
        except OSError as error:
            raise _no_folder(tempfile.gettempdir(), error) from error
        data = Path(profile) if profile is not None else folder / "profile"
        active_port = data / "DevToolsActivePort"
        if not HAS_PIPE and debugging_port is None:
            debugging_port = 0
        pipe, theirs = Pipe.pair() if HAS_PIPE else (None, None)
        connection: Connection | None = None
        try:
            async with contextlib.AsyncExitStack() as unless_ready:
                unless_ready.callback(shutil.rmtree, folder, ignore_errors=True)
                if pipe is not None:
                    unless_ready.push_async_callback(pipe.close)
                with contextlib.nullcontext() if theirs is None else contextlib.closing(theirs):
                    data.mkdir(parents=True, exist_ok=True)
                    if preferences is not None and profile is None:
                        (data / "Default").mkdir()
                        (data / "Default" / "Preferences").write_text(json.dumps(preferences))
                    # left over from an earlier run with this profile
                    active_port.unlink(missing_ok=True)
                    words = [*command, f"--user-data-dir={data}"]
                    if debugging_port is not None:
                        words.append(f"--remote-debugging-port={debugging_port}")
                    process = cls._spawn(words, folder, theirs)
                unless_ready.push_async_callback(process.stop)
                end = time.monotonic() + timeout
                if pipe is not None:
                    connection = Connection(pipe, timeout=DEFAULT_TIMEOUT)
                    unless_ready.push_async_callback(connection.close)
                    await process._await_answer(connection, timeout)
                if debugging_port is not None:
                    process.endpoint = await process._await_port(active_port, end, timeout)
                if connection is None:
                    connection = await connect(str(process.endpoint), timeout=DEFAULT_TIMEOUT)
                unless_ready.pop_all()
        except BrowserFailed as error:
            if "ProcessSingleton" not in error.message:
                raise
            raise BrowserFailed(
                f"Another browser is using the profile {one_line(data)}.",
                hint="End that browser, or use another profile.",
            ) from error
        except OSError as error:
            if error.errno in _FULL:
                raise _full(folder if data.is_relative_to(folder) else data) from error
            reply = f"{one_line(command[0])} cannot be run: {one_line(error)}."
            hint = "Give the path of an executable Chrome or Chromium."
            raise BrowserFailed(reply, hint=hint) from error
        return process, connection

    @classmethod
    def _spawn(
        cls, command: Sequence[str], folder: Path, ends: BrowserEnds | None
    ) -> ChromeProcess:
        environment = dict(os.environ)
        if len(str(folder)) <= _SOCKET_PATH_LIMIT and sys.platform != "win32":
            # When killed, Chromium leaves its singleton socket in the temporary folder.
            (folder / "tmp").mkdir()
            environment["TMPDIR"] = str(folder / "tmp")
        watchdog = None
        if sys.platform != "win32":
            watchdog = subprocess.Popen(
                [_SH, "-c", _WATCHDOG],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # own session, so that Ctrl-C in the terminal does not reach the watchdog
                start_new_session=True,
            )
        try:
            with (folder / "chrome.log").open("wb") as log:
                if ends is not None:
                    _check_executable(command[0])
                    command = [_SH, "-c", _START, *command, "--remote-debugging-pipe"]
                popen = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL if ends is None else ends.commands.fileno(),
                    stdout=log if ends is None else ends.answers,
                    stderr=log,
                    env=environment,
                    start_new_session=True,
                )
        except BaseException:
            _dismiss(watchdog)
            raise
        _notify(watchdog, f"{popen.pid} {folder}\n")
        return cls(popen, folder, watchdog)

    async def _await_answer(self, connection: Connection, timeout: float) -> None:
        try:
            await connection.browser.send("Browser.getVersion", timeout=timeout)
        except CommandTimeout:
            raise self._start_error(f"was not ready within {timeout:g} s") from None
        except ConnectionLost:
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._popen.wait, _GROUP_PATIENCE)
            code = self._popen.poll()
            what = "closed its end of the pipe" if code is None else f"ended with code {code}"
            raise self._start_error(f"{what} before it was ready") from None

    async def _await_port(self, active_port: Path, end: float, timeout: float) -> str:
        while True:
            if endpoint := _read_port(active_port):
                return endpoint
            if self._popen.poll() is not None:
                raise self._start_error(
                    f"ended with code {self._popen.returncode} before it was ready"
                )
            if time.monotonic() > end:
                raise self._start_error(f"did not listen on a port within {timeout:g} s")
            await asyncio.sleep(_POLL)

    def _start_error(self, what: str) -> BrowserFailed:
        if _is_full(self.folder):
            return _full(self.folder)
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        words = next((w for w in map(one_line, reversed(lines)) if w), "")
        hint = None
        for sign, advice in _ADVICE.items():
            if reason := next((line for line in lines if sign in line.lower()), None):
                words, hint = one_line(reason), advice
        reply = f"The browser {what}. Its last words: {words}" if words else f"The browser {what}."
        return BrowserFailed(reply, hint=hint, log_lines=[one_line(line) for line in lines[-10:]])

    async def stop(self, *, requested: bool = False) -> None:
        """End the browser with all its processes, and remove its folder. Idempotent.

        Args:
            requested: whether the browser was already told over CDP to close; if not, its process
                group gets SIGTERM first.
        """
        if self.stopped:
            return
        self.stopped = True
        await asyncio.get_running_loop().run_in_executor(None, self._stop, requested)

    def _stop(self, requested: bool) -> None:
        if not requested:
            self._signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_GROUP_PATIENCE)
        if sys.platform != "win32":
            self._signal(signal.SIGKILL)
        else:
            self._popen.kill()
        self._popen.wait()
        end = time.monotonic() + _GROUP_PATIENCE
        while self.folder.exists() and time.monotonic() < end:
            # an exiting child process may still be writing files
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.folder.exists():
                time.sleep(_POLL)
        _notify(self._watchdog, "done\n")
        _dismiss(self._watchdog)
        self._watchdog = None

    def _signal(self, number: int) -> None:
        if sys.platform == "win32":
            self._popen.terminate()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)


def _check_executable(program: str) -> None:
    """Raise an error if a program cannot be executed; the shell would only print a message."""
    path = shutil.which(program, os.F_OK)
    if path is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if not os.access(path, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)


def _no_folder(where: str, error: OSError) -> BrowserFailed:
    if error.errno in _FULL:
        return _full(Path(where))
    return BrowserFailed(
        f"No folder can be made in {one_line(where)}: {one_line(error.strerror)}.",
        hint="Set TMPDIR to a folder that can be written to.",
    )


def _is_full(folder: Path) -> bool:
    """Return whether the folder's disk has too little space to start a browser."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < _ROOM
    return False


def _full(folder: Path) -> BrowserFailed:
    return BrowserFailed(
        f"The browser cannot start: the disk of {one_line(folder)} is full.",
        hint="Free some space there, or set TMPDIR to a folder on another disk.",
    )


def _read_port(active_port: Path) -> str | None:
    """Return the WebSocket URL from the file that the browser writes once it listens, or None."""
    with contextlib.suppress(OSError, ValueError):
        port, path = active_port.read_text("utf-8").split()
        return f"ws://127.0.0.1:{int(port)}{path}"
    return None


def _notify(watchdog: subprocess.Popen[bytes] | None, line: str) -> None:
    if watchdog is not None and watchdog.stdin is not None:
        with contextlib.suppress(OSError, ValueError):
            watchdog.stdin.write(line.encode())
            watchdog.stdin.flush()


def _dismiss(watchdog: subprocess.Popen[bytes] | None) -> None:
    if watchdog is not None and watchdog.stdin is not None:
        with contextlib.suppress(OSError):
            watchdog.stdin.close()
        watchdog.wait()
