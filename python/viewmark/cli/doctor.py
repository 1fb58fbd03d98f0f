"""`viewmark doctor`: checks viewmark's requirements on this machine and gives advice.

Also `viewmark install CLIENT`: adds the MCP server to a client's settings and keeps a backup.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from viewmark.browser.launch.executable import find_executable
from viewmark.cli.clients import (
    CLIENTS,
    Client,
    configured_command,
)
from viewmark.cli.installing import read_settings
from viewmark.errors import BrowserNotFound, InvalidOption, ViewmarkError
from viewmark.private_dir import default_folder

State = Literal["ok", "warning", "missing"]
SCRIPTS = {"zh": "Chinese", "ja": "Japanese", "ko": "Korean", "ar": "Arabic", "hi": "Devanagari"}
"""Writing systems for which a font should be installed, keyed by fontconfig's language code."""
_DOT = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55")
"""The first bytes of a one-pixel PNG, used to test the Rust core."""
_SIGN = {"ok": "ok     ", "warning": "warning", "missing": "MISSING"}


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """The finding of one check, which is one line of the report."""

    name: str
    state: State
    what: str
    """Sentence that says what the check found."""
    do: str = ""
    """Advice for the user; empty if none is needed."""


def doctor(args: argparse.Namespace) -> None:
    """Print the report; exit with code 1 if a requirement is missing."""
    found = list(examine())
    if args.print_json:
        print(json.dumps([asdict(each) for each in found], indent=2))
    else:
        for each in found:
            print(f"{_SIGN[each.state]}  {each.name:16}{each.what}")
            if each.do:
                print(f"{'':27}-> {each.do}")
    if any(each.state == "missing" for each in found):
        raise SystemExit(1)


def examine() -> Iterator[DoctorFinding]:
    """Run all checks and yield their findings in the order of the report."""
    yield DoctorFinding(
        "viewmark",
        "ok",
        f"{version('viewmark')}, Python {platform.python_version()}, {platform.platform()}",
    )
    yield _native()
    path = ""
    try:
        path = find_executable()
    except BrowserNotFound as error:
        yield DoctorFinding("browser", "missing", error.message, error.hint)
    else:
        yield asyncio.run(_starts(path))
    yield _window()
    yield _fonts()
    yield _folder()
    yield _extra()
    yield from _clients()


def _native() -> DoctorFinding:
    from viewmark import imaging

    try:
        imaging.probe(_DOT)
    except ImportError as error:
        return DoctorFinding(
            "pixel core", "missing", str(error), "Install the wheel of this platform again."
        )
    return DoctorFinding("pixel core", "ok", f"loaded, {platform.machine()}")


async def _starts(path: str) -> DoctorFinding:
    import viewmark

    try:
        async with viewmark.launch() as browser:
            page = await browser.page("data:text/html,<button>x</button>")
            seen = await page.observe()
            found = len(seen)
            # Other users of the machine could control a browser that listens on a port.
            way = "a pipe, listens nowhere"
            if browser.endpoint is not None:
                way = "a port of the loopback, open to every user of this machine"
    except ViewmarkError as error:
        return DoctorFinding("browser", "missing", f"{path}: {error.message}", error.hint)
    return DoctorFinding(
        "browser",
        "ok" if found == 1 else "warning",
        f"{_version_of(path)} at {path}, starts without a window and answers over {way}",
        "" if found == 1 else "A page with one button gave another number of marks.",
    )


def _version_of(path: str) -> str:
    if sys.platform == "win32":
        return "the browser"  # on Windows, `--version` would open a browser window
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return "the browser"
    return " ".join(done.stdout.split()) or "the browser"


def _window() -> DoctorFinding:
    if sys.platform in ("win32", "darwin"):
        return DoctorFinding("window", "ok", "this system has windows")
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return DoctorFinding("window", "ok", f"{name}={os.environ[name]}")
    return DoctorFinding(
        "window",
        "warning",
        "no display: everything works but draw mode and --headed",
        "For those, start it in a graphical session, or under xvfb-run, or use --attach.",
    )


def _fonts() -> DoctorFinding:
    tool = shutil.which("fc-list")
    if tool is None:
        where = "" if sys.platform in ("win32", "darwin") else " (fc-list is not here)"
        return DoctorFinding("fonts", "ok", f"those of the system{where}")
    lacking = []
    for code, script in SCRIPTS.items():
        done = subprocess.run([tool, f":lang={code}"], capture_output=True, text=True, timeout=30)
        if not done.stdout.strip():
            lacking.append(script)
    if not lacking:
        return DoctorFinding("fonts", "ok", f"Latin, {', '.join(SCRIPTS.values())}")
    return DoctorFinding(
        "fonts",
        "warning",
        f"none for {', '.join(lacking)}: such text shows as empty boxes in pictures",
        "On Debian: apt-get install fonts-noto-core fonts-noto-cjk; elsewhere Noto's fonts.",
    )


def _folder() -> DoctorFinding:
    place = default_folder()
    try:
        with tempfile.TemporaryFile():
            free = shutil.disk_usage(tempfile.gettempdir()).free
    except OSError as error:
        return DoctorFinding(
            "temp folder", "missing", f"{error}", "Set TMPDIR to a folder that can be written."
        )
    shown = f"{place}, {free / 1e9:.1f} GB free"
    if free < 500e6:
        return DoctorFinding(
            "temp folder", "warning", shown, "A browser needs some hundred MB there."
        )
    return DoctorFinding("temp folder", "ok", shown)


def _extra() -> DoctorFinding:
    try:
        return DoctorFinding("MCP server", "ok", f"mcp {version('mcp')}")
    except PackageNotFoundError:
        return DoctorFinding(
            "MCP server",
            "warning",
            "the package mcp is not installed; the library works without",
            "pip install 'viewmark[mcp]'",
        )


def _clients() -> Iterator[DoctorFinding]:
    for client in CLIENTS:
        path = client.path(Path.home(), os.environ, sys.platform)
        if path.is_file():
            yield _client(client, path)


def _client(client: Client, path: Path) -> DoctorFinding:
    again = f"viewmark install {client.name}"
    try:
        command = configured_command(client, read_settings(path))
    except (InvalidOption, OSError, ValueError) as error:
        what = f"{path} cannot be read: {error}"
        return DoctorFinding(client.name, "warning", what, f"Mend that file, then: {again}")
    if command is None:
        what = f"{path}: does not start viewmark"
        return DoctorFinding(client.name, "warning", what, again)
    if shutil.which(command[0]) is None:
        what = f"{path}: starts {command[0]}, which is not there"
        return DoctorFinding(client.name, "warning", what, again)
    return DoctorFinding(client.name, "ok", f"{path}: starts {' '.join(command)}")
