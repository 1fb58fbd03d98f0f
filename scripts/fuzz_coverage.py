#!/usr/bin/env python3
"""Coverage-guided fuzzing of the pixel core with libFuzzer: `make fuzz-coverage MINUTES=30`.

Builds the targets of `rust/fuzz` and runs each for its share of the time on every core. They start
from the files of `tests/images/zoo` and the results of other cores and earlier runs
(`out/fuzz/corpus`). Writes executions, coverage and findings to `out/reliability/fuzz.json`. The
exit code is 1 if something was found. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FUZZ, OUT = ROOT / "rust" / "fuzz", ROOT / "out" / "fuzz"
SHARES = {"picture": 0.6, "header": 0.2, "place": 0.15, "base64": 0.05}
"""Shares of the time; most of the code is reached through whole images."""
ENOUGH = 10
"""Number of findings after which a target is skipped."""


def build() -> Path:
    """Build all targets with cargo-fuzz's instrumentation; return their folder."""
    host = re.search(
        r"^host: (.+)$", subprocess.check_output(["rustc", "-vV"], text=True), re.MULTILINE
    )
    assert host is not None
    coverage = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
    flags = [
        "-Cpasses=sancov-module",
        *(f"-Cllvm-args=-sanitizer-coverage-{each}" for each in coverage),
        "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
        "-Zsanitizer=address",
        "--cfg=fuzzing",
    ]
    # Sanitizers are unstable, but this variable enables them with any toolchain.
    env = os.environ | {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": " ".join(flags)}
    command = ["cargo", "build", "--quiet", "--release", "--target", host[1]]
    manifest = ["--manifest-path", FUZZ / "Cargo.toml", "--target-dir", FUZZ / "target"]
    subprocess.run([*command, *manifest], check=True, cwd=ROOT, env=env)
    return FUZZ / "target" / host[1] / "release"


def seeds(target: str) -> Path:
    """Return the folder with the seed files in the format of the target."""
    folder = OUT / "seeds" / target
    folder.mkdir(parents=True, exist_ok=True)
    zoo = [p for p in (ROOT / "tests" / "images" / "zoo").iterdir() if p.suffix in (".jpg", ".png")]
    for path in zoo if target in ("picture", "header") else ():
        data = path.read_bytes()
        # Three variants of each file: unchanged, with a byte budget, with a lower quality.
        ways = [bytes([way, 40, 1, *range(5)]) for way in (2, 1, 0)]
        ways = ways if target == "picture" else [b""]
        for number, way in enumerate(ways):
            (folder / f"{path.name}-{number}").write_bytes(data + way)
    return folder


def run(binary: Path, target: str, seconds: float) -> dict[str, Any]:
    """Run one target for this time; continue after findings, so that one does not hide others."""
    corpus, found = OUT / "corpus" / target, OUT / "findings" / target
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    executions, edges, features, places = 0, 0, 0, {}
    while (left := int(end - time.monotonic())) > 0 and len(places) < ENOUGH:
        command: list[object] = [binary, corpus, seeds(target), f"-max_total_time={left}"]
        command += ["-print_final_stats=1", "-timeout=30", "-rss_limit_mb=3000", "-max_len=40000"]
        command += [f"-artifact_prefix={found}/"]
        if target in ("picture", "header"):
            command.append(f"-dict={FUZZ / 'picture.dict'}")
        done = subprocess.run(list(map(str, command)), stderr=subprocess.PIPE, check=False)
        log = done.stderr.decode(errors="replace")
        counts = re.findall(r"cov: (\d+) ft: (\d+)", log)
        if counts:
            edges, features = max(edges, int(counts[-1][0])), max(features, int(counts[-1][1]))
        units = re.findall(r"stat::number_of_executed_units:\s+(\d+)", log)
        numbers = re.findall(r"^#(\d+)\s", log, re.MULTILINE)
        executions += int(units[-1]) if units else int(numbers[-1]) if numbers else 0
        if done.returncode == 0:
            break
        artifact = re.search(r"Test unit written to (\S+)", log)
        place = re.search(r"panicked at (\S+?):?\n", log) or re.search(r"SUMMARY: (.+)", log)
        key = place[1] if place else log[-300:]
        places.setdefault(key, artifact[1] if artifact else "")
        if artifact is None:
            break  # it did not start
    return {
        "target": target,
        "seconds": round(seconds),
        "executions": executions,
        "edges": edges,
        "features": features,
        "corpus": sum(1 for _ in corpus.iterdir()),
        "findings": [{"what": what, "file": file} for what, file in places.items()],
    }


def together(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Merge the runs of one target on several cores."""
    findings = {each["what"]: each for run in runs for each in run["findings"]}
    most = {key: max(run[key] for run in runs) for key in ("edges", "features", "corpus")}
    executions = sum(run["executions"] for run in runs)
    return runs[0] | most | {"executions": executions, "findings": [*findings.values()]}


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--targets", nargs="*", default=list(SHARES), choices=list(SHARES))
    parser.add_argument("--replay", nargs=2, metavar=("FILE", "TARGET"), help="run one file")
    given = parser.parse_args()
    folder = build()
    if given.replay:
        file, target = given.replay
        return subprocess.run([folder / target, file], check=False).returncode
    total = sum(SHARES[target] for target in given.targets)
    results = []
    with ThreadPoolExecutor(given.cores) as cores:
        for target in given.targets:
            seconds = given.minutes * 60 * SHARES[target] / total
            work = [(folder / target, target, seconds)] * given.cores
            results.append(
                together([each.result() for each in [cores.submit(run, *w) for w in work]])
            )
            print(json.dumps(results[-1]), flush=True)
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    report = ROOT / "out" / "reliability" / "fuzz.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    told = {"commit": commit, "minutes": given.minutes, "cores": given.cores, "targets": results}
    report.write_text(json.dumps(told, indent=2) + "\n")
    return 1 if any(result["findings"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
