"""The process of a launched browser: started, awaited, ended with everything it left.

The browser gets a process group, a profile folder and a temporary folder of its own. Beside it runs
a watchdog, a shell that holds the reading end of a pipe: whatever ends us (return, exception,
SIGTERM, kill -9), the pipe closes, and the watchdog ends the group and removes the folder. So no
exit handler and no signal handler of the host program is touched. Where there is no /bin/sh
(Windows) only orderly exits clean up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.defaults import LAUNCH_TIMEOUT
from viewmark.errors import BrowserFailed
from viewmark.text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ChromeProcess"]

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
"""First line: process group and folder. Second line `done`: all is cleaned up already.

`kill -s NAME -- -GROUP` is the one spelling that dash and bash agree on.
"""

_ADVICE = {
    "sandbox": "No sandbox here (container?); pass sandbox=False if you trust the pages.",
    "missing x server": (
        "There is no display for a window: leave headed out, or start a display, for example with "
        "xvfb-run."
    ),
}
"""What to do about a line of the browser's output that has these words, in lower case."""
_POLL = 0.01  # seconds between two looks at the file that tells the port
_GROUP_PATIENCE = 3.0  # seconds for the group to go after the browser was asked, then told
_SOCKET_PATH_LIMIT = 60  # AF_UNIX paths end at 104 to 108; Chromium adds 45 characters


class ChromeProcess:
    """A running browser. Made by `start`; `stop` may be called any number of times."""

    def __init__(
        self, popen: subprocess.Popen[bytes], folder: Path, watchdog: subprocess.Popen[bytes] | None
    ) -> None:
        self._popen, self._watchdog = popen, watchdog
        self.folder = folder
        """Our folder: profile, temporary files, log. Removed at the end."""
        self.endpoint = ""
        """Websocket address of the browser."""
        self.stopped = False
        """Whether `stop` was called."""

    @property
    def pid(self) -> int:
        """Process id, and id of the process group."""
        return self._popen.pid

    @property
    def log(self) -> Path:
        """The browser's output."""
        return self.folder / "chrome.log"

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        profile: str | None = None,
        preferences: Mapping[str, Any] | None = None,
        timeout: float = LAUNCH_TIMEOUT,
    ) -> ChromeProcess:
        """Start the browser and wait until it listens.

        Args:
            command: program and flags; profile and port flags are added.
            profile: a profile folder to use and keep; a fresh one, removed at the end, if omitted.
            preferences: Chromium's settings in a fresh profile; one that is given keeps its own.
            timeout: seconds until it must listen.

        Raises:
            BrowserFailed: it cannot be run, ended at once, or does not listen in time; the
                message carries its last words.
        """
        folder = Path(tempfile.mkdtemp(prefix="viewmark-"))
        data = Path(profile) if profile is not None else folder / "profile"
        active_port = data / "DevToolsActivePort"
        process: ChromeProcess | None = None
        try:
            data.mkdir(parents=True, exist_ok=True)
            if preferences is not None and profile is None:
                (data / "Default").mkdir()
                (data / "Default" / "Preferences").write_text(json.dumps(preferences))
            active_port.unlink(missing_ok=True)  # of an earlier run with the same profile
            process = cls._spawn([*command, f"--user-data-dir={data}"], folder)
            process.endpoint = await process._await_port(active_port, timeout)
        except BaseException as error:
            if process is not None:
                await asyncio.shield(process.stop())
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, BrowserFailed) and "ProcessSingleton" in error.message:
                raise BrowserFailed(
                    f"Another browser is using the profile {one_line(data)}.",
                    hint="End that browser, or use another profile.",
                ) from error
            if isinstance(error, OSError):
                reply = f"{one_line(command[0])} cannot be run: {one_line(error)}."
                hint = "Give the path of an executable Chrome or Chromium."
                raise BrowserFailed(reply, hint=hint) from error
            raise
        return process

    @classmethod
    def _spawn(cls, command: Sequence[str], folder: Path) -> ChromeProcess:
        environment = dict(os.environ)
        if len(str(folder)) <= _SOCKET_PATH_LIMIT and sys.platform != "win32":
            # Chromium leaves its singleton socket in the temporary folder when it is killed.
            (folder / "tmp").mkdir()
            environment["TMPDIR"] = str(folder / "tmp")
        watchdog = None
        if sys.platform != "win32" and Path("/bin/sh").exists():
            watchdog = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHDOG],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C in the terminal must not reach it
            )
        try:
            with (folder / "chrome.log").open("wb") as log:
                popen = subprocess.Popen(
                    [*command, "--remote-debugging-port=0"],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=environment,
                    start_new_session=True,
                )
        except BaseException:
            _dismiss(watchdog)
            raise
        _tell(watchdog, f"{popen.pid} {folder}\n")
        return cls(popen, folder, watchdog)

    async def _await_port(self, active_port: Path, timeout: float) -> str:
        end = time.monotonic() + timeout
        while True:
            if endpoint := _read_port(active_port):
                return endpoint
            if self._popen.poll() is not None:
                raise self._failed(f"ended with code {self._popen.returncode} before it was ready")
            if time.monotonic() > end:
                raise self._failed(f"was not ready within {timeout:g} s")
            await asyncio.sleep(_POLL)

    def _failed(self, what: str) -> BrowserFailed:
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        words = next((w for w in map(one_line, reversed(lines)) if w), "")
        hint = None
        for sign, advice in _ADVICE.items():
            if told := next((line for line in lines if sign in line.lower()), None):
                words, hint = one_line(told), advice
        reply = f"The browser {what}. Its last words: {words}" if words else f"The browser {what}."
        return BrowserFailed(reply, hint=hint, log_lines=[one_line(line) for line in lines[-10:]])

    async def stop(self, *, asked: bool = False) -> None:
        """End the browser and all its processes, remove our folder. A second call does nothing.

        Args:
            asked: the browser was told over CDP to close; else its group gets SIGTERM first.
        """
        if self.stopped:
            return
        self.stopped = True
        await asyncio.get_running_loop().run_in_executor(None, self._stop, asked)

    def _stop(self, asked: bool) -> None:
        if not asked:
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
            shutil.rmtree(self.folder, ignore_errors=True)  # a dying child may still write
            if self.folder.exists():
                time.sleep(_POLL)
        _tell(self._watchdog, "done\n")
        _dismiss(self._watchdog)
        self._watchdog = None

    def _signal(self, number: int) -> None:
        if sys.platform == "win32":
            self._popen.terminate()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)


def _read_port(active_port: Path) -> str | None:
    """What the browser wrote once it listens: the port, and the path of its websocket."""
    with contextlib.suppress(OSError, ValueError):
        port, path = active_port.read_text("utf-8").split()
        return f"ws://127.0.0.1:{int(port)}{path}"
    return None


def _tell(watchdog: subprocess.Popen[bytes] | None, line: str) -> None:
    if watchdog is not None and watchdog.stdin is not None:
        with contextlib.suppress(OSError, ValueError):
            watchdog.stdin.write(line.encode())
            watchdog.stdin.flush()


def _dismiss(watchdog: subprocess.Popen[bytes] | None) -> None:
    if watchdog is not None and watchdog.stdin is not None:
        with contextlib.suppress(OSError):
            watchdog.stdin.close()
        watchdog.wait()
