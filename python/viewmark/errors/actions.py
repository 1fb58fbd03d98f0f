"""Errors of targets and actions: the target is missing or ambiguous, or the action failed."""

from __future__ import annotations

from typing import Any

from viewmark.errors.base import ViewmarkError


class ActionError(ViewmarkError):
    """The target was found but cannot take the action; nothing was pressed or typed."""

    exit_code = 4
    default_hint = "Observe the page again and choose another target."


class ElementCovered(ActionError):
    """Another element covers the target and would receive the click; the message names it."""

    default_hint = "Close or scroll away what covers it, then try again."
    retryable = True


class ElementNotVisible(ActionError):
    """The target has no visible box: it is hidden, has zero size, or is clipped completely."""

    default_hint = "Open the menu, tab or section that shows it, then observe again."
    retryable = True


class TargetMoving(ActionError):
    """The target did not stop moving within the timeout."""

    default_hint = "Wait until the animation ends, pause it, or click by coordinates."
    retryable = True


class PageBusy(ActionError):
    """The page responds too slowly, or another action on it has not finished."""

    default_hint = "Try again in a moment, or use wait_for to wait until the page is done."
    retryable = True


class PressLost(ActionError):
    """A press or mouse move was sent twice, but no frame of the page received it."""

    default_hint = "Try again; if it persists, reload the page or close the window that covers it."
    retryable = True


class NotEditable(ActionError):
    """The target takes no text: it is not editable, is disabled, or cannot keep the focus."""

    default_hint = "Choose an element whose hint is `editable`."


class NotSelectable(ActionError):
    """The target is not a list, is disabled, or lacks the option; the message lists all options."""

    default_hint = "Choose one of the listed options, or click the option of a custom widget."


class NotCheckable(ActionError):
    """The target is not a checkbox, radio button or switch, is disabled, or cannot be unchecked."""

    default_hint = "Choose a checkbox, radio button or switch; of radio buttons check another one."


class NotUploadable(ActionError):
    """The target is disabled, takes no files, or fewer than given. No file was set."""

    default_hint = "Name the file field itself, by a selector such as input[type=file]."


class NotDroppable(ActionError):
    """The page does not accept the dragged element at the destination; nothing was dropped."""

    default_hint = "Choose the element that takes drops; it may take other kinds of data only."


class NotCopyable(ActionError):
    """The selection is empty, secret or, for cut, not editable; nothing was copied."""

    default_hint = "Name the element whose text is to be copied; what is secret is never copied."


class ExpectationFailed(ActionError):
    """An action was done without the expected effect; the message lists its actual effects."""

    exit_code = 5
    default_hint = "Observe the page to see what came of the action before doing it again."


class StateNotReached(ActionError):
    """A control was clicked but did not change to the requested state."""

    exit_code = 5
    default_hint = "Observe the page: it may ask for something first, or refuse the change."


class FormIncomplete(ActionError):
    """A field of a form could not be set; the data lists the fields set and those not tried."""

    default_hint = "Mend the field that the message names, then fill it and those not tried."


class ActIncomplete(ActionError):
    """An `act` call stopped early; `stopped` has the line and reason, `result` the lines done."""

    default_hint = "Look at what changed, then send the lines that are left."
    result: Any = None
    """The `ActResult`, which covers the completed lines."""


class WaitTimeout(ActionError):
    """The condition was not met before the timeout."""

    exit_code = 5
    default_hint = "Observe the page to see its state, or wait longer."
    retryable = True


class ElementNotFound(ViewmarkError):
    """No element matches the target."""

    exit_code = 3
    default_hint = "Observe the page again and use a label, ref or selector from that observation."


class InvalidSelector(ViewmarkError):
    """The selector is invalid; the message quotes it."""

    exit_code = 2
    default_hint = 'Give CSS, text=Save, role=button[name="Save"], li:has-text("Tea") or //button.'


class RefStale(ViewmarkError):
    """The element is gone, or its text, row or URL changed, or its observation is forgotten."""

    exit_code = 3
    default_hint = (
        "If the error has `now` and that is the text you want, repeat the action. "
        "Otherwise observe again; `candidates` lists similar elements."
    )


class RefAmbiguous(ViewmarkError):
    """Several elements match the target; none of them is chosen."""

    exit_code = 3
    default_hint = "Observe the page again and use the ref of the intended element."


class StateInvalid(ViewmarkError):
    """The saved state is damaged, has another version, or is not a saved state at all."""

    exit_code = 8
    default_hint = "Leave it out to start without it; refs are then created anew."
