"""Every error that a caller can see: a stable code, one sentence, its data, and what to do.

    ViewmarkError
    ├── ImageError
    │   ├── NotAnImage            not_an_image
    │   ├── ImageCorrupt          image_corrupt
    │   ├── ImageUnsupported      image_unsupported
    │   └── ImageTooLarge         image_too_large
    ├── InvalidMark               invalid_mark
    ├── InvalidOption             invalid_option
    ├── UnknownParameter          unknown_parameter
    ├── SizeLimitExceeded         size_limit_exceeded
    ├── BrowserError
    │   ├── BrowserNotFound       browser_not_found
    │   ├── BrowserFailed         browser_failed
    │   ├── ConnectionFailed      connection_failed
    │   ├── ConnectionLost        connection_lost
    │   ├── CommandTimeout        command_timeout
    │   └── ProtocolError         protocol_error
    ├── PageError
    │   ├── PageCrashed           page_crashed
    │   ├── TabNotFound           tab_not_found
    │   ├── DialogOpen            dialog_open
    │   ├── NavigationFailed      navigation_failed
    │   ├── PageNavigated         page_navigated
    │   ├── RestrictedPage        restricted_page
    │   ├── ScreenshotFailed      screenshot_failed
    │   └── ScriptFailed          script_failed
    ├── ActionError
    │   ├── ElementCovered        element_covered
    │   ├── ElementNotVisible     element_not_visible
    │   ├── TargetMoving          target_moving
    │   ├── PageBusy              page_busy
    │   ├── PressLost             press_lost
    │   ├── NotEditable           not_editable
    │   ├── NotSelectable         not_selectable
    │   └── WaitTimeout           wait_timeout
    ├── InvalidCoordinates        invalid_coordinates
    ├── UnknownKey                unknown_key
    ├── PictureSuperseded         superseded
    ├── DrawModeError
    │   ├── DrawModeAlreadyActive draw_mode_already_active
    │   ├── DrawModeTimeout       draw_mode_timeout
    │   ├── DrawModePageNavigated draw_mode_page_navigated
    │   ├── CorrelationExpired    correlation_expired
    │   └── NoAnnotations         no_annotations
    ├── RateLimited               rate_limited
    ├── OriginNotAllowed          origin_not_allowed
    ├── PathNotAllowed            path_not_allowed
    ├── FileNotWritten            file_not_written
    ├── InternalError             internal_error
    ├── ExtraMissing              extra_missing
    ├── InvalidSelector           invalid_selector
    ├── RefStale                  ref_stale
    ├── RefAmbiguous              ref_ambiguous
    ├── StateInvalid              state_invalid
    └── ElementNotFound           element_not_found

The message says what happened and why, the hint what to do; `str()` gives both. Codes never change.
"""

from __future__ import annotations

from typing import Any, ClassVar


class ViewmarkError(Exception):
    """Base of all errors raised on purpose.

    Args:
        message: one sentence: what happened and why.
        hint: what to do; the class's own hint if omitted.
        **data: the numbers and names behind the sentence.
    """

    code: ClassVar[str] = "viewmark_error"
    """Stable slug; the same in Python, on the command line and over MCP."""
    default_hint: ClassVar[str] = "Report this with the message; it should have a class of its own."
    """What to do, unless the place that raises knows better."""
    retryable: ClassVar[bool] = False
    """Whether the same call can succeed later without a change by the caller."""

    def __init__(self, message: str, *, hint: str | None = None, **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} {self.hint}"


class ImageError(ViewmarkError):
    """The input picture cannot be used."""

    code = "image_error"
    default_hint = "Pass the bytes of a JPEG or PNG file."


class NotAnImage(ImageError):
    """The bytes are neither JPEG nor PNG."""

    code = "not_an_image"


class ImageCorrupt(ImageError):
    """A JPEG or PNG that breaks off or contradicts itself."""

    code = "image_corrupt"
    default_hint = "Take or download the picture again; it is incomplete or damaged."


class ImageUnsupported(ImageError):
    """A legal picture of a kind that is not supported."""

    code = "image_unsupported"
    default_hint = "Convert it to an 8-bit baseline JPEG or to a PNG first."


class ImageTooLarge(ImageError):
    """The header announces more pixels than the limit; nothing was allocated."""

    code = "image_too_large"
    default_hint = "Scale the picture down first; screenshots stay far below the limit."


