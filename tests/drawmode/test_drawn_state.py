"""The state machine, row by row as the specification has it."""

from __future__ import annotations

import itertools

import pytest

from viewmark.drawmode.state import Effect, InvalidTransition, State, Trigger, advance, allowed

TABLE = [
    (State.INACTIVE, Trigger.ACTIVATE, State.DRAWING, Effect.CREATE_OVERLAY),
    (State.DRAWING, Trigger.SHAPE, State.TEXT_INPUT, Effect.SHOW_EDITOR),
    (State.DRAWING, Trigger.EDIT, State.TEXT_INPUT, Effect.SHOW_EDITOR),
    (State.DRAWING, Trigger.LEAVE, State.FINISHING, Effect.CAPTURE),
    (State.DRAWING, Trigger.DISCARD, State.FINISHING, Effect.CAPTURE),
    (State.TEXT_INPUT, Trigger.ENTER, State.DRAWING, Effect.SAVE_MARK),
    (State.TEXT_INPUT, Trigger.BLUR_TEXT, State.DRAWING, Effect.SAVE_MARK),
    (State.TEXT_INPUT, Trigger.BLUR_EMPTY, State.DRAWING, Effect.REMOVE_MARK),
    (State.FINISHING, Trigger.SENT, State.INACTIVE, Effect.REMOVE_OVERLAY),
]
LEGAL = {(at, trigger) for at, trigger, _, _ in TABLE}


@pytest.mark.parametrize(("at", "trigger", "to", "effect"), TABLE)
def test_a_legal_trigger_leads_on(at: State, trigger: Trigger, to: State, effect: Effect) -> None:
    assert advance(at, trigger) == (to, effect)


@pytest.mark.parametrize(
    ("at", "trigger"), [p for p in itertools.product(State, Trigger) if p not in LEGAL]
)
def test_every_other_trigger_is_refused(at: State, trigger: Trigger) -> None:
    with pytest.raises(InvalidTransition) as raised:
        advance(at, trigger)
    assert raised.value.state is at
    assert all(t.value in str(raised.value) for t in allowed(at))


@pytest.mark.parametrize(
    ("start", "target"),
    [
        (State.INACTIVE, State.TEXT_INPUT),
        (State.TEXT_INPUT, State.INACTIVE),
        (State.FINISHING, State.DRAWING),
    ],
)
def test_the_forbidden_moves_of_the_specification_do_not_exist(start: State, target: State) -> None:
    assert target not in {advance(start, t)[0] for t in allowed(start)}


def test_every_state_can_be_left() -> None:
    assert all(allowed(state) for state in State)
