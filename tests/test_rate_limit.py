"""The rate limit on costs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewmark.rate_limit import RateMeter


def test_a_burst_passes_and_one_more_does_not() -> None:
    meter = RateMeter(burst=3, per_second=1)
    assert [meter.take(1, 0.0) for _ in range(4)] == [True, True, True, False]


def test_the_allowance_grows_again_with_time_up_to_the_burst() -> None:
    meter = RateMeter(burst=2, per_second=1)
    assert meter.take(2, 0.0)
    assert not meter.take(0.5, 0.1)
    assert meter.take(2, 100.0)
    assert not meter.take(1, 100.0)


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(0, 3)), max_size=40))
def test_never_more_passes_than_burst_and_rate_allow(calls: list[tuple[float, float]]) -> None:
    meter = RateMeter(burst=10, per_second=2)
    now = passed = 0.0
    for amount, pause in calls:
        now += pause
        passed += amount if meter.take(amount, now) else 0.0
    assert passed <= 10 + 2 * now + 1e-6


def test_a_clock_that_goes_back_gives_nothing() -> None:
    meter = RateMeter(burst=1, per_second=1)
    assert meter.take(1, 10.0)
    assert not meter.take(1, 5.0)
