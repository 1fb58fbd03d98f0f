"""Objectives: metrics and their limits.

`observe_ms = 50` limits the median of a time, and `observe_p95_ms` limits its 95th percentile.
`observe_ratio` limits the time as a multiple of a baseline that is measured in the same run, and
`base64_max` limits a size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from viewmark.errors import InvalidOption
from viewmark.support import near_words

Kind = Literal["ms", "ratio", "max"]


class Metric(NamedTuple):
    """A quantity that is measured."""

    unit: str
    what: str
    baseline: str = ""
    """Name of the metric by which this one is divided to get a ratio; empty if a ratio makes no
    sense."""
    stages: tuple[str, ...] = ()
    """Metrics of the stages that make up this metric; if it is too slow, the report names one of
    them.
    """


PEAK_RESET = Path("/proc/self/clear_refs")
"""File by which a process can reset its peak memory (RSS); it exists only on Linux."""
LOOK = ("discover", "capture", "cover", "place", "annotate", "recheck")
METRICS: Mapping[str, Metric] = {
    "navigate": Metric("ms", "goto until the page is loaded", "", ("server", "receive", "load")),
    "server": Metric("ms", "request until the first byte of the document"),
    "receive": Metric("ms", "first until last byte of the document"),
    "load": Metric("ms", "last byte until the load event: scripts, styles, pictures"),
    "first_look": Metric("ms", "first observation after a navigation", "screenshot", LOOK),
    "observe": Metric("ms", "observation with marks, from rest", "screenshot", LOOK),
    "screenshot": Metric("ms", "bare capture by the browser, from rest: the baseline"),
    "discover": Metric("ms", "finding the elements, in the page", "screenshot"),
    "capture": Metric("ms", "the browser's picture, with what covers secrets", "screenshot"),
    "cover": Metric("ms", "secrets covered in the pixels", "screenshot"),
    "refs": Metric("ms", "names that stay, for each element", "screenshot"),
    "place": Metric("ms", "places of the badges", "screenshot"),
    "annotate": Metric("ms", "marks drawn, in all", "screenshot", ("decode", "encode")),
    "decode": Metric("ms", "decoding the picture"),
    "encode": Metric("ms", "drawing and encoding"),
    "recheck": Metric("ms", "boxes once more, after the picture", "screenshot"),
    "click": Metric("ms", "a click on `click_selector`", "screenshot", ("aim", "input", "effect")),
    "aim": Metric("ms", "of a click: target at rest and reachable"),
    "input": Metric("ms", "of a click: the mouse"),
    "effect": Metric("ms", "of a click: what it started"),
    "base64": Metric("characters", "the marked picture as base64"),
    "tokens": Metric("tokens", "what the picture costs the model of the run (`model`)"),
    "memory": Metric("MB", "peak memory of annotating, beyond input and output"),
}
"""Metrics keyed by name, in the order of reports."""

_SIZES = ("base64", "tokens", "memory")
_NAME = re.compile(r"(?P<metric>[a-z0-9_]+?)(?:_p(?P<percent>\d{1,2}))?_(?P<kind>ms|ratio|max)")


@dataclass(frozen=True, slots=True)
class Objective:
    """A limit for one statistic of one metric."""

    name: str
    """Name of the objective as written in the configuration, such as `observe_ms`."""
    metric: str
    kind: Kind
    percent: float
    """The percentile that is compared; 50 is the median."""
    limit: float
    source: str = ""
    """The specification that requires the limit."""

    @classmethod
    def parse(cls, name: str, limit: object, *, source: str = "") -> Objective:
        """Parse an objective.

        Raises:
            InvalidOption: the name does not match the grammar, or the limit is not positive.
        """
        found = _NAME.fullmatch(name)
        metric = found["metric"] if found else ""
        kind: Any = found["kind"] if found else ""
        if metric not in METRICS or (kind == "max") != (metric in _SIZES):
            raise InvalidOption(f"{name!r:.80} is not an objective.", hint=_near(name), param=name)
        if kind == "ratio" and not METRICS[metric].baseline:
            raise InvalidOption(
                f"{name} has no baseline: nothing comparable is measured in the same run.",
                hint=f"Use {metric}_ms.",
                param=name,
            )
        if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not 0 < limit < 1e12:
            unit = "times the baseline (1.5 is 150 %)" if kind == "ratio" else METRICS[metric].unit
            raise InvalidOption(
                f"The limit of {name} must be a positive number, not {limit!r:.40}.",
                hint=f"Write it without quotes or a unit: it counts {unit}.",
                param=name,
            )
        percent = float(found["percent"] or 50) if found else 50.0
        return cls(name, metric, kind, percent, float(limit), source)

    @property
    def unit(self) -> str:
        """Unit of the limit; `x` for a ratio."""
        return "x" if self.kind == "ratio" else METRICS[self.metric].unit


def _near(name: str) -> str:
    known = [
        f"{metric}_{kind}"
        for metric, about in METRICS.items()
        for kind in (("max",) if metric in _SIZES else ("ms", "ratio")[: 1 + bool(about.baseline)])
    ]
    close = near_words(name, known)
    means = f"Do you mean {close[0]}? " if close else ""
    return (
        f"{means}Names are METRIC_ms, METRIC_p95_ms, METRIC_ratio, or base64_max, tokens_max, "
        f"memory_max; metrics are {', '.join(m for m in METRICS if m not in _SIZES)}."
    )


def objectives_of(table: Mapping[str, object], *, source: str = "") -> tuple[Objective, ...]:
    """Return the objectives in a table of the configuration.

    Raises:
        InvalidOption: an objective is invalid; the message names the first one.
    """
    return tuple(Objective.parse(name, limit, source=source) for name, limit in table.items())


_SPECIFIED = {
    "discover_ms": (50, "annotated-screenshots: element discovery"),
    "annotate_ms": (100, "annotated-screenshots: annotation rendering"),
    "observe_ms": (200, "element-refs-and-set-of-marks: criterion 3"),
    "capture_ms": (500, "auto-attached-screenshots: capture latency"),
    "base64_max": (500_000, "annotated-screenshots: base64 size"),
    "first_look_ms": (500, "annotated-screenshots: total end-to-end"),
    "memory_max": (5, "annotated-screenshots: memory during annotation"),
}
DEFAULTS: tuple[Objective, ...] = tuple(
    Objective.parse(name, limit, source=source)
    for name, (limit, source) in _SPECIFIED.items()
    if name != "memory_max" or PEAK_RESET.exists()
)
"""The limits of the specifications that viewmark follows (docs/requirements.md)."""
