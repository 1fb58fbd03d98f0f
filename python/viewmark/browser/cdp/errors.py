"""Maps errors of CDP and its transports to viewmark's errors.

Only unknown errors and failed navigations are reported in the browser's words; of the others, CDP's
text is only in the error's data.

CDP has almost no distinct error codes (nearly all are -32000), so the message text decides. Texts
are matched as fragments, because clients wrap them ("Protocol error (X): ..."). Verified with
Chromium 156.
"""

from __future__ import annotations

from collections.abc import Callable

from viewmark.errors import (
    ConnectionLost,
    NavigationFailed,
    PageCrashed,
    PageNavigated,
    ProtocolError,
    ScreenshotFailed,
    TabNotFound,
    ViewmarkError,
)
from viewmark.text import one_line

WORDS: tuple[tuple[str, type[ViewmarkError]], ...] = (
    ("Inspected target navigated or closed", PageNavigated),
    ("Not attached to an active page", PageNavigated),
    ("Cannot find context with specified id", PageNavigated),
    ("Execution context was destroyed", PageNavigated),
    ("uniqueContextId not found", PageNavigated),
    ("Frame with the given id was not found", PageNavigated),
    ("No frame for given id found", PageNavigated),
    ("No frame with given id found", PageNavigated),
    ("Frame with the given frameId is not found", PageNavigated),
    ("Argument should belong to the same JavaScript world", PageNavigated),
    ("Could not find object with given id", PageNavigated),
    ("Target crashed", PageCrashed),
    ("Session with given id not found", TabNotFound),
    ("No session with given id", TabNotFound),
    ("No target with given id found", TabNotFound),
    ("Target closed", TabNotFound),
    ("Target page, context or browser has been closed", TabNotFound),
    ("Cannot navigate to invalid URL", NavigationFailed),
    ("Unable to capture screenshot", ScreenshotFailed),
)
"""Pairs of a fragment of a CDP error message and the error that it indicates; the first fragment
that occurs in a message counts."""

_SUMMARIES: dict[type[ViewmarkError], str] = {
    PageNavigated: "The page navigated while it was being observed.",
    PageCrashed: "The page's renderer process crashed.",
    TabNotFound: "The tab is closed or does not exist.",
    ScreenshotFailed: "The browser took no screenshot.",
}
"""Messages in place of CDP's texts. Other errors are reported in the browser's words."""
_BY_METHOD: dict[str, type[ViewmarkError]] = {
    "Page.captureScreenshot": ScreenshotFailed,
    "Page.navigate": NavigationFailed,
}
"""What "Internal error" means if CDP gives no other text, keyed by the method of the command."""


def lost_error(kind: type[ViewmarkError], words: str) -> Callable[[str], ViewmarkError]:
    """Return a factory for errors of pending commands; only the error data names the CDP method."""
    return lambda method: kind(words, method=method)


def was_not_begun(error: ViewmarkError) -> bool:
    """Return whether the execution context was destroyed before the function ran in it."""
    return _mentions(error, "Cannot find context")


def is_invalid_address(error: ViewmarkError) -> bool:
    """Return whether a navigation was rejected because of its URL, before any request."""
    return _mentions(error, "invalid URL")


def _mentions(error: ViewmarkError, fragment: str) -> bool:
    return fragment in str(error.data.get("cdp_message", error.message))


def from_cdp(method: str, error: object) -> ViewmarkError:
    """Convert a CDP error object.

    Args:
        method: the command that failed.
        error: the `error` member of the reply: `{code, message, data?}`, not validated.
    """
    code = error.get("code") if isinstance(error, dict) else None
    words = one_line(error.get("message", "") if isinstance(error, dict) else error)
    detail = one_line(error.get("data", "") or "") if isinstance(error, dict) else ""
    reply = f"{words} ({detail})" if detail else words
    return _build(method, reply or "no reason given", code if isinstance(code, int) else None)


def from_foreign(method: str, error: BaseException) -> ViewmarkError:
    """Convert an exception raised by another CDP client.

    A lost connection is recognised by the exception's class, everything else by its text.
    """
    if isinstance(error, ViewmarkError):
        return error
    words = one_line(error) or type(error).__name__
    if isinstance(error, (ConnectionError, EOFError)) or "ConnectionClosed" in type(error).__name__:
        return ConnectionLost(f"The connection to the browser is gone: {words}", method=method)
    return _build(method, words, None)


def _build(method: str, words: str, code: int | None) -> ViewmarkError:
    cls = next((cls for fragment, cls in WORDS if fragment in words), ProtocolError)
    if cls is ProtocolError and "Internal error" in words:
        cls = _BY_METHOD.get(method, ProtocolError)
    message = _SUMMARIES.get(cls, f"{method} failed: {words}")
    return cls(message, method=method, cdp_code=code, cdp_message=words)
