"""Runs the tests, several files at once; what failed is run again, and passes only as an exception.

    python tests/rerun.py [options of pytest]

Tests wait for Chromium most of their time, so a worker more than one pays even on two cores. Each
worker has its own browser and web server; the tests of a file stay together, in their order.

A loaded machine can starve a browser for longer than a bounded wait. So what failed runs twice
more: by itself, and with the rest of its file, so that a leak from the tests before it shows. What
fails again is wrong. What passes both times is unsteady, a defect all the same: the last lines of
the output and `out/unsteady.txt` name it with what it failed with, and more than `MOST` of them are
a failure too. Only a name in `tests/unsteady.txt` (which should be empty) does not count, and may
fail once more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import failures

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
MOST = 3
"""Tests that may be unsteady in one run."""
WORKERS = max(2, min(4, os.cpu_count() or 1))
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


def excused() -> set[str]:
    """Names of tests that are known to be unsteady."""
    lines = (HERE / "unsteady.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def verdict(
    first: Iterable[str], alone: Iterable[str], in_file: Iterable[str], known: set[str]
) -> tuple[list[str], list[str]]:
    """What is wrong and what is unsteady, after three runs.

    Args:
        first: what failed in the run of everything.
        alone: what of that failed again by itself.
        in_file: what failed when the whole files ran.
        known: names that are excused.
    """
    again = [*alone, *in_file]
    wrong = sorted({n for n in again if again.count(n) + (n in first) > (2 if n in known else 1)})
    unsteady = sorted({*first, *again} - {*wrong})
    return wrong, unsteady


def main() -> int:
    arguments = sys.argv[1:]
    code, first = _run([*AT_ONCE, *arguments])
    if code != TESTS_FAILED or not first:
        return code
    print(f"\n{len(first)} failed; each runs again, by itself and with its file.", flush=True)
    again = [_run([*first]), _run(sorted({name.partition("::")[0] for name in first}))]
    if any(code not in (PASSED, TESTS_FAILED) for code, _ in again):
        print(
            "\nA rerun could not be made, so nobody knows whether these pass:", *first, sep="\n  "
        )
        return TESTS_FAILED
    alone, in_file = (failed for _, failed in again)
    known = excused()
    wrong, unsteady = verdict(first, alone, in_file, known)
    report = ROOT / "out" / "unsteady.txt"
    report.parent.mkdir(exist_ok=True)
    why = in_file | alone | first
    report.write_text("".join(f"{name}\n    {why[name]}\n" for name in unsteady))
    counted = [name for name in unsteady if name not in known]
    for title, names in (("failed again", wrong), ("failed once and passed again", unsteady)):
        print(f"\n{title}: {len(names)}", *(f"{n}\n    {why[n]}" for n in names), sep="\n  ")
    if len(counted) > MOST:
        print(f"\nMore than {MOST} unsteady tests: something is wrong with them or with the code.")
    return 1 if wrong or len(counted) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
