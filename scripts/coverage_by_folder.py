"""Measure how much of each Python module is covered by the tests of its own folder.

    python scripts/coverage_by_folder.py                      all folders (1.5x the time of all tests)
    python scripts/coverage_by_folder.py refs browser/frames  these folders only
    python scripts/coverage_by_folder.py --share 80           list modules below 80 % (default: 70)

`tests` mirrors `python/viewmark`: `browser/frames/table.py` belongs to `tests/browser/frames`, and
a module without its own test folder belongs to the nearest one above. Lines that only tests of
other folders run do not count, because an error in them would appear far from its cause.
Subprocesses (servers, the command line) are measured too. The figures are saved in
`out/coverage/own.json`, where folders that are not measured keep their previous figures.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "viewmark"
TESTS = ROOT / "tests"
OUT = ROOT / "out" / "coverage"
SETTINGS = """[run]
source_pkgs = viewmark
parallel = true
sigterm = true
patch = subprocess, _exit
data_file = {folder}/data
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse
"""


def home(module: Path) -> str:
    """Return the folder below tests/ that a module belongs to; `.` is tests/ itself."""
    folder = module.relative_to(PACKAGE).parent
    while not any((TESTS / folder).glob("test_*.py")):
        folder = folder.parent
    return folder.as_posix()


def covered(folder: str) -> dict[str, tuple[int, int]]:
    """Run the tests of one folder; return executed and total lines of each of its modules."""
    out = OUT / folder.replace("/", "-").replace(".", "top")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    settings = out / "coveragerc"
    settings.write_text(SETTINGS.format(folder=out))
    env = {**os.environ, "COVERAGE_FILE": str(out / "data")}
    tests = sorted(str(path) for path in (TESTS / folder).glob("test_*.py"))
    rc = f"--rcfile={settings}"
    python = [sys.executable, "-m"]
    run = [*python, "coverage", "run", rc, "-m", "pytest", "-q", "--timeout", "240", *tests]
    done = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True)
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[-200:]]
    print(f"{folder}: {last[0]}", file=sys.stderr, flush=True)
    for command in (["combine", "-q", rc], ["json", "-q", rc, "-o", str(out / "report.json")]):
        subprocess.run([*python, "coverage", *command], cwd=ROOT, env=env, check=False)
    files = json.loads((out / "report.json").read_text())["files"]
    found = {}
    for name, facts in files.items():
        path = (ROOT / name).resolve()
        if PACKAGE in path.parents and home(path) == folder:
            total = facts["summary"]
            module = path.relative_to(PACKAGE).as_posix()
            found[module] = (total["covered_lines"], total["num_statements"])
    return found


def main() -> None:
    """Measure, save the figures, and list the modules below the share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", help="below tests/; `.` is tests/ itself")
    parser.add_argument("--share", type=float, default=70.0, help="percent of lines")
    options = parser.parse_args()
    modules = sorted(path for path in PACKAGE.rglob("*.py") if path.stat().st_size)
    folders = options.folders or sorted({home(path) for path in modules})
    kept = OUT / "own.json"
    figures: dict[str, list[int]] = json.loads(kept.read_text()) if kept.exists() else {}
    for folder in folders:
        for path in modules:
            if home(path) == folder:
                figures.pop(path.relative_to(PACKAGE).as_posix(), None)
        figures |= {name: list(lines) for name, lines in covered(folder).items()}
        kept.write_text(json.dumps(figures, indent=1, sort_keys=True))
    rows = [(100 * run / lines, name, lines) for name, (run, lines) in figures.items() if lines]
    low = sorted(row for row in rows if row[0] < options.share)
    for share, name, lines in low:
        print(f"{share:5.1f} %  {name}  ({lines} lines, tests/{home(PACKAGE / name)})")
    all_lines = sum(lines for _, _, lines in rows)
    whole = sum(share * lines for share, _, lines in rows) / all_lines if all_lines else 0.0
    print(f"{len(low)} of {len(rows)} modules below {options.share:g} %; {whole:.1f} % of all lines")


if __name__ == "__main__":
    main()
