"""Which files may be uploaded: plain ones, inside folders that are allowed, that can be read."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from viewmark.errors import FileMissing, InvalidOption, PathNotAllowed

FILES_LIMIT = 100
"""Files of one upload."""


def readable_files(
    files: Sequence[str | Path], folders: Sequence[Path] | None, *, folder: bool = False
) -> list[Path]:
    """The files as absolute paths, links followed.

    Args:
        files: as given; a relative one is looked for in the allowed folders in their order.
        folders: what is in them may be uploaded, except what begins with a dot (`.env`, `.git`) and
            what lies below such a name; None: the current working folder.
        folder: a folder is wanted (a field that takes one), not files.

    Raises:
        InvalidOption: no files, or too many.
        FileMissing: one is not there, or cannot be read.
        PathNotAllowed: one lies outside of the folders, is hidden, or is not a plain file.
    """
    several = [files] if isinstance(files, (str, Path)) else list(files)
    if not 1 <= len(several) <= FILES_LIMIT:
        raise InvalidOption(f"files must be 1 to {FILES_LIMIT} files, not {len(several)}.")
    allowed = [Path.cwd()] if folders is None else [Path(each) for each in folders]
    return [_readable(each, allowed, folder=folder) for each in several]


def _readable(file: str | Path, allowed: Sequence[Path], *, folder: bool) -> Path:
    if not isinstance(file, (str, Path)) or not str(file) or "\0" in str(file):
        raise InvalidOption(f"A file is named by its path, not {file!r:.60}.", param="files")
    roots = [Path(os.path.realpath(each)) for each in allowed]
    written = Path(file).expanduser()
    # A relative path is looked for in one folder after the other, and never outside of them.
    places = [Path(os.path.realpath(root / written)) for root in roots or [Path.cwd()]]
    there = [each for each in places if _may(each, roots) and os.path.lexists(each)]
    path = there[0] if there else places[0]
    inside = [path.relative_to(root) for root in roots if path.is_relative_to(root)]
    # Asked before whether it is there: nothing is told of what lies outside.
    if not _may(path, roots):
        names = ", ".join(map(str, roots)) or "none"
        why = "is hidden (a name that begins with a dot)" if inside else "lies outside of them"
        raise PathNotAllowed(
            f"{str(file)!r} may not be uploaded: it {why}; the allowed folders are {names}.",
            hint="Put the file into an allowed folder, or allow its folder (--upload-folder).",
            path=str(file),
        )
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        raise FileMissing(f"There is no file {str(file)!r}.", path=str(file)) from None
    if not (stat.S_ISDIR(mode) if folder else stat.S_ISREG(mode)):
        wanted = "a folder" if folder else "a plain file"
        raise PathNotAllowed(
            f"{str(file)!r} is not {wanted}.", hint=f"Give {wanted}.", path=str(file)
        )
    if not os.access(path, os.R_OK):
        raise FileMissing(f"{str(file)!r} cannot be read.", path=str(file))
    return path


def _may(path: Path, roots: Sequence[Path]) -> bool:
    inside = (path.relative_to(root) for root in roots if path.is_relative_to(root))
    return any(not _is_hidden(each) for each in inside)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
