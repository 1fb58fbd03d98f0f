"""Sessions of the command line for tests: commands as processes, in a private folder."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inside import run_inside

__all__ = ["Shell", "alive", "children", "ended", "kill", "session_shell"]


class Shell:
    """A shell with sessions of its own."""

    def __init__(self, folder: Path, work: Path, *, inside: bool = False) -> None:
        self.folder, self.work, self.inside = folder, work, inside
        self.env = {**os.environ, "VIEWMARK_SESSIONS": str(folder)}
        self.env.pop("VIEWMARK_SESSION", None)
        self.program = f"{sys.executable} -m viewmark"

    def start(self, *words: str, **options: Any) -> subprocess.Popen[str]:
        """Start a command without waiting for it."""
        return subprocess.Popen(
            [sys.executable, "-m", "viewmark", *words],
            cwd=self.work,
            env=self.env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )

    def run(self, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command, in a process of its own or, faster, in this one."""
        if self.inside:
            env = {"VIEWMARK_SESSIONS": str(self.folder), "VIEWMARK_SESSION": None}
            return run_inside(*words, folder=self.work, given=given, env=env)
        with self.start(*words) as process:
            out, err = process.communicate(given, timeout=60)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def __call__(self, *words: str, given: str = "") -> str:
        """Return the output of a command, which must succeed."""
        done = self.run(*words, given=given)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout.rstrip("\n")

    def json(self, *words: str, given: str = "") -> Any:
        """Return the output of a command with `--json`."""
        return json.loads(self(*words, "--json", given=given))

    def pid(self, name: str = "default") -> int:
        """Return the process id of a session."""
        (pid,) = [each["pid"] for each in self.json("sessions") if each["session"] == name]
        return int(pid)


@contextlib.contextmanager
def session_shell(work: Path, *, inside: bool = False) -> Iterator[Shell]:
    """A shell whose sessions end with the block; `inside`: clients run in this process."""
    folder = Path(tempfile.mkdtemp(prefix="vm-"))  # a socket's path must be short
    shell = Shell(folder, work, inside=inside)
    try:
        yield shell
    finally:
        shell.run("close", "--all")
        shutil.rmtree(folder, ignore_errors=True)


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def children(pid: int) -> list[int]:
    """Return all descendants of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            parts = stat.read_text().rpartition(")")[2].split()
            if int(parts[1]) == pid:
                found.append(int(stat.parent.name))
    return found + [grand for child in found for grand in children(child)]


def ended(pids: list[int], *, seconds: float = 20.0) -> bool:
    """Return whether all of these processes end within `seconds`."""
    end = time.monotonic() + seconds
    while any(map(alive, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def kill(pid: int) -> None:
    """Send SIGKILL."""
    os.kill(pid, signal.SIGKILL)
