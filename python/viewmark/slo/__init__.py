"""Latency objectives: measure pages, judge them, compare runs, hold tests to budgets."""

from __future__ import annotations

from viewmark.slo.budgets import Budget, BudgetExceeded, budget
from viewmark.slo.history import Change, Comparison, compare
from viewmark.slo.load import Capacity, LoadStep, load
from viewmark.slo.objectives import DEFAULTS, METRICS, Metric, Objective
from viewmark.slo.plan import PageUnderTest, Plan, load_plan
from viewmark.slo.report import PageReport, Report
from viewmark.slo.run import run

__all__ = [
    "DEFAULTS",
    "METRICS",
    "Budget",
    "BudgetExceeded",
    "Capacity",
    "Change",
    "Comparison",
    "Metric",
    "Objective",
    "PageReport",
    "PageUnderTest",
    "Plan",
    "Report",
    "LoadStep",
    "budget",
    "compare",
    "load",
    "load_plan",
    "run",
]
