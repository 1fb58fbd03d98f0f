"""Third-party clients: the TypeScript SDKs of both protocol versions, and the MCP inspector.

They connect over stdio and HTTP. Run by `make test-clients`; needs node and npm, which viewmark
itself does not. Downloads are kept in .cache/clients. The exit code is 1 if a check fails.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from webserver import LocalSite  # noqa: E402  # the web server of the tests

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE = ROOT / ".cache" / "clients"
PACKAGES = (
    "@modelcontextprotocol/sdk@1",
    "@modelcontextprotocol/client@2",
    "@modelcontextprotocol/inspector@2",
)
SERVER = [sys.executable, "-m", "viewmark", "mcp"]
PAGE = """<!doctype html><title>Clients</title><h1>Clients</h1>
<button onclick="document.body.append('done')">Go</button>"""
JOBS = (
    ("TypeScript SDK 1", "v1", "legacy"),
    ("TypeScript SDK 2, older era", "v2", "legacy"),
    ("TypeScript SDK 2, newest era", "v2", "modern"),
)


def install() -> None:
    if (CACHE / ".done").exists():
        return
    if shutil.which("npm") is None:
        sys.exit("npm is needed for the clients (apt install npm)")
    CACHE.mkdir(parents=True, exist_ok=True)
    quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run(["npm", "install", *quiet, "--prefix", str(CACHE), *PACKAGES], check=True)
    (CACHE / ".done").touch()


@contextmanager
def http_server(folder: str) -> Iterator[tuple[str, str]]:
    """URL and token of a running server."""
    with subprocess.Popen(
        [*SERVER, "--http", "--port", "0"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=folder,
    ) as process:
        assert process.stderr is not None
        try:
            url = process.stderr.readline().split()[-1]
            yield url, process.stderr.readline().split()[-1]
        finally:
            process.terminate()


def drive(job: dict[str, Any]) -> tuple[bool, str]:
    job["node_modules"] = str(CACHE / "node_modules")
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("drive.mjs")), json.dumps(job)],
        capture_output=True,
        text=True,
        timeout=180,
    )
    reply = done.stdout.strip() or done.stderr.strip()[-1500:]
    return done.returncode == 0, reply


def inspect(page: str, folder: str) -> Iterator[tuple[str, bool, str]]:
    """Send requests with the MCP inspector's command line, among them one that must fail."""
    asked = {
        "tools/list": ["--method", "tools/list"],
        "prompts/list": ["--method", "prompts/list"],
        "a call": [
            "--method",
            "tools/call",
            "--tool-name",
            "configure",
            "--tool-arg",
            "what=status",
        ],
        "a page": [
            *("--method", "tools/call", "--tool-name", "interact"),
            *("--tool-arg", "what=navigate", "--tool-arg", f"url={page}"),
        ],
        "an error": [
            "--method",
            "tools/call",
            "--tool-name",
            "observe",
            "--tool-arg",
            "what=nothing",
        ],
    }
    expected = {
        "tools/list": '"observe"',
        "prompts/list": "look_and_act",
        "a call": "screenshot_mode",
        "a page": "Clients",
        "an error": "invalid_option",
    }
    for name, words in asked.items():
        done = subprocess.run(
            [str(CACHE / "node_modules" / ".bin" / "mcp-inspector"), "--cli", *SERVER, *words],
            capture_output=True,
            text=True,
            timeout=120,
            cwd=folder,
        )
        reply = (done.stdout + done.stderr).strip()
        yield name, expected[name] in reply, reply[-300:]


def main() -> int:
    install()
    site = LocalSite()
    site.put("/clients.html", PAGE)
    page = site.url("/clients.html")
    results: list[tuple[str, bool, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, sdk, era in JOBS:
            common = {"sdk": sdk, "era": era, "page": page}
            results.append((f"{name}, stdio", *drive({**common, "command": SERVER, "cwd": folder})))
            with http_server(folder) as (url, token):
                results.append((f"{name}, HTTP", *drive({**common, "url": url, "token": token})))
        results += [(f"inspector, {n}", ok, reply) for n, ok, reply in inspect(page, folder)]
    site.close()
    for name, ok, reply in results:
        shown = reply if not ok or reply.startswith('{"failed"') else ""
        sys.stdout.write(f"{'ok  ' if ok else 'FAIL'} {name}  {shown}\n")
    return 0 if all(ok for _, ok, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
