"""Judges samples by objectives (met, missed, inconclusive) and names the stage that is slow."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from viewmark.slo.noise import Noise
from viewmark.slo.objectives import METRICS, Objective
from viewmark.slo.statistics import bootstrap, median, outliers, quantile

Verdict = Literal["pass", "breach", "inconclusive"]
FEWEST = 3
"""Minimum number of samples of a time; a single sample would have an interval of zero width."""
FAR = 10.0
"""On a noisy machine, the whole interval must be above or below the limit by this factor for a
verdict. Noise that slows equal work by a factor of ten would make tests impossible anyway."""
TAIL = 3
"""Minimum number of samples that must lie beyond a percentile for the percentile to mean anything.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The measured value of one objective, and the verdict on it."""

    objective: Objective
    verdict: Verdict
    value: float | None
    """Measured value of the metric, in the unit of the limit; None if nothing was measured."""
    low: float | None = None
    """Lower end of the 95 % confidence interval; `high` is the upper end."""
    high: float | None = None
    samples: int = 0
    outliers: int = 0
    stage: str = ""
    """The stage whose time exceeds that on the reference page most."""
    why: str = ""
    """The reason for the verdict, as one sentence."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        each = self.objective
        return {
            "objective": each.name,
            "limit": each.limit,
            "unit": each.unit,
            "source": each.source,
            "verdict": self.verdict,
            "value": self.value,
            "interval": None if self.low is None else [self.low, self.high],
            "samples": self.samples,
            "outliers": self.outliers,
            "stage": self.stage,
            "why": self.why,
        }


def judge(
    objective: Objective,
    samples: Mapping[str, Sequence[float]],
    noise: Noise,
    reference: Mapping[str, Sequence[float]],
) -> Result:
    """Compare one objective with the samples of a page.

    If the limit is inside the confidence interval, the verdict is inconclusive. On a noisy machine
    a time is judged only if the whole interval differs from the limit by a factor of at least
    `FAR`, on either side; sizes are always judged.

    Args:
        objective: the limit.
        samples: samples of the page.
        noise: noise of the machine during the run.
        reference: samples of the reference page in the same run, used to find the slow stage.
    """
    taken = list(samples.get(objective.metric, ()))
    if not taken:
        return _open(objective, "It was not measured here.")
    if objective.kind == "max":
        value = low = high = max(taken)
        verdict: Verdict = "pass" if value <= objective.limit else "breach"
        stage, why = "", _sentence(objective, value, verdict)
    else:
        rows = _rows(objective, taken, samples)
        if not rows:
            return _open(objective, "Its baseline was not measured.")
        value, low, high = bootstrap(rows, lambda drawn: _statistic(objective, drawn))
        verdict, why = _judge_time(objective, len(taken), low, high, noise)
        stage = blame(objective.metric, samples, reference) if verdict == "breach" else ""
        if not why:
            about = _about(stage, samples, reference) if stage else ""
            why = _sentence(objective, value, verdict, about)
    return Result(
        objective=objective,
        verdict=verdict,
        value=value,
        low=low,
        high=high,
        samples=len(taken),
        outliers=len(outliers(taken)) if objective.kind != "max" else 0,
        stage=stage,
        why=why,
    )


def _rows(
    objective: Objective, taken: list[float], samples: Mapping[str, Sequence[float]]
) -> list[tuple[float, ...]]:
    """Return one tuple per sample; for a ratio, add the baseline. Empty if there is no baseline."""
    if objective.kind != "ratio":
        return [(each,) for each in taken]
    baseline = list(samples.get(METRICS[objective.metric].baseline, ()))
    if len(baseline) == len(taken):  # samples and baseline were measured in pairs
        return list(zip(taken, baseline, strict=True))
    return [(each, median(baseline)) for each in taken] if baseline else []


def _judge_time(
    objective: Objective, count: int, low: float, high: float, noise: Noise
) -> tuple[Verdict, str]:
    """Judge a time or ratio by its interval; return the verdict, and the reason if inconclusive."""
    tail = min(objective.percent, 100 - objective.percent) / 100
    if objective.percent != 50 and count * tail < TAIL:
        return "inconclusive", f"It needs {math.ceil(TAIL / tail)} samples or more."
    if count < FEWEST:
        return "inconclusive", f"It needs {FEWEST} samples or more."
    is_far = low > objective.limit * FAR or high * FAR <= objective.limit
    if noise.reasons and not is_far:
        return "inconclusive", "The machine was too busy to tell (see noise)."
    if high <= objective.limit:
        return "pass", ""
    if low > objective.limit:
        return "breach", ""
    return "inconclusive", "The limit lies within the interval; more samples may tell."


def _open(objective: Objective, why: str) -> Result:
    return Result(objective=objective, verdict="inconclusive", value=None, why=why)


def _statistic(objective: Objective, rows: Sequence[tuple[float, ...]]) -> float:
    value = quantile([row[0] for row in rows], objective.percent)
    if objective.kind == "ratio":
        return value / median([row[1] for row in rows])
    return value


def blame(
    metric: str,
    samples: Mapping[str, Sequence[float]],
    reference: Mapping[str, Sequence[float]],
) -> str:
    """Return the stage of a metric that exceeds the reference page most.

    A stage that has stages of its own is examined in turn. Without stages, return the metric
    itself.
    """

    def excess(part: str) -> float:
        usual = median(reference[part]) if reference.get(part) else 0.0
        return median(samples[part]) - usual

    while parts := [s for s in METRICS[metric].stages if samples.get(s)]:
        beyond = {part: excess(part) for part in parts}
        if "capture" in beyond and samples.get("screenshot"):
            # A screenshot that is taken during discovery also waits for the page, so count at most
            # the excess of a plain screenshot.
            beyond["capture"] = min(beyond["capture"], excess("screenshot"))
        metric = max(beyond, key=beyond.__getitem__)
    return metric


def _about(
    stage: str, samples: Mapping[str, Sequence[float]], reference: Mapping[str, Sequence[float]]
) -> str:
    message = f"{stage} takes {_ms(samples[stage])}"
    if reference.get(stage):
        message += f" ({_ms(reference[stage])} on the reference page)"
    return f"{message}: {METRICS[stage].what}"


def _ms(samples: Sequence[float]) -> str:
    return f"{median(samples):.3g} ms"


def _sentence(objective: Objective, value: float, verdict: Verdict, about: str = "") -> str:
    if verdict == "pass":
        return f"{_number(value)} of {_number(objective.limit)} {objective.unit}."
    over = f"{_number(value)} {objective.unit} instead of {_number(objective.limit)}"
    return f"{over}; {about}." if about else f"{over}."


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
