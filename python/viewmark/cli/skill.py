"""`viewmark skill`: the file that teaches coding agents the verbs of sessions."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from viewmark.files import write_atomic

_FOLDERS = {"claude": Path(".claude", "skills"), "agents": Path(".agents", "skills")}
"""Folders in the home folder in which clients look for a user's global skills, keyed by client."""


def skill(install: str | None = None) -> str:
    """Return the skill file, or the path to which it was written.

    Args:
        install: `claude`, `agents`, or a folder of skills to write to; None: do not write.

    Raises:
        PathNotAllowed, FileNotWritten: the file cannot be written there.
    """
    text = (files("viewmark.shell") / "SKILL.md").read_text("utf-8")
    if install is None:
        return text.rstrip()
    known = _FOLDERS.get(install)
    folder = Path.home() / known if known is not None else Path(install)
    path = folder / "viewmark" / "SKILL.md"
    write_atomic(path, text.encode())
    path.chmod(0o644)
    return f"written: {path}"
