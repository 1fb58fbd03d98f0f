"""The state machine, following the table of the specification."""

from __future__ import annotations

import itertools

import pytest

from viewmark.drawmode.session import DrawState, Trigger, advance

TABLE = [
    (DrawState.INACTIVE, Trigger.ACTIVATE, DrawState.DRAWING),
    (DrawState.DRAWING, Trigger.SHAPE, DrawState.TEXT_INPUT),
    (DrawState.DRAWING, Trigger.EDIT, DrawState.TEXT_INPUT),
    (DrawState.DRAWING, Trigger.LEAVE, DrawState.FINISHING),
    (DrawState.DRAWING, Trigger.DISCARD, DrawState.FINISHING),
    (DrawState.TEXT_INPUT, Trigger.ENTER, DrawState.DRAWING),
    (DrawState.TEXT_INPUT, Trigger.BLUR_TEXT, DrawState.DRAWING),
    (DrawState.TEXT_INPUT, Trigger.BLUR_EMPTY, DrawState.DRAWING),
    (DrawState.FINISHING, Trigger.SENT, DrawState.INACTIVE),
]
LEGAL = {(at, trigger) for at, trigger, _ in TABLE}


@pytest.mark.parametrize(("at", "trigger", "to"), TABLE)
def test_a_legal_trigger_leads_on(at: DrawState, trigger: Trigger, to: DrawState) -> None:
    assert advance(at, trigger) is to


@pytest.mark.parametrize(
    ("at", "trigger"), [p for p in itertools.product(DrawState, Trigger) if p not in LEGAL]
)
def test_every_other_trigger_changes_nothing(at: DrawState, trigger: Trigger) -> None:
    assert advance(at, trigger) is at


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
    assert target not in {advance(start, trigger) for trigger in Trigger}


def test_every_state_can_be_left() -> None:
    assert all(any(advance(at, each) is not at for each in Trigger) for at in DrawState)
