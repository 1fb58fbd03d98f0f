"""Run the benchmarks and print one table: `make bench`, or `python benches/run.py NAME ...`.

Each benchmark has `run() -> list[dict]` with rows {name, value, unit, baseline, ratio, target, ok}.
Ratios compare with a baseline of the same run; absolute numbers depend on the machine.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ORDER = (
    "startup",
    "end_to_end",
    "moving",
    "after_action",
    "discover",
    "imaging",
    "budget",
    "token_budget",
    "placement",
    "browser",
    "refs",
    "actions",
)
BY_NAME = ("rival_looks", "compare_looks")
"""Benchmarks that run only by name, because their requirements are large."""
PROGRAMS = ("audit_rates", "component_pairs")
"""Benchmarks that are started as programs, with their own options."""
COLUMNS = ("name", "value", "baseline", "ratio", "target", "ok")


def main() -> int:
    """Run the chosen benchmarks; return 1 if a target was missed and `--strict` was given."""
    parser = argparse.ArgumentParser(description=__doc__)
    known = [
        p.stem
        for p in HERE.glob("*.py")
        if p.stem not in ("run", *PROGRAMS) and not p.stem.startswith("test_")
    ]
    names = [n for n in ORDER if n in known] + sorted(set(known) - set(ORDER))
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a target is missed")
    args = parser.parse_args()
    if unknown := set(args.names) - set(names):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    sys.path.insert(0, str(HERE))

    rows: list[dict[str, Any]] = []
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name in args.names or [n for n in names if n not in BY_NAME]:
        started = time.monotonic()
        print(f"\n{name} ...", flush=True)
        found = importlib.import_module(name).run()
        rows += [{"bench": name, **row} for row in found]
        print(_table(found))
        print(f"({time.monotonic() - started:.0f} s)")
    missed = [row["name"] for row in rows if row.get("ok") is False]
    print(
        f"\n{len(rows)} numbers, {len(missed)} targets missed" + "".join(f"\n- {m}" for m in missed)
    )
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 1 if missed and args.strict else 0


def _cell(row: dict[str, Any], column: str) -> str:
    value = row.get(column)
    if column == "ok":
        return {True: "yes", False: "NO", None: ""}[value]
    if value is None:
        return ""
    if column in ("value", "baseline") and isinstance(value, int | float):
        return f"{value:,.3g} {row.get('unit', '')}".strip() if value < 1e4 else f"{value:,.0f}"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _table(rows: list[dict[str, Any]]) -> str:
    cells = [list(COLUMNS), *([_cell(row, c) for c in COLUMNS] for row in rows)]
    widths = [max(len(r[i]) for r in cells) for i in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in cells
    )


if __name__ == "__main__":
    sys.exit(main())
