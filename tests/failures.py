"""A pytest plugin that writes a line per failed test, with the reason, for `rerun.py`.

PYTHONPATH=tests VIEWMARK_FAILURES=FILE pytest -p failures
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

FILE = "VIEWMARK_FAILURES"
"""Environment variable with the name of the file; lines are appended."""
LENGTH = 300


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # Workers of xdist report to their parent process, which writes for all of them.
    if report.failed and FILE in os.environ and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(os.environ[FILE]).open("a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, reason(report)]) + "\n")


def reason(report: pytest.TestReport) -> str:
    """Return where a test failed, and the error in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:  # a worker crashed, or a fixture is missing
        lines = [line.strip() for line in report.longreprtext.splitlines()]
        told = next((line for line in reversed(lines) if line), "no reason was given")
    else:
        path = os.path.relpath(crash.path) if os.path.isabs(crash.path) else crash.path
        told = f"{path}:{crash.lineno}: {crash.message.strip().partition(chr(10))[0]}"
    step = "" if report.when == "call" else f"{report.when}: "
    return f"{step}{told}"[:LENGTH]
