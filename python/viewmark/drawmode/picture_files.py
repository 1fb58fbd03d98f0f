"""A place on disk for the pictures of one process."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING

from viewmark.private_dir import PrivateDir, sweep, temporary_folder, write_private

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Folder"]


class Folder:
    """Files of one process: readable by its owner only, random names.

    Args:
        folder: where to write, and leave what was written; None: a folder of our own below the
            system's temporary one (draw-mode, security), removed by `close`, or at exit. What
            killed processes left there is removed now.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._given = folder
        self._room: PrivateDir | None = None
        if folder is None:
            sweep(temporary_folder())

    def write_base64(self, data: str, suffix: str) -> Path:
        """A new file with the content that base64 text stands for."""
        return self.write(base64.b64decode(data), suffix)

    def write(self, data: bytes, suffix: str) -> Path:
        """A new file with that content.

        Raises:
            InvalidOption: our place in the temporary folder is open to other users.
        """
        name = f"draw-{secrets.token_hex(8)}{suffix}"
        if self._given is not None:
            self._given.mkdir(parents=True, exist_ok=True)
            return write_private(self._given, name, data)
        if self._room is None:
            self._room = PrivateDir(temporary_folder())
        return self._room.write(name, data)

    def drop(self, path: Path) -> None:
        """Remove one file."""
        path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove all files, if the folder is our own."""
        if self._room is not None:
            self._room.close()
            self._room = None
