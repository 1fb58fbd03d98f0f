"""Statistics of latency samples, compared with published values and with random samples."""

from __future__ import annotations

import random

import pytest

from viewmark.slo.statistics import (
    bootstrap,
    cliffs_delta,
    holm,
    mann_whitney,
    median,
    outliers,
    quantile,
)


def test_percentiles_are_interpolated_as_numpy_does() -> None:
    assert quantile([1, 2, 3, 4], 50) == 2.5
    assert quantile([1, 2, 3, 4], 95) == pytest.approx(3.85)
    assert quantile([7], 99) == 7
    assert (quantile([3, 1, 2], 0), quantile([3, 1, 2], 100)) == (1, 3)


def test_the_interval_holds_the_true_median_in_about_95_of_100_cases() -> None:
    draw = random.Random(7)
    held = 0
    for _ in range(100):
        rows = [(draw.lognormvariate(0, 0.5),) for _ in range(30)]
        found = bootstrap(rows, lambda drawn: median([r[0] for r in drawn]))
        held += found.low <= 1.0 <= found.high
    assert 88 <= held <= 100


def test_an_interval_is_the_same_each_time() -> None:
    rows = [(float(n),) for n in range(20)]
    one, other = (bootstrap(rows, lambda r: median([v[0] for v in r])) for _ in range(2))
    assert one == other


def test_the_rank_test_agrees_with_a_textbook() -> None:
    # The example in scipy's documentation, whose asymptotic method returns 0.11134688653314041.
    one, other = [19, 22, 16, 29, 24], [20, 11, 17, 12]
    assert mann_whitney(one, other) == pytest.approx(0.11134688653314041)
    assert mann_whitney([1] * 9, [1] * 9) == 1.0
    assert mann_whitney([], [1]) == 1.0
    assert mann_whitney(range(20), range(100, 120)) < 1e-6


def test_equal_samples_are_called_different_no_more_often_than_promised() -> None:
    draw = random.Random(11)
    sides = [[draw.gauss(0, 1) for _ in range(20)] for _ in range(400)]
    called = sum(mann_whitney(a, b) < 0.05 for a, b in zip(sides[::2], sides[1::2], strict=True))
    assert called <= 20


def test_dominance_is_between_minus_one_and_one() -> None:
    assert cliffs_delta([1, 2], [3, 4]) == 1
    assert cliffs_delta([3, 4], [1, 2]) == -1
    assert cliffs_delta([1, 2], [1, 2]) == 0


def test_many_tests_are_corrected_together() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_only_far_samples_are_outliers() -> None:
    assert outliers([10, 11, 12, 11, 10, 12, 11, 60]) == [60]
    assert outliers([5.0] * 4) == []
