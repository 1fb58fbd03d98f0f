"""Finds Chromium's headless shell, in which most tests have their pages; prints its path when run.

It is Chromium without the parts of a browser with windows: the same Blink, V8, DevTools protocol
and compositor, for half of the processor time. Tests about pages have theirs in it, and the
servers, sessions and commands of `SERVERS` are told of it by `VIEWMARK_BROWSER`. What asks for
`chromium` in another folder, and what is marked `full_browser`, is in the browser that viewmark
finds by itself. A `VIEWMARK_BROWSER` of whoever runs the tests decides for all.
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
FOLDERS = (
    "browser/discovery",
    "browser/actions",
    "browser/capture",
    "browser/frames",
    "drawmode",
    "comparison",
    "js/",
    "page/",
    "refs",
    "secret_fields",
    "api",
    "vision",
)
"""Folders whose tests are about pages, not about browsers."""
SERVERS = (
    "agents",
    "arena",
    "batch",
    "browser/test_refs_mutations.py",
    "cli",
    "mcp",
    "plugin",
    "reliability",
    "session",
    "slo",
    "survival",
)
"""Folders whose tests start browsers as users do, and files with pages that change for long."""
_HERE = Path(__file__).parent
NAMES = ("chromium-headless-shell", "chrome-headless-shell")


def find() -> str | None:
    """Its path; None where it is not installed, or the caller names a browser for all."""
    if os.environ.get("VIEWMARK_BROWSER"):
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_for(item: pytest.Item) -> bool:
    """Whether a test has its pages in it."""
    if item.get_closest_marker("full_browser"):
        return False
    place = item.path.relative_to(_HERE).as_posix()
    if place.startswith(SERVERS):
        return True
    return "chromium" not in getattr(item, "fixturenames", ()) and place.startswith(FOLDERS)


def as_program(shell: str, folder: Path) -> Path:
    """A program that starts it with `ARGUMENTS`, for what starts browsers by itself."""
    program = folder / "headless-shell"
    program.write_text(f'#!/bin/sh\nexec {shell} {" ".join(ARGUMENTS)} "$@"\n')
    program.chmod(0o755)
    return program


if __name__ == "__main__":
    print(found := find() or "")
    sys.exit(not found)
