"""Statistics of latency samples: percentiles, bootstrap intervals, a rank test, effect sizes.

Everything is deterministic: resampling uses a fixed seed, so that the same file of samples always
gets the same verdict.

Sources: Efron and Tibshirani, An Introduction to the Bootstrap (1993), percentile intervals;
Mann and Whitney (1947), with the correction for ties; Cliff (1993), dominance; Tukey (1977),
fences; Holm (1979), multiple tests.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

RESAMPLES = 1000
CONFIDENCE = 0.95
_SEED = 20_250_101

median = statistics.median


class Interval(NamedTuple):
    """A value with its confidence interval."""

    value: float
    low: float
    high: float


def quantile(samples: Sequence[float], percent: float) -> float:
    """Return the value that `percent` of the samples do not exceed, with linear interpolation.

    Args:
        samples: at least one.
        percent: 0 to 100.
    """
    ordered = sorted(samples)
    place = (len(ordered) - 1) * percent / 100
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def bootstrap(
    samples: Sequence[tuple[float, ...]],
    statistic: Callable[[Sequence[tuple[float, ...]]], float],
    *,
    confidence: float = CONFIDENCE,
) -> Interval:
    """Return a statistic with its bootstrap percentile interval.

    Args:
        samples: rows of related values (one sample, or a sample and its baseline). A row is
            resampled as a unit, because a disturbance affects a sample and its baseline alike.
        statistic: function that computes the statistic from such rows.
        confidence: confidence level, 0 to 1.
    """
    draw = random.Random(_SEED)
    found = sorted(statistic(draw.choices(samples, k=len(samples))) for _ in range(RESAMPLES))
    tail = (1 - confidence) / 2 * 100
    return Interval(statistic(samples), quantile(found, tail), quantile(found, 100 - tail))


def outliers(samples: Sequence[float]) -> list[float]:
    """Return the samples beyond Tukey's outer fences, 3 interquartile ranges from the quartiles."""
    low, high = quantile(samples, 25), quantile(samples, 75)
    reach = 3 * (high - low)
    return [each for each in samples if not low - reach <= each <= high + reach]


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the two-sided p-value for the hypothesis that both samples have one distribution.

    Normal approximation with corrections for ties and continuity; accurate from eight samples per
    side.
    """
    n, m = len(one), len(other)
    if not n or not m:
        return 1.0
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, ties, at = 0.0, 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        shared = (at + 1 + end) / 2
        ranks += shared * sum(side == 0 for _, side in ranked[at:end])
        ties += (end - at) ** 3 - (end - at)
        at = end
    u = ranks - n * (n + 1) / 2
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    z = max(0.0, abs(u - n * m / 2) - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def cliffs_delta(before: Sequence[float], after: Sequence[float]) -> float:
    """Return Cliff's delta of two samples, from -1 to 1.

    This is the share of pairs with a larger `after` minus the share with a smaller `after`.
    """
    above = sum(b > a for a in before for b in after)
    below = sum(b < a for a in before for b in after)
    return (above - below) / (len(before) * len(after))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Return p-values with Holm's correction for the number of tests."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    corrected, worst = [1.0] * len(probabilities), 0.0
    for rank, index in enumerate(order):
        worst = max(worst, min(1.0, probabilities[index] * (len(probabilities) - rank)))
        corrected[index] = worst
    return corrected
