"""A private folder per process, removed at exit or, after a crash, at the next start.

Only its owner can read the folder. A file lock detects crashes, because the operating system
releases the lock when the process dies. A process ID would not be reliable, because another process
could get the same ID.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import weakref
from pathlib import Path

from viewmark.errors import InvalidOption
from viewmark.files import write_atomic

# On Windows an open file cannot be deleted, so an open file serves as the lock there.
if sys.platform != "win32":
    import fcntl


def default_folder() -> Path:
    """Return the user's runtime folder, or a folder in the temporary folder if there is none."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.access(runtime, os.W_OK):
        return Path(runtime) / "viewmark"
    return temporary_folder()


def temporary_folder() -> Path:
    """Return this user's folder in the system's temporary folder.

    If another user owns a folder with that name, return a folder in the home folder instead.
    """
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    from tempfile import gettempdir  # imported late, to start the command line faster

    folder = Path(gettempdir()) / f"viewmark-{user}"
    try:
        is_foreign = hasattr(os, "getuid") and folder.lstat().st_uid != os.getuid()
    except OSError:  # the folder does not exist yet, so nobody else owns it
        return folder
    return Path.home() / ".cache" / "viewmark" if is_foreign else folder


class PrivateDir:
    """A private folder that stays locked while this process is running.

    `close` removes the folder with its content; it also runs at exit.

    Args:
        base: folder in which the private folder is created, for example `default_folder()`. Private
            folders that crashed processes left there are deleted.

    Raises:
        InvalidOption: `base` belongs to another user, or other users can read it.
    """

    def __init__(self, base: Path) -> None:
        make_private(base)
        sweep(base)
        self.folder, self._lock_file = _claim(base)
        # The finalizer also runs at exit; unlike atexit, it does not keep the object alive.
        self.close = weakref.finalize(self, _vacate, self.folder, self._lock_file)

    @property
    def is_open(self) -> bool:
        """True if the folder still exists."""
        return self.close.alive

    def write(self, name: str, data: bytes) -> Path:
        """Write a new file to the folder, atomically."""
        return write_private(self.folder, name, data)


class PrivateFiles:
    """Files with random names that only their owner can read; the folder is created on first use.

    Args:
        folder: the folder for the files, which are kept. If None, a `PrivateDir` in the system's
            temporary folder is used, which is removed by `close` or at exit. In this case, the
            constructor also removes the folders of killed processes.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder_path = folder
        self._own: PrivateDir | None = None
        if folder is None:
            sweep(temporary_folder())

    def write(self, prefix: str, suffix: str, data: bytes) -> Path:
        """Write a new file and return its path.

        Raises:
            InvalidOption: other users can access the private folder in the temporary folder.
        """
        name = f"{prefix}-{os.urandom(8).hex()}{suffix}"
        if self._folder_path is not None:
            self._folder_path.mkdir(parents=True, exist_ok=True)
            return write_private(self._folder_path, name, data)
        if self._own is None:
            self._own = PrivateDir(temporary_folder())
        return self._own.write(name, data)

    def drop(self, path: Path) -> None:
        """Remove a file."""
        path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove all files if the folder is a `PrivateDir`; other folders keep their files."""
        if self._own is not None:
            self._own.close()
            self._own = None


def sweep(base: Path) -> int:
    """Delete the folders of crashed processes in `base`, and return their number.

    Nothing is deleted if other users can write to `base`. Folders of running processes are kept.
    """
    from shutil import rmtree  # imported late, to start the command line faster

    swept = 0
    try:
        _check_private(base)
    except (InvalidOption, OSError):
        return 0
    for lock in base.glob("*.lock"):
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                lock.unlink()
                rmtree(lock.with_suffix(""), ignore_errors=True)
            else:
                with lock.open("rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    rmtree(lock.with_suffix(""), ignore_errors=True)
                    lock.unlink()
            swept += 1
    return swept


def _claim(base: Path) -> tuple[Path, int]:
    """Create a folder in `base`, and the locked file that marks it as in use; return both."""
    while True:
        lock = base / f"{os.urandom(6).hex()}.lock"
        number = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another process may have deleted the file between its creation and the locking.
                if lock.exists():
                    break
            os.close(number)
        else:
            break
    folder = lock.with_suffix("")
    folder.mkdir(mode=0o700)
    return folder, number


def _vacate(folder: Path, number: int) -> None:
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
    if sys.platform == "win32":
        os.close(number)
    with contextlib.suppress(OSError):
        folder.with_suffix(".lock").unlink()
    if sys.platform != "win32":
        os.close(number)


def make_private(base: Path) -> None:
    """Create the folder; an existing folder is checked, because another user may own it.

    Raises:
        InvalidOption: the folder belongs to another user, or other users can read it.
    """
    with contextlib.suppress(FileExistsError):
        base.mkdir(mode=0o700, parents=True)
    _check_private(base)


def _check_private(base: Path) -> None:
    found = base.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise InvalidOption(f"{base} is not a folder.", hint="Name another folder for pictures.")
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        raise InvalidOption(
            f"{base} is open to other users (mode {found.st_mode & 0o777:o}).",
            hint="Name a folder of your own with mode 700.",
        )


def write_private(folder: Path, name: str, data: bytes) -> Path:
    """Write a new file that only its owner can read, atomically."""
    write_atomic(folder / name, data)
    return folder / name
