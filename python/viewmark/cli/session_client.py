"""Sends requests to the background process of a session, and starts the process if needed."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping
from typing import Any

from viewmark.errors import InvalidOption, SessionFailed, SessionNotFound
from viewmark.shell.endpoint import (
    LENGTH,
    LONGEST,
    SessionEndpoint,
    pack_message,
    session_version,
    sessions_folder,
)

DEFAULT_SESSION = "default"
IDLE = 1800.0
"""Seconds without a call after which a session ends."""


class SessionClient:
    """The client side of a session.

    Args:
        name: name of the session; `VIEWMARK_SESSION` or `default` if omitted.

    Raises:
        InvalidOption: the name is invalid.
    """

    def __init__(self, name: str | None = None) -> None:
        self.endpoint = SessionEndpoint(
            name or os.environ.get("VIEWMARK_SESSION") or DEFAULT_SESSION
        )
        self.notes: list[str] = []
        """Notes for the user in addition to the reply, for example that the session was restarted.
        """

    def send_verb(
        self, request: Mapping[str, Any], *, options: Mapping[str, Any], starts: bool
    ) -> dict[str, Any]:
        """Send a request; return the reply of the process.

        Args:
            request: verb, arguments and output options.
            options: browser options given on the command line.
            starts: whether to start the process if it is not running.

        Raises:
            SessionNotFound: the process is not running.
            SessionFailed: the process did not start, or ended during the call.
        """
        answer = self._send(request, options)
        if answer is not None and "version" in answer:
            theirs, their_options = answer["version"], answer["options"]
            self.close()
            message = f"The session {self.endpoint.name} was of viewmark {theirs}, this is"
            message += f" {session_version()}: it was ended, and its pages are gone."
            if not starts:
                raise SessionNotFound(message)
            self.notes.append(message)
            answer, options = None, {**their_options, **options}
        if answer is None:
            if not starts:
                raise SessionNotFound(f"There is no session {self.endpoint.name!r}.")
            self._start(options)
            answer = self._send(request, {})
        if answer is None or "version" in answer:
            raise self._session_error("does not answer")
        return answer

    def close(self) -> bool:
        """End the session; return whether it was running."""
        return self._send({"verb": "close"}, {}) is not None

    def status(self) -> dict[str, Any] | None:
        """Return the status of the session; None if it is not running."""
        answer = self._send({"verb": "status"}, {})
        if answer is None:
            return None
        if "version" in answer:
            return {"session": self.endpoint.name, **{k: answer[k] for k in ("pid", "version")}}
        found: dict[str, Any] = json.loads(answer["out"])
        return found

    def _send(
        self, request: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Send a message; return the reply, or None if no process is listening."""
        message = pack_message({**request, "options": options, "version": session_version()})
        if len(message) > LONGEST:
            raise InvalidOption(
                f"The call has {len(message)} bytes; {LONGEST} are the most.",
                hint="Give long texts in parts.",
            )
        connected = self.endpoint.connect()
        if connected is None:
            return None
        link, token = connected
        with link:
            link.settimeout(None)
            try:
                link.sendall(token.encode() + message)
                (size,) = LENGTH.unpack(_read_exactly(link, LENGTH.size))
                answer: dict[str, Any] = json.loads(_read_exactly(link, size))
            except (OSError, ValueError, EOFError):
                if request["verb"] == "close":
                    return {"out": "closed"}
                raise self._session_error("ended during the call") from None
        return answer

    def _start(self, options: Mapping[str, Any]) -> None:
        # imported here, because most calls find a running process and need no subprocess
        import subprocess

        chosen = {"idle": IDLE, "output": os.path.abspath("viewmark-output"), **options}
        command = [sys.executable, "-m", "viewmark.shell.process", self.endpoint.name]
        flags: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
            flags = {"creationflags": apart | subprocess.CREATE_NO_WINDOW}
        number = os.open(self.endpoint.log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=self.endpoint.folder,
                **flags,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as options_of_it:
            options_of_it.write(json.dumps(chosen).encode())
        with process.stdout:
            ready = process.stdout.readline()  # the line is empty if the session does not start
        if not ready and process.wait() != 0:
            raise self._session_error("did not start")
        process.returncode = 0  # avoids Popen's ResourceWarning for a process that keeps running

    def _session_error(self, what: str) -> SessionFailed:
        last = ""
        try:
            lines = self.endpoint.log.read_text("utf-8", "replace").strip().splitlines()
            last = f" Its last words: {lines[-1][:300]}" if lines else ""
        except OSError:
            pass
        return SessionFailed(f"The process of session {self.endpoint.name} {what}.{last}")


def sessions() -> list[dict[str, Any]]:
    """Return the running sessions, sorted by name."""
    names = {path.stem for path in sessions_folder().iterdir() if path.suffix in (".sock", ".port")}
    found = []
    for name in sorted(names):
        try:
            status = SessionClient(name).status()
        except (InvalidOption, SessionFailed):
            continue
        if status is not None:
            found.append(status)
    return found


def _read_exactly(link: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = link.recv(min(size - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
