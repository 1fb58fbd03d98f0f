"""Runs the tests, several files at once; what failed is run again, and passes only as an exception.

    python tests/rerun.py [--once] [--loaded] [options of pytest]

Tests compute more than they wait, most of it in Chromium; one worker more than cores fills what
they wait. Each has its own browser and web server; the tests of a file stay together, in their
order.

A loaded machine can starve a browser for longer than a bounded wait. So what failed runs twice
more: by itself, and with the rest of its file, so that a leak from the tests before it shows. What
fails again is wrong. What passes both times is unsteady, a defect all the same: the last lines of
the output name it with what it failed with, and `tests/unsteady.log`, which is committed, gets a
line with the day, the commit and the load of the machine. A name that stands there already fails
the run, and so do more than `MOST` names in one. The commit that mends a test removes its line.
`--once` (`make test-once`) runs without all this. `--loaded` (`make test-loaded`) keeps the machine
busy meanwhile: what fails then and passes otherwise has a limit of time where it needs an event.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import failures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LOG = Path("tests", "unsteady.log")
MOST = 3
"""Tests that may be unsteady in one run."""
SLOWEST = 10
"""Tests whose times are printed; what they compute is printed by `cpu_budget`."""
LOOPS, LOOPS_END = 6, 3 * 3600
"""Processes that keep the machine busy, and the seconds after which they end in any case."""
WORKERS = max(3, min(4, os.cpu_count() or 1))
AT_ONCE = ("-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder")
"""In the order of `conftest.py`: xdist's own puts files with few, slow tests last."""
PASSED, TESTS_FAILED = 0, 1  # pytest's exit codes
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"


def _run(arguments: list[str]) -> tuple[int, dict[str, str]]:
    """Exit code of pytest, and what failed, each with the line that says why."""
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
    """What three runs show."""

    wrong: list[str]
    """Failed again."""
    unsteady: list[str]
    """Failed once and passed again."""


def verdict(first: Iterable[str], alone: Iterable[str], in_file: Iterable[str]) -> Verdict:
    """What is wrong and what is unsteady, after three runs.

    Args:
        first: what failed in the run of everything.
        alone: what of that failed again by itself.
        in_file: what failed when the whole files ran.
    """
    again = [*alone, *in_file]
    wrong = sorted({n for n in again if again.count(n) + (n in first) > 1})
    return Verdict(wrong, sorted({*first, *again} - {*wrong}))


def logged() -> set[str]:
    """Names of tests that were unsteady before and are not mended."""
    log = ROOT / LOG
    lines = log.read_text().splitlines() if log.exists() else []
    return {line.split("  ")[-1] for line in lines if line and not line.startswith("#")}


def log(names: Iterable[str]) -> None:
    """Add a line for each unsteady test: day, commit, load of the last minute, name."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load ?"
    with (ROOT / LOG).open("a") as file:
        for name in names:
            file.write(f"{date.today()}  {commit or '-'}  {load}  {name}\n")


@contextlib.contextmanager
def _busy(loops: int) -> Iterator[None]:
    """So many processes that compute without end."""
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
