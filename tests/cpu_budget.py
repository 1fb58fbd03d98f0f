"""What a test may compute, measured in seconds of CPU, which a busy machine changes little.

A test has `EACH`, with all that it starts: browsers, servers, commands. What must compute more says
so: `@pytest.mark.heavy(6)` is a budget of 6 s. All have `MEAN` on average. Cases that only
`make test-long` runs have no budget. Counted are the worker and its descendants, from /proc; a
process that ended without being waited for (Chromium's renderers) takes its last part along, and
the first test that needs an import pays for it (a browser that all share is forgiven). So a test
fails at `NOISE` times its budget, not at the budget; the summary lists those that computed most.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

EACH = 2.0
"""Seconds of CPU that a test may take."""
MEAN = 0.25
"""And all of them on average."""
NOISE = 8.0
"""How often that much fails: caches of a busy machine are cold, a slow one takes twice the time,
and some test pays for a start."""
MANY = 1000
"""Tests from which on their mean says something."""
LISTED = 40
"""Tests that the summary lists."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_cpu: dict[str, float] = {}
_parents: dict[int, int] = {}
_forgiven: list[float] = []


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the state on; empty if it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def times() -> dict[int, tuple[int, int]]:
    """Ticks of CPU of this process and each descendant: its own, of ended ones it waited for."""
    if not _stat(os.getpid()):  # no Linux
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
    """Seconds of CPU from one moment to another.

    What ended and was waited for is in its parent's figure, whole: what it had before comes off.
    """
    new = {pid: before.get(pid, (0, 0)) for pid in after}
    own = sum(after[pid][0] - had for pid, (had, _) in new.items())
    waited = sum(after[pid][1] - had for pid, (_, had) in new.items())
    ended = sum(had for pid, (had, _) in before.items() if pid not in after)
    return (own + max(0, waited - ended)) / _TICKS


def forgive(seconds: float) -> None:
    """Take so much off what this test took: it started what all tests of the worker share."""
    _forgiven.append(seconds)


def over(seconds: float, budget: float) -> str | None:
    """Why a test that took so much fails; None if it does not."""
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
