"""Errors of the browser process and of the connection to it."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class BrowserError(ViewmarkError):
    """The browser or the connection to it is at fault."""

    code = "browser_error"
    default_hint = "Start the browser again."


class BrowserNotFound(BrowserError):
    """No Chrome or Chromium was found."""

    code = "browser_not_found"
    default_hint = (
        "Install Chrome or Chromium (Debian, Ubuntu: apt-get install chromium), "
        "or set VIEWMARK_BROWSER to its path."
    )


class BrowserFailed(BrowserError):
    """The browser was started but did not become ready."""

    code = "browser_failed"
    default_hint = "Read the browser's last words in the message; start it by hand to see more."


class ConnectionFailed(BrowserError):
    """Nobody answers CDP at that address."""

    code = "connection_failed"
    default_hint = "Start the browser with --remote-debugging-port=9222 and give that address."
    retryable = True


class ConnectionLost(BrowserError):
    """The connection to the browser ended while it was needed."""

    code = "connection_lost"
    default_hint = "The browser is gone; open a new one and observe again."


class CommandTimeout(BrowserError):
    """The browser did not answer a command in time."""

    code = "command_timeout"
    default_hint = "The page may be busy; try again, or pass a longer timeout."
    retryable = True


class ProtocolError(BrowserError):
    """The browser refused a CDP command; the message carries its words."""

    code = "protocol_error"
    default_hint = "The browser may be too old; viewmark is tested with Chromium 156."
