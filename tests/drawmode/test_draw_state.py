"""The state machine, row by row as the specification has it."""

from __future__ import annotations

import itertools

import pytest

from viewmark.drawmode.state import (
    DrawState,
    Effect,
    InvalidTransition,
    Trigger,
    advance,
    allowed_triggers,
)

TABLE = [
    (DrawState.INACTIVE, Trigger.ACTIVATE, DrawState.DRAWING, Effect.CREATE_OVERLAY),
    (DrawState.DRAWING, Trigger.SHAPE, DrawState.TEXT_INPUT, Effect.SHOW_EDITOR),
    (DrawState.DRAWING, Trigger.EDIT, DrawState.TEXT_INPUT, Effect.SHOW_EDITOR),
    (DrawState.DRAWING, Trigger.LEAVE, DrawState.FINISHING, Effect.CAPTURE),
    (DrawState.DRAWING, Trigger.DISCARD, DrawState.FINISHING, Effect.CAPTURE),
    (DrawState.TEXT_INPUT, Trigger.ENTER, DrawState.DRAWING, Effect.SAVE_MARK),
    (DrawState.TEXT_INPUT, Trigger.BLUR_TEXT, DrawState.DRAWING, Effect.SAVE_MARK),
    (DrawState.TEXT_INPUT, Trigger.BLUR_EMPTY, DrawState.DRAWING, Effect.REMOVE_MARK),
    (DrawState.FINISHING, Trigger.SENT, DrawState.INACTIVE, Effect.REMOVE_OVERLAY),
]
LEGAL = {(at, trigger) for at, trigger, _, _ in TABLE}


@pytest.mark.parametrize(("at", "trigger", "to", "effect"), TABLE)
def test_a_legal_trigger_leads_on(
    at: DrawState, trigger: Trigger, to: DrawState, effect: Effect
) -> None:
    assert advance(at, trigger) == (to, effect)


@pytest.mark.parametrize(
    ("at", "trigger"), [p for p in itertools.product(DrawState, Trigger) if p not in LEGAL]
)
def test_every_other_trigger_is_refused(at: DrawState, trigger: Trigger) -> None:
    with pytest.raises(InvalidTransition) as raised:
        advance(at, trigger)
    assert raised.value.state is at
    assert all(t.value in str(raised.value) for t in allowed_triggers(at))


@pytest.mark.parametrize(
    ("start", "target"),
    [
        (DrawState.INACTIVE, DrawState.TEXT_INPUT),
        (DrawState.TEXT_INPUT, DrawState.INACTIVE),
        (DrawState.FINISHING, DrawState.DRAWING),
    ],
)
def test_the_forbidden_moves_of_the_specification_do_not_exist(
    start: DrawState, target: DrawState
) -> None:
    assert target not in {advance(start, t)[0] for t in allowed_triggers(start)}


def test_every_state_can_be_left() -> None:
    assert all(allowed_triggers(state) for state in DrawState)
