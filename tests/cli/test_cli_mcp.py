"""`viewmark mcp` as a process: it responds, and ends with its client or on a signal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inside import run_inside

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
STATUS = {"name": "configure", "arguments": {"what": "status"}}


def started(folder: Path, *flags: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "viewmark", "mcp", *flags],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def asked(server: subprocess.Popen[str], method: str, params: dict[str, Any]) -> dict[str, Any]:
    assert server.stdin is not None
    assert server.stdout is not None
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer: dict[str, Any] = json.loads(server.stdout.readline())
    return answer


def test_it_answers_until_its_client_closes_the_pipe(tmp_path: Path) -> None:
    with started(tmp_path, "--output", "made", "--allow-origin", "http://a.test") as server:
        answer = asked(server, "initialize", HELLO)
        assert answer["result"]["serverInfo"]["name"] == "viewmark"
        status = asked(server, "tools/call", STATUS)["result"]["content"][0]["text"]
        assert "made" in status
        assert "http://a.test" in status
        _, errors = server.communicate(timeout=50)
    assert server.returncode == 0
    assert "Traceback" not in errors


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_the_usual_exit_code(tmp_path: Path, number: int, code: int) -> None:
    with started(tmp_path) as server:
        asked(server, "initialize", HELLO)
        server.send_signal(number)
        _, errors = server.communicate(timeout=50)
    assert server.returncode == code
    assert "Traceback" not in errors


def test_without_the_sdk_the_extra_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['mcp'] = None\nfrom viewmark.cli import main\n"
    code += "sys.exit(main(['mcp']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 8
    assert "pip install 'viewmark[mcp]'" in done.stderr
    assert "(extra_missing)" in done.stderr


def test_wrong_flags_are_wrong_usage(tmp_path: Path) -> None:
    for flags in (["--port", "70000"], ["--images", "some"], ["--max-tokens", "0"]):
        done = run_inside("mcp", *flags, folder=tmp_path)
        assert done.returncode == 2
        assert flags[0] in done.stderr
