"""Errors of actions: the target was found but cannot take the action."""

from __future__ import annotations

from typing import Any

from viewmark.errors.base import ViewmarkError


class ActionError(ViewmarkError):
    """The target was found but cannot take the action; nothing was pressed or typed."""

    code = "action_error"
    default_hint = "Observe the page again and choose another target."


class ElementCovered(ActionError):
    """Another element covers the target and would get the click; the message names it."""

    code = "element_covered"
    default_hint = "Close or scroll away what covers it, then try again."
    retryable = True


class ElementNotVisible(ActionError):
    """The target has no visible box: hidden, zero size, or clipped away where it is."""

    code = "element_not_visible"
    default_hint = "Open the menu, tab or section that shows it, then observe again."
    retryable = True


class TargetMoving(ActionError):
    """The target did not stop moving within the timeout."""

    code = "target_moving"
    default_hint = "Wait until the animation ends, pause it, or click by coordinates."
    retryable = True


class PageBusy(ActionError):
    """The page responds too slowly to act on it, or another action has not finished."""

    code = "page_busy"
    default_hint = "Try again in a moment, or use wait_for to wait until the page is done."
    retryable = True


class PressLost(ActionError):
    """The press, or the move of the mouse, was sent twice and reached no frame of the page."""

    code = "press_lost"
    default_hint = "Try again; if it persists, reload the page or close the window that covers it."
    retryable = True


class NotEditable(ActionError):
    """The target takes no text: it is not a field, or it is disabled or read-only."""

    code = "not_editable"
    default_hint = "Choose an element whose hint is `editable`."


class NotSelectable(ActionError):
    """The target is not a list, or does not have this option; the message lists the options."""

    code = "not_selectable"
    default_hint = "Choose one of the listed options, or click the option of a custom widget."


class NotCheckable(ActionError):
    """The target is no checkbox, radio button or switch, or is disabled, or cannot be unchecked."""

    code = "not_checkable"
    default_hint = "Choose a checkbox, radio button or switch; of radio buttons check another one."


class NotUploadable(ActionError):
    """The target takes no files, or not so many; none was given. The message says what it takes."""

    code = "not_uploadable"
    default_hint = "Name the file field itself, by a selector such as input[type=file]."


class NotDroppable(ActionError):
    """The page does not take what was dragged, where it was to be dropped; nothing was dropped."""

    code = "not_droppable"
    default_hint = "Choose the element that takes drops; it may take other kinds of data only."


class NotCopyable(ActionError):
    """Nothing is selected, or what is selected is secret; nothing was copied."""

    code = "not_copyable"
    default_hint = "Name the element whose text is to be copied; what is secret is never copied."


class ExpectationFailed(ActionError):
    """An action was done, and what was expected of it did not come; the message says what did."""

    code = "expectation_failed"
    default_hint = "Observe the page to see what came of the action before doing it again."


class StateNotReached(ActionError):
    """A control was pressed, and the page did not leave it in the state that was asked for."""

    code = "state_not_reached"
    default_hint = "Observe the page: it may ask for something first, or refuse the change."


class FormIncomplete(ActionError):
    """One field of a form could not be set; `fields` says which were, and which were not tried."""

    code = "form_incomplete"
    default_hint = "Mend the field that the message names, then fill it and those not tried."


class StepsIncomplete(ActionError):
    """Not all steps of one call were done; `stopped` says where and why, `result` what was done."""

    code = "steps_incomplete"
    default_hint = "Look at what changed, then send the steps that are left."
    result: Any = None
    """The `StepsResult`."""


class WaitTimeout(ActionError):
    """The condition did not hold before the timeout."""

    code = "wait_timeout"
    default_hint = "Observe the page to see its state, or wait longer."
    retryable = True
