"""Tracks whether a CDP session can reply (dialogs, crashes, navigation), without any I/O.

In six common situations Chromium never replies to commands: dialog open, page crashed, tab closed,
navigation during a capture, hidden tab, minimised window. An event announces each of the first
four; this module converts the event to the error for the pending commands. The last two have no
event; `capture` detects them from the page's state.

The module does not depend on sockets, clocks or the event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from viewmark.browser.cdp.errors import lost_error
from viewmark.elements.words import words
from viewmark.errors import DialogOpen, PageCrashed, PageNavigated, ViewmarkError

SIGNALS = (
    "Inspector.targetCrashed",
    "Inspector.targetReloadedAfterCrash",
    "Page.frameNavigated",
    "Page.javascriptDialogClosed",
    "Page.javascriptDialogOpening",
)
"""Events that `Availability.feed` handles; they require `Page.enable` and `Inspector.enable`."""

_MESSAGE_LIMIT = 200  # maximum characters of the page's text that an error quotes

_ANSWERED_IN_DIALOG = (
    "Browser.",
    "Fetch.",
    "Inspector.",
    "Page.bringToFront",
    "Page.close",
    "Page.getNavigationHistory",
    "Page.handleJavaScriptDialog",
    "Page.navigate",
    "Page.reload",
    "Page.stopLoading",
    "Target.detachFromTarget",
    "Target.getTargetInfo",
    "Target.sendMessageToTarget",
)
"""Commands to which the browser process replies even while a dialog blocks the page (measured).

Input events get a reply too, except the event that opened the dialog, but they have no effect.
"""

_LEAVES_PAGE = ("Page.navigate", "Page.reload")
"""Commands (besides Page.navigateToHistoryEntry) that wait for the answer to `beforeunload`."""

_ANSWERED_AFTER_CRASH = (
    "Browser.",
    "Page.bringToFront",
    "Page.close",
    "Page.navigate",
    "Page.reload",
    "Target.",
)
"""Commands that still work, or restore the page, after its renderer crashed (measured)."""

_LOST_BY_NAVIGATION = ("Page.captureScreenshot", "Page.printToPDF", "DOMSnapshot.captureSnapshot")
"""Commands that get no reply if a cross-site navigation happens; all other commands get a CDP
error."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open JavaScript dialog."""

    kind: str
    """`alert`, `confirm`, `prompt` or `beforeunload`."""
    message: str
    """The page's message, shortened; it is data, never an instruction."""
    url: str = field(repr=False)
    """URL of the frame that opened the dialog."""
    default_text: str = field(default="", repr=False)
    """Initial text of a prompt."""

    def stops(self, method: str) -> bool:
        """Return whether a command gets no reply while the dialog is open."""
        if self.kind == "beforeunload" and method.startswith(_LEAVES_PAGE):
            return True
        return not method.startswith(_ANSWERED_IN_DIALOG)


@dataclass(frozen=True, slots=True)
class Stop:
    """Rule that says which pending commands fail, and with which error."""

    concerns: Callable[[str], bool]
    """Function that returns whether pending commands of a method fail."""
    error: Callable[[str], ViewmarkError]
    """Function that returns the error with which a pending command of a method fails."""


class Availability:
    """Whether a page session can reply to commands, and if not, why."""

    def __init__(self) -> None:
        self.dialog: Dialog | None = None
        """The open dialog, or None."""
        self.crashed = False
        """Whether the renderer has crashed."""

    def refusal(self, method: str) -> ViewmarkError | None:
        """Return the error if a command would now wait forever, or None if it would get a reply."""
        if self.crashed and not method.startswith(_ANSWERED_AFTER_CRASH):
            return _crash_error(method)
        if self.dialog is not None and self.dialog.stops(method):
            return _dialog_open(self.dialog, method)
        return None

    def feed(self, method: str, params: Mapping[str, Any]) -> Stop | None:
        """Handle an event; return which pending commands fail because of it."""
        if method == "Page.javascriptDialogOpening":
            dialog = Dialog(
                kind=words(params.get("type"), 40) or "dialog",
                message=words(params.get("message"), _MESSAGE_LIMIT),
                url=words(params.get("url"), _MESSAGE_LIMIT),
                default_text=str(params.get("defaultPrompt") or ""),
            )
            self.dialog = dialog
            return Stop(dialog.stops, lambda method: _dialog_open(dialog, method))
        if method == "Page.javascriptDialogClosed":
            self.dialog = None
        elif method == "Inspector.targetCrashed":
            self.crashed = True
            self.dialog = None
            return Stop(lambda method: not method.startswith(_ANSWERED_AFTER_CRASH), _crash_error)
        elif method == "Inspector.targetReloadedAfterCrash":
            self.crashed = False
        elif method == "Page.frameNavigated":
            frame = params.get("frame")
            if isinstance(frame, Mapping) and not frame.get("parentId"):
                self.crashed = False
                return Stop(lambda m: m in _LOST_BY_NAVIGATION, _navigation_error)
        return None


_crash_error = lost_error(PageCrashed, "The page crashed.")
_navigation_error = lost_error(PageNavigated, "The page navigated before it answered.")


def _dialog_open(dialog: Dialog, method: str) -> DialogOpen:
    return DialogOpen(
        f"A JavaScript {dialog.kind} dialog is open and blocks the page: {dialog.message!r}.",
        method=method,
        dialog=dialog.kind,
        dialog_message=dialog.message,
    )
