"""Errors of actions: the target was found but cannot take the action."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


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


class NotCheckable(ActionError):
    """The target is no checkbox, radio button or switch, or is disabled, or cannot be unchecked."""

    code = "not_checkable"
    default_hint = "Choose a checkbox, radio button or switch; of radio buttons check another one."


class StateNotReached(ActionError):
    """A control was pressed, and the page did not leave it in the state that was asked for."""

    code = "state_not_reached"
    default_hint = "Observe the page: it may ask for something first, or refuse the change."


class FormIncomplete(ActionError):
    """One field of a form could not be set; `fields` says which were, and which were not tried."""

    code = "form_incomplete"
    default_hint = "Mend the field that the message names, then fill it and those not tried."


class WaitTimeout(ActionError):
    """What was waited for did not happen in time."""

    code = "wait_timeout"
    default_hint = "Observe the page to see its state, or wait longer."
    retryable = True
