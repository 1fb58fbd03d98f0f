"""The endpoint of a session: its private folder, socket, lock and messages.

The endpoint is a Unix socket with mode 0600 in a folder with mode 0700. Where there are no Unix
sockets (Windows), it is a port on the loopback interface plus a secret token; both are stored in a
file that only the user can read.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
import sys
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, create_connection, create_server
from socket import socket as Socket
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.native import core
from viewmark.private_dir import default_folder, make_private, write_private

if sys.platform != "win32":
    import fcntl


LENGTH = struct.Struct(">I")
"""Format of each message's prefix: the number of bytes of JSON that follow."""
LONGEST = 16 << 20
"""Maximum bytes of a message to a session: the longest script or text that a verb accepts, with
every character escaped. Replies may be longer, because they contain images.
"""
TOKEN_LENGTH = 64
"""Number of bytes of the token that a client sends first if the endpoint is a port."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_PATH_LIMIT = 103 if sys.platform == "darwin" else 107


def pack_message(message: Any) -> bytes:
    """Return a message as JSON, preceded by its length in bytes."""
    body = json.dumps(message).encode()
    return LENGTH.pack(len(body)) + body


def session_name(text: str) -> str:
    """Validate the name of a session.

    Raises:
        InvalidOption: the name is invalid.
    """
    if _NAME.fullmatch(text) is None:
        raise InvalidOption(
            f"{text[:60]!r} is not the name of a session.",
            hint="Letters, digits, dots, dashes and underscores, at most 40.",
            param="session",
        )
    return text


def session_version() -> str:
    """Return the version, which client and process must share; tests set a different one."""
    return os.environ.get("VIEWMARK_SESSION_VERSION") or core.__version__


def sessions_folder() -> Path:
    """Return the private folder of this user's sessions; `VIEWMARK_SESSIONS` overrides it."""
    named = os.environ.get("VIEWMARK_SESSIONS")
    if named:
        folder = Path(named).absolute()
    else:
        make_private(default_folder())
        folder = default_folder() / "sessions"
    make_private(folder)
    return folder


class SessionEndpoint:
    """The files and the connection of one session.

    Args:
        name: name of the session.
        folder: folder of the session; the folder of all sessions if omitted.

    Raises:
        InvalidOption: the name is invalid, other users can access the folder, or the path is too
            long.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self.name = session_name(name)
        self.folder = folder or sessions_folder()
        self.by_port = sys.platform == "win32" or os.environ.get("VIEWMARK_SESSION_PORT") == "1"
        if not self.by_port and len(os.fsencode(self.socket)) > _PATH_LIMIT:
            raise InvalidOption(
                f"The path of the session's socket is too long: {self.socket}.",
                hint="Name a folder with a short path in VIEWMARK_SESSIONS.",
            )

    @property
    def socket(self) -> Path:
        """Path of the Unix socket."""
        return self.folder / f"{self.name}.sock"

    @property
    def address(self) -> Path:
        """Path of the file with port and token, used where there are no Unix sockets."""
        return self.folder / f"{self.name}.port"

    @property
    def log(self) -> Path:
        """Path of the background process's log file."""
        return self.folder / f"{self.name}.log"

    @property
    def listening(self) -> bool:
        """Whether a socket or address file exists, which may be left over from a killed process."""
        return (self.address if self.by_port else self.socket).exists()

    def connect(self) -> tuple[Socket, str] | None:
        """Connect to the process; return socket and token, or None if no process is listening."""
        try:
            if self.by_port:
                port, token = json.loads(self.address.read_bytes())
                return create_connection(("127.0.0.1", int(port)), timeout=10), str(token)
            link = Socket(AF_UNIX, SOCK_STREAM)
        except (OSError, ValueError):
            return None
        try:
            link.connect(str(self.socket))
        except OSError:
            link.close()
            return None
        return link, ""

    def lock(self) -> int | None:
        """Take the session's lock until this process ends; return None if it is taken already."""
        number = os.open(self.folder / f"{self.name}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(number)
            return None
        return number

    def listen(self) -> tuple[Socket, str]:
        """Start listening, replacing the socket of a killed process; return socket and token.

        The caller must hold the lock.
        """
        self.leave()
        if self.by_port:
            door = create_server(("127.0.0.1", 0))
            token = os.urandom(TOKEN_LENGTH // 2).hex()
            place = json.dumps([door.getsockname()[1], token]).encode()
            write_private(self.folder, self.address.name, place)
            return door, token
        door = Socket(AF_UNIX, SOCK_STREAM)
        before = os.umask(0o177)
        try:
            door.bind(str(self.socket))
        finally:
            os.umask(before)
        door.listen(16)
        return door, ""

    def leave(self) -> None:
        """Remove the socket and the address file."""
        for path in (self.socket, self.address):
            with contextlib.suppress(OSError):
                path.unlink()
