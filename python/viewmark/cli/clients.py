"""MCP clients, and the settings files in which they list servers, as documented on 2026-11-22.

To set one member of a settings file, only that part of the text is edited, so that comments and
formatting are preserved.

JSON files may contain comments and trailing commas. For parsing, both are replaced by blanks, so
that the result is plain JSON whose values have the same positions as in the file.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from viewmark.cli.config_text import parse_json, with_member, with_table
from viewmark.errors import InvalidOption
from viewmark.toml_text import parsed_toml

NAME = "viewmark"


@dataclass(frozen=True, slots=True)
class Client:
    """A program that starts MCP servers."""

    name: str
    title: str
    path: Callable[[Path, Mapping[str, str], str], Path]
    """Function that returns the client's settings file, given home folder, environment and
    `sys.platform`.
    """
    key: str = "mcpServers"
    """Key of the object (in TOML: the table) that lists the servers."""
    format: Literal["json", "toml"] = "json"
    typed: bool = False
    """Whether a server's entry must contain `"type": "stdio"`."""
    timed: bool = False
    """Whether the client's default start timeout is 10 s, too short for uvx to download a package.
    """
    after: str = "Restart it to see the tools."

    def entry(self, command: Sequence[str]) -> dict[str, Any]:
        """Return the entry for the viewmark server."""
        kind = {"type": "stdio"} if self.typed else {}
        slow = {"startup_timeout_sec": 60} if self.timed and command[0] == "uvx" else {}
        return {**kind, "command": command[0], "args": list(command[1:]), **slow}


def _support(home: Path, environ: Mapping[str, str], platform: str) -> Path:
    """Return the folder in which programs keep a user's settings on a platform."""
    if platform == "darwin":
        return home / "Library" / "Application Support"
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config")


def _zed(home: Path, environ: Mapping[str, str], platform: str) -> Path:
    if platform == "win32":
        return _support(home, environ, platform) / "Zed" / "settings.json"
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "zed" / "settings.json"


CLIENTS = (
    Client(
        "claude-code",
        "Claude Code",
        lambda h, e, _p: Path(e.get("CLAUDE_CONFIG_DIR") or h) / ".claude.json",
        typed=True,
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        lambda h, e, p: _support(h, e, p) / "Claude" / "claude_desktop_config.json",
        after="Quit it wholly and start it again.",
    ),
    Client("cursor", "Cursor", lambda h, _e, _p: h / ".cursor" / "mcp.json"),
    Client(
        "vscode",
        "VS Code",
        lambda h, e, p: _support(h, e, p) / "Code" / "User" / "mcp.json",
        key="servers",
        typed=True,
        after="Start the server from the list of MCP servers, or restart.",
    ),
    Client(
        "codex",
        "Codex",
        lambda h, e, _p: Path(e.get("CODEX_HOME") or h / ".codex") / "config.toml",
        key="mcp_servers",
        format="toml",
        timed=True,
    ),
    Client("zed", "Zed", _zed, key="context_servers", after="It starts the server at once."),
    Client(
        "windsurf", "Windsurf", lambda h, _e, _p: h / ".codeium" / "windsurf" / "mcp_config.json"
    ),
)


def client_named(name: str) -> Client:
    """Return the client with this name; raise `InvalidOption` listing all names if unknown."""
    for client in CLIENTS:
        if client.name == name:
            return client
    known = ", ".join(client.name for client in CLIENTS)
    raise InvalidOption(f"There is no client {name[:60]!r}; there are {known}.")


def server_command(
    *, executable: str = sys.executable, which: Callable[[str], str | None] = shutil.which
) -> list[str]:
    """Return a command that starts the viewmark server from any folder, independent of this shell.

    It is the full path of the script in the current environment. An environment that `uvx` created
    for a single run is temporary, so in that case the command is `uvx` itself.
    """
    parts = Path(executable).parts
    if "uv" in parts and ("archive-v0" in parts or "environments-v2" in parts) and which("uvx"):
        return ["uvx", "--from", "viewmark[mcp]", "viewmark", "mcp"]
    script = Path(executable).parent / ("viewmark.exe" if os.name == "nt" else "viewmark")
    if script.is_file():
        return [str(script), "mcp"]
    return [executable, "-m", "viewmark", "mcp"]


def merge_entry(client: Client, text: str, command: Sequence[str]) -> str:
    """Return a client's settings with the viewmark server added; keep the rest, even comments.

    Args:
        client: the client to which the file belongs.
        text: content of the file; empty if it does not exist yet.
        command: command that starts the server.

    Raises:
        InvalidOption: the file cannot be changed without losing something (it is invalid, or has
            an unexpected structure); the message says what to add by hand.
    """
    entry = client.entry(command)
    try:
        there = _entry(client, text)
        if there.items() >= entry.items():
            return text
        if client.format == "toml":
            return with_table(text, (client.key, NAME), entry)
        return with_member(text, (client.key, NAME), {**there, **entry})
    except (ValueError, AttributeError, TypeError) as error:
        shown = json.dumps({client.key: {NAME: entry}}, indent=2)
        if client.format == "toml":
            shown = with_table("", (client.key, NAME), entry)
        raise InvalidOption(
            f"The file of {client.title} cannot be read ({error}), so it was left as it is.",
            hint=f"Mend it, or add this to it by hand:\n{shown}",
        ) from None


def configured_command(client: Client, text: str) -> list[str] | None:
    """Return the command configured for the viewmark server in a file; None if there is none.

    Raises:
        ValueError: the file is invalid.
    """
    try:
        entry = _entry(client, text)
        if not entry:
            return None
        return [str(entry.get("command", "")), *map(str, entry.get("args", []))]
    except (AttributeError, TypeError):
        raise ValueError("it has another shape") from None


def _entry(client: Client, text: str) -> dict[str, Any]:
    """Return the file's entry for the viewmark server; empty if there is none."""
    read = parsed_toml if client.format == "toml" else parse_json
    whole = read(text) if text.strip() else {}
    entry: dict[str, Any] = whole.get(client.key, {}).get(NAME, {})
    return {**entry}
