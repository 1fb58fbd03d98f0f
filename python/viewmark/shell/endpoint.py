"""Where a session listens: its private folder, socket, lock and messages.

A Unix socket of mode 0600 in a folder of mode 0700. Where there are none (Windows) it is a port of
the loopback and a secret token, both in a file that only the user can read.
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
"""Before each message: how many bytes of JSON follow."""
LONGEST = 16 << 20
"""Bytes of one message to a session: the longest script or text that a verb takes, each character
escaped. Answers, with pictures in them, may be longer."""
TOKEN_LENGTH = 64
"""Bytes of the token that a client sends first, where a port is listened on."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_PATH_LIMIT = 103 if sys.platform == "darwin" else 107


def pack_message(message: Any) -> bytes:
    """A message as bytes."""
    body = json.dumps(message).encode()
    return LENGTH.pack(len(body)) + body


def session_name(text: str) -> str:
    """The name of a session.

    Raises:
        InvalidOption: it cannot be one.
    """
    if _NAME.fullmatch(text) is None:
        raise InvalidOption(
            f"{text[:60]!r} is not the name of a session.",
            hint="Letters, digits, dots, dashes and underscores, at most 40.",
            param="session",
        )
    return text


def session_version() -> str:
    """The version that client and process must agree on; tests pretend to be of another one."""
    return os.environ.get("VIEWMARK_SESSION_VERSION") or core.__version__


def sessions_folder() -> Path:
    """The private folder of all sessions of this user; `VIEWMARK_SESSIONS` names another one."""
    named = os.environ.get("VIEWMARK_SESSIONS")
    if named:
        folder = Path(named).absolute()
    else:
        make_private(default_folder())
        folder = default_folder() / "sessions"
    make_private(folder)
    return folder


class SessionEndpoint:
    """The place of one session.

    Args:
        name: of the session.
        folder: where it is; that of all sessions if omitted.

    Raises:
        InvalidOption: not a name, or the folder is open to others, or its path is too long.
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
        """The Unix socket."""
        return self.folder / f"{self.name}.sock"

    @property
    def address(self) -> Path:
        """Port and token, where there are no Unix sockets."""
        return self.folder / f"{self.name}.port"

    @property
    def log(self) -> Path:
        """Log file of the background process."""
        return self.folder / f"{self.name}.log"

    @property
    def listening(self) -> bool:
        """Whether something was left here by a process, alive or not."""
        return (self.address if self.by_port else self.socket).exists()

    def connect(self) -> tuple[Socket, str] | None:
        """A connection to the process and its token; None if nobody listens."""
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
        """The lock of the session, held until the process ends; None if another one has it."""
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
        """Listen, in place of the socket of a killed process; returns socket and token.

        Only who has the lock may call this.
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
        """Remove socket and address."""
        for path in (self.socket, self.address):
            with contextlib.suppress(OSError):
                path.unlink()
