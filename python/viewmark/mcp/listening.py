"""Address and access control of the HTTP server: other machines need the owner's token."""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
from collections.abc import MutableMapping, Sequence

from viewmark.errors import InvalidOption

TOKEN = "VIEWMARK_TOKEN"
"""Environment variable with the token; if it is not set, a token is generated on each run."""
_SHORTEST = 16
"""Minimum characters of a token: 96 bits in random Base64, too many to guess over a network."""


def configured_token(environ: MutableMapping[str, str] = os.environ) -> str | None:
    """Remove the token from the environment, so that browsers do not inherit it, and return it.

    Raises:
        InvalidOption: the token is too short, or cannot be sent in a header.
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
    """Open a listening socket, so that clients that connect during startup are not refused.

    Args:
        host: host name or IP address of this machine.
        port: port number; 0 selects a free one.
        has_token: whether the owner set a token; a generated token is only for the loopback
            interface.

    Raises:
        InvalidOption: the host is not an address of this machine, the port is in use, or other
            machines could connect without a token.
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
    """Return the accepted Host headers.

    On the loopback interface only this port is accepted, because another server on localhost may
    belong to someone else. On other interfaces every port is accepted, because a container or proxy
    may publish a different one.

    Args:
        listener: the server's socket.
        extra: further names of this machine, with or without a port.
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
