"""The benchmarks for pytest-benchmark still run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_bench_of_a_stage_runs_once_without_being_measured() -> None:
    command = [sys.executable, "-m", "pytest", "benches", "-q", "--benchmark-disable"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b22 passed", done.stdout)
