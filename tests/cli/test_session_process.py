"""The background process of a session: its start, its clients, and its end."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sessions import Shell, alive, children, ended, kill, session_shell

from viewmark.shell.endpoint import LENGTH, pack_message, session_version

BLANK = "about:blank"
VERSION = session_version()
COUNTER = "data:text/html,<title>0</title><button id=b onclick='document.title++'>Add</button>"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    with session_shell(tmp_path) as made:
        yield made


def test_nothing_orphaned_is_left_when_either_process_is_killed(shell: Shell) -> None:
    shell("open", COUNTER)
    process = shell.pid()
    browser = children(process)
    assert browser
    kill(process)
    assert ended(browser), "the browser ends with the process of its session"
    gone = shell.run("look")
    assert gone.returncode == 7
    assert "viewmark open" in gone.stderr

    shell("open", COUNTER)  # the socket of the previous process is stale
    process = shell.pid()
    for pid in children(process):
        kill(pid)
    lost = shell.run("look")
    assert lost.returncode == 7
    assert "has ended" in lost.stderr, lost.stderr
    shell("open", COUNTER)
    assert shell.pid() == process, "the process goes on with another browser"
    assert "Add" in shell("look")
    family = [process, *children(process)]
    shell("close")
    assert ended(family)
    assert shell.run("close").returncode == 7


def test_two_sessions_know_nothing_of_each_other_and_only_their_user_reaches_them(
    shell: Shell,
) -> None:
    starts = [shell.start("-s", name, "open", f"data:text/html,<title>{name}") for name in "ab"]
    for each in starts:
        each.communicate(timeout=60)
    assert [each.returncode for each in starts] == [0, 0]
    assert [shell("get", "title", "-s", name) for name in "ab"] == ["a", "b"]
    assert shell.pid("a") != shell.pid("b")
    for path in (shell.folder, *shell.folder.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert shell("close", "--all") == "closed: a b"
    assert shell("sessions") == "no session runs"


def test_calls_of_one_session_are_done_one_after_the_other(shell: Shell) -> None:
    starts = [shell.start("open", COUNTER) for _ in range(2)]
    for each in starts:
        each.communicate(timeout=60)
    assert [each.returncode for each in starts] == [0, 0], "one process, started once"
    assert len(shell.json("sessions")) == 1
    clicks = [shell.start("click", "#b") for _ in range(6)]
    for each in clicks:
        each.communicate(timeout=60)
    assert [each.returncode for each in clicks] == [0] * 6
    assert shell("get", "title") == "6"
    # No script may run while another script does, however many are started at once.
    script = (
        "(async () => { if (window.busy) return 'met another'; window.busy = true;"
        "await new Promise(done => setTimeout(done, 60)); window.busy = false; return 'alone' })()"
    )
    calls = [shell.start("eval", script) for _ in range(4)]
    assert [each.communicate(timeout=60)[0].strip() for each in calls] == ["alone"] * 4


def test_a_wait_holds_up_nobody_and_ends_with_its_client(shell: Shell) -> None:
    shell("open", "data:text/html,<title>x</title><p id=p>here")
    waiting = shell.start("wait", "arrived", "--timeout", "60")
    shell("eval", "p.textContent = 'arrived'")
    assert waiting.communicate(timeout=60)[0].startswith("x  ")
    busy = shell.start("eval", "new Promise(() => {})", "--timeout", "60")
    assert busy.poll() is None
    busy.kill()
    busy.communicate(timeout=60)
    assert shell("get", "title") == "x", "what an interrupted client asked for is given up"


def test_a_session_of_another_version_is_ended_with_a_message(shell: Shell) -> None:
    shell.env["VIEWMARK_SESSION_VERSION"] = "0.0.1"
    shell("open", BLANK, "--size", "400x300")
    old = shell.pid()
    del shell.env["VIEWMARK_SESSION_VERSION"]
    done = shell.run("look")
    assert done.returncode == 7
    assert "was of viewmark 0.0.1" in done.stderr
    assert ended([old])
    shell.env["VIEWMARK_SESSION_VERSION"] = "0.0.1"
    shell("open", BLANK, "--size", "400x300")
    del shell.env["VIEWMARK_SESSION_VERSION"]
    done = shell.run("open", BLANK)
    assert done.returncode == 0
    assert "its pages are gone" in done.stderr
    assert shell("viewport").startswith("400x300"), "with the options of before"


def test_a_session_that_is_idle_or_out_of_reach_ends_by_itself(shell: Shell) -> None:
    shell("open", BLANK, "--idle", "0.2")
    again = shell.start("-s", "other", "open", BLANK)
    again.communicate(timeout=60)
    process = shell.pid("other")
    family = [process, *children(process)]
    (shell.folder / "other.sock").unlink()
    assert ended(family)
    assert "idle for 0.2 s" in (shell.folder / "default.log").read_text()
    assert shell("sessions") == "no session runs"


def test_where_there_are_no_unix_sockets_a_token_guards_a_port(shell: Shell) -> None:
    shell.env["VIEWMARK_SESSION_PORT"] = "1"
    shell("open", "data:text/html,<title>by port")
    assert shell("get", "title") == "by port"
    place = shell.folder / "default.port"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    port, token = json.loads(place.read_text())
    place.write_text(json.dumps([port, "0" * len(token)]))
    assert shell.run("get", "title").returncode == 7
    place.write_text(json.dumps([port, token]))
    assert shell("get", "title") == "by port"


def answered(link: socket.socket, data: bytes) -> dict[str, object] | None:
    """Return the reply to raw bytes; None if the process closes the connection."""
    with link:
        link.settimeout(30)
        with contextlib.suppress(ConnectionError):  # the process may close it while we send
            link.sendall(data)
        said = b""
        with contextlib.suppress(ConnectionError):
            while part := link.recv(1 << 16):
                said += part
    return json.loads(said[LENGTH.size :]) if said else None


def reached(shell: Shell) -> socket.socket:
    """Return a connection to the session's Unix socket."""
    link = socket.socket(socket.AF_UNIX)
    link.connect(str(shell.folder / "default.sock"))
    return link


