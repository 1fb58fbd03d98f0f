"""Attached images: the switch, the cooldown, the limits. The clock is a plain number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.attach_policy import SENSITIVE_NOTE, AttachPolicy, TokenBucket
from viewmark.errors import InvalidOption


def test_a_new_process_attaches_nothing() -> None:
    policy = AttachPolicy()
    assert policy.mode == "off"
    assert not policy.wants(tool="observe", what="page", failed=True)


@pytest.mark.parametrize(
    ("mode", "tool", "what", "failed", "wanted"),
    [
        ("on", "observe", "page", False, True),
        ("on", "generate", "har", False, True),
        ("on", "observe", "logs", True, True),
        ("on", "configure", "capture", False, False),
        ("errors_only", "observe", "errors", False, True),
        ("errors_only", "observe", "page", False, False),
        ("errors_only", "interact", "click", True, True),
        ("errors_only", "generate", "har", False, False),
    ],
)
def test_each_mode_attaches_to_its_answers(
    mode: str, tool: str, what: str, failed: bool, wanted: bool
) -> None:
    policy = AttachPolicy()
    policy.switch(mode)
    assert policy.wants(tool=tool, what=what, failed=failed) is wanted


def test_the_note_on_sensitive_content_is_said_once() -> None:
    policy = AttachPolicy()
    assert policy.switch("on") == SENSITIVE_NOTE
    assert policy.switch("off") is None
    assert policy.switch("errors_only") is None


def test_an_unknown_mode_is_named_and_the_valid_ones_are_listed() -> None:
    policy = AttachPolicy()
    with pytest.raises(InvalidOption, match=r"'always'.*off, on, errors_only"):
        policy.switch("always")
    assert policy.mode == "off"


def test_the_cooldown_says_when_the_next_picture_is_allowed() -> None:
    policy = AttachPolicy()
    assert policy.take(100.0) is None
    refused = policy.take(101.5)
    assert refused is not None
    assert refused.note == "[Screenshot unavailable: rate-limited (5s cooldown)]"
    assert refused.next_allowed_in_ms == 3500
    assert policy.take(105.0) is None


def test_the_session_limit_is_final() -> None:
    policy = AttachPolicy(cooldown_s=0)
    assert [policy.take(float(n)) for n in range(10)] == [None] * 10
    refused = policy.take(1e9)
    assert refused is not None
    assert refused.note == "[Screenshot unavailable: session limit reached (10/10)]"
    assert refused.next_allowed_in_ms is None


def test_the_bucket_refills_evenly() -> None:
    bucket = TokenBucket(per_minute=60)
    assert [bucket.take(0.0) for _ in range(60)] == [None] * 60
    refused = bucket.take(0.25)
    assert refused is not None
    assert refused.next_allowed_in_ms == 750
    assert bucket.take(1.0) is None


@given(st.lists(st.floats(0, 300), max_size=200))
def test_no_burst_gets_more_than_the_bucket_and_its_refill(times: list[float]) -> None:
    bucket = TokenBucket(per_minute=60)
    granted = [t for t in sorted(times) if bucket.take(t) is None]
    for start in granted:
        window = [t for t in granted if start <= t < start + 60]
        assert len(window) <= 120
