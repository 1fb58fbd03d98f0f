"""Entering the server in the lists of clients, and what the machine is said to have."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from viewmark.cli.clients import CLIENTS, client_named, merged, server_command
from viewmark.errors import InvalidOption

COMMAND = ["/opt/env/bin/viewmark", "mcp"]
JSON_CLIENTS = [client for client in CLIENTS if client.format == "json"]


def viewmark(*words: str, home: Path, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    return subprocess.run(
        [sys.executable, "-m", "viewmark", *words],
        cwd=home,
        env={**kept, "HOME": str(home), **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("client", JSON_CLIENTS, ids=lambda client: client.name)
def test_other_servers_and_settings_stay_as_they_are(client) -> None:
    before = {"theme": "dark", client.key: {"other": {"command": "x", "args": []}}}
    after = json.loads(merged(client, json.dumps(before), COMMAND))
    assert after["theme"] == "dark"
    assert after[client.key]["other"] == before[client.key]["other"]
    ours = after[client.key]["viewmark"]
    assert (ours["command"], ours["args"]) == (COMMAND[0], COMMAND[1:])
    assert (
        merged(client, json.dumps(after, indent=2) + "\n", COMMAND)
        == json.dumps(after, indent=2) + "\n"
    ), "twice is once"


def test_a_table_of_toml_is_added_and_replaced_and_the_rest_stays() -> None:
    codex = client_named("codex")
    before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'
    once = merged(codex, before, COMMAND)
    assert once.startswith(before)
    again = merged(codex, once + '\n[profiles.a]\nmodel = "z"\n', ["/new/viewmark", "mcp"])
    assert again.count("[mcp_servers.viewmark]") == 1
    assert '"/new/viewmark"' in again
    assert "[profiles.a]" in again
    if sys.version_info >= (3, 11):
        import tomllib

        read = tomllib.loads(again)
        assert read["mcp_servers"]["viewmark"] == {"command": "/new/viewmark", "args": ["mcp"]}
        assert read["mcp_servers"]["other"] == {"command": "y"}


@pytest.mark.parametrize("text", ['{"a": 1 // why\n}', "{", "[]", '{"mcpServers": []}'])
def test_a_file_that_would_lose_something_is_left_alone(text: str) -> None:
    with pytest.raises(InvalidOption, match="left as it is") as caught:
        merged(client_named("cursor"), text, COMMAND)
    assert '"viewmark"' in str(caught.value.hint)


def test_the_command_can_be_started_from_any_folder_and_tomorrow(tmp_path: Path) -> None:
    command = server_command()
    assert Path(command[0]).is_absolute()
    done = subprocess.run([*command, "--help"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0
    of_uvx = "/home/a/.cache/uv/archive-v0/Hash/bin/python"
    assert server_command(executable=of_uvx, which=lambda _: "/usr/bin/uvx")[0] == "uvx"


def test_it_is_installed_with_a_backup_and_first_shown(tmp_path: Path) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text('{"mcpServers": {"other": {"command": "x"}}}')
    shown = viewmark("install", "cursor", "--dry-run", home=tmp_path)
    assert '+    "viewmark"' in shown.stdout
    assert "viewmark" not in file.read_text()
    done = viewmark("install", "cursor", "--", "--block-private", home=tmp_path)
    assert done.returncode == 0, done.stderr
    servers = json.loads(file.read_text())["mcpServers"]
    assert servers["viewmark"]["args"][-1] == "--block-private"
    assert servers["other"] == {"command": "x"}
    (backup,) = file.parent.glob("mcp.json.*.backup")
    assert json.loads(backup.read_text()) == {"mcpServers": {"other": {"command": "x"}}}
    again = viewmark("install", "cursor", "--", "--block-private", home=tmp_path)
    assert "already" in again.stdout
    assert len(list(file.parent.glob("*.backup"))) == 1


def test_an_unknown_client_is_named_with_those_there_are(tmp_path: Path) -> None:
    done = viewmark("install", "emacs", home=tmp_path)
    assert done.returncode == 2
    assert "claude-code" in done.stderr
    assert str(tmp_path) in viewmark("install", home=tmp_path).stdout


def test_the_doctor_starts_the_browser_and_finds_what_is_missing(tmp_path: Path) -> None:
    no_display = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    well = viewmark("doctor", "--json", "--port", "0", home=tmp_path, **no_display)
    found = {each["name"]: each for each in json.loads(well.stdout)}
    assert well.returncode == 0, well.stdout
    assert found["browser"]["state"] == "ok"
    assert "answers" in found["browser"]["what"]
    assert found["pixel core"]["state"] == "ok"
    if sys.platform == "linux":
        assert found["window"]["state"] == "warning"
    ill = viewmark("doctor", home=tmp_path, VIEWMARK_BROWSER="/nowhere")
    assert ill.returncode == 1
    assert "MISSING  browser" in ill.stdout
    assert "-> Set VIEWMARK_BROWSER" in ill.stdout
