"""The state machine of draw mode: triggers, transitions, and their side effects.

The table is the specification's; triggers that it does not name in a state are illegal there.
Esc inside the comment box counts as leaving the box (`BLUR_*`): words are never lost, and
TEXT_INPUT -> INACTIVE does not exist. Editing a mark again is `EDIT`, a way into TEXT_INPUT that
the table has no row for because the specification lists editing under future improvements.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

__all__ = ["Effect", "InvalidTransition", "DrawState", "Trigger", "advance", "allowed_triggers"]


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


class Effect(str, Enum):
    """What the caller has to do after a transition."""

    CREATE_OVERLAY = "create_overlay"
    SHOW_EDITOR = "show_editor"
    SAVE_MARK = "save_mark"
    REMOVE_MARK = "remove_mark"
    CAPTURE = "capture"
    REMOVE_OVERLAY = "remove_overlay"


class InvalidTransition(ValueError):
    """A trigger that does not exist in this state; nothing was changed."""

    def __init__(self, state: DrawState, trigger: Trigger) -> None:
        legal = ", ".join(t.value for t in allowed_triggers(state))
        super().__init__(f"{trigger.value} is impossible in {state.value}; possible: {legal}")
        self.state = state
        self.trigger = trigger


_TABLE: Final[dict[tuple[DrawState, Trigger], tuple[DrawState, Effect]]] = {
    (DrawState.INACTIVE, Trigger.ACTIVATE): (DrawState.DRAWING, Effect.CREATE_OVERLAY),
    (DrawState.DRAWING, Trigger.SHAPE): (DrawState.TEXT_INPUT, Effect.SHOW_EDITOR),
    (DrawState.DRAWING, Trigger.EDIT): (DrawState.TEXT_INPUT, Effect.SHOW_EDITOR),
    (DrawState.DRAWING, Trigger.LEAVE): (DrawState.FINISHING, Effect.CAPTURE),
    (DrawState.DRAWING, Trigger.DISCARD): (DrawState.FINISHING, Effect.CAPTURE),
    (DrawState.TEXT_INPUT, Trigger.ENTER): (DrawState.DRAWING, Effect.SAVE_MARK),
    (DrawState.TEXT_INPUT, Trigger.BLUR_TEXT): (DrawState.DRAWING, Effect.SAVE_MARK),
    (DrawState.TEXT_INPUT, Trigger.BLUR_EMPTY): (DrawState.DRAWING, Effect.REMOVE_MARK),
    (DrawState.FINISHING, Trigger.SENT): (DrawState.INACTIVE, Effect.REMOVE_OVERLAY),
}


def allowed_triggers(state: DrawState) -> tuple[Trigger, ...]:
    """The triggers that exist in a state."""
    return tuple(trigger for at, trigger in _TABLE if at is state)


def advance(state: DrawState, trigger: Trigger) -> tuple[DrawState, Effect]:
    """The next state and what has to be done.

    Raises:
        InvalidTransition: the table has no such row.
    """
    try:
        return _TABLE[state, trigger]
    except KeyError:
        raise InvalidTransition(state, trigger) from None
