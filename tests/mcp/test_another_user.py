"""Another user of the machine has no access to a default server or a shell's session.

Becoming another user needs root, which continuous integration has in its container. Elsewhere only
the ports are checked.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_signals import PATIENCE, answer, below, call
from webserver import LocalSite

pytestmark = pytest.mark.timeout(180)

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
SECRET = "Hunter2Zx9Qw"
FORM = f"<!doctype html><title>Bank</title><input id=p type=password value={SECRET}><button>Go"
TRY = """
import json, os, socket, sys
family, *places = json.loads(sys.argv[1])
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
got = []
def open_(path, flags):
    try:
        os.close(os.open(path, flags | os.O_NONBLOCK))
    except OSError:
        return False
    return True
for pid in family:
    for name in ("environ", "mem", "maps", "auxv", "io", "stack"):
        path = f"/proc/{pid}/{name}"
        try:
            with open(path, "rb") as file:
                file.read(1)
        except OSError:
            continue
        got.append(path)
    for name in ("fd", "cwd", "root", "task"):
        path = f"/proc/{pid}/{name}"
        try:
            os.listdir(path)
        except OSError:
            continue
        if name != "task":  # the numbers of threads are everybody's
            got.append(path)
for place in places:
    if os.path.isdir(place):
        if any(os.access(place, mode) for mode in (os.R_OK, os.W_OK)):
            got.append(place)
        continue
    if open_(place, os.O_RDONLY) or open_(place, os.O_WRONLY):
        got.append(place)
    link = socket.socket(socket.AF_UNIX)
    try:
        link.connect(place)
        got.append(place)
    except OSError:
        pass
ports = []
for name in ("/proc/net/tcp", "/proc/net/tcp6"):
    for line in open(name).read().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A":
            ports.append([int(fields[1].rpartition(":")[2], 16), fields[9]])
print(json.dumps([os.getuid(), got, ports]))
"""


def tries(pids: list[int], places: list[Path]) -> tuple[list[str], list[tuple[int, str]]]:
    """Return what another user can open, and the listening ports (with their sockets)."""
    given = json.dumps([pids, *map(str, places)] if IS_ROOT else [[]])
    done = subprocess.run(
        [sys.executable, "-I", "-c", TRY, given], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    user, got, ports = json.loads(done.stdout)
    assert user == (65534 if IS_ROOT else os.geteuid())
    return got, [tuple(each) for each in ports]


def sockets_of(pids: list[int]) -> set[str]:
    found = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    found.add(os.readlink(entry).removeprefix("socket:[").removesuffix("]"))
    return found


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter and list, as /tmp; the tests' own folders are private."""
    folder = Path(tempfile.mkdtemp(prefix="vm"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def found_in(folder: Path, ours: Path) -> list[Path]:
    """Return all files that a server made there, except those that the test requested."""
    return [path for path in folder.rglob("*") if path != ours]


async def test_nothing_of_a_server_and_its_browser_is_open_to_another_user(
    site: LocalSite, open_folder: Path
) -> None:

    site.put("/bank.html", FORM)
    (output := open_folder / "out").mkdir(mode=0o755)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "viewmark", "mcp", "--output", str(output)),
        cwd=open_folder,
        env={**os.environ, "TMPDIR": str(open_folder)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 24,
    )
    assert process.stdin is not None
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    messages: tuple[dict[str, Any], ...] = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        call(2, "interact", what="navigate", url=site.url("/bank.html")),
        call(3, "observe", what="page", annotate_screenshot=True, save_to="look.jpg"),
        call(4, "generate", what="har", save_to="traffic.har"),
    )
    try:
        for message in messages:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            await process.stdin.drain()
            if "id" in message:
                await asyncio.wait_for(answer(process, message["id"]), PATIENCE)
        made = found_in(open_folder, output)
        names = {path.name for path in made}
        assert {"look.jpg", "traffic.har"} <= names
        assert len(made) > 20, "the browser's profile lies there"
        family = [process.pid, *below(process.pid)]
        assert len(family) > 4
        got, ports = tries(family, made)
        assert got == []
        assert [port for port, inode in ports if inode in sockets_of(family)] == []
        (control := open_folder / "control").write_text("x")
        control.chmod(0o644)
        assert tries([], [control])[0] == ([str(control)] if IS_ROOT else [])
    finally:
        process.stdin.close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_nothing_of_a_session_is_open_to_another_user(site: LocalSite, open_folder: Path) -> None:
    site.put("/bank.html", FORM)
    env = {
        **os.environ,
        "TMPDIR": str(open_folder),
        "VIEWMARK_SESSIONS": str(open_folder / "s"),
    }

    def viewmark(*words: str) -> str:
        command = [sys.executable, "-m", "viewmark", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=open_folder, timeout=90
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = sockets_of([int(name) for name in os.listdir("/proc") if name.isdigit()])
    viewmark("open", site.url("/bank.html"))
    try:
        made = found_in(open_folder, open_folder / "none")
        assert [path for path in made if path.is_socket() and path.suffix == ".sock"]
        family = [
            int(entry.name)
            for entry in Path("/proc").glob("[0-9]*")
            if str(open_folder).encode() in _environ(entry)
        ]
        assert family
        got, ports = tries(family, made)
        assert got == []
        assert [port for port, inode in ports if inode in sockets_of(family) - before] == []
    finally:
        viewmark("close")


def _environ(entry: Path) -> bytes:
    try:
        return (entry / "environ").read_bytes()
    except OSError:
        return b""
