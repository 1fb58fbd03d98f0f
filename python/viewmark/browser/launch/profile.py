"""Persistent browser profiles: a folder given by the caller, or a named one managed by us."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from viewmark.errors import InvalidOption

PROFILES = "VIEWMARK_PROFILES"
"""Environment variable with the folder that contains the named profiles."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_RESERVED = {"con", "prn", "aux", "nul"}  # reserved file names on Windows


def profile_folder(profile: str) -> Path:
    """Return the folder of a profile.

    Args:
        profile: name (letters, digits, `-` and `_`) of a profile in the user's data folder, which
            only the user can read; or a path that contains a separator (`./profile`).

    Raises:
        InvalidOption: `profile` is neither of these.
    """
    text = str(profile)
    if any(each in text for each in (os.sep, os.altsep) if each):
        return Path(text).expanduser()
    if not _NAME.fullmatch(text) or text.lower() in _RESERVED:
        raise InvalidOption(
            f"{text!r:.80} is not a name of a profile.",
            hint="Use letters, digits, - and _; or give a folder, such as ./profile.",
            param="profile",
        )
    home = _home()
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home / text


def _home() -> Path:
    if configured := os.environ.get(PROFILES):
        return Path(configured)
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "viewmark" / "profiles"
