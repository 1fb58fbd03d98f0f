"""The pytest marker `viewmark_budget`: enforces latency limits on the calls of a test.

    @pytest.mark.viewmark_budget(observe_ms=200, ratio=1.6)
    async def test_the_agent_is_quick(page): ...

The limits are those of `viewmark.slo.budget`. A marker on a class or module applies to all of its
tests; closer markers override its limits by name. Calls in fixtures do not count. The hooks are
called by `viewmark.pytest_plugin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

# `viewmark.slo` itself is imported on first use, because only tests with the marker need it
import viewmark
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from viewmark.slo.budgets import Budget

MARKER = "viewmark_budget"


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker `viewmark_budget`, with its help text."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(observe_ms=..., click_p95_ms=..., ratio=...): the test fails if its calls of "
        "viewmark take longer; see viewmark.slo.budget",
    )


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Reject invalid markers before any test has run."""
    for item in items:
        try:
            budget_of(item)
        except InvalidOption as error:
            raise pytest.UsageError(f"{item.nodeid}: {MARKER}: {error}") from error


def budget_of(item: pytest.Item) -> Budget | None:
    """Return the budget of a test; None if it has none.

    Raises:
        InvalidOption: the marker's arguments are not valid arguments of `budget`.
    """
    limits: dict[str, Any] = {}
    markers = [*item.iter_markers(MARKER)]
    if not markers:
        return None
    for marker in reversed(markers):  # the closest marker takes precedence
        if marker.args:
            raise InvalidOption("Limits have names.", hint="For example observe_ms=200.")
        limits |= marker.kwargs
    return viewmark.slo.budget(**limits)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run the test in a block with its budget."""
    spent = budget_of(item)
    if spent is None:
        return (yield)
    missed = ""
    result: object = None
    try:
        with spent:
            result = yield
    except viewmark.slo.BudgetExceeded as error:
        missed = str(error)
    finally:
        for name, median in spent.medians().items():
            item.user_properties.append((f"viewmark_{name}_ms", round(median, 1)))
    if missed:
        pytest.fail(f"{MARKER}: {missed}", pytrace=False)
    return result