class InvalidMark(ViewmarkError):
    """A mark with NaN, infinite or absurd coordinates, or of the wrong type."""

    code = "invalid_mark"
    default_hint = "Give every mark a label and finite x, y, width, height in image px."


class InvalidOption(ViewmarkError):
    """An option outside what is allowed; the message names it and the range."""

    code = "invalid_option"
    default_hint = "Use a value that the message allows."


class UnknownParameter(ViewmarkError):
    """A parameter that the tool does not have; the message lists those that it has."""

    code = "unknown_parameter"
    default_hint = "Leave it out, or use one that the message lists."


class SizeLimitExceeded(ViewmarkError):
    """Even the smallest picture that we make is above `max_base64`."""

    code = "size_limit_exceeded"
    default_hint = "Raise max_base64, or scale the picture down first."


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


class PageError(ViewmarkError):
    """The page cannot do what was asked."""

    code = "page_error"
    default_hint = "Observe the page again."


class PageCrashed(PageError):
    """The page's renderer process crashed."""

    code = "page_crashed"
    default_hint = "Reload the page, or open it in a new tab."


class TabNotFound(PageError):
    """The tab is closed or was never there."""

    code = "tab_not_found"
    default_hint = "List the tabs and choose one that is open."


class DialogOpen(PageError):
    """A JavaScript dialog (alert, confirm, prompt, beforeunload) blocks the page."""

    code = "dialog_open"
    default_hint = "Accept or dismiss the dialog, then try again."
    retryable = True


class NavigationFailed(PageError):
    """The page could not be opened; the message carries the browser's reason."""

    code = "navigation_failed"
    default_hint = "Check the address and that its server is running."
    retryable = True


class PageNavigated(PageError):
    """The page went elsewhere while it was observed."""

    code = "page_navigated"
    default_hint = "Wait for the new page, then observe again."
    retryable = True


class RestrictedPage(PageError):
    """A page of the browser itself (chrome://, devtools://, view-source:, extensions)."""

    code = "restricted_page"
    default_hint = "Cannot capture screenshots of browser internal pages."


class ScreenshotFailed(PageError):
    """The browser could not deliver a picture."""

    code = "screenshot_failed"
    default_hint = "Try again; if it persists, reload the page."
    retryable = True


class ScriptFailed(PageError):
    """A script of ours failed inside the page; the message carries its first line."""

    code = "script_failed"
    default_hint = "Reload the page and try again; if it persists, report the page."
    retryable = True


class RateLimited(ViewmarkError):
    """Too many pictures; `next_allowed_in` says when the next one is allowed (ms)."""

    code = "rate_limited"
    default_hint = "Wait, or go on without a picture."
    retryable = True


class OriginNotAllowed(ViewmarkError):
    """An address outside the allowed origins, or of a kind that is refused."""

    code = "origin_not_allowed"
    default_hint = "Ask the user to allow it at the server's start: --allow-origin, --allow-local."


class PathNotAllowed(ViewmarkError):
    """A file outside the output folder, or something that is not a plain file."""

    code = "path_not_allowed"
    default_hint = "Give a plain file name; it is written into the output folder."


class FileNotWritten(ViewmarkError):
    """A file could not be written (disk full, no permission, bad name); nothing of it is left."""

    code = "file_not_written"
    default_hint = "Check the place and its permissions, or write elsewhere."


class InternalError(ViewmarkError):
    """A fault of viewmark itself; its place is in the message, or details are in the log."""

    code = "internal_error"
    default_hint = "Report it with the message and viewmark's log; other calls still work."


class ExtraMissing(ViewmarkError):
    """A part of viewmark that is installed only on request is needed."""

    code = "extra_missing"
    default_hint = "Install the extra that the message names."


class InvalidSelector(ViewmarkError):
    """A selector that is no valid CSS; the message repeats it."""

    code = "invalid_selector"
    default_hint = "Check the CSS selector syntax."


class RefStale(ViewmarkError):
    """A ref whose element is gone, or a label of an observation that is no longer remembered."""

    code = "ref_stale"
    default_hint = "Observe the page again; the candidates are elements like the one that is gone."


class RefAmbiguous(ViewmarkError):
    """A ref that several elements fit; none of them is chosen."""

    code = "ref_ambiguous"
    default_hint = "Observe the page again and use the ref of the one that is meant."


