"""Keeps one screenshot, which is leased while a request uses it, and deleted afterwards.

Guarantees (FR-010, FR-011, FR-013, SC-004):

- There is one current screenshot, with an unguessable ID that is never reused.
- A new screenshot replaces the old one atomically. The old ID then raises `PictureSuperseded`, and
  never returns another screenshot.
- A lease keeps the screenshot for one request and its retries. When the last lease ends, for any
  reason, the screenshot is deleted.
- The screenshot is kept only in memory, or in a file that only its owner can read (0600 in a folder
  with 0700). Files are deleted at exit or, after a crash, at the next start.

The slot is meant for programs that send screenshots to a model, such as
`viewmark.vision.VisionSession`. It does not depend on browser, event loop or clock; `private_dir`
decides where files are kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from viewmark.errors import ImageCorrupt, InvalidOption, PictureSuperseded
from viewmark.private_dir import PrivateDir

_FORMATS = {"jpeg": "jpg", "png": "png"}


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """Metadata of a stored screenshot."""

    id: str
    """Unguessable ID that is never reused."""
    generation: int
    """Number of the screenshot in this slot, from 1."""
    sha256: str
    """Hash of the content, hexadecimal."""
    format: str
    """`jpeg` or `png`."""
    size: int
    """Size in bytes."""
    path: Path | None
    """Path of the file; None for a slot in memory."""


class _Held:
    """A screenshot in the slot: its metadata, bytes, and number of active leases."""

    def __init__(self, picture: StoredPicture, data: bytes | None) -> None:
        self.picture, self.data, self.leases = picture, data, 0

    def read(self) -> bytes:
        picture = self.picture
        data = self.data if self.data is not None else _read_picture(picture)
        if hashlib.sha256(data).hexdigest() != picture.sha256:
            raise ImageCorrupt(f"The picture {picture.id} was changed from outside.")
        return data

    def delete(self) -> None:
        self.data = b""
        if self.picture.path is not None:
            self.picture.path.unlink(missing_ok=True)


class ScreenshotSlot:
    """Keeps one screenshot at a time. Thread-safe.

    Args:
        folder: folder in which the slot's private folder is created, for example
            `default_folder()`; private folders of crashed processes in it are deleted. If None,
            screenshots are kept in memory.

    Raises:
        InvalidOption: the folder belongs to another user, or other users can read it.
    """

    MAX_BYTES: ClassVar[int] = 50_000_000
    """Maximum size in bytes; larger screenshots are rejected. A 4K PNG has about 10 MB."""

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._current: _Held | None = None
        self._generation = 0
        self._room = PrivateDir(folder) if folder is not None else None

    def put(self, data: bytes, *, format: str = "jpeg") -> StoredPicture:
        """Store a screenshot; the previous one is deleted as soon as it has no lease.

        Raises:
            InvalidOption: the data is empty or too large, or the format is unknown.
        """
        if format not in _FORMATS:
            raise InvalidOption(f"format must be jpeg or png, not {format!r:.20}.")
        if not isinstance(data, bytes) or not 0 < len(data) <= self.MAX_BYTES:
            raise InvalidOption(f"A picture must be 1 to {self.MAX_BYTES} bytes.")
        if self._room is not None and not self._room.is_open:
            raise InvalidOption("The slot is closed.", hint="Make a new slot.")
        name = secrets.token_hex(8)
        path = self._room.write(f"{name}.{_FORMATS[format]}", data) if self._room else None
        digest = hashlib.sha256(data).hexdigest()
        with self._lock:
            self._generation += 1
            picture = StoredPicture(name, self._generation, digest, format, len(data), path)
            before, self._current = self._current, _Held(picture, None if path else data)
            if before is not None and not before.leases:
                before.delete()
        return picture

    @property
    def current(self) -> StoredPicture | None:
        """The screenshot that can be leased now; None if there is none."""
        held = self._current
        return held.picture if held else None

    @contextlib.contextmanager
    def lease(self, picture_id: str) -> Iterator[bytes]:
        """Provide the bytes of a screenshot for the duration of one request, including retries.

        When the last lease ends, by success, error or cancellation, the screenshot is deleted.

        Raises:
            PictureSuperseded: the screenshot was replaced, used and deleted, or never existed.
            ImageCorrupt: the file was changed by another program.
        """
        with self._lock:
            held = self._current
            if held is None or held.picture.id != picture_id:
                now = f"; the current one is {held.picture.id}" if held else ""
                raise PictureSuperseded(
                    f"The picture {picture_id!r:.40} does not exist any more{now}.",
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
        """Delete all screenshots; a second call does nothing. Also runs at exit."""
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


def _read_picture(picture: StoredPicture) -> bytes:
    try:
        return picture.path.read_bytes() if picture.path else b""
    except OSError as error:
        raise ImageCorrupt(f"The picture {picture.id} cannot be read: {error.strerror}.") from error
