"""Latency budgets as assertions, for tests of agents.

    with viewmark.slo.budget(observe_ms=200, click_p95_ms=300):
        await agent.run(page)

Every call of the block is held against the limits by its own timings.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.slo.objectives import METRICS, objectives_of
from viewmark.slo.statistics import median, quantile
from viewmark.stages import watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viewmark.slo.objectives import Objective
    from viewmark.stages import StageTimes

__all__ = ["Budget", "BudgetExceeded", "budget"]


class BudgetExceeded(AssertionError):
    """A limit was exceeded; the message names the statistic, the limit and the slowest stage."""


class Budget:
    """What the calls of a block took."""

    def __init__(self) -> None:
        self.samples: dict[str, list[float]] = defaultdict(list)
        """Milliseconds by metric: the calls by their names, and their stages."""

    def add(self, call: StageTimes) -> None:
        """Count one call."""
        for name, ms in call.timings().items():
            self.samples[call.operation if name == "total" else name].append(ms)

    def check(self, objectives: tuple[Objective, ...]) -> None:
        """Hold them against limits.

        Raises:
            BudgetExceeded: with every limit that was exceeded.
        """
        missed = [told for each in objectives if (told := self._missed(each))]
        if missed:
            raise BudgetExceeded("; ".join(missed))

    def _missed(self, objective: Objective) -> str:
        taken = self.samples.get(objective.metric)
        if not taken:
            return f"{objective.name}: the block did nothing of the kind"
        value = quantile(taken, objective.percent)
        if objective.kind == "ratio":
            base = self.samples.get(METRICS[objective.metric].baseline)
            if not base:
                return f"{objective.name}: nothing to compare with in the block"
            value /= median(base)
        if value <= objective.limit:
            return ""
        stages = [s for s in METRICS[objective.metric].stages if self.samples.get(s)]
        slowest = max(stages, key=lambda s: median(self.samples[s]), default="")
        told = f"{objective.name}: {value:.4g} {objective.unit} instead of {objective.limit:.4g}"
        told += f" ({len(taken)} calls)"
        return f"{told}, most in {slowest}" if slowest else told


@contextmanager
def budget(**limits: float) -> Iterator[Budget]:
    """Hold the calls of a block against limits.

    Args:
        **limits: as in a configuration: `observe_ms`, `observe_p95_ms`, `click_ms`,
            `discover_ms`, ... (the median, or the named percentile). A ratio compares with the
            calls that are its baseline, if the block makes them: `observe_ratio` with
            `screenshot`. Calls of tasks that the block starts count too.

    Raises:
        InvalidOption: not an objective, or one of a size.
        BudgetExceeded: at the end of the block; an error of the block itself goes first.
    """
    objectives = objectives_of(limits)
    for each in objectives:
        if each.kind == "max":
            raise InvalidOption(f"A budget is about time, not {each.name}.", param=each.name)
    spent = Budget()
    with watched(spent.add):
        yield spent
    spent.check(objectives)
