"""Decides whether the machine was idle enough for a verdict.

There are two measures. The first is the variation of a fixed piece of work that is run between the
samples: on an idle machine it always takes the same wall-clock time. The second, on Linux only, is
the processor time that other programs used during the run: the machine's total minus that of our
own process tree.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewmark.slo.statistics import quantile

SPIN = 40_000
"""Number of loop iterations of the fixed work that measures how busy the machine is, about 2 ms."""
JITTER_LIMIT = 0.6
"""Maximum relative difference between the 90th and 10th percentile of the fixed work's times."""
OTHERS_LIMIT = 0.25
"""Maximum share of the machine's processor time that other programs may use."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Measures of how idle the machine was during a run."""

    jitter: float
    """(p90 - p10) / p10 of the times that the fixed work took."""
    others: float | None
    """Share of the machine's processor time that other programs used; None if unknown."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reasons why no verdict can be trusted; empty on an idle machine."""
        found = []
        if self.jitter > JITTER_LIMIT:
            found.append(
                f"equal work took up to {1 + self.jitter:.1f} times as long as at other moments"
            )
        if self.others is not None and self.others > OTHERS_LIMIT:
            found.append(f"other programs took {self.others:.0%} of the processors")
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        others = None if self.others is None else round(self.others, 3)
        return {"jitter": round(self.jitter, 3), "others": others, "reasons": [*self.reasons]}


class NoiseMeter:
    """Measures noise between samples.

    Args:
        owns_browser: whether the browser is a child process of this one. If not, `Noise.others` is
            None, because the browser's work cannot be told from that of other programs.
    """

    def __init__(self, *, owns_browser: bool = True) -> None:
        self._spins: list[float] = []
        self._owns = owns_browser
        self._since = self._times()

    def spin(self) -> None:
        """Run the fixed work once."""
        started = time.perf_counter()
        total = 0
        for n in range(SPIN):
            total += n
        self._spins.append(time.perf_counter() - started)

    def result(self) -> Noise:
        """Return the noise since the meter was created."""
        return Noise(_jitter(self._spins), self._others())

    def _others(self) -> float | None:
        now = self._times()
        if now is None or self._since is None or not self._owns:
            return None
        busy, own = now[0] - self._since[0], now[1] - self._since[1]
        whole = (now[2] - self._since[2]) * (os.cpu_count() or 1)
        return max(0.0, busy - own) / whole if whole > 0 else None

    def _times(self) -> tuple[float, float, float] | None:
        """Return processor seconds of the machine and of our process tree, and the clock time."""
        try:
            tick = os.sysconf("SC_CLK_TCK")
            cpu = [int(n) for n in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
        except (OSError, ValueError, AttributeError):
            return None
        idle = cpu[3] + cpu[4]
        guest = sum(cpu[8:10])  # guest time is already included in user and nice time
        return (sum(cpu) - idle - guest) / tick, sum(processes().values()), time.monotonic()


def _jitter(spins: Sequence[float]) -> float:
    if not spins:
        return 0.0
    low = quantile(spins, 10)
    return (quantile(spins, 90) - low) / low if low else 0.0


def processes() -> dict[int, float]:
    """Return processor seconds of this process and its descendants, keyed by PID; Linux only."""
    try:
        tick = os.sysconf("SC_CLK_TCK")
        entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    except (OSError, ValueError, AttributeError):
        return {}
    below: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for entry in entries:
        try:
            stat = (entry / "stat").read_text()
        except OSError:
            continue  # the process has exited
        after = stat.rpartition(")")[2].split()
        below.setdefault(int(after[1]), []).append(int(entry.name))
        # The sum includes children of the process that have exited.
        spent[int(entry.name)] = sum(int(n) for n in after[11:15]) / tick
    found, left = {}, [os.getpid()]
    while left:
        pid = left.pop()
        found[pid] = spent.get(pid, 0.0)
        left += below.get(pid, [])
    return found