def test_nothing_is_read_of_a_client_that_does_not_know_the_token(shell: Shell) -> None:
    shell.env["VIEWMARK_SESSION_PORT"] = "1"
    shell("open", BLANK)
    port, token = json.loads((shell.folder / "default.port").read_text())
    process = shell.pid()

    def memory() -> int:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096

    def dial() -> socket.socket:
        return socket.create_connection(("127.0.0.1", port))

    before = memory()
    huge = LENGTH.pack(200 << 20) + b" " * (200 << 20)
    assert answered(dial(), b"0" * len(token) + huge) is None
    assert answered(dial(), huge) is None, "as older clients spoke"
    assert answered(dial(), LENGTH.pack(2) + b"{}" + b" " * 58) is None
    assert memory() - before < 20 << 20
    told = answered(dial(), token.encode() + huge)
    assert told is not None
    assert "at most" in str(told["error"])
    assert memory() - before < 40 << 20
    told = answered(dial(), token.encode() + pack_message({"verb": "status", "version": VERSION}))
    assert told is not None
    assert "running" in str(told["out"])


MALFORMED: dict[str, tuple[object, str]] = {
    "no JSON": (b"nonsense", "no JSON object"),
    "no object": ([1], "no JSON object"),
    "nested too deep": (b"[" * 100_000, "no JSON object"),
    "nothing": ({}, "`verb`"),
    "an unknown verb": ({"verb": "evil"}, "There is no verb 'evil'"),
    "a verb that is no text": ({"verb": ["click"]}, "`verb`"),
    "an object as target": ({"verb": "click", "args": {"target": {"x": 5}}}, "`target` is"),
    "no pairs": ({"verb": "fill", "args": {}}, "fill needs `pairs`"),
    "an unknown argument": ({"verb": "back", "args": {"x": 1}}, "no argument 'x'"),
    "no list": ({"verb": "click", "args": {"target": "a", "via": {"a": 1}}}, "`via` is"),
    "a list of no texts": ({"verb": "fill", "args": {"pairs": ["a", 1]}}, "`pairs[1]` is"),
    "a text as number": ({"verb": "click", "args": {"target": "a", "count": "two"}}, "`count` is"),
    "a text as flag": ({"verb": "look", "args": {"all": "yes"}}, "`all` is"),
    "args that are none": ({"verb": "click", "args": 5}, "`args`"),
    "a folder that is none": ({"verb": "look", "folder": 5}, "`folder`"),
    "a look that is none": ({"verb": "click", "look": []}, "`look`"),
}


def test_malformed_messages_get_an_error_and_the_session_goes_on(shell: Shell) -> None:
    shell("open", BLANK)
    for name, (message, words) in MALFORMED.items():
        if isinstance(message, dict):
            message = {"version": VERSION, **message}
        is_raw = isinstance(message, bytes)
        data = LENGTH.pack(len(message)) + message if is_raw else pack_message(message)
        told = answered(reached(shell), data)
        assert told is not None, name
        error = told["error"]
        assert isinstance(error, dict), name
        assert error["error_code"] == "invalid_option", (name, error)
        assert words in str(error["message"]), (name, error)
    assert "Traceback" not in (shell.folder / "default.log").read_text()
    assert shell("get", "url") == BLANK


def test_a_folder_that_others_can_read_is_refused(shell: Shell) -> None:
    os.chmod(shell.folder, 0o755)
    done = shell.run("open", BLANK)
    os.chmod(shell.folder, 0o700)
    assert done.returncode == 2
    assert "open to other users" in done.stderr


def test_a_browser_that_is_not_there_is_told_by_the_first_call(
    shell: Shell, tmp_path: Path
) -> None:
    shell.env["VIEWMARK_BROWSER"] = str(tmp_path / "no-such-browser")
    done = shell.run("open", BLANK)
    assert done.returncode == 7
    assert "no-such-browser" in done.stderr
    assert alive(shell.pid()), "the session can be tried again"
