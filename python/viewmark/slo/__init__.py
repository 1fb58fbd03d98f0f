"""Latency objectives: measure pages, judge them, compare runs, hold tests to budgets."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewmark.slo.budgets import Budget, BudgetExceeded, budget
    from viewmark.slo.history import Change, Comparison, compare
    from viewmark.slo.objectives import DEFAULTS, METRICS, Metric, Objective
    from viewmark.slo.plan import PageUnderTest, Plan, load_plan
    from viewmark.slo.report import PageReport, Report
    from viewmark.slo.runner import run

_LAZY = {
    "budgets": ("Budget", "BudgetExceeded", "budget"),
    "history": ("Change", "Comparison", "compare"),
    "objectives": ("DEFAULTS", "METRICS", "Metric", "Objective"),
    "plan": ("PageUnderTest", "Plan", "load_plan"),
    "report": ("PageReport", "Report"),
    "runner": ("run",),
}
_HOME = {name: module for module, names in _LAZY.items() for name in names}

__all__ = [
    "DEFAULTS",
    "METRICS",
    "Budget",
    "BudgetExceeded",
    "Change",
    "Comparison",
    "Metric",
    "Objective",
    "PageReport",
    "PageUnderTest",
    "Plan",
    "Report",
    "budget",
    "compare",
    "load_plan",
    "run",
]


def __getattr__(name: str) -> Any:
    """Import on first use (PEP 562): pytest loads the marker's module at every start."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"viewmark.slo.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
