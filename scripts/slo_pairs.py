"""Count false regressions by comparing runs of `viewmark slo` between which nothing has changed.

Needs an idle machine. N + 1 runs, each in its own process and browser, give N pairs of neighbours,
which are compared as with `--compare`. At most 5 of 100 may be reported as a regression. A pair
with a noisy run is inconclusive; if there are more than a quarter of these, the machine was not
idle.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from viewmark.slo import Comparison, Report, compare

MOST = 0.05
"""Maximum share of the pairs reported as a regression."""
MOST_OPEN = 0.25
CONFIG = """
samples = 12
loads = 3
warmup = 2
[objectives]
base64_max = 1000000000
[[pages]]
url = "demo"
click_selector = "[data-testid=create-order]"
"""
"""A short run of about 6 s on an idle machine."""


def main() -> int:
    """Run and compare; return 1 for too many regressions, 3 for too many inconclusive pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--output", type=Path, default=Path("out/slo-pairs.json"))
    args = parser.parse_args()
    started = time.monotonic()
    pairs: list[Comparison] = []
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "slo.toml"
        config.write_text(CONFIG)
        last = _run(config)
        for number in range(1, args.pairs + 1):
            report = _run(config)
            pairs.append(compare(last, report))
            last = report
            print(f"\r{number} of {args.pairs}: {_words(pairs)}", end="", flush=True)
    print(f"\n{time.monotonic() - started:.0f} s")
    told = _summary(pairs, last)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(json.dumps(told, indent=1) + "\n")
    for pair in pairs:
        for change in pair.regressions:
            print(f"  {change}")
    if len(_called(pairs)) > MOST * len(pairs):
        return 1
    return 3 if len(_open(pairs)) > MOST_OPEN * len(pairs) else 0


def _run(config: Path) -> Report:
    file = config.with_name("run.json")
    command = [sys.executable, "-m", "viewmark", "slo", "--config", str(config), "--json", file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 3):
        sys.exit(f"the run failed:\n{done.stdout}{done.stderr}")
    return Report.from_json(file.read_bytes())


def _called(pairs: list[Comparison]) -> list[Comparison]:
    return [pair for pair in pairs if pair.regressions]


def _open(pairs: list[Comparison]) -> list[Comparison]:
    return [pair for pair in pairs if pair.is_noisy]


def _words(pairs: list[Comparison]) -> str:
    return f"{len(_called(pairs))} called a regression, {len(_open(pairs))} open (noise)"


def _summary(pairs: list[Comparison], last: Report) -> dict[str, Any]:
    called = [str(change) for pair in pairs for change in pair.regressions]
    return {
        "at": last.at,
        "environment": dict(last.environment),
        "pairs": len(pairs),
        "called_regressions": len(_called(pairs)),
        "open": len(_open(pairs)),
        "which": called,
    }


if __name__ == "__main__":
    sys.exit(main())
