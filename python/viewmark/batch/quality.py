"""Statistics of a data set: marks, names, overlaps, occlusion, sizes, failures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

SMALL = 24.0
"""Minimum side of a target in CSS px; smaller targets are hard to hit (WCAG 2.2, 2.5.8)."""
_OVERLAP = 0.5
"""Minimum overlap at which two boxes count as overlapping, as a share of the smaller box."""
_SIDE = 200


@dataclass(slots=True)
class Histogram:
    """A histogram whose last bin includes all values beyond the last edge."""

    edges: tuple[float, ...]
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * len(self.edges)

    def add(self, value: float) -> None:
        """Count a value; values below the first edge are counted in the first bin."""
        place = sum(1 for edge in self.edges if value >= edge)
        self.counts[max(0, place - 1)] += 1
        self.total += value

    @property
    def n(self) -> int:
        """Number of values."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Mean of the values; 0 if there are none."""
        return self.total / self.n if self.n else 0.0


def _steps(*edges: float) -> Histogram:
    return Histogram(tuple(float(each) for each in edges))


@dataclass(slots=True)
class Quality:
    """Statistics that are updated row by row, in constant memory."""

    rows: int = 0
    failed: int = 0
    duplicates: int = 0
    pages: int = 0
    """Number of rows with marks and an image."""
    bytes: int = 0
    redactions: int = 0
    truncated: int = 0
    """Number of pages on which more elements were found than marked."""
    incomplete: int = 0
    empty: int = 0
    """Number of pages without a mark."""
    marks: int = 0
    nameless: int = 0
    occluded: int = 0
    disabled: int = 0
    small: int = 0
    overlapping: int = 0
    pointless: int = 0
    """Number of marks without a point at which a pointer hits them."""
    weak: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    retried: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    views: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    nameless_roles: Counter[str] = field(default_factory=Counter)
    per_page: Histogram = field(
        default_factory=lambda: _steps(0, 1, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100)
    )
    sides: Histogram = field(
        default_factory=lambda: _steps(0, 8, 16, 24, 32, 44, 64, 100, 200, 400)
    )
    """Histogram of the shorter sides of the marks' boxes, in CSS px."""
    visible: Histogram = field(
        default_factory=lambda: _steps(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
    )
    kilobytes: Histogram = field(
        default_factory=lambda: _steps(0, 10, 25, 50, 100, 200, 400, 800, 1600)
    )
    navigate_ms: Histogram = field(
        default_factory=lambda: _steps(0, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000)
    )
    observe_ms: Histogram = field(
        default_factory=lambda: _steps(0, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
    )

    def add(self, row: dict[str, Any]) -> None:
        """Count a row; its images are not needed, only their size (`image_bytes`)."""
        self.rows += 1
        self.views[row["view"]] += 1
        self.splits[row["split"]] += 1
        self.retried.update(row["retried"])
        if row["error_code"] is not None:
            self.failed += 1
            self.errors[row["error_code"]] += 1
            return
        if row["status"] is not None and row["status"] >= 400:
            self.statuses[f"HTTP {row['status']}"] += 1
        if row["duplicate_of"] is not None:
            self.duplicates += 1
            return
        self.pages += 1
        size = row.get("image_bytes") or 0
        self.bytes += size
        self.kilobytes.add(size / 1000)
        self.redactions += row["redactions"]
        self.truncated += row["total_found"] > len(row["marks"])
        self.incomplete += bool(row["incomplete"])
        self.empty += not row["marks"]
        for name in ("navigate_ms", "observe_ms"):
            if row[name] is not None:
                getattr(self, name).add(row[name])
        self.per_page.add(len(row["marks"]))
        self._add_marks(row["marks"], row["scale"] or 1.0)

    def _add_marks(self, marks: list[dict[str, Any]], scale: float) -> None:
        self.marks += len(marks)
        for mark in marks:
            role = mark["role"] or "generic"
            self.roles[role] += 1
            if not (mark["name"] or mark["text"]):
                self.nameless += 1
                self.nameless_roles[role] += 1
            self.occluded += mark["occluded"]
            self.disabled += mark["disabled"]
            self.weak += mark["weak"]
            self.pointless += mark["click_x"] is None
            side = min(mark["width"], mark["height"]) / scale
            self.sides.add(side)
            self.small += side < SMALL
            self.visible.add(mark["visible_ratio"])
        self.overlapping += _overlapping(marks[:_SIDE])


def _overlapping(marks: list[dict[str, Any]]) -> int:
    """Return how many boxes share at least half of the smaller box's area with another box."""
    hit = set[int]()
    for n, one in enumerate(marks):
        for m in range(n + 1, len(marks)):
            other = marks[m]
            wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(
                one["x"], other["x"]
            )
            high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(
                one["y"], other["y"]
            )
            if wide <= 0 or high <= 0:
                continue
            smaller = min(one["width"] * one["height"], other["width"] * other["height"])
            if wide * high >= _OVERLAP * smaller:
                hit |= {n, m}
    return len(hit)
