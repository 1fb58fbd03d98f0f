"""The screenshot slot: one picture, leased while a request uses it, always deleted after.

What it promises (FR-010, FR-011, FR-013, SC-004):

- one current picture under an id that nobody can guess and that is never used again
- a new picture replaces the old one in one step; an old id answers `superseded`, never with
  another picture
- a lease keeps the picture for one request, its retries included; when the last lease ends, in
  whatever way, the picture is deleted
- in memory only, or as a file that only its owner can read (0600 in a folder of 0700); files are
  deleted at exit, and after a crash by the next start

For those who send pictures to a model themselves; no other part of viewmark uses it.

A crash is told by a lock that the operating system gives back when a process dies; a process
number could by then belong to somebody else. Knows no browser, no event loop and no clock.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import stat
import sys
import tempfile
import threading
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, ClassVar

from viewmark.errors import ImageCorrupt, InvalidOption, PictureSuperseded

# On Windows an open file cannot be deleted, which serves as the lock.
if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Picture", "ScreenshotSlot", "default_folder", "sweep"]

_FORMATS = {"jpeg": "jpg", "png": "png"}


@dataclass(frozen=True, slots=True)
class Picture:
    """What is known of a stored picture without reading it."""

    id: str
    """Unguessable, never used again."""
    generation: int
    """1 for the first picture of the slot, then counting."""
    sha256: str
    """Content hash, hexadecimal."""
    format: str
    """`jpeg` or `png`."""
    size: int
    """Bytes."""
    path: Path | None
    """The file, while it exists; None for a slot in memory."""


class _Held:
    """A picture with its bytes and the number of leases on it."""

    def __init__(self, picture: Picture, data: bytes | None) -> None:
        self.picture, self.data, self.leases = picture, data, 0

    def read(self) -> bytes:
        picture = self.picture
        data = self.data if self.data is not None else _read(picture)
        if hashlib.sha256(data).hexdigest() != picture.sha256:
            raise ImageCorrupt(f"The picture {picture.id} was changed by somebody else.")
        return data

    def delete(self) -> None:
        self.data = b""
        if self.picture.path is not None:
            self.picture.path.unlink(missing_ok=True)


class ScreenshotSlot:
    """Keeps one picture at a time. Safe to use from several threads.

    Args:
        folder: where the private folder of this slot is made; None keeps pictures in memory.
            `default_folder()` is a good place. Leftovers of crashed processes there are deleted.

    Raises:
        InvalidOption: the folder belongs to somebody else or others can look into it.
    """

    MAX_BYTES: ClassVar[int] = 50_000_000
    """Larger pictures are refused; a 4K PNG has about 10 MB."""

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._current: _Held | None = None
        self._generation = 0
        self._room = _Room(folder) if folder is not None else None

    def put(self, data: bytes, *, format: str = "jpeg") -> Picture:
        """Store a picture; the one before is deleted as soon as no lease holds it.

        Raises:
            InvalidOption: no bytes, too many, or an unknown format.
        """
        if format not in _FORMATS:
            raise InvalidOption(f"format must be jpeg or png, not {format!r:.20}.")
        if not isinstance(data, bytes) or not 0 < len(data) <= self.MAX_BYTES:
            raise InvalidOption(f"A picture must be 1 to {self.MAX_BYTES} bytes.")
        name = secrets.token_hex(8)
        path = self._room.write(f"{name}.{_FORMATS[format]}", data) if self._room else None
        digest = hashlib.sha256(data).hexdigest()
        with self._lock:
            self._generation += 1
            picture = Picture(name, self._generation, digest, format, len(data), path)
            before, self._current = self._current, _Held(picture, None if path else data)
            if before is not None and not before.leases:
                before.delete()
        return picture

    @property
    def current(self) -> Picture | None:
        """The picture that can be leased now."""
        held = self._current
        return held.picture if held else None

    @contextlib.contextmanager
    def lease(self, picture_id: str) -> Iterator[bytes]:
        """The bytes of a picture for the length of one request, retries included.

        When the last lease ends, by success, error or cancellation, the picture is deleted.

        Raises:
            PictureSuperseded: it was replaced, or used and deleted, or never was.
            ImageCorrupt: the file was changed from outside.
        """
        with self._lock:
            held = self._current
            if held is None or held.picture.id != picture_id:
                now = f"; the current one is {held.picture.id}" if held else ""
                raise PictureSuperseded(
                    f"There is no picture {picture_id!r:.40} any more{now}.",
                    current=held.picture.id if held else None,
                )
            held.leases += 1
        try:
            yield held.read()
        finally:
            with self._lock:
                held.leases -= 1
                if not held.leases:
                    held.delete()
                    if self._current is held:
                        self._current = None

    def close(self) -> None:
        """Delete everything; a second call does nothing. Runs at exit by itself."""
        with self._lock:
            if self._current is not None:
                self._current.delete()
                self._current = None
            if self._room is not None:
                self._room.close()

    def __enter__(self) -> ScreenshotSlot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def default_folder() -> Path:
    """Where slots keep files: the user's runtime folder, else one below the system's temporary."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.access(runtime, os.W_OK):
        return Path(runtime) / "viewmark"
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"viewmark-{user}"


class _Room:
    """A private folder with a lock that lives as long as this process."""

    def __init__(self, base: Path) -> None:
        _make_private(base)
        sweep(base)
        self.folder, self._lock_file = _claim(base)
        # At exit too; a finaliser does not keep the slot alive as atexit would.
        self.close = weakref.finalize(self, _vacate, self.folder, self._lock_file)

    def write(self, name: str, data: bytes) -> Path:
        part, path = self.folder / f"{name}.part", self.folder / name
        if not self.close.alive:
            raise InvalidOption("The slot is closed.", hint="Make a new slot.")
        with _open_private(part) as file:
            file.write(data)
        part.replace(path)
        return path


def sweep(base: Path) -> int:
    """Delete what crashed processes left in `base`; returns how many folders that were."""
    swept = 0
    for lock in base.glob("*.lock"):
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                lock.unlink()
                shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            else:
                with lock.open("rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
                    lock.unlink()
            swept += 1
    return swept


def _claim(base: Path) -> tuple[Path, int]:
    """A new folder below `base` and the open, locked file that says that we live."""
    while True:
        lock = base / f"{secrets.token_hex(6)}.lock"
        number = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another start may have swept the file between its creation and the lock.
                if lock.exists():
                    break
            os.close(number)
        else:
            break
    folder = lock.with_suffix("")
    folder.mkdir(mode=0o700)
    return folder, number


def _vacate(folder: Path, number: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if sys.platform == "win32":
        os.close(number)
    with contextlib.suppress(OSError):
        folder.with_suffix(".lock").unlink()
    if sys.platform != "win32":
        os.close(number)


def _make_private(base: Path) -> None:
    """Make the folder, or check that it is ours alone: another user could have made it first."""
    with contextlib.suppress(FileExistsError):
        base.mkdir(mode=0o700, parents=True)
    found = base.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise InvalidOption(f"{base} is no folder.", hint="Name another folder for pictures.")
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        raise InvalidOption(
            f"{base} is open to other users (mode {found.st_mode & 0o777:o}).",
            hint="Name a folder of your own with mode 700.",
        )


def _open_private(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _read(picture: Picture) -> bytes:
    try:
        return picture.path.read_bytes() if picture.path else b""
    except OSError as error:
        raise ImageCorrupt(f"The picture {picture.id} cannot be read: {error.strerror}.") from error
