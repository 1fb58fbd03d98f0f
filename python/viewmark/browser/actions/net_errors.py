"""Explains why the browser could not open a page, and what to do next. Pure functions.

The error names are those of Chromium's network stack (`net/base/net_error_list.h`).
"""

from __future__ import annotations

from typing import NamedTuple

from viewmark.errors import NavigationFailed


class _Meaning(NamedTuple):
    """Explanation of one of Chromium's network errors, for error messages."""

    hint: str
    reason: str = ""
    """Text that replaces "could not be opened" in the message."""
    passes: bool = False
    """Whether the same URL may open later without any change (the error is retryable)."""


_LOGIN = (
    "Give user and password for its origin: configure traffic credentials over MCP, viewmark "
    "network auth in a shell, page.set_http_credentials in Python."
)

_CERTIFICATE = (
    "Use a certificate that this machine trusts, or http; for a server of your own start the "
    "browser with --ignore-certificate-errors (args in Python) or attach to one."
)

_PROXY = "Check the proxy that the browser was started with."

_MEANINGS: dict[str, _Meaning] = {
    "ERR_INVALID_AUTH_CREDENTIALS": _Meaning(_LOGIN, "asks for a user and a password (HTTP 401)"),
    "ERR_UNSAFE_PORT": _Meaning(
        "Browsers open no page on this port, whatever listens there; serve it on another one, "
        "such as 8080.",
        "is on a forbidden port",
    ),
    "ERR_NAME_NOT_RESOLVED": _Meaning(
        "Check the spelling of the host, and that this machine has a network and a name server.",
        "has a host that is not known here",
    ),
    "ERR_CONNECTION_REFUSED": _Meaning(
        "Nothing listens on that port: start the server, or correct the port.", passes=True
    ),
    "ERR_INTERNET_DISCONNECTED": _Meaning(
        "This machine has no network, or the tab was told to be offline (configure emulate, "
        "network speed, set_network_conditions)."
    ),
    "ERR_ADDRESS_UNREACHABLE": _Meaning("There is no way to that address from this machine."),
    "ERR_SSL_PROTOCOL_ERROR": _Meaning("The server speaks no TLS on that port; try http://."),
    "ERR_TOO_MANY_REDIRECTS": _Meaning(
        "The server sends in a circle, often for want of a log-in or a cookie.",
    ),
    "ERR_HTTP_RESPONSE_CODE_FAILURE": _Meaning(
        "The server answered with an error status and no page; observe network has the status.",
        passes=True,
    ),
    "ERR_EMPTY_RESPONSE": _Meaning(
        "The server closed the connection without an answer; see its log.", passes=True
    ),
    "ERR_PROXY_CONNECTION_FAILED": _Meaning(_PROXY, passes=True),
    "ERR_TUNNEL_CONNECTION_FAILED": _Meaning(_PROXY, passes=True),
    "ERR_BLOCKED_BY_CLIENT": _Meaning(
        "It is blocked: by configure traffic, network block, or page.block_requests.",
    ),
    "ERR_UNKNOWN_URL_SCHEME": _Meaning("The browser opens http, https and files."),
    "ERR_FILE_NOT_FOUND": _Meaning("Check the path; an address of a file is absolute."),
}


def not_opened(shown: str, reason: str) -> NavigationFailed:
    """Return the error for a URL that the browser could not open.

    Args:
        shown: the URL, with secrets redacted.
        reason: Chromium's error name, such as `net::ERR_CONNECTION_REFUSED`.
    """
    name = reason.removeprefix("net::")
    found = _MEANINGS.get(name)
    if found is None and name.startswith("ERR_CERT_"):
        found = _Meaning(_CERTIFICATE)
    why = (found.reason if found else "") or "could not be opened"
    message = f"{shown} {why}: {reason}."
    if name == "ERR_FILE_NOT_FOUND":
        message = f"There is no file at {shown}."
    return NavigationFailed(
        message,
        hint=None if found is None else found.hint,
        retryable=None if found is None else found.passes,
        url=shown,
        reason=reason,
    )
