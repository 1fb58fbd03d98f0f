"""Run the reliability checks and save their results.

    python tests/reliability/check.py [--long] [NAME ...]

Each check is a module with `async def run(long: bool) -> dict`, whose `wrong` is a list of
failures. The results are saved as `out/reliability/NAME.json`; `report.py` generates the docs page
from them.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = ROOT / "out" / "reliability"
CHECKS = {
    "concurrency": "concurrency",
    "clickjacking": "clickjacking",
    "faults": "faults",
    "hostile": "hostile",
    "flood": "flood",
    "growth": "shapes",
    "soak": "soak",
}
"""Modules of the checks by name."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*CHECKS, []], help="all if none is named")
    parser.add_argument("--long", action="store_true", help="the full form")
    asked = parser.parse_args()
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    OUT.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in asked.names or CHECKS:
        began = time.time()
        print(f"{name} ...", flush=True)
        figures = asyncio.run(importlib.import_module(CHECKS[name]).run(asked.long))
        figures |= {"long": asked.long, "took_s": round(time.time() - began)}
        (OUT / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n")
        if figures["wrong"]:
            failed.append(name)
            print(json.dumps(figures["wrong"], indent=1))
        print(f"{name}: {len(figures['wrong'])} wrong, {figures['took_s']} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
