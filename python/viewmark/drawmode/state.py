"""The state machine of draw mode: triggers and transitions.

The table is the specification's; triggers that it does not name in a state change nothing there.
Esc inside the comment box counts as leaving the box (`BLUR_*`): words are never lost, and
TEXT_INPUT -> INACTIVE does not exist. Editing a mark again is `EDIT`, a way into TEXT_INPUT that
the table has no row for because the specification lists editing under future improvements.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class DrawState(str, Enum):
    """Where one page is."""

    INACTIVE = "inactive"
    DRAWING = "drawing"
    TEXT_INPUT = "text_input"
    FINISHING = "finishing"


class Trigger(str, Enum):
    """What can happen to it."""

    ACTIVATE = "activate"
    """Shortcut, toggle on the page, or `draw_mode_start`."""
    SHAPE = "shape"
    """A rectangle of at least 5 px, or another shape, was finished."""
    EDIT = "edit"
    """The comment of an existing mark was opened again."""
    ENTER = "enter"
    """The comment was confirmed."""
    BLUR_TEXT = "blur_text"
    """The comment box was left with words in it."""
    BLUR_EMPTY = "blur_empty"
    """The comment box was left empty."""
    LEAVE = "leave"
    """Esc with nothing open, Done, the shortcut again, or `draw_mode_stop`."""
    DISCARD = "discard"
    """The human threw the marks away."""
    SENT = "sent"
    """The picture is taken and the result stored."""


_TABLE: Final[dict[tuple[DrawState, Trigger], DrawState]] = {
    (DrawState.INACTIVE, Trigger.ACTIVATE): DrawState.DRAWING,
    (DrawState.DRAWING, Trigger.SHAPE): DrawState.TEXT_INPUT,
    (DrawState.DRAWING, Trigger.EDIT): DrawState.TEXT_INPUT,
    (DrawState.DRAWING, Trigger.LEAVE): DrawState.FINISHING,
    (DrawState.DRAWING, Trigger.DISCARD): DrawState.FINISHING,
    (DrawState.TEXT_INPUT, Trigger.ENTER): DrawState.DRAWING,
    (DrawState.TEXT_INPUT, Trigger.BLUR_TEXT): DrawState.DRAWING,
    (DrawState.TEXT_INPUT, Trigger.BLUR_EMPTY): DrawState.DRAWING,
    (DrawState.FINISHING, Trigger.SENT): DrawState.INACTIVE,
}


def advance(state: DrawState, trigger: Trigger) -> DrawState:
    """The next state; the same after a trigger that the table does not have there."""
    return _TABLE.get((state, trigger), state)
