"""When a waiting call returns: a table of situations, without a clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.drawmode.waiting import IDLE_LIMIT, SLICE, TYPING_FOR, Progress, Verdict, decide

IDLE = Progress(finished=False, revision=3, marks=2, started=0.0, last_act=0.0, last_key=None)


@pytest.mark.parametrize(
    ("facts", "now", "options", "verdict"),
    [
        (IDLE, 0.0, {}, Verdict.GO_ON),
        (replace(IDLE, finished=True), 0.0, {}, Verdict.FINISHED),
        (replace(IDLE, finished=True), 9999.0, {}, Verdict.FINISHED),
        (IDLE, SLICE, {}, Verdict.WAITING),
        (IDLE, SLICE - 0.1, {}, Verdict.GO_ON),
        (IDLE, 0.0, {"slice_s": 0.0}, Verdict.WAITING),
        (IDLE, IDLE_LIMIT, {"began": IDLE_LIMIT - 10}, Verdict.TIMEOUT),
        (IDLE, IDLE_LIMIT - 1, {"began": IDLE_LIMIT - 10}, Verdict.GO_ON),
        (IDLE, IDLE_LIMIT, {"began": IDLE_LIMIT}, Verdict.TIMEOUT),
        (replace(IDLE, last_act=200.0), IDLE_LIMIT, {"began": 290.0}, Verdict.GO_ON),
        (replace(IDLE, last_act=299.0, last_key=299.0), 300.0, {"began": 290.0}, Verdict.GO_ON),
        (IDLE, 1.0, {"since": 2}, Verdict.NEWS),
        (IDLE, 1.0, {"since": 3}, Verdict.GO_ON),
        (replace(IDLE, last_key=0.5, last_act=0.5), 1.0, {"since": 2}, Verdict.GO_ON),
        (replace(IDLE, last_key=0.5), 0.5 + TYPING_FOR, {"since": 2}, Verdict.NEWS),
    ],
)
def test_a_situation_has_its_verdict(
    facts: Progress, now: float, options: dict[str, float], verdict: Verdict
) -> None:
    began = options.pop("began", 0.0)
    assert decide(facts, now=now, began=began, **options).verdict is verdict  # type: ignore[arg-type]


@given(
    last_act=st.floats(0, 1000),
    key=st.none() | st.floats(0, 1000),
    now=st.floats(0, 2000),
    began=st.floats(0, 2000),
    since=st.none() | st.integers(0, 5),
)
def test_going_on_always_has_an_end(
    last_act: float, key: float | None, now: float, began: float, since: int | None
) -> None:
    facts = replace(IDLE, last_act=last_act, last_key=key)
    decision = decide(facts, now=now, began=began, since=since)
    if decision.verdict is Verdict.GO_ON:
        assert 0 < decision.again_in <= max(SLICE + began - now, 0.001)


@pytest.mark.parametrize(
    ("facts", "now", "reply"),
    [
        (replace(IDLE, marks=0), 1.0, "0 marks, waiting for the human"),
        (replace(IDLE, marks=1, last_act=2.0), 10.0, "1 mark, last act 8 s ago"),
        (replace(IDLE, last_act=9.0, last_key=9.0), 10.0, "2 marks, human is typing"),
    ],
)
def test_progress_is_said_in_one_line(facts: Progress, now: float, reply: str) -> None:
    assert facts.words(now) == reply
