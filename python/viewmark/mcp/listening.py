"""Address and access of the HTTP server: beyond the loopback only with a token of the owner."""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
from collections.abc import MutableMapping, Sequence

from viewmark.errors import InvalidOption

TOKEN = "VIEWMARK_TOKEN"
"""The environment variable with the token; without it one is made for each run."""
_SHORTEST = 16
"""Characters: 96 bits if they are random Base64, beyond guessing over a network."""


def configured_token(environ: MutableMapping[str, str] = os.environ) -> str | None:
    """Take the token out of the environment, so that browsers do not inherit it.

    Raises:
        InvalidOption: it is too short, or cannot be sent in a header field.
    """
    token = environ.pop(TOKEN, "")
    if not token:
        return None
    if len(token) < _SHORTEST or not re.fullmatch(r"[\x21-\x7e]+", token):
        raise InvalidOption(
            f"{TOKEN} must have {_SHORTEST} or more visible ASCII characters without blanks.",
            hint="Make one with: python -c 'import secrets; print(secrets.token_urlsafe(24))'.",
        )
    return token


def listen(host: str, port: int, *, has_token: bool) -> socket.socket:
    """A socket that listens; from here on clients wait instead of being refused.

    Args:
        host: name or number of one of our own addresses.
        port: 0 for a free one.
        has_token: whether the owner gave a token; a made one is for the loopback only.

    Raises:
        InvalidOption: not an address of this machine, a port that is taken, or an address that
            others can reach without a token.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise InvalidOption(f"There is no address {host[:80]!r} to listen on.") from None
    if not has_token and not ipaddress.ip_address(str(address[0])).is_loopback:
        raise InvalidOption(
            f"{host} can be reached from other machines, so it needs a token that you chose.",
            hint=f"Set {TOKEN} to 16 or more random characters, or leave --host out.",
        )
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        hint = "Check --host and --port."
        if error.errno == errno.EADDRINUSE:
            hint = "Give another one with --port; 0 takes a free one."
        raise InvalidOption(
            f"Port {port} of {host} cannot be listened on: {error.strerror}.", hint=hint
        ) from None
    return listener


def allowed_names(listener: socket.socket, extra: Sequence[str] = ()) -> list[str]:
    """The Host headers that are answered.

    On the loopback it is exactly this port: any other page on localhost is somebody else's. Beyond
    it a container or a proxy may publish another port, so any port of these names.

    Args:
        listener: where the server listens.
        extra: names by which others know this machine, with or without a port.
    """
    address, port = listener.getsockname()[:2]
    number = f"[{address}]" if ":" in address else str(address)
    if ipaddress.ip_address(address).is_loopback:
        own = [f"{name}:{port}" for name in ("127.0.0.1", "localhost", number)]
    else:
        own = [f"{name}:*" for name in ("127.0.0.1", "localhost", "[::1]", number)]
    for name in extra:
        has_port = re.search(r":(\d+|\*)$", name)
        own += [name] if has_port else [name, f"{name}:*"]
    return list(dict.fromkeys(own))
