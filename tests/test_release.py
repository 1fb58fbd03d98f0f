"""The version and other facts of a release agree in all files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import viewmark

ROOT = Path(__file__).parents[1]


def test_the_version_is_written_once_and_the_registry_entry_follows_it() -> None:
    (version,) = re.findall(
        r'^version = "([\d.]+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE
    )
    entry = json.loads((ROOT / "server.json").read_text())
    assert viewmark.__version__ == version
    assert entry["version"] == version
    assert {package["version"] for package in entry["packages"]} == {version}


def test_the_command_of_the_registry_entry_is_one_that_exists() -> None:
    (package,) = json.loads((ROOT / "server.json").read_text())["packages"]
    project = (ROOT / "pyproject.toml").read_text()
    assert f'{package["identifier"]} = "viewmark.cli:main"' in project
    assert [each["value"] for each in package["packageArguments"]] == ["mcp"]


def test_the_registry_can_check_that_the_package_is_ours() -> None:
    entry = json.loads((ROOT / "server.json").read_text())
    assert f"mcp-name: {entry['name']} " in (ROOT / "README.md").read_text()
    assert len(entry["description"]) <= 100, "the registry refuses longer ones"


def test_the_container_has_what_it_copies_and_does_not_run_as_root() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    sent = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    for line in re.findall(r"^COPY ([^<].*) \S+$", dockerfile, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
            assert name in sent or re.sub("-.*", "-*", name) in sent, name
    last = dockerfile.rpartition("\nFROM ")[2]
    assert re.search(r"^USER viewmark$", last, re.MULTILINE)
    (entry,) = re.findall(r"^ENTRYPOINT (.+)$", last, re.MULTILINE)
    words = json.loads(entry)
    assert words[0] == "viewmark"
    command = [sys.executable, "-m", "viewmark", words[1], "--help"]
    helped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for flag in re.findall(r"--[\w-]+", entry):
        assert f"{flag} " in helped, flag
    assert re.search(r"^EXPOSE 8931$", last, re.MULTILINE)
    assert "(default: 8931)" in helped


def test_the_oldest_macos_of_the_documents_is_that_of_the_wheels() -> None:
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text()
    (oldest,) = re.findall(r'MACOSX_DEPLOYMENT_TARGET: "(\d+)\.0"', workflow)
    assert f"| macOS {oldest} or newer |" in (ROOT / "docs" / "install.md").read_text()
