"""`make arena`: run every task through every tool with the scripted player; write the reports.

python benches/arena/run.py [--tools NAME ...] [--only TASK ...] [--group twelve ...] [--why]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import traceback
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests" / "tasks")]

from arena.facts import facts  # noqa: E402  # the folders above
from arena.play import Try, scripted  # noqa: E402
from arena.report import html_page, markdown  # noqa: E402
from arena.tasks import GROUPS, load  # noqa: E402
from arena.tools import NAMES, version  # noqa: E402
from viewmark.browser.launch.executable import find_executable  # noqa: E402

OURS = ("viewmark", "viewmark shell")


def main() -> int:
    """Run the tasks, print a line for each try, write out/arena/tries.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--group", nargs="*", default=list(GROUPS), choices=GROUPS)
    parser.add_argument("--only", nargs="*", default=[], help="ids of tasks")
    parser.add_argument("--why", action="store_true", help="print each call and answer")
    parser.add_argument("--facts", action="store_true", help="also what needs no player")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "arena")
    parser.add_argument("--keep", action="store_true", help="rows of earlier runs stay")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    code = _code_state()
    for task in load(*chosen.group):
        if chosen.only and task.id not in chosen.only:
            continue
        for tool in chosen.tools:
            try:
                done = asyncio.run(scripted(tool, task))
            except Exception as error:  # report it as the tool's row
                if chosen.why:
                    traceback.print_exc()
                done = Try(tool, task, "not written", f"{type(error).__name__}: {error}"[:300])
            rows.append(done.to_json() | {"code": code} if tool in OURS else done.to_json())
            counts = done.counts
            print(
                f"{task.id:20}{tool:20}{done.state:12}{counts.calls:3} calls "
                f"{counts.characters:7,} characters {len(counts.sizes)} pictures "
                f"{counts.refusals} refused {done.why[:200]}",
                flush=True,
            )
            if chosen.why:
                for each in done.transcript:
                    print(f"  > {each['call']} {each['arguments']}\n{each['answer'][:3000]}")
            kept = chosen.out / "transcripts" / tool.replace(" ", "-").lower()
            kept.mkdir(parents=True, exist_ok=True)
            (kept / f"{task.id}.json").write_text(json.dumps(done.transcript, indent=1))
        if chosen.keep:  # save results even if the run is interrupted
            write(rows, chosen.out, with_facts=False, keep=True)
    write(rows, chosen.out, with_facts=chosen.facts, keep=chosen.keep)
    print(chosen.out / "report.html")
    return 0


def _code_state() -> str:
    """Return the measured commit, followed by `+` if files differ from it."""
    command = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def write(tries: list[dict[str, Any]], out: Path, *, with_facts: bool, keep: bool) -> None:
    """Write tries.json, facts.json, and the report as Markdown and HTML."""
    file, file_of_facts = out / "tries.json", out / "facts.json"
    if keep and file.exists():
        new = {(each["tool"], each["task"]) for each in tries}
        earlier = json.loads(file.read_text())
        tries = [each for each in earlier if (each["tool"], each["task"]) not in new] + tries
    file.write_text(json.dumps(tries, indent=1))
    found = None
    if with_facts:
        found = asyncio.run(facts())
        file_of_facts.write_text(json.dumps(found, indent=1))
    elif keep and file_of_facts.exists():
        found = json.loads(file_of_facts.read_text())
    browser = subprocess.run([find_executable(), "--version"], capture_output=True, text=True)
    about = {
        "date": datetime.now(timezone.utc).strftime("%d %B %Y"),
        "browser": browser.stdout.strip().partition(" built")[0],
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "versions": {
            tool: version(tool) for tool in NAMES if any(each["tool"] == tool for each in tries)
        },
    }
    codes = {each["code"] for each in tries if "code" in each}
    about["code"] = ", ".join(sorted(codes))
    text = markdown(tries, about, found)
    (out / "report").with_suffix(".md").write_text(text)
    (out / "report.html").write_text(html_page(text, "The arena"))


if __name__ == "__main__":
    sys.exit(main())
