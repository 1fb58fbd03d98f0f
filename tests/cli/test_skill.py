"""The skill file has the format that coding agents load, and its example works."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from sessions import Shell, session_shell

from viewmark.calls.verbs import BY_NAME
from viewmark.shell.exit_codes import EXIT_CODES

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html><title>Log in</title>
<label>User name <input id=user></label>
<label>Password <input id=pass type=password></label>
<label><input id=keep type=checkbox> Keep me logged in</label>
<button id=go onclick="document.body.textContent = `Welcome, ${user.value}.`">Sign in</button>"""


@pytest.fixture(scope="module")
def text() -> str:
    return (ROOT / "python/viewmark/shell/SKILL.md").read_text()


def test_it_is_printed_and_written_where_agents_look(tmp_path: Path, text: str) -> None:
    with session_shell(tmp_path) as shell:
        shell.env["HOME"] = str(tmp_path)
        assert shell("skill") == text.rstrip()
        for where, path in (
            ("claude", ".claude/skills/viewmark/SKILL.md"),
            (".agents/skills", ".agents/skills/viewmark/SKILL.md"),
        ):
            assert shell("skill", "--install", where).endswith(path)
            assert (tmp_path / path).read_text() == text


def test_its_front_matter_is_what_the_format_allows(text: str) -> None:
    _, head, body = text.split("---\n", 2)
    facts = dict(line.split(": ", 1) for line in head.strip().splitlines())
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", facts["name"])
    assert facts["name"] == "viewmark", "the name of its folder"
    assert "Use it to" in facts["description"]
    assert len(facts["description"]) <= 1024
    assert ": " not in facts["description"], "it would have to be quoted"
    assert set(facts) == {"name", "description", "allowed-tools"}
    assert len(body) < 4_000, "it is loaded whole"


def test_its_example_prints_what_it_says(tmp_path: Path, text: str) -> None:
    (tmp_path / "login.html").write_text(PAGE)
    example = re.search(r"```console\n(.*?)```", text, re.DOTALL)
    assert example is not None
    commands = re.findall(r"^\$ (.*)$", example[1], re.MULTILINE)
    with session_shell(tmp_path) as shell:
        printed = "".join(f"$ {each}\n{done(shell, each)}" for each in commands)
    printed = printed.replace(f"{tmp_path}/login.html", "/LOGIN")
    assert re.sub(r"frame_id \S+", "frame_id FRAME", printed) == example[1]


def done(shell: Shell, command: str) -> str:
    ours = command.replace("viewmark ", f"{shell.program} ")
    finished = subprocess.run(
        ["bash", "-c", ours],
        cwd=shell.work,
        env=shell.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return finished.stdout


def test_verbs_options_and_exit_codes_that_it_names_exist(text: str) -> None:
    body = text.partition("## Verbs")[2]
    named = {name for span in re.findall(r"`([a-z].*?)`", body) for name in [span.split()[0]]}
    known = {name.split()[0] for name in BY_NAME} | {"viewmark"}
    assert named <= known
    codes = {int(n) for n in re.findall(r"(\d+) \w", text.partition("## Exit codes")[2])}
    assert codes - {0} <= EXIT_CODES.keys()
