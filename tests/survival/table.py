"""Run all cases with PRESSES clicks (20,000 by default) and write the figures to docs/refs.md.

    PRESSES=2000 python tests/survival/table.py         # fewer
    SEED=2 python tests/survival/table.py --only tr     # cases with this in their name; no writes
    python tests/survival/table.py --resume             # continue an interrupted run
    python tests/survival/table.py --resume --anew tr   # ... and repeat these cases

Several tabs run in parallel. A case that takes longer than CASE_LIMIT ends the run. The results of
the cases are saved in out/survival-SEED.jsonl. The exit code is 1 if a ref led to another thing, a
click hit another thing, or a share is below the targets of known.py.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).parent)]

import judges  # noqa: E402
from judges import CHANGES, KINDS, RENDERERS, UPDATES, Case, Table  # noqa: E402
from known import AIMS, shares_of  # noqa: E402
from webserver import LocalSite  # noqa: E402

import viewmark  # noqa: E402

TABS = 3
CASE_LIMIT = 120.0
"""Seconds per case; a case usually takes one to five."""
VERDICTS = ("kept", "lost", "alias", "right", "refused", "needless", "wrong", "unheard")
DOCS = ROOT / "docs" / "refs.md"
MARKS = ("<!-- table: written by make test-survival -->", "<!-- end of the table -->")


def notes(seed: int) -> Path:
    """Return the file with one line per completed case, from which a run can be continued."""
    return ROOT / "out" / f"survival-{seed}.jsonl"


def noted(seed: int, each: int) -> dict[str, Table]:
    """Return the results of earlier runs with the same number of clicks per case."""
    path = notes(seed)
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return {row["case"]: Table.from_json(row) for row in rows if row["each"] == each}


async def run(chosen: list[Case], presses: int, seed: int, before: dict[str, Table]) -> Table:
    """Run both judges on the cases in several tabs, with an equal share of the clicks each."""
    site = LocalSite()
    judges.serve(site.put)
    each = presses_of(presses, chosen)
    whole = Table()
    for table in before.values():
        whole.take(table)
    todo = [case for case in chosen if str(case) not in before]
    random.Random(seed).shuffle(todo)  # so an interrupted run has cases of all kinds

    async def part(page: viewmark.Page, cases: list[Case]) -> None:
        def url(case: Case) -> str:
            return site.url(f"/survival/index.html{case.query}")

        for case in cases:
            work = judges.run(page, url, [case], presses=each, seed=seed)
            table = await asyncio.wait_for(work, CASE_LIMIT)
            whole.take(table)
            row = {"case": str(case), "each": each, **table.to_json()}
            with notes(seed).open("a") as file:
                file.write(json.dumps(row) + "\n")
            for name in table.broken:
                print("broken:", name, flush=True)

    try:
        async with viewmark.launch() as browser:
            pages = [await browser.page() for _ in range(TABS)]
            await asyncio.gather(*(part(p, todo[n::TABS]) for n, p in enumerate(pages)))
    finally:
        site.close()
    return whole


def presses_of(presses: int, chosen: list[Case]) -> int:
    """Return the number of clicks after each change."""
    return math.ceil(presses / len(chosen))


def cell(table: Table, **where: str) -> str:
    """Return a table cell: kept share of decidable things, aliases, clicks on other things."""
    kept, lost = table.sum("kept", **where), table.sum("lost", **where)
    if not table.sum("kept", "lost", "open", "alias", **where):
        return ""
    share = f"{100 * kept / (kept + lost):.0f}" if kept + lost else "-"
    alias = table.sum("alias", **where)
    wrong = table.sum("wrong", "unheard", **where)
    return share + (f" ({alias})" if alias else "") + (f" [{wrong}]" if wrong else "")


def markdown(table: Table) -> str:
    """Return the tables of kinds by changes, and of renderers, as Markdown."""
    lines = ["| change | " + " | ".join(KINDS) + " |", "|---|" + "---|" * len(KINDS)]
    for change in CHANGES:
        row = [cell(table, kind=kind, change=change) for kind in KINDS]
        lines.append(f"| {change} | " + " | ".join(row) + " |")
    head = ("renderer", "kept %", "aliases", "pressed right", "refused", "needlessly", "another")
    lines += ["", "| " + " | ".join(head) + " |", "|---|" + "---|" * (len(head) - 1)]
    for name in RENDERERS:
        kept, lost, alias, right, refused, needless, wrong, unheard = (
            table.sum(verdict, renderer=name) for verdict in VERDICTS
        )
        share = f"{100 * kept / ((kept + lost) or 1):.1f}"
        row = [name, share, alias, right, refused + needless, needless, wrong + unheard]
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines)


def summary(table: Table) -> str:
    """Return the figures as a Markdown table."""
    presses = sum(sum(c.values()) for (by, *_), c in table.counts.items() if by == "press")
    shares = shares_of(table, UPDATES)
    browser = subprocess.run(
        ["chromium", "--version"], capture_output=True, text=True, check=False
    ).stdout.split(" built", 1)[0]
    rows = {
        "clicks by refs and numbers of the observation before the change": f"{presses:,}",
        "clicks on another element": table.sum("wrong"),
        "clicks reported as done without an event": table.sum("unheard"),
        "decidable elements clicked": f"{100 * shares['pressed']:.1f} %",
        "the same, on pages that only update": f"{100 * shares['updates']:.1f} %",
        "decidable elements in maps": f"{table.sum('kept', 'lost'):,}",
        "refs kept by them": f"{100 * shares['kept']:.1f} %",
        "refs that named another element": table.sum("alias"),
        "elements replaced in their node, which looks like an edit": table.sum("taken over"),
    }
    lines = [f"| {what} | {figure} |" for what, figure in rows.items()]
    return "\n".join([f"| {browser.strip()} | |", "|---|---|", *lines])


def main() -> int:
    """Run the cases, print and save the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--anew")
    asked = parser.parse_args()
    chosen = [case for case in judges.cases() if asked.only in str(case)]
    presses, seed = int(os.environ.get("PRESSES", "20000")), int(os.environ.get("SEED", "1"))
    notes(seed).parent.mkdir(exist_ok=True)
    before: dict[str, Table] = {}
    if asked.resume:
        names = {str(case) for case in chosen}
        anew = [] if asked.anew is None else [asked.anew]
        before = {
            name: table
            for name, table in noted(seed, presses_of(presses, chosen)).items()
            if name in names and not any(each in name for each in anew)
        }
        print(f"{len(before)} of {len(chosen)} cases are from the run before", flush=True)
    else:
        notes(seed).unlink(missing_ok=True)
    table = asyncio.run(run(chosen, presses, seed, before))
    print(summary(table))
    (ROOT / "out" / "survival-table.txt").write_text(markdown(table) + "\n")
    worst = Counter(line.split(":")[0] for line in table.examples)
    (ROOT / "out" / "survival.txt").write_text("\n".join(table.examples) + "\n")
    print("\nmost often lost or wrong (all: out/survival.txt):")
    print(*(f"{n:>4} {name}" for name, n in worst.most_common(12)), sep="\n")
    if not asked.only:
        start, end = map(re.escape, MARKS)
        new = f"{MARKS[0]}\n\n{summary(table)}\n\n{MARKS[1]}"
        text = DOCS.read_text()
        DOCS.write_text(re.sub(f"{start}.*?{end}", lambda _: new, text, count=1, flags=re.DOTALL))
    shares = shares_of(table, UPDATES)
    return int(bool(table.broken) or any(shares[name] < aim for name, aim in AIMS.items()))


if __name__ == "__main__":
    sys.exit(main())
