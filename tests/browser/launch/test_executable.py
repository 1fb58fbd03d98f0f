from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from viewmark.browser.launch import executable
from viewmark.browser.launch.executable import NAMES, find_executable, places
from viewmark.errors import BrowserNotFound


def program(folder, name):
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Simulate another machine: platform, environment, and one program at a usual location."""

    def make(platform="linux", there="", **environ):
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(os, "environ", {"PATH": str(tmp_path), **environ})
        monkeypatch.setattr(executable, "is_program", lambda path: path == there)

    return make


def test_the_environment_variable_wins_and_may_be_a_name_on_the_path(tmp_path, machine):
    chosen = program(tmp_path, "my-browser")
    program(tmp_path, "chromium")
    for value in (chosen, "my-browser"):
        machine(there=chosen, VIEWMARK_BROWSER=value)
        assert find_executable() == chosen


def test_a_wrong_environment_variable_is_an_error_although_there_is_a_browser(tmp_path, machine):
    program(tmp_path, "chromium")
    machine(VIEWMARK_BROWSER=str(tmp_path / "gone"))
    with pytest.raises(BrowserNotFound, match="VIEWMARK_BROWSER is") as error:
        find_executable()
    assert "VIEWMARK_BROWSER" in error.value.hint


@pytest.mark.parametrize("name", NAMES)
def test_every_usual_name_on_the_path_is_found(tmp_path, name, machine):
    path = program(tmp_path, name)
    machine()
    assert find_executable() == path


def test_a_file_that_cannot_be_run_is_passed_over(tmp_path, machine):
    (tmp_path / "chromium").write_text("")
    good = program(tmp_path, "microsoft-edge")
    machine()
    assert find_executable() == good


@pytest.mark.parametrize(
    ("platform", "environ", "there"),
    [
        ("linux", {}, "/opt/google/chrome/chrome"),
        ("linux", {}, "/snap/bin/chromium"),
        ("darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        (
            "darwin",
            {"HOME": "/Users/ann"},
            "/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium",
        ),
        (
            "win32",
            {"PROGRAMFILES": r"C:\Program Files"},
            r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        ),
        (
            "win32",
            {"LOCALAPPDATA": r"C:\Users\ann\AppData\Local"},
            r"C:\Users\ann\AppData\Local\Google\Chrome\Application\chrome.exe",
        ),
    ],
)
def test_the_usual_places_of_every_platform_are_looked_at(machine, platform, environ, there):
    machine(platform, there, **environ)
    assert find_executable() == there


def run(**environ):
    return subprocess.run(
        [sys.executable, "-m", "viewmark.browser.launch.executable"],
        capture_output=True,
        text=True,
        env={**os.environ, **environ},
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize(
    ("platform", "tool", "command"),
    [
        ("linux", "apt-get", "apt-get install chromium"),
        ("linux", "dnf", "dnf install chromium"),
        ("linux", "apk", "apk add chromium"),
        ("darwin", "apt-get", "brew install --cask google-chrome"),
        ("win32", "apt-get", "winget install Google.Chrome"),
        ("linux", "unknown", "Install Chrome or Chromium"),
    ],
)
def test_the_error_lists_all_that_was_looked_for_and_what_to_do(
    tmp_path, machine, platform, tool, command
):
    program(tmp_path, tool)
    machine(platform)
    with pytest.raises(BrowserNotFound) as error:
        find_executable()
    for looked in ("VIEWMARK_BROWSER", *NAMES, *places()):
        assert looked in error.value.message
    assert command in error.value.hint
    assert "VIEWMARK_BROWSER" in error.value.hint


def test_the_command_prints_the_path_or_one_sentence_and_fails(tmp_path):
    good = run(VIEWMARK_BROWSER=program(tmp_path, "b"))
    assert (good.returncode, good.stdout, good.stderr) == (0, f"{tmp_path}/b\n", "")
    bad = run(VIEWMARK_BROWSER="/no/such/thing")
    assert bad.returncode == 1
    assert bad.stdout == ""
    assert bad.stderr.count("\n") == 1
    assert "/no/such/thing" in bad.stderr


def test_the_browser_of_this_machine_is_found_and_can_be_run():
    assert Path(find_executable()).is_file()
    assert os.access(find_executable(), os.X_OK)
