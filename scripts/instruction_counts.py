"""Compare instruction counts of the pixel core's stages, from callgrind, with accepted values.

Instruction counts do not depend on load. Other influences are kept constant: valgrind simulates a
fixed processor (with AVX2, without AVX-512), the images are files of this repository, and the
compiler is recorded with the accepted values. `--accept` rewrites them; commit the new values
together with the change that caused them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 0.05
"""Maximum relative change, up or down."""
OTHER_COMPILER = 0.25
"""Maximum relative change if the accepted values come from another compiler."""
FUNCTION = "instructions::counted"
_NEEDS = {"x86_64": {"avx2", "bmi1", "bmi2", "abm", "popcnt"}}
"""CPU flags in /proc/cpuinfo without which valgrind does not provide AVX2."""


def main() -> int:
    """Count and compare; return 1 if a stage changed too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="write the figures of now")
    args = parser.parse_args()
    machine = {"arm64": "aarch64", "AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    file = ROOT / "benches" / "data" / f"instructions-{machine}.json"
    if reason := _not_here(machine):
        print(f"instruction counts: not measured here: {reason}")
        # In CI the tools are guaranteed; elsewhere a missing tool is no regression.
        return 1 if os.environ.get("CI") == "true" and platform.system() == "Linux" else 0
    counts = count_all(_build())
    now = {"compiler": _compiler(), "stages": counts}
    if args.accept:
        file.write_text(json.dumps(now, indent=1) + "\n")
        print(f"instruction counts: {len(counts)} stages written to {file.relative_to(ROOT)}")
        return 0
    if not file.exists():
        print(f"instruction counts: no accepted figures for {machine}: make accept-instructions")
        return 0
    lines, failed = compared(json.loads(file.read_text()), now)
    print("\n".join(lines))
    return 1 if failed else 0


def compared(accepted: dict[str, Any], now: dict[str, Any]) -> tuple[list[str], bool]:
    """Return sentences about the changes, and whether they are too large.

    Args:
        accepted: compiler and counts from the file.
        now: compiler and counts of this run.
    """
    same = accepted["compiler"] == now["compiler"]
    limit = LIMIT if same else OTHER_COMPILER
    before, after = accepted["stages"], now["stages"]
    lines = [] if same else [_other_compiler(accepted["compiler"], now["compiler"])]
    failures = []
    for name in [*before, *(set(after) - set(before))]:
        if name not in after:
            failures.append(f"  {name}: gone")
        elif name not in before:
            failures.append(f"  {name}: {after[name]:,} instructions, never accepted")
        elif abs(after[name] / before[name] - 1) > limit:
            change = after[name] / before[name] - 1
            failures.append(f"  {name}: {change:+.1%} ({before[name]:,} -> {after[name]:,})")
    if failures:
        lines += [f"instruction counts: changed by more than {limit:.0%}:", *failures]
        lines.append(
            "If it is meant, `make accept-instructions` writes the figures of now: commit them "
            "together with the change."
        )
    else:
        lines.append(f"instruction counts: {len(after)} stages within {limit:.0%}")
    return lines, bool(failures)


def _other_compiler(accepted: str, now: str) -> str:
    return (
        f"instruction counts: accepted with {accepted}, this is {now}: only changes above "
        f"{OTHER_COMPILER:.0%} count"
    )


def _not_here(machine: str) -> str:
    """Return why nothing can be counted here; empty if it is possible."""
    if shutil.which("valgrind") is None:
        return "valgrind is missing (scripts/setup.sh valgrind installs it on Debian as root)"
    flags = _flags()
    if lacking := _NEEDS.get(machine, set()) - flags:
        return f"this processor lacks {', '.join(sorted(lacking))}, so other code would run"
    return ""


def _flags() -> set[str]:
    try:
        told = Path("/proc/cpuinfo").read_text()
    except OSError:
        return set()
    return set(next((r for r in told.splitlines() if r.startswith("flags")), "").split())


def _compiler() -> str:
    """Return the compiler's release without the patch version, such as `rustc 1.95`."""
    told = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True)
    return ".".join(" ".join(told.stdout.split()[:2]).split(".")[:2])


def _build() -> Path:
    command = ["cargo", "bench", "--locked", "--quiet", "--bench", "instructions", "--no-run"]
    done = subprocess.run(
        [*command, "--message-format=json"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit("instruction counts: the stages did not build; cargo's words are above")
    built = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return Path(next(row["executable"] for row in built if row.get("executable")))


def count_all(program: Path) -> dict[str, int]:
    """Return the instructions of each stage, in the program's order."""
    names = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(lambda name: _count(program, name), names), strict=True))


def _count(program: Path, stage: str) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [f"--toggle-collect={FUNCTION}", str(program), stage]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or found is None or found[1] == "0":
        sys.exit(f"instruction counts: {stage} failed under valgrind:\n{done.stderr[-2000:]}")
    return int(found[1])


if __name__ == "__main__":
    sys.exit(main())
