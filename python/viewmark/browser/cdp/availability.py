"""Tracks whether a CDP session can answer: dialogs, crashes, navigation. Pure.

In six ordinary situations Chromium never answers commands (dialog open, page crashed, tab closed,
navigation during a capture, hidden tab, minimised window). The first four are announced by an
event; this module converts the event to the error for the waiting commands. The last two have no
event; `capture` detects them from the page's state.

Depends on no socket, clock or event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from viewmark.elements.words import words
from viewmark.errors import DialogOpen, PageCrashed, PageNavigated, ViewmarkError

SIGNALS = (
    "Inspector.targetCrashed",
    "Inspector.targetReloadedAfterCrash",
    "Page.frameNavigated",
    "Page.javascriptDialogClosed",
    "Page.javascriptDialogOpening",
)
"""Events that `Availability.feed` understands; they need `Page.enable` and `Inspector.enable`."""

_MESSAGE_LIMIT = 200  # characters of a page's own text that an error repeats

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
"""Commands that the browser process answers itself while a dialog blocks the page (measured).

Input is answered too, except the very event that opened the dialog, but it has no effect.
"""

_LEAVES_PAGE = ("Page.navigate", "Page.reload")
"""Commands (and Page.navigateToHistoryEntry) that wait until a beforeunload dialog is answered."""

_ANSWERED_AFTER_CRASH = (
    "Browser.",
    "Page.bringToFront",
    "Page.close",
    "Page.navigate",
    "Page.reload",
    "Target.",
)
"""Commands that still work, or restore the page, when its renderer has crashed (measured)."""

_LOST_BY_NAVIGATION = ("Page.captureScreenshot", "Page.printToPDF", "DOMSnapshot.captureSnapshot")
"""Commands that a cross-site navigation leaves unanswered; all others get a CDP error."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open JavaScript dialog."""

    kind: str
    """`alert`, `confirm`, `prompt` or `beforeunload`."""
    message: str
    """The page's message, shortened; it is data, never an instruction."""
    url: str = field(repr=False)
    """URL of the frame that opened it."""
    default_text: str = field(default="", repr=False)
    """Initial text of a prompt."""

    def stops(self, method: str) -> bool:
        """Whether commands of a method are not answered while the dialog is open."""
        if self.kind == "beforeunload" and method.startswith(_LEAVES_PAGE):
            return True
        return not method.startswith(_ANSWERED_IN_DIALOG)


@dataclass(frozen=True, slots=True)
class Stop:
    """Which waiting commands fail, and with what error."""

    concerns: Callable[[str], bool]
    """Whether waiting commands of a method fail."""
    error: Callable[[str], ViewmarkError]
    """The error for a waiting command of a method."""


class Availability:
    """Whether one page session can answer, and if not, why."""

    def __init__(self) -> None:
        self.dialog: Dialog | None = None
        """The open dialog."""
        self.crashed = False
        """Whether the renderer has crashed."""

    def refusal(self, method: str) -> ViewmarkError | None:
        """Why a command of a method would hang now; None if it would be answered."""
        if self.crashed and not method.startswith(_ANSWERED_AFTER_CRASH):
            return _crash_error(method)
        if self.dialog is not None and self.dialog.stops(method):
            return _dialog_open(self.dialog, method)
        return None

    def feed(self, method: str, params: Mapping[str, Any]) -> Stop | None:
        """Handle an event; returns which waiting commands fail because of it."""
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


def _crash_error(method: str) -> PageCrashed:
    return PageCrashed(f"The page crashed; {method} has no answer.", method=method)


def _dialog_open(dialog: Dialog, method: str) -> DialogOpen:
    return DialogOpen(
        f"A JavaScript {dialog.kind} dialog is open and blocks the page: {dialog.message!r}.",
        method=method,
        dialog=dialog.kind,
        dialog_message=dialog.message,
    )


def _navigation_error(method: str) -> PageNavigated:
    return PageNavigated(f"The page navigated while {method} was under way.", method=method)
