"""What `viewmark.slo` has: each name with its home, imported on first use."""

from viewmark.slo.budgets import Budget as Budget
from viewmark.slo.budgets import BudgetExceeded as BudgetExceeded
from viewmark.slo.budgets import budget as budget
from viewmark.slo.history import Change as Change
from viewmark.slo.history import Comparison as Comparison
from viewmark.slo.history import compare as compare
from viewmark.slo.objectives import DEFAULTS as DEFAULTS
from viewmark.slo.objectives import METRICS as METRICS
from viewmark.slo.objectives import Metric as Metric
from viewmark.slo.objectives import Objective as Objective
from viewmark.slo.plan import PageUnderTest as PageUnderTest
from viewmark.slo.plan import Plan as Plan
from viewmark.slo.plan import load_plan as load_plan
from viewmark.slo.report import PageReport as PageReport
from viewmark.slo.report import Report as Report
from viewmark.slo.runner import run as run
