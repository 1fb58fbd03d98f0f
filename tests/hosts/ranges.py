"""Run the MCP server with the lowest, a pinned and the newest MCP SDK, each in its own environment.

Part of `make test-hosts`. browser-use requires the pinned version. The exit code is 1 if one fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from run import CACHE, last, run, wheel

from viewmark.browser.launch.executable import find_executable

SDKS = ("mcp==2.0.0", "mcp==2.1.1", "mcp<3")
PAGE = "data:text/html,<title>T</title><button>Go</button>"
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "ranges", "version": "1"},
}
CALLS = (
    ("interact", {"what": "navigate", "url": PAGE}),
    ("observe", {"what": "page"}),
    ("interact", {"what": "click", "selector": "button"}),
)


def served(python: Path) -> str:
    """Return what is wrong with the server over stdio, or an empty string."""
    asked = [
        ("initialize", HELLO),
        *(("tools/call", {"name": n, "arguments": a}) for n, a in CALLS),
    ]
    with subprocess.Popen(
        [python, "-m", "viewmark", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "VIEWMARK_BROWSER": find_executable()},
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        for number, (method, params) in enumerate(asked):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(message) + "\n")
            if number == 0:
                server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
            server.stdin.flush()
            answer: dict[str, Any] = {}
            while answer.get("id") != number:
                line = server.stdout.readline()
                if not line:
                    return last(server.stderr.read())
                answer = json.loads(line)
            if "result" not in answer or answer["result"].get("isError"):
                return json.dumps(answer)[:300]
        text = answer["result"]["content"][0]["text"]
        server.stdin.close()
    return "" if "Go" in text else f"the press met {text[:200]}"


def main() -> bool:
    ours, good = wheel(), True
    for sdk in SDKS:
        python = CACHE / f"sdk-{sdk.strip('mcp=<')}" / "bin" / "python"
        if not python.exists():
            run(sys.executable, "-m", "venv", python.parents[1])
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        done = run(*pip, "--force-reinstall", "--no-deps", ours)
        done = done if done.returncode else run(*pip, f"{ours}[mcp]", sdk)
        wrong = last(done.stderr) if done.returncode else served(python)
        good = good and not wrong
        print(f"{sdk:12} {'FAILED ' + wrong if wrong else 'ok'}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
