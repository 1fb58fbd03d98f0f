"""Finds Chromium's headless shell, in which most tests have their pages; prints its path when run.

It is Chromium without the parts of a browser with windows: the same Blink, V8, DevTools protocol
and compositor, for half of the processor time. Tests about pages have theirs in it; what asks for
`chromium`, and what is started as users do it (`launch()`, the command line, the server), is the
browser that viewmark finds by itself. `VIEWMARK_BROWSER` decides for all.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

ARGUMENTS = ("--site-per-process",)
"""What a browser with windows does by itself."""
FOLDERS = (
    "browser/discovery",
    "browser/actions",
    "browser/capture",
    "browser/frames",
    "drawmode",
    "comparison",
    "js",
    "page",
    "refs",
    "secret_fields",
    "api",
    "vision",
)
"""Folders whose tests are about pages, not about browsers."""
_HERE = Path(__file__).parent
NAMES = ("chromium-headless-shell", "chrome-headless-shell")


def find() -> str | None:
    """Its path; None where it is not installed, or the caller names a browser for all."""
    if os.environ.get("VIEWMARK_BROWSER"):
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_for(path: Path, fixtures: Collection[str]) -> bool:
    """Whether a test in that file, with those fixtures, has its pages in it."""
    folder = path.parent.relative_to(_HERE).as_posix()
    return "chromium" not in fixtures and folder.startswith(FOLDERS)


if __name__ == "__main__":
    print(found := find() or "")
    sys.exit(not found)
