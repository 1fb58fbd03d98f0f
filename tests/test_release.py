"""What a release says of itself agrees everywhere."""

from __future__ import annotations

import json
import re
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
