"""Runs the tests, several files in parallel, and runs failed tests again to detect flaky ones.

    python tests/rerun.py [--once] [--loaded] [options of pytest]

Tests compute more than they wait, mostly in Chromium. There is one worker more than cores, to use
the waiting times. Each worker has its own browser and web server; the tests of a file run in one
worker, in order.

A loaded machine can starve a browser for longer than a bounded wait. So failed tests run twice
more: alone, and with the rest of their file, which shows leaks from earlier tests. A test that
fails again is wrong. A test that passes both times is flaky, which is a defect too. The end of the
output lists it with its failure, and `tests/unsteady.log`, which is committed, gets a line with the
day, the commit and the load of the machine. The run fails if a flaky test is in that file already,
or if there are more than `MOST` flaky tests. The commit that fixes a test removes its line.

- `--once` (`make test-once`) runs without reruns.
- `--loaded` (`make test-loaded`) keeps the machine busy. A test that fails only in this mode
  depends on time instead of an event.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import failures

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LOG = Path("tests", "unsteady.log")
MOST = 3
"""Maximum flaky tests of a run."""
SLOWEST = 10
"""Number of tests whose durations are printed; `cpu_budget` prints their CPU time."""
LOOPS, LOOPS_END = 6, 3 * 3600
"""Processes that keep the machine busy, and the seconds after which they end at the latest."""
WORKERS = max(3, min(4, os.cpu_count() or 1))
AT_ONCE = ("-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder")
"""Keeps the order of `conftest.py`; xdist's own order puts files with few, slow tests last."""
PASSED, TESTS_FAILED = 0, 1  # pytest's exit codes
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"


def _run(arguments: list[str]) -> tuple[int, dict[str, str]]:
    """Return the exit code of pytest, and the failed tests with their reasons."""
    LAST_FAILED.unlink(missing_ok=True)
    paths = filter(None, [str(HERE), os.environ.get("PYTHONPATH")])
    with TemporaryDirectory() as folder:
        told = Path(folder) / "failures"
        told.touch()
        code = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", failures.__name__, *arguments],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), failures.FILE: str(told)},
        ).returncode
        reasons = dict(json.loads(line) for line in reversed(told.read_text().splitlines()))
    failed = json.loads(LAST_FAILED.read_text()) if LAST_FAILED.exists() else {}
    return code, {name: reasons.get(name, "no reason was given") for name in sorted(failed)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The failed tests of a complete run, classified by the two reruns."""

    wrong: list[str]
    """Tests that failed again."""
    unsteady: list[str]
    """Flaky tests, which failed once and passed in both reruns."""


def verdict(first: Iterable[str], alone: Iterable[str], in_file: Iterable[str]) -> Verdict:
    """Return which tests are wrong and which are flaky, after three runs.

    Args:
        first: tests that failed in the complete run.
        alone: those tests that failed again when run alone.
        in_file: tests that failed when whole files with failed tests ran.
    """
    again = [*alone, *in_file]
    wrong = sorted({n for n in again if again.count(n) + (n in first) > 1})
    return Verdict(wrong, sorted({*first, *again} - {*wrong}))


def logged() -> set[str]:
    """Return the names of tests that were flaky before and are not fixed yet."""
    log = ROOT / LOG
    lines = log.read_text().splitlines() if log.exists() else []
    return {line.split("  ")[-1] for line in lines if line and not line.startswith("#")}


def log(names: Iterable[str]) -> None:
    """Add a line for each flaky test: day, commit, load of the last minute, name."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load ?"
    with (ROOT / LOG).open("a") as file:
        for name in names:
            file.write(f"{date.today()}  {commit or '-'}  {load}  {name}\n")


@contextlib.contextmanager
def _busy(loops: int) -> Iterator[None]:
    """Run this many busy processes during the block."""
    code = f"import time\nend = time.monotonic() + {LOOPS_END}\nwhile time.monotonic() < end: pass"
    started = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


def main() -> int:
    with _busy(LOOPS if "--loaded" in sys.argv else 0):
        return _main([each for each in sys.argv[1:] if each not in ("--once", "--loaded")])


def _main(arguments: list[str]) -> int:
    code, first = _run([*AT_ONCE, f"--durations={SLOWEST}", *arguments])
    if code != TESTS_FAILED or not first or "--once" in sys.argv:
        return code
    print(f"\n{len(first)} failed; each runs again, by itself and with its file.", flush=True)
    again = [_run([*first]), _run(sorted({name.partition("::")[0] for name in first}))]
    if any(code not in (PASSED, TESTS_FAILED) for code, _ in again):
        print(
            "\nA rerun could not be made, so nobody knows whether these pass:", *first, sep="\n  "
        )
        return TESTS_FAILED
    alone, in_file = (failed for _, failed in again)
    found = verdict(first, alone, in_file)
    twice = sorted(logged() & {*found.unsteady})
    log(found.unsteady)
    why = in_file | alone | first
    for title, names in (
        ("failed again", found.wrong),
        ("failed once and passed again", found.unsteady),
        ("unsteady before as well, so to be mended", twice),
    ):
        print(f"\n{title}: {len(names)}", *(f"{n}\n    {why[n]}" for n in names), sep="\n  ")
    if len(found.unsteady) > MOST:
        print(f"\nMore than {MOST} unsteady tests: something is wrong with them or with the code.")
    return 1 if found.wrong or twice or len(found.unsteady) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
