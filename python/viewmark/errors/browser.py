"""Errors of the browser process and of the connection to it."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class BrowserError(ViewmarkError):
    """The browser, or the connection to it, failed."""

    exit_code = 7
    default_hint = "Start the browser again."


class BrowserNotFound(BrowserError):
    """No Chrome or Chromium was found."""

    default_hint = (
        "Install Chrome or Chromium (Debian, Ubuntu: apt-get install chromium), "
        "or set VIEWMARK_BROWSER to its path."
    )


class BrowserFailed(BrowserError):
    """The browser could not be started, or did not become ready."""

    default_hint = "Read the browser's last output in the message; start it by hand to see more."


class ConnectionFailed(BrowserError):
    """No browser responds at the address."""

    default_hint = "Start the browser with --remote-debugging-port=9222 and give that address."
    retryable = True


class ConnectionLost(BrowserError):
    """The connection to the browser is lost, for example because the browser exited."""

    default_hint = "Open a new browser and observe again."


class CommandTimeout(BrowserError):
    """The browser did not respond to a command in time."""

    exit_code = 5
    default_hint = "The page may be busy; try again in a moment, or open another address."
    retryable = True


class ProtocolError(BrowserError):
    """The browser rejected a CDP command; the message quotes its response."""

    default_hint = "The browser may be too old; viewmark is tested with Chromium 156."


class SessionNotFound(BrowserError):
    """The command line has no background process for the session of that name."""

    code = "no_session"
    default_hint = "Open a page first: viewmark open URL."


class SessionFailed(BrowserError):
    """The background process of a session did not start, or exited during the call."""

    default_hint = "Open the page again: viewmark open URL; `viewmark doctor` says what is missing."
    retryable = True
