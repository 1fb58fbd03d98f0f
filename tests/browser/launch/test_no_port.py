"""Only we can control a browser that we launched: no interface makes it listen on a port."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from long_forms import short_of

from viewmark.errors import BrowserFailed, InvalidOption

PACKAGE = Path(__file__).parents[3] / "python" / "viewmark"
HANDSHAKE = (
    {
        "method": "initialize",
        "id": 1,
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
)
LIBRARY = """
import asyncio, sys, viewmark
async def main():
    async with viewmark.launch() as browser:
        await browser.page(sys.argv[1])
asyncio.run(main())
"""
SYNC = """
import sys
from viewmark import sync
with sync.launch() as browser:
    browser.page(sys.argv[1])
"""
VIEWMARK = ("-m", "viewmark")
DRAW = "draw, with a window that mirrors"
FACES = {
    "library": ("-c", LIBRARY, "{url}"),
    "sync": ("-c", SYNC, "{url}"),
    "mcp": (*VIEWMARK, "mcp"),
    "session": (*VIEWMARK, "open", "{url}"),
    "observe": (*VIEWMARK, "observe", "{url}"),
    DRAW: (*VIEWMARK, "draw", "--headless", "{url}"),
    "slo": (*VIEWMARK, "slo", "{url}"),
    "batch": (*VIEWMARK, "batch", "{url}", "--out", "set"),
}


def browsers(folder: Path) -> list[int]:
    """Return all browser processes with a profile in that folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"--user-data-dir={folder}".encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


def main_processes(folder: Path) -> list[bytes]:
    found = []
    for pid in browsers(folder):
        with contextlib.suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"--type=" not in line and b"crashpad" not in line.split(b"\0")[0]:
                found.append(line)
    return found


def ports(pids: list[int]) -> list[int]:
    """Return the ports on which these processes listen, as reported by the kernel."""
    sockets = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    sockets.add(os.readlink(entry))
    found = []
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(name).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                found.append(int(fields[1].rpartition(":")[2], 16))
    return found


@pytest.fixture
def temporary():
    """A folder for temporary files; the browser cannot start in one with a long path."""
    with tempfile.TemporaryDirectory(prefix="vm-") as folder:
        yield Path(folder)


@pytest.mark.parametrize("face", short_of(FACES, "mcp", "session", DRAW, "batch"))
async def test_no_face_lets_a_browser_listen(face, site, tmp_path, temporary, eventually):
    shown = site.put("/page.html", "<title>Page</title><button>Go</button>")
    slow = shown if face == DRAW else site.hold("/page.html")
    env = {
        **os.environ,
        "TMPDIR": str(temporary),
        "VIEWMARK_SESSIONS": str(temporary / "s"),
        "VIEWMARK_DRAW_WINDOW": "hidden",
    }
    words = [word.replace("{url}", site.url("/page.html")) for word in FACES[face]]
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: ASYNC220 - it starts within a millisecond
            [sys.executable, *words],
            cwd=tmp_path,
            env=env,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
        )
    assert process.stdin is not None
    try:
        if face == "mcp":
            call = {"what": "navigate", "url": site.url("/page.html")}
            asked = {"method": "tools/call", "id": 2}
            asked["params"] = {"name": "interact", "arguments": call}
            for message in (*HANDSHAKE, asked):
                process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            process.stdin.flush()
        # The page was requested, so the browser runs and received its commands.
        await eventually(lambda: slow.asked.is_set() or process.poll() is not None)
        assert slow.asked.is_set(), log.read_text()
        wanted = 1
        if face == DRAW:
            await eventually(lambda: "draw on the page" in log.read_text(), "draw mode")
            wanted = 2
        lines = main_processes(temporary)
        assert len(lines) == wanted
        assert all(b"--remote-debugging-pipe\0" in line for line in lines)
        assert not any(b"--remote-debugging-port" in line for line in lines)
        assert ports(browsers(temporary)) == []
    finally:
        slow.released.set()
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        try:
            process.wait(30)
        finally:
            process.kill()  # no effect if it has exited
        if face == "session":
            subprocess.run(  # noqa: ASYNC221 - nothing else is done here
                [sys.executable, "-m", "viewmark", "close"], env=env, cwd=tmp_path, timeout=30
            )
    await eventually(lambda: not browsers(temporary), "the end of the browser")


def test_one_file_starts_browsers():
    guilty = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "--user-data-dir" in path.read_text() or "--remote-debugging-pipe" in path.read_text()
    }
    # The second file only mentions the flag.
    assert guilty == {"browser/launch/process.py", "browser/cdp/pipe.py"}


ANOTHER_USER = """
import json, os, sys, urllib.request
try:
    urllib.request.urlopen("http://127.0.0.1:1/")  # has all imported: Python may be in a home
except OSError:
    pass
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
listening = set()
for name in ("/proc/net/tcp", "/proc/net/tcp6"):
    for line in open(name).read().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A":
            listening.add(int(fields[1].rpartition(":")[2], 16))
tabs = []
for port in listening:
    try:
        url = f"http://127.0.0.1:{port}/json/list"
        with urllib.request.urlopen(url, timeout=2) as answer:
            tabs += [each["title"] for each in json.load(answer)]
    except (OSError, ValueError, TypeError, KeyError):
        continue
read = []
for path in sys.argv[1:]:
    try:
        read += os.listdir(path)
    except OSError:
        continue
print(json.dumps([os.geteuid(), tabs, read]))
"""


async def test_another_user_of_the_machine_reads_nothing_of_a_browser(own_browser):
    """As root, the attempt is made as another user; otherwise as this user, and on ports only."""
    open_, closed = await own_browser(debugging_port=0), await own_browser()
    await open_.page("data:text/html,<title>of the open one</title>")
    await closed.page("data:text/html,<title>of the closed one</title>")
    assert ports([closed.process.pid]) == []
    assert ports([open_.process.pid]) == [int(open_.process.endpoint.split(":")[2].split("/")[0])]
    is_root = os.geteuid() == 0
    places = [str(closed.process.folder), f"/proc/{closed.process.pid}/fd"] if is_root else []
    done = subprocess.run(  # noqa: ASYNC221 - nothing else is done here
        [sys.executable, "-I", "-c", ANOTHER_USER, *places],
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    user, tabs, read = json.loads(done.stdout)
    assert user == (65534 if is_root else os.geteuid())
    assert "of the open one" in tabs, "what asks for a port has one"
    assert "of the closed one" not in tabs
    assert read == []


async def test_a_port_that_is_no_port_or_taken_is_an_error(own_browser, site):
    with pytest.raises(InvalidOption, match="debugging_port"):
        await own_browser(debugging_port=65_536)
    with pytest.raises(BrowserFailed, match="did not listen on a port within 3 s"):
        await own_browser(debugging_port=site.port, timeout=3)
