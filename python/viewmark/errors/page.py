"""Errors of a page: crashed, navigated, blocked by a dialog, closed, or without a screenshot."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class PageError(ViewmarkError):
    """The page cannot handle the request."""

    exit_code = 6
    default_hint = "Observe the page again."


class PageCrashed(PageError):
    """The page's renderer process crashed."""

    default_hint = "Reload the page, or open it in a new tab."


class TabNotFound(PageError):
    """The tab is closed or does not exist."""

    default_hint = "List the tabs and choose one that is open."


class DialogOpen(PageError):
    """A JavaScript dialog (alert, confirm, prompt, beforeunload) blocks the page."""

    default_hint = "Accept or dismiss the dialog (answer_dialog), then try again."
    retryable = True


class NavigationFailed(PageError):
    """The navigation ended with an error, a timeout or a download, or the history has no entry."""

    default_hint = "Check the address and that its server is running."
    retryable = True


class PageNavigated(PageError):
    """The page navigated while it was being observed."""

    default_hint = "Wait until the new page has loaded, then observe again."
    retryable = True


class RestrictedPage(PageError):
    """The page is internal to the browser (chrome://, devtools://, view-source:, extensions)."""

    default_hint = "Cannot capture screenshots of browser internal pages."


class ScreenshotFailed(PageError):
    """No screenshot was possible, for example because secrets could not be covered."""

    default_hint = "Try again; if it persists, reload the page."
    retryable = True


class ScriptFailed(PageError):
    """A page script of viewmark threw, could not be loaded, or returned invalid data."""

    default_hint = "Reload the page and try again; if it persists, report the page."
    retryable = True


class ReadingForgotten(PageError):
    """The earlier reading to continue or to compare with is no longer kept."""

    default_hint = "Read the page again, without since or cursor."


class SecretRefused(PageError):
    """The content of a secret field was requested without `secrets`."""

    exit_code = 8
    default_hint = "Ask for something else; in Python `secrets=True` gives it all the same."


class EvaluationFailed(PageError):
    """A script passed to `evaluate` is invalid or threw, or its result is not JSON or too long."""

    default_hint = "Correct the script."


class EvaluationTimeout(PageError):
    """A script passed to `evaluate` did not end in time; it was stopped if it was still busy."""

    exit_code = 5
    default_hint = "Give it more time, or make it do less."


class ViewTimeout(PageError):
    """A page view of a batch exceeded its timeout; the message contains its last step."""

    default_hint = "Give it more time (--timeout), or leave the page out."
    retryable = True


class PrepareFailed(PageError):
    """The `prepare` hook of a batch failed on this page; the message contains the reason."""

    default_hint = "Correct the hook, or the script of this site."


class PageToolNotFound(PageError):
    """The page does not offer a tool with that name (WebMCP), or no longer offers it."""

    default_hint = "List the page's tools, and use one of their names."


class PageToolFailed(PageError):
    """A tool of the page threw, was cancelled by the page, or returned too much."""

    default_hint = "Read what the tool says of its input, or do it by hand on the page."


class PageToolTimeout(PageError):
    """A tool of the page did not respond in time; the call was cancelled."""

    default_hint = "Look at what it did; give it more time, or do it by hand on the page."


class PdfUnreadable(PageError):
    """The text of a PDF cannot be read; `reason` is password, damaged, size, loading, none, ..."""

    default_hint = "Take a picture of the page."