class StateInvalid(ViewmarkError):
    """A saved state that is damaged, of another version, or no state at all."""

    code = "state_invalid"
    default_hint = "Leave it out to start afresh; refs are made anew."


class ElementNotFound(ViewmarkError):
    """No element matches the target."""

    code = "element_not_found"
    default_hint = "Observe the page again and use a label, ref or selector of that answer."


class ActionError(ViewmarkError):
    """The target was found but cannot take the action; nothing was pressed or typed."""

    code = "action_error"
    default_hint = "Observe the page again and choose another target."


class ElementCovered(ActionError):
    """Something else lies over the target, so a click would hit that; the message names it."""

    code = "element_covered"
    default_hint = "Close or scroll away what covers it, then try again."
    retryable = True


class ElementNotVisible(ActionError):
    """The target has no visible box: hidden, zero size, or clipped away where it is."""

    code = "element_not_visible"
    default_hint = "Open whatever shows it (a menu, a tab, a section), then observe again."
    retryable = True


class TargetMoving(ActionError):
    """The target did not come to rest within the time allowed."""

    code = "target_moving"
    default_hint = "Wait until the animation ends, pause it, or click by coordinates."
    retryable = True


class PageBusy(ActionError):
    """The page answers too slowly to act on it, or another action on it has not ended."""

    code = "page_busy"
    default_hint = "Try again in a moment; wait_for tells when the page has done its work."
    retryable = True


class PressLost(ActionError):
    """The press was sent twice and reached no frame of the page; nothing was clicked."""

    code = "press_lost"
    default_hint = "Try again; if it persists, reload the page or close the window that covers it."
    retryable = True


class NotEditable(ActionError):
    """The target takes no text: no field, or one that is disabled or read-only."""

    code = "not_editable"
    default_hint = "Choose an element whose hint is editable; for a list use select."


class NotSelectable(ActionError):
    """The target is no list of options, or has no such option; the message lists what it has."""

    code = "not_selectable"
    default_hint = "Choose one of the options listed, or click the option of a custom widget."


class WaitTimeout(ActionError):
    """What was waited for did not happen in time."""

    code = "wait_timeout"
    default_hint = "Observe the page to see its state, or wait longer."
    retryable = True


class InvalidCoordinates(ViewmarkError):
    """Coordinates that are no finite numbers or lie outside; the message names the range."""

    code = "invalid_coordinates"
    default_hint = "Give x and y inside the range that the message names."


class UnknownKey(ViewmarkError):
    """No key has this name; the hint offers the nearest one."""

    code = "unknown_key"
    default_hint = "Use a character, or a name of UI Events such as Enter, ArrowDown, Control+A."


class PictureSuperseded(ViewmarkError):
    """The picture with this id was replaced by a newer one or is gone."""

    code = "superseded"
    default_hint = "Take a new picture and use its id."


class DrawModeError(ViewmarkError):
    """Draw mode cannot give what was asked."""

    code = "draw_mode_error"
    default_hint = "Start draw mode again and ask the user to annotate the page."


class DrawModeAlreadyActive(DrawModeError):
    """Draw mode is already active, and a session of its own was demanded."""

    code = "draw_mode_already_active"
    default_hint = "Go on with the session that the message names, or stop it first."


class DrawModeTimeout(DrawModeError):
    """The human did not finish within the limit; marks made so far are kept."""

    code = "draw_mode_timeout"
    default_hint = "Stop waiting and ask the user; marks made so far are in the result."


class DrawModePageNavigated(DrawModeError):
    """The page on which an annotation was drawn has been left."""

    code = "draw_mode_page_navigated"
    default_hint = "Go back to the page that the message names, then ask again."


class CorrelationExpired(DrawModeError):
    """The id is unknown or past its time to live of 10 minutes."""

    code = "correlation_expired"
    default_hint = "Re-run draw mode to capture fresh annotations."


class NoAnnotations(DrawModeError):
    """No drawing session has taken place."""

    code = "no_annotations"
    default_hint = (
        "Use interact({action: 'draw_mode_start'}) to activate draw mode and ask the user to "
        "annotate the page."
    )


def table() -> dict[str, type[ViewmarkError]]:
    """All error classes by code, the base classes included."""
    found: list[type[ViewmarkError]] = [ViewmarkError]
    for cls in found:
        found += cls.__subclasses__()  # their turn comes
    return {cls.code: cls for cls in found}


__all__ = ["table", *sorted(cls.__name__ for cls in table().values())]
