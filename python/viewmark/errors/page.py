"""Errors of a page: crashed, navigated, blocked by a dialog, closed, or without a screenshot."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class PageError(ViewmarkError):
    """The page cannot carry out the request."""

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
    """The page could not be opened; the message has the browser's reason."""

    default_hint = "Check the address and that its server is running."
    retryable = True


class PageNavigated(PageError):
    """The page navigated while it was observed."""

    default_hint = "Wait until the new page has loaded, then observe again."
    retryable = True


class RestrictedPage(PageError):
    """The page is internal to the browser (chrome://, devtools://, view-source:, extensions)."""

    default_hint = "Cannot capture screenshots of browser internal pages."


class ScreenshotFailed(PageError):
    """The browser could not deliver a picture."""

    default_hint = "Try again; if it persists, reload the page."
    retryable = True


class ScriptFailed(PageError):
    """A page script of viewmark failed; the message has the first line of its error."""

    default_hint = "Reload the page and try again; if it persists, report the page."
    retryable = True


class ReadingForgotten(PageError):
    """A text that was read earlier, and is to be read on or compared with, is not kept any more."""

    default_hint = "Read the page again, without since or cursor."


class SecretRefused(PageError):
    """The content of a secret field was requested without `secrets`."""

    exit_code = 8
    default_hint = "Ask for something else; in Python `secrets=True` gives it all the same."


class EvaluationFailed(PageError):
    """A script that was given to `evaluate` threw or is not JavaScript; its message in one line."""

    default_hint = "Correct the script."


class EvaluationTimeout(PageError):
    """A script that was given to `evaluate` did not end in time; it was stopped if it kept busy."""

    exit_code = 5
    default_hint = "Give it more time, or make it do less."


class ViewTimeout(PageError):
    """A page view of a batch exceeded its deadline; the message has its last step."""

    default_hint = "Give it more time (--timeout), or leave the page out."
    retryable = True


class PrepareFailed(PageError):
    """The `prepare` hook of a batch failed on this page; the message has its reason."""

    default_hint = "Correct the hook, or the script of this site."


class PageToolNotFound(PageError):
    """The page offers no tool of that name (WebMCP), or not any more."""

    default_hint = "List the page's tools, and use one of their names."


class PageToolFailed(PageError):
    """A tool of the page threw, was cancelled by the page, or returned too much."""

    default_hint = "Read what the tool says of its input, or do it by hand on the page."


class PageToolTimeout(PageError):
    """A tool of the page did not respond in time; the call was cancelled."""

    default_hint = "Look at what it did; give it more time, or do it by hand on the page."


class PdfUnreadable(PageError):
    """The words of a PDF cannot be read; `reason` is password, damaged, size, loading, none, ..."""

    default_hint = "Take a picture of the page."
