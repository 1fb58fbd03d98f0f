"""`make arena`: every task through every tool by the scripted player; writes the reports.

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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests" / "tasks")]

from arena.facts import facts  # noqa: E402  # the folders above
from arena.play import Try, scripted  # noqa: E402
from arena.report import html_page, markdown  # noqa: E402
from arena.tasks import GROUPS, load  # noqa: E402
from arena.tools import NAMES, version  # noqa: E402
from viewmark.browser.launch.executable import find_executable  # noqa: E402

OUT = ROOT / "out" / "arena"


def main() -> int:
    """Run, print a line for each try, write out/arena/tries.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--group", nargs="*", default=list(GROUPS), choices=GROUPS)
    parser.add_argument("--only", nargs="*", default=[], help="ids of tasks")
    parser.add_argument("--why", action="store_true", help="print each call and answer")
    parser.add_argument("--facts", action="store_true", help="also what needs no player")
    chosen = parser.parse_args()
    rows = []
    for task in load(*chosen.group):
        if chosen.only and task.id not in chosen.only:
            continue
        for tool in chosen.tools:
            try:
                done = asyncio.run(scripted(tool, task))
            except Exception as error:  # whatever keeps a tool from running is its row
                if chosen.why:
                    traceback.print_exc()
                done = Try(tool, task, "not written", f"{type(error).__name__}: {error}"[:300])
            rows.append(done)
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
            OUT.mkdir(parents=True, exist_ok=True)
            kept = OUT / "transcripts" / tool.replace(" ", "-").lower()
            kept.mkdir(parents=True, exist_ok=True)
            (kept / f"{task.id}.json").write_text(json.dumps(done.transcript, indent=1))
    write(rows, chosen.facts)
    return 0


def write(rows: list[Try], with_facts: bool) -> None:
    """out/arena: tries.json, and the report as Markdown and HTML."""
    tries = [each.to_json() for each in rows]
    (OUT / "tries.json").write_text(json.dumps(tries, indent=1))
    found = asyncio.run(facts()) if with_facts else None
    browser = subprocess.run([find_executable(), "--version"], capture_output=True, text=True)
    about = {
        "date": datetime.now(timezone.utc).strftime("%d %B %Y"),
        "browser": browser.stdout.strip().partition(" built")[0],
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "versions": {tool: version(tool) for tool in dict.fromkeys(each.tool for each in rows)},
    }
    text = markdown(tries, about, found)
    (OUT / "report").with_suffix(".md").write_text(text)
    (OUT / "report.html").write_text(html_page(text, "The arena"))
    print(OUT / "report.html")


if __name__ == "__main__":
    sys.exit(main())
