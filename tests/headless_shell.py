"""Finds Chromium's headless shell, in which most tests have their pages; prints its path when run.

It is Chromium without the parts of a browser with windows: the same Blink, V8, DevTools protocol
and compositor, for half of the processor time. Tests have their pages in it, and servers, sessions
and commands that they start are told of it by `VIEWMARK_BROWSER`. What is in `WHOLE`, or is marked
`full_browser`, is in the browser that viewmark finds by itself. A `VIEWMARK_BROWSER` of whoever
runs the tests decides for all.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ARGUMENTS = ("--site-per-process",)
"""What a browser with windows does by itself."""
WHOLE = ("browser/launch", "browser/cdp", "browser/test_scripts.py", "hosts", "test_reused_tab.py")
"""Folders whose tests are about browsers as users have them, in Chromium with all its parts."""
_HERE = Path(__file__).parent
NAMES = ("chromium-headless-shell", "chrome-headless-shell")


def find() -> str | None:
    """Its path; None where it is not installed, or the caller names a browser for all."""
    if os.environ.get("VIEWMARK_BROWSER"):
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_for(item: pytest.Item) -> bool:
    """Whether a test has its pages in it."""
    place = item.path.relative_to(_HERE).as_posix()
    return not (item.get_closest_marker("full_browser") or place.startswith(WHOLE))


def as_program(shell: str, folder: Path) -> Path:
    """A program that starts it with `ARGUMENTS`, for what starts browsers by itself."""
    program = folder / "headless-shell"
    program.write_text(f'#!/bin/sh\nexec {shell} {" ".join(ARGUMENTS)} "$@"\n')
    program.chmod(0o755)
    return program


if __name__ == "__main__":
    print(found := find() or "")
    sys.exit(not found)
