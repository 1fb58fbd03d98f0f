"""The tools by name: MCP servers, and two command-line tools.

Versions are pinned in `benches/rivals`; environments are created in `.cache/rivals`. All settings
are defaults, except those needed on a machine without a display: the same Chromium, headless, no
sandbox, a separate profile and home folder, no telemetry.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support import rivals
from support.mcp_stdio import Server, serving

import viewmark
from arena.tools.base import Reply, Tool
from viewmark.browser.launch.executable import find_executable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["NAMES", "start", "version"]

PACKAGES = {
    "viewmark": "",
    "viewmark shell": "",
    "agent-browser": "agent-browser",
    "Playwright MCP": "@playwright/mcp",
    "Chrome DevTools MCP": "chrome-devtools-mcp",
    "browser-use": "browser-use",
}
NAMES = tuple(PACKAGES)
SECONDS = 60.0
"""Timeout of a call in seconds."""


def version(name: str) -> str:
    """Return the version of a tool."""
    package = PACKAGES[name]
    return rivals.pinned()[package] if package else viewmark.__version__


class McpTool(Tool):
    """An MCP server; names and arguments of calls are those of the protocol."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    async def _call(self, name: str, arguments: dict[str, Any]) -> Reply:
        try:
            answer = await self._server.request(
                "tools/call", {"name": name, "arguments": arguments}
            )
        except RuntimeError as error:
            return Reply(str(error), refused=True)
        blocks = answer["content"]
        return Reply(
            "\n".join(each["text"] for each in blocks if each["type"] == "text"),
            tuple(base64.b64decode(each["data"]) for each in blocks if each["type"] == "image"),
            bool(answer.get("isError")),
        )

    async def schemas(self) -> list[dict[str, Any]]:
        """Return the tools as listed by the server."""
        listed = await self._server.request("tools/list", {})
        return [
            {key: each.get(key) for key in ("name", "description", "inputSchema")}
            for each in listed["tools"]
        ]


class ShellTool(Tool):
    """A command-line tool: `call("run", command=[...])`, and `call("view", file=...)` for an image.

    An agent must open the image that a command saved, so viewing counts as a call.
    """

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        super().__init__()
        self._command, self._folder, self._environment = command, folder, environment

    async def _call(self, name: str, arguments: dict[str, Any]) -> Reply:
        if name == "view":
            path = self._folder / arguments["file"]
            if not path.is_file():
                return Reply(f"there is no {path.name}", refused=True)
            return Reply("", (path.read_bytes(),))
        process = await asyncio.create_subprocess_exec(
            *self._command,
            *arguments["command"],
            stdin=asyncio.subprocess.DEVNULL
            if "stdin" not in arguments
            else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self._folder,
            env=os.environ | self._environment,
        )
        try:
            given = arguments["stdin"].encode() if "stdin" in arguments else None
            out, _ = await asyncio.wait_for(process.communicate(given), SECONDS)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
            return Reply("no answer", refused=True)
        text = out.decode("utf-8", "replace")
        return Reply(text, refused=bool(process.returncode) or "\N{BALLOT X}" in text)


@asynccontextmanager
async def start(name: str, folder: Path) -> AsyncIterator[Tool]:
    """Start a tool with its own browser; the folder contains the files of the task.

    Raises:
        CalledProcessError, FileNotFoundError: it cannot be installed here.
    """
    chromium = find_executable()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        env = {"HOME": home, "VIEWMARK_BROWSER": chromium}
        command: list[object]
        if name == "viewmark":
            command = [sys.executable, "-m", "viewmark", "mcp", "--output", folder]
        elif name == "Playwright MCP":
            command = [
                await asyncio.to_thread(rivals.server, "playwright-mcp"),
                *("--headless", "--isolated", "--no-sandbox", "--executable-path", chromium),
            ]
        elif name == "Chrome DevTools MCP":
            command = [
                await asyncio.to_thread(rivals.server, "chrome-devtools-mcp"),
                *("--headless", "--isolated", "--executablePath", chromium),
                *("--chromeArg=--no-sandbox", "--no-usage-statistics"),
            ]
        elif name == "browser-use":
            command = [await asyncio.to_thread(rivals.interpreter, "browser_use"), "-m"]
            command += ["browser_use.mcp"]
            env |= {
                "BROWSER_USE_CONFIG_DIR": _browser_use_settings(Path(home), chromium),
                "ANONYMIZED_TELEMETRY": "false",
                "BROWSER_USE_HEADLESS": "true",
                "BROWSER_USE_DISABLE_EXTENSIONS": "true",
            }
        else:
            async with _shell(name, folder, Path(home), env) as shell:
                shell.name = name
                yield shell
            return
        async with serving(command, str(folder), **env) as server:
            tool = McpTool(server)
            tool.name = name
            yield tool


def _browser_use_settings(home: Path, chromium: str) -> str:
    """Return a configuration with the machine's Chromium, because the server has no flag for it."""
    profile = {
        "id": "arena",
        "default": True,
        "created_at": "2026-11-24T00:00:00",
        "headless": True,
        "executable_path": chromium,
        "chromium_sandbox": False,
        "user_data_dir": str(home / "profile"),
    }
    (home / "config.json").write_text(
        json.dumps({"browser_profile": {"arena": profile}, "llm": {}, "agent": {}})
    )
    return str(home)


@asynccontextmanager
async def _shell(
    name: str, folder: Path, home: Path, env: dict[str, str]
) -> AsyncIterator[ShellTool]:
    if name == "viewmark shell":
        command = [sys.executable, "-m", "viewmark"]
        env |= {"VIEWMARK_SESSIONS": str(home / "sessions"), "VIEWMARK_SESSION": "arena"}
        end = ["close"]
    else:
        command = [str(await asyncio.to_thread(rivals.server, "agent-browser"))]
        env |= {
            "AGENT_BROWSER_EXECUTABLE_PATH": find_executable(),
            "AGENT_BROWSER_ARGS": "--no-sandbox",
            "AGENT_BROWSER_SESSION": f"arena-{os.getpid()}",
            "XDG_RUNTIME_DIR": str(home),
        }
        end = ["close"]
    tool = ShellTool(command, folder, env)
    try:
        yield tool
    finally:
        await tool._call("run", {"command": end})
