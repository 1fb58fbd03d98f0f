"""Compares two runs: which metrics became slower, by how much, and with what certainty.

The two runs are separate processes, and even the same machine varies between them, so a
statistically significant difference is not necessarily a regression. A difference counts as a
regression only if it is significant (two-sided Mann-Whitney test, with Holm's correction for all
metrics of the comparison), has a large effect size (Cliff's delta), and exceeds the slowdown of the
machine itself, which each run measures on the reference page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from viewmark.slo.objectives import METRICS
from viewmark.slo.report import PageReport, Report
from viewmark.slo.statistics import cliffs_delta, holm, mann_whitney, median

ALPHA = 0.01
DELTA = 0.474
"""Minimum Cliff's delta that counts as large (Romano et al. 2006)."""
LEAST_MEMORY = 1.0
"""Minimum growth in MB that counts as a regression. Between runs of unchanged code, the temporary
memory of an observation varies by a quarter of this.
"""
RATIO = 1.15
"""Minimum factor by which the median of a metric must grow to count as a regression."""
LEAST = 0.5
"""Minimum difference in milliseconds between two medians that counts as a change."""
FEWEST = 5
"""Minimum number of samples in each of two runs to compare them."""
_TOP = ("navigate", "first_look", "observe", "click", "base64", "tokens", "memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One metric of one page in two runs."""

    page: str
    metric: str
    before: float
    """Median in the earlier run."""
    after: float
    p: float
    """p-value, corrected for the number of comparisons."""
    delta: float
    """Cliff's delta, from -1 to 1: 1 if all later samples are larger than all earlier ones."""
    is_regression: bool
    is_improvement: bool
    stage: str = ""
    """For a regression, the stage whose time grew most."""

    def __str__(self) -> str:
        unit = METRICS[self.metric].unit if self.metric in METRICS else "ms"
        text = f"{self.page}: {self.metric} {self.before:.3g} -> {self.after:.3g} {unit}"
        text += f" ({self.after / self.before:.2f}x, p {self.p:.2g}, delta {self.delta:.2f})"
        return f"{text}, by {self.stage}" if self.stage and self.stage != self.metric else text

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The comparison of two runs."""

    before: str
    """Time and commit of the earlier run."""
    after: str
    changes: tuple[Change, ...]
    notes: tuple[str, ...] = ()
    """Reasons why the comparison may mislead: another machine, a noisy run, missing pages."""
    is_noisy: bool = False
    """Whether one of the runs was on a busy machine, so that its times are inconclusive."""

    @property
    def regressions(self) -> tuple[Change, ...]:
        """The changes that became slower or larger."""
        return tuple(each for each in self.changes if each.is_regression)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {
            "before": self.before,
            "after": self.after,
            "notes": [*self.notes],
            "is_noisy": self.is_noisy,
            "regressions": [each.to_json() for each in self.regressions],
            "changes": [each.to_json() for each in self.changes],
        }


def compare(before: Report, after: Report) -> Comparison:
    """Compare the metrics that both runs contain, page by page.

    If a run was on a noisy machine, only sizes are judged, not times.
    """
    rows: list[tuple[PageReport, PageReport, str]] = []
    earlier = {page.name: page for page in before.pages}
    for page in after.pages:
        was = earlier.get(page.name)
        if was is not None:
            rows += [
                (was, page, metric)
                for metric in _TOP
                if min(len(was.samples.get(metric, ())), len(page.samples.get(metric, ()))) > 0
            ]
    p = holm([mann_whitney(was.samples[m], now.samples[m]) for was, now, m in rows])
    machine = _slower(before, after)
    is_noisy = any(report.noise.get("reasons") for report in (before, after))
    return Comparison(
        before=_name(before),
        after=_name(after),
        changes=tuple(
            _change(*row, 1.0 if is_noisy else each, machine)
            for row, each in zip(rows, p, strict=True)
        ),
        notes=_notes(before, after),
        is_noisy=is_noisy,
    )


def _change(was: PageReport, now: PageReport, metric: str, p: float, machine: float) -> Change:
    before, after = was.samples[metric], now.samples[metric]
    one, other = median(before), median(after)
    delta = cliffs_delta(before, after)
    is_size = metric not in METRICS or METRICS[metric].unit != "ms"
    if is_size:  # sizes are deterministic, so no significance test is needed
        least = LEAST_MEMORY if metric == "memory" else 0
        grew = other > one * RATIO and other - one > least
        shrank = one > other * RATIO and one - other > least
    else:
        sure = p < ALPHA and min(len(before), len(after)) >= FEWEST and abs(delta) >= DELTA
        grew = sure and other - one > LEAST and other > one * RATIO * max(machine, 1.0)
        shrank = sure and one - other > LEAST and one > other * RATIO * max(1 / machine, 1.0)
    stage = _stage(was, now, metric) if grew and not is_size else ""
    return Change(
        page=now.name,
        metric=metric,
        before=one,
        after=other,
        p=p,
        delta=delta,
        is_regression=grew,
        is_improvement=shrank,
        stage=stage,
    )


def _slower(before: Report, after: Report) -> float:
    """Return the machine's slowdown as a factor, from plain screenshots of the reference page."""
    one, other = before.reference.get("screenshot"), after.reference.get("screenshot")
    return median(other) / median(one) if one and other else 1.0


def _stage(was: PageReport, now: PageReport, metric: str) -> str:
    found = metric
    while parts := [s for s in METRICS[found].stages if was.samples.get(s) and now.samples.get(s)]:
        found = max(parts, key=lambda s: median(now.samples[s]) - median(was.samples[s]))
    return found


def _name(report: Report) -> str:
    commit = report.environment.get("commit")
    return f"{report.at} {commit}" if commit else report.at


def _notes(before: Report, after: Report) -> tuple[str, ...]:
    notes = []
    for key in ("browser", "system", "cores", "python"):
        one, other = before.environment.get(key), after.environment.get(key)
        if one != other:
            notes.append(f"Another {key}: {one} before, {other} now.")
    for name, report in (("earlier", before), ("later", after)):
        notes += [f"In the {name} run {reason}." for reason in report.noise.get("reasons", ())]
    missing = {page.name for page in before.pages} - {page.name for page in after.pages}
    notes += [f"Page {name} is not in the later run." for name in sorted(missing)]
    return tuple(notes)


def trend(reports: Sequence[Report]) -> dict[str, list[tuple[str, float]]]:
    """Return pairs of run time and median, oldest first, keyed by `page metric`."""
    lines: dict[str, list[tuple[str, float]]] = {}
    for report in sorted(reports, key=lambda each: each.at):
        for page in report.pages:
            for metric in _TOP:
                if samples := page.samples.get(metric):
                    lines.setdefault(f"{page.name} {metric}", []).append(
                        (report.at, median(samples))
                    )
    return lines
