"""Budgets for the CPU time of tests, which depends little on the load of the machine.

A test has a budget of `EACH`, including all processes that it starts: browsers, servers, commands.
A test that needs more declares it: `@pytest.mark.heavy(6)` is a budget of 6 s. The mean of all
tests must be below `MEAN`. Cases that only `make test-long` runs have no budget.

The time of the worker and its descendants is read from /proc. The values are imprecise: the time of
a process that no parent waited for (Chromium's renderers) is partly lost, and an import counts for
the first test that needs it. (The start of a shared browser is subtracted.) Therefore a test fails
only at `NOISE` times its budget. The summary lists the tests with the most CPU time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EACH = 2.0
"""Seconds of CPU that a test may take."""
MEAN = 0.25
"""Maximum mean seconds of all tests."""
NOISE = 8.0
"""Factor of the budget at which a test fails, because caches of a busy machine are cold, a slow
machine takes twice the time, and some tests include the start of a process.
"""
MANY = 1000
"""Minimum number of tests in a run for a check of their mean."""
LISTED = 40
"""Number of tests in the summary."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_cpu: dict[str, float] = {}
_parents: dict[int, int] = {}
_forgiven: list[float] = []


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on; empty if the process has exited."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def times() -> dict[int, tuple[int, int]]:
    """Return CPU ticks of this process and its descendants: own, and of children waited for."""
    if not _stat(os.getpid()):  # /proc exists only on Linux
        return {}
    alive = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    for ended in _parents.keys() - alive:
        del _parents[ended]
    for new in alive - _parents.keys():
        fields = _stat(new)
        _parents[new] = int(fields[1]) if fields else 0
    ours = {os.getpid()}
    while found := {pid for pid, parent in _parents.items() if parent in ours} - ours:
        ours |= found
    ticks = {pid: [int(each) for each in _stat(pid)[11:15]] or [0] * 4 for pid in ours}
    return {
        pid: (user + system, waited + more) for pid, (user, system, waited, more) in ticks.items()
    }


def between(before: dict[int, tuple[int, int]], after: dict[int, tuple[int, int]]) -> float:
    """Return the seconds of CPU between two snapshots.

    The parent's value includes the whole time of a child it waited for, so the child's earlier time
    is subtracted.
    """
    new = {pid: before.get(pid, (0, 0)) for pid in after}
    own = sum(after[pid][0] - had for pid, (had, _) in new.items())
    waited = sum(after[pid][1] - had for pid, (_, had) in new.items())
    ended = sum(had for pid, (had, _) in before.items() if pid not in after)
    return (own + max(0, waited - ended)) / _TICKS


def forgive(seconds: float) -> None:
    """Subtract time from this test, which started something shared by all tests of the worker."""
    _forgiven.append(seconds)


def over(seconds: float, budget: float) -> str | None:
    """Return why a test with so much CPU time fails; None if it passes."""
    if seconds <= budget * NOISE:
        return None
    return (
        f"The test took {seconds:.1f} s of CPU; its budget is {budget:g} s, and {NOISE:g} times "
        "that fails. Make it cheaper, mark some of its cases `long`, or say `heavy(seconds)`."
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    item.stash[_BEFORE] = times()
    _forgiven.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "teardown" and _BEFORE in item.stash:
        seconds = between(item.stash[_BEFORE], times())
        report.user_properties.append(("cpu", seconds))
        marker = item.get_closest_marker("heavy")
        why = over(seconds - sum(_forgiven), marker.args[0] if marker else EACH)
        if why and report.passed and not item.get_closest_marker("long"):
            report.outcome, report.longrepr = "failed", why
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        _cpu[report.nodeid] = dict(report.user_properties).get("cpu", 0.0)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    mean = sum(_cpu.values()) / max(1, len(_cpu))
    is_worker = hasattr(session.config, "workerinput")
    if not is_worker and len(_cpu) >= MANY and mean > MEAN * NOISE and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not _cpu:
        return
    total = sum(_cpu.values())
    terminalreporter.section(f"CPU: {total:.0f} s, {total / len(_cpu):.2f} s a test", sep="=")
    if "VIEWMARK_CPU_FILE" in os.environ:
        Path(os.environ["VIEWMARK_CPU_FILE"]).write_text(
            "".join(f"{seconds:.2f} {name}\n" for name, seconds in _cpu.items())
        )
    for name in sorted(_cpu, key=_cpu.__getitem__, reverse=True)[:LISTED]:
        terminalreporter.write_line(f"{_cpu[name]:6.1f} s  {name}")


_BEFORE = pytest.StashKey[dict[int, tuple[int, int]]]()
