"""Adding the server to the configuration of clients, and the report about the machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inside import run_inside

from viewmark.cli.clients import (
    CLIENTS,
    client_named,
    configured_command,
    merge_entry,
    server_command,
)
from viewmark.cli.config_text import parse_json, with_member
from viewmark.errors import InvalidOption
from viewmark.toml_text import parsed_toml

COMMAND = ["/opt/env/bin/viewmark", "mcp"]
JSON_CLIENTS = [client for client in CLIENTS if client.format == "json"]


def viewmark(*words: str, home: Path, **env: str) -> subprocess.CompletedProcess[str]:
    other = {name: None for name in os.environ if name.startswith("XDG_")}
    return run_inside(*words, folder=home, env={**other, "HOME": str(home), **env})


@pytest.mark.parametrize("client", JSON_CLIENTS, ids=lambda client: client.name)
def test_other_servers_and_settings_stay_as_they_are(client) -> None:
    before = {"theme": "dark", client.key: {"other": {"command": "x", "args": []}}}
    after = json.loads(merge_entry(client, json.dumps(before), COMMAND))
    assert after["theme"] == "dark"
    assert after[client.key]["other"] == before[client.key]["other"]
    ours = after[client.key]["viewmark"]
    assert (ours["command"], ours["args"]) == (COMMAND[0], COMMAND[1:])
    assert (
        merge_entry(client, json.dumps(after, indent=2) + "\n", COMMAND)
        == json.dumps(after, indent=2) + "\n"
    ), "twice is once"


def test_a_table_of_toml_is_added_and_replaced_and_the_rest_stays() -> None:
    codex = client_named("codex")
    before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'
    once = merge_entry(codex, before, COMMAND)
    assert once.startswith(before)
    again = merge_entry(codex, once + '\n[profiles.a]\nmodel = "z"\n', ["/new/viewmark", "mcp"])
    assert again.count("[mcp_servers.viewmark]") == 1
    assert '"/new/viewmark"' in again
    assert "[profiles.a]" in again
    if sys.version_info >= (3, 11):
        import tomllib

        read = tomllib.loads(again)
        assert read["mcp_servers"]["viewmark"] == {"command": "/new/viewmark", "args": ["mcp"]}
        assert read["mcp_servers"]["other"] == {"command": "y"}


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": []}', '{"a": 1} // x\n{}'])
def test_a_broken_file_is_left_alone(text: str) -> None:
    with pytest.raises(InvalidOption, match="left as it is") as caught:
        merge_entry(client_named("cursor"), text, COMMAND)
    assert '"viewmark"' in str(caught.value.hint)


@pytest.mark.parametrize(
    "text",
    [
        '{\n  // mine\n  "theme": "dark", // a comma, and } in words\n}\n',
        '{"theme": "dark" /* why */}',
        '{\n\t"theme": "dark",\n\t"context_servers": {\n\t\t// none yet\n\t}\n}',
        '{"theme": "dark", "context_servers": {"other": {"command": "x // no comment"},},}',
        '{"theme": "dark", "context_servers": {"viewmark": {"command": "old", "env": {"A": "1"}}}}',
    ],
)
def test_comments_and_trailing_commas_of_settings_stay(text: str) -> None:
    zed = client_named("zed")
    after = merge_entry(zed, text, COMMAND)
    read = parse_json(after)
    assert read["theme"] == "dark"
    assert read["context_servers"]["viewmark"]["command"] == COMMAND[0]
    before = parse_json(text).get("context_servers", {})
    assert read["context_servers"].get("other") == before.get("other")
    assert read["context_servers"]["viewmark"].get("env") == before.get("viewmark", {}).get("env")
    for comment in re.findall(r"// [\w ,}]+$|/\*.*?\*/", text, re.MULTILINE):
        assert comment in after
    assert merge_entry(zed, after, COMMAND) == after, "twice is once"
    assert configured_command(zed, after) == COMMAND


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_json_with_comments_contains_all_json(value: object) -> None:
    for indent in (None, 2):
        assert parse_json(json.dumps(value, indent=indent, ensure_ascii=indent is None)) == value


@given(st.dictionaries(st.text(), JSON), JSON)
def test_a_member_is_set_and_all_others_stay(before: dict[str, object], new: object) -> None:
    text = json.dumps(before, indent=2)
    assert parse_json(with_member(text, ("a",), new)) == {**before, "a": new}


@example('{"\\1"')
@given(st.text(alphabet='{}[]",:/* \\n1a'))
def test_damaged_json_is_refused_in_words(text: str) -> None:
    try:
        parse_json(text)
    except ValueError as error:
        assert str(error).startswith("line ")


@pytest.mark.parametrize(
    "text",
    [
        '[mcp_servers]\nviewmark = { command = "x", tool_timeout_sec = 90 } # mine\n',
        'mcp_servers.viewmark.command = "x" # mine\nmcp_servers.viewmark.tool_timeout_sec = 90\n',
        '[mcp_servers.viewmark] # mine\nargs = [\n  "a]b", # why\n]\ntool_timeout_sec = 90\n',
        "[mcp_servers] # mine\n[mcp_servers.viewmark]\ncommand = '''x'''\ntool_timeout_sec = 90\n",
    ],
)
def test_a_table_of_toml_in_any_form_is_set_and_stays_one(text: str) -> None:
    codex = client_named("codex")
    after = merge_entry(codex, text, COMMAND)
    assert configured_command(codex, after) == COMMAND
    assert parsed_toml(after)["mcp_servers"]["viewmark"]["tool_timeout_sec"] == 90
    assert "# mine" in after
    assert merge_entry(codex, after, COMMAND) == after, "twice is once"


def test_broken_toml_is_left_alone() -> None:
    with pytest.raises(InvalidOption, match="left as it is") as caught:
        merge_entry(client_named("codex"), "[mcp_servers.viewmark\n", COMMAND)
    assert "[mcp_servers.viewmark]" in str(caught.value.hint)


def test_keys_that_the_user_added_to_our_table_stay() -> None:
    codex = client_named("codex")
    before = (
        '[mcp_servers."viewmark"] # mine\ncommand = "old"\nargs = [\n  "mcp",\n]\n'
        'tool_timeout_sec = 90\n\n[mcp_servers.viewmark.env]\nA = "1"\n'
    )
    after = merge_entry(codex, before, COMMAND)
    assert "tool_timeout_sec = 90" in after
    assert after.endswith('[mcp_servers.viewmark.env]\nA = "1"\n')
    assert '"old"' not in after
    assert configured_command(codex, after) == COMMAND
    assert "startup_timeout_sec" in merge_entry(codex, "", ["uvx", "viewmark", "mcp"])


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


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_new_user_installs_each_client_twice(client, tmp_path: Path) -> None:
    first = viewmark("install", client.name, home=tmp_path)
    assert first.returncode == 0, first.stderr
    assert f"has {client.title} been started here?" in first.stdout or client.name == "claude-code"
    file = Path(first.stdout.splitlines()[-2])
    assert file.is_relative_to(tmp_path)
    command = configured_command(client, file.read_text())
    assert command is not None
    assert Path(command[0]).is_file()
    again = viewmark("install", client.name, home=tmp_path)
    assert "has it already" in again.stdout
    assert not list(file.parent.glob("*.backup"))


def test_a_link_and_its_mode_stay_and_what_is_not_text_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.json"
    kept.write_bytes(b"\xef\xbb\xbf{}")
    kept.chmod(0o644)
    link = tmp_path / ".claude.json"
    link.symlink_to(kept)
    done = viewmark("install", "claude-code", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert link.is_symlink()
    assert kept.stat().st_mode & 0o777 == 0o644
    assert "viewmark" in json.loads(kept.read_text())["mcpServers"]
    kept.write_bytes(b"\xff\xfe{\0}\0")
    refused = viewmark("install", "claude-code", home=tmp_path)
    assert refused.returncode == 2
    assert "not UTF-8" in refused.stderr
    assert kept.read_bytes() == b"\xff\xfe{\0}\0"


def test_a_server_that_could_not_start_is_not_installed(tmp_path: Path) -> None:
    code = "import sys, importlib.util as u; f = u.find_spec\n"
    code += "u.find_spec = lambda name: None if name == 'mcp' else f(name)\n"
    code += "from viewmark.cli import main; sys.exit(main(['install', 'cursor']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 8
    assert "pip install 'viewmark[mcp]'" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_doctor_looks_into_the_files_of_clients(tmp_path: Path) -> None:
    (tmp_path / ".claude.json").write_text('{"mcpServers": {"viewmark": {"command": "/gone"}}}')
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "mcp.json").write_text("{")
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex" / "config.toml").write_text('model = "viewmark"\n')
    ill = viewmark("doctor", "--json", home=tmp_path, VIEWMARK_BROWSER="/nowhere", CODEX_HOME="")
    found = {each["name"]: each for each in json.loads(ill.stdout)}
    assert "/gone, which is not there" in found["claude-code"]["what"]
    assert "cannot be read: line 1" in found["cursor"]["what"]
    assert "does not start viewmark" in found["codex"]["what"]
    for name in ("claude-code", "cursor", "codex"):
        assert f"viewmark install {name}" in found[name]["do"]


def test_an_unknown_client_is_named_with_those_there_are(tmp_path: Path) -> None:
    done = viewmark("install", "emacs", home=tmp_path)
    assert done.returncode == 2
    assert "claude-code" in done.stderr
    assert str(tmp_path) in viewmark("install", home=tmp_path).stdout


def test_the_doctor_starts_the_browser_and_finds_what_is_missing(tmp_path: Path) -> None:
    no_display = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    well = viewmark("doctor", "--json", home=tmp_path, **no_display)
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
