"""Writes files atomically, and only plain files.

The data is written to a new file next to the target, which only its owner can read, and which is
then renamed to the target. A full disk, a crash or a concurrent reader therefore never leaves or
sees an incomplete file. A hard link at the target is replaced instead of written through. Nothing
that could block, such as a pipe, is opened.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from viewmark.errors import FileNotWritten, PathNotAllowed

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_ADVICE = {
    errno.ENOSPC: "Free some space on that disk, or write elsewhere.",
    errno.EDQUOT: "Free some space on that disk, or write elsewhere.",
    errno.EROFS: "The folder is read-only; write elsewhere.",
    errno.EACCES: "Check the permissions of the folder, or write elsewhere.",
    errno.EPERM: "Check the permissions of the folder, or write elsewhere.",
    errno.ENAMETOOLONG: "Give a shorter name.",
    errno.ENOTDIR: "A part of the path is a file; give another name.",
}


def write_atomic(path: str | Path, data: bytes) -> Path:
    """Write a file in one step, with mode 0600; an existing file is replaced.

    Args:
        path: path of the file. A symbolic link is followed if its target is a plain file or does
            not exist yet.
        data: the complete content.

    Raises:
        PathNotAllowed: the path is a folder, pipe, socket or device.
        FileNotWritten: the file cannot be written; no part of it is left.
    """
    target = Path(path)
    part: Path | None = None
    try:
        target = Path(os.path.realpath(target))
        _check_kind(target)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = target.parent / f".viewmark-{os.urandom(8).hex()}.part"
        number = open_private(new)
        part = new
        with os.fdopen(number, "wb") as file:
            file.write(data)
        part.replace(target)
        part = None
    except (OSError, ValueError) as error:
        raise _not_written(target, error) from error
    finally:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink()
    return target


def open_private(path: Path) -> int:
    """Create a file with mode 0600, replacing an existing one; return its descriptor for writing.

    Raises:
        OSError: the file cannot be created.
    """
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, flags, 0o600)


def check_target(folder: Path, name: str) -> Path:
    """Return the real path of a file inside a folder, with `..` and links resolved.

    Raises:
        PathNotAllowed: the path is outside the folder, or is not a plain file.
        FileNotWritten: the name is not a valid file name.
    """
    if not name or "\0" in name:
        raise PathNotAllowed(f"{name[:60]!r} is not a file name.", param="save_to")
    try:
        root = Path(os.path.realpath(folder))
        # return the resolved path, so that the checked path is also the path that is written
        target = Path(os.path.realpath(root / name))
    except (OSError, ValueError) as error:
        raise _not_written(Path(name[:120]), error) from error
    if target == root or not target.is_relative_to(root):
        raise PathNotAllowed(
            f"{name[:120]!r} lies outside the output folder {folder}.", param="save_to"
        )
    try:
        _check_length(target, root)
        _check_kind(target)
    except (OSError, ValueError) as error:
        raise _not_written(target, error) from error
    return target


def write_inside(folder: Path, name: str, data: bytes) -> Path:
    """Write a file inside a folder; raises the errors of `check_target` and `write_atomic`."""
    return write_atomic(check_target(folder, name), data)


def _check_kind(target: Path) -> None:
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return
    kind = next((name for is_kind, name in _KINDS if is_kind(mode)), None)
    if kind is not None:
        raise PathNotAllowed(
            f"{_short(target)} is {kind}.", hint="Give the name of a plain file.", param="save_to"
        )


def _check_length(target: Path, root: Path) -> None:
    for part in target.relative_to(root).parts:
        if len(os.fsencode(part)) > 255:
            raise OSError(errno.ENAMETOOLONG, "File name too long")


def _not_written(target: Path, error: Exception) -> FileNotWritten:
    number = error.errno if isinstance(error, OSError) else None
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileNotWritten(
        f"{_short(target)} cannot be written: {why}.",
        hint=_ADVICE.get(number or 0),
        param="save_to",
    )


def _short(path: Path) -> str:
    text = str(path)
    return text if len(text) <= 160 else f"{text[:159]}…"
