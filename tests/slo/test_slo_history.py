"""Comparisons of runs: real regressions are reported with their stage, random variation is not."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from viewmark.errors import InvalidOption
from viewmark.slo import PageReport, Report, compare
from viewmark.slo.history import trend

BASE = {"observe": 50.0, "screenshot": 30.0, "discover": 10.0, "capture": 35.0, "navigate": 40.0}


def run_of(seed: int, *, machine: float = 1.0, at: str = "2026-01-01", **factors: float) -> Report:
    """Return a run with realistic variation: log-normal, with a drift of its process."""
    draw = random.Random(seed)
    drift = draw.lognormvariate(0, 0.04)
    samples: dict[str, list[float]] = {
        name: [
            ms * machine * drift * factors.get(name, 1.0) * draw.lognormvariate(0, 0.15)
            for _ in range(5 if name == "navigate" else 30)
        ]
        for name, ms in BASE.items()
    }
    # The spread is as measured.
    samples["memory"] = [0.75 * factors.get("memory", 1.0) * draw.uniform(0.85, 1.2)]
    samples["base64"] = [100_000 * factors.get("base64", 1.0)]
    reference = {"screenshot": [30 * machine * draw.lognormvariate(0, 0.1) for _ in range(10)]}
    page = PageReport(name="Orders", url="demo", elements=66, samples=samples, results=())
    told: Any = {
        "browser": "Chrome/1",
        "system": "Linux",
        "cores": 2,
        "python": "3.11",
        "commit": "abc",
    }
    return Report(
        at=at, environment=told, noise={"reasons": []}, pages=(page,), reference=reference
    )


def test_at_most_5_of_100_unchanged_pairs_are_called_a_regression() -> None:
    called = sum(bool(compare(run_of(n), run_of(n + 500)).regressions) for n in range(100))
    assert called <= 5


def test_memory_that_grew_by_more_than_a_megabyte_is_a_regression() -> None:
    found = compare(run_of(1), run_of(2, memory=4.0)).regressions
    assert [each.metric for each in found] == ["memory"]


def test_a_slower_stage_is_a_regression_of_the_look_and_named() -> None:
    found = compare(run_of(1), run_of(2, observe=1.6, discover=4.0)).regressions
    assert [(each.metric, each.stage) for each in found] == [("observe", "discover")]
    assert "observe" in str(found[0])
    assert "by discover" in str(found[0])


def test_a_machine_that_is_slower_as_a_whole_is_not_a_regression() -> None:
    assert compare(run_of(1), run_of(2, machine=1.5)).regressions == ()


def test_beside_a_noisy_run_no_time_is_called_slower_but_a_size_is_larger() -> None:
    slow = run_of(2, observe=1.6, discover=4.0, base64=2.0)
    noisy = replace(slow, noise={"reasons": ["other programs took 90% of the processors"]})
    assert len(compare(run_of(1), slow).regressions) == 2
    found = compare(run_of(1), noisy)
    assert found.is_noisy
    assert [each.metric for each in found.regressions] == ["base64"]
    assert compare(noisy, run_of(1)).is_noisy


def test_a_page_that_became_faster_is_an_improvement() -> None:
    found = compare(run_of(1), run_of(2, observe=0.5))
    assert [each.metric for each in found.changes if each.is_improvement] == ["observe"]
    assert found.regressions == ()


def test_a_larger_picture_is_a_regression_without_any_test() -> None:
    found = compare(run_of(1), run_of(2, base64=1.5)).regressions
    assert [each.metric for each in found] == ["base64"]


def test_another_machine_or_a_missing_page_is_noted() -> None:
    other = run_of(2)
    other = Report(
        at=other.at,
        environment={**other.environment, "cores": 8},
        noise={"reasons": ["other programs took 50% of the processors"]},
        pages=(),
        reference={},
    )
    notes = " ".join(compare(run_of(1), other).notes)
    for words in ("Another cores", "later run other programs", "Page Orders is not"):
        assert words in notes


def test_a_report_comes_back_from_its_file() -> None:
    told = run_of(1)
    back = Report.from_json(json.dumps(told.to_json()))
    assert back.to_json() == told.to_json()
    assert compare(back, told).regressions == ()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"viewmark_slo": 99}', '{"viewmark_slo": 1}'])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption):
        Report.from_json(text)


def test_a_trend_goes_from_the_earliest_run_on() -> None:
    lines = trend([run_of(2, at="2026-02-01"), run_of(1, at="2026-01-01")])
    assert [at for at, _ in lines["Orders observe"]] == ["2026-01-01", "2026-02-01"]
