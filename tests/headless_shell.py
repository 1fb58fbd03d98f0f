"""Finds Chromium's headless shell, which runs most tests; prints its path when run as a program.

The shell is Chromium without the browser UI: the same Blink, V8, DevTools protocol and compositor,
for half of the CPU time. Tests open their pages in it, and pass it in `VIEWMARK_BROWSER` to the
servers, sessions and commands that they start. Tests in `WHOLE`, or marked `full_browser`, use the
browser that viewmark finds by itself. If the caller sets `VIEWMARK_BROWSER`, all tests use that.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

ARGUMENTS = ("--site-per-process",)
"""Flags for behaviour that the full browser has by default."""
WHOLE = ("browser/launch", "browser/cdp", "browser/test_scripts.py", "hosts", "test_reused_tab.py")
"""Folders of tests that need the full browser, as users have it."""
_HERE = Path(__file__).parent
NAMES = ("chromium-headless-shell", "chrome-headless-shell")


def find() -> str | None:
    """Return the shell's path; None if it is missing, or the caller sets `VIEWMARK_BROWSER`."""
    if os.environ.get("VIEWMARK_BROWSER"):
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_for(item: pytest.Item) -> bool:
    """Return whether a test uses the headless shell."""
    place = item.path.relative_to(_HERE).as_posix()
    return not (item.get_closest_marker("full_browser") or place.startswith(WHOLE))


def as_program(shell: str, folder: Path) -> Path:
    """Return a program that starts the shell with `ARGUMENTS`, for processes that launch it."""
    program = folder / "headless-shell"
    program.write_text(f'#!/bin/sh\nexec {shell} {" ".join(ARGUMENTS)} "$@"\n')
    program.chmod(0o755)
    return program


if __name__ == "__main__":
    print(found := find() or "")
    sys.exit(not found)
