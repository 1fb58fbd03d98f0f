"""Verdicts: limit met, missed or undecided (always on a busy machine), and the slow stage."""

from __future__ import annotations

import random
from typing import Any

import pytest

from viewmark.slo import Objective
from viewmark.slo.noise import JITTER_LIMIT, OTHERS_LIMIT, Noise
from viewmark.slo.verdict import blame, judge

QUIET = Noise(0.05, 0.02)
USUAL: dict[str, list[float]] = {
    "observe": [50.0] * 20,
    "screenshot": [30.0] * 20,
    "discover": [10.0] * 20,
    "capture": [35.0] * 20,
    "annotate": [3.0] * 20,
    "encode": [2.0] * 20,
    "decode": [1.0] * 20,
    "navigate": [40.0] * 5,
    "server": [5.0] * 5,
    "load": [30.0] * 5,
}


def around(value: float, spread: float = 1.0, n: int = 30) -> list[float]:
    draw = random.Random(3)
    return [draw.gauss(value, spread) for _ in range(n)]


def verdict(name: str, limit: float, samples: dict[str, Any], noise: Noise = QUIET) -> Any:
    return judge(Objective.parse(name, limit), samples, noise, USUAL)


def test_a_limit_above_the_interval_is_kept_and_one_below_is_missed() -> None:
    samples = {"observe": around(50), "discover": around(40), "capture": around(30)}
    assert verdict("observe_ms", 60, samples).verdict == "pass"
    missed = verdict("observe_ms", 40, samples)
    assert missed.verdict == "breach"
    assert missed.low < missed.value < missed.high
    assert missed.stage == "discover"
    assert "discover takes 39.8 ms (10 ms on the reference page)" in missed.why


def test_a_limit_within_the_interval_is_open() -> None:
    samples = {"observe": around(50, spread=10)}
    assert verdict("observe_ms", 50, samples).verdict == "inconclusive"


def test_a_ratio_compares_pairs_of_the_same_run() -> None:
    base = around(30, spread=8)
    samples = {"screenshot": base, "observe": [1.4 * b for b in base]}
    kept = verdict("observe_ratio", 1.45, samples)
    assert (kept.verdict, round(kept.value, 3)) == ("pass", 1.4)
    assert verdict("observe_ratio", 1.35, samples).verdict == "breach"
    assert verdict("observe_ratio", 1.5, {"observe": base}).verdict == "inconclusive"


def test_a_high_percentile_needs_enough_samples() -> None:
    few = verdict("observe_p95_ms", 100, {"observe": around(50)})
    assert (few.verdict, few.why) == ("inconclusive", "It needs 60 samples or more.")
    assert verdict("observe_p95_ms", 100, {"observe": around(50, n=80)}).verdict == "pass"


BUSY = [Noise(JITTER_LIMIT + 0.1, None), Noise(0.0, OTHERS_LIMIT + 0.1)]


@pytest.mark.parametrize("noise", BUSY)
@pytest.mark.parametrize("limit", [5.2, 20, 200, 490])
def test_on_a_busy_machine_no_time_near_its_limit_is_told(noise: Noise, limit: float) -> None:
    found = verdict("observe_ms", limit, {"observe": around(50)}, noise)
    assert found.verdict == "inconclusive"
    assert "busy" in found.why


@pytest.mark.parametrize("noise", BUSY)
def test_noise_decides_nothing_where_limit_and_interval_are_far_apart(noise: Noise) -> None:
    samples = {
        "observe": around(50),
        "discover": around(7.1, spread=0.5),
        "screenshot": around(2, 0.1),
    }
    missed = verdict("discover_ms", 0.1, samples, noise)
    assert (missed.verdict, missed.stage) == ("breach", "discover")
    assert missed.why.startswith("7 ms instead of 0.1; discover takes")
    assert verdict("observe_ms", 600, samples, noise).verdict == "pass"
    assert verdict("observe_ratio", 1.1, samples, noise).verdict == "breach"


def test_sizes_are_told_on_a_busy_machine_too() -> None:
    busy = Noise(9.0, 0.9)
    assert verdict("base64_max", 100, {"base64": [120.0]}, busy).verdict == "breach"
    assert verdict("base64_max", 200, {"base64": [120.0]}, busy).verdict == "pass"


def test_two_samples_of_a_time_tell_nothing_however_far_they_lie_from_the_limit() -> None:
    found = verdict("observe_ms", 10, {"observe": [500.0, 510.0]})
    assert (found.verdict, found.why) == ("inconclusive", "It needs 3 samples or more.")


def test_what_was_not_measured_is_open() -> None:
    assert verdict("click_ms", 100, {}).verdict == "inconclusive"


@pytest.mark.parametrize(
    ("slow", "metric", "stage"),
    [
        ({"discover": [200.0]}, "observe", "discover"),
        ({"capture": [400.0], "screenshot": [390.0]}, "observe", "capture"),
        ({"capture": [400.0], "discover": [395.0]}, "observe", "discover"),
        ({"annotate": [90.0], "encode": [85.0], "decode": [5.0]}, "observe", "encode"),
        ({"server": [900.0]}, "navigate", "server"),
        ({"load": [900.0]}, "navigate", "load"),
        ({"screenshot": [900.0]}, "screenshot", "screenshot"),
    ],
)
def test_the_stage_that_grew_the_most_is_blamed(
    slow: dict[str, list[float]], metric: str, stage: str
) -> None:
    assert blame(metric, {**USUAL, **slow}, USUAL) == stage
