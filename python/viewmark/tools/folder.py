"""A place on disk for the pictures of one process."""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
import tempfile
from pathlib import Path

__all__ = ["Folder"]


class Folder:
    """Files of one process: readable by its owner only, random names.

    Args:
        folder: where to write, and leave what was written; None: a folder of our own, removed by
            `close`. What a killed process leaves there is left to the system's temporary folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._own = folder is None
        self._folder = folder
        self._files: list[Path] = []

    def write_base64(self, data: str, suffix: str) -> Path:
        """A new file with the content that base64 text stands for."""
        return self.write(base64.b64decode(data), suffix)

    def write(self, data: bytes, suffix: str) -> Path:
        """A new file with that content."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="viewmark-draw-"))
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"draw-{secrets.token_hex(8)}{suffix}"
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        self._files.append(path)
        return path

    def drop(self, path: Path) -> None:
        """Remove one file."""
        path.unlink(missing_ok=True)
        self._files = [p for p in self._files if p != path]

    def close(self) -> None:
        """Remove all files, if the folder is our own."""
        if not self._own or self._folder is None:
            return
        for path in self._files:
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._folder.rmdir()
