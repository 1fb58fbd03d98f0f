"""Generate `docs/evidence/reliability.md` from the results of the long checks in `out/`.

    python tests/reliability/report.py

Missing results and results of the short form are errors, because the page must contain only
measured values.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from check import CHECKS, OUT, ROOT

PAGE = ROOT / "docs" / "evidence" / "reliability.md"
HEAD = """# Reliability

<!-- Written by `make reliability` from the figures of the checks. -->

`make chaos`, `make soak` and `make fuzz-coverage` run these stress tests of viewmark; `make test`
runs short forms. A result counts as wrong if it is untrue, a call does not end, an error is not in
[the table](../errors.md), a secret is found, or a process, folder or traceback remains. Measured
with {browser}, Python {python}, {machine}, on a shared machine. Times are
in seconds unless stated otherwise.
"""


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(str(c).replace("|", "\\|") for c in row) + " |" for row in rows]
    return "\n".join(lines)


def _verdict(wrong: Sequence[object]) -> str:
    return f"**Wrong results: {len(wrong)}.**" if wrong else "**No result was wrong.**"


def faults(figures: dict[str, Any]) -> str:
    rows = figures["rows"]
    stages = list(dict.fromkeys(r["stage"] for r in rows))
    cells = {(r["fault"], r["stage"]): f"{r['code']} {r['seconds']}" for r in rows}
    names = list(dict.fromkeys(r["fault"] for r in rows))
    return "\n\n".join(
        (
            "## Faults in the middle of a call",
            "The table shows how calls ended if a fault occurred meanwhile, and after how many "
            f"seconds. In all {len(rows)} cases, one `navigate` restored the session, without "
            "leftover processes, folders or tracebacks. " + _verdict(figures["wrong"]),
            _table(
                ["fault", *(f"`{s}`" for s in stages)],
                ([name, *(cells.get((name, s), "-") for s in stages)] for name in names),
            ),
        )
    )


def hostile(figures: dict[str, Any]) -> str:
    rows = figures["rows"]
    refused = sorted({c for r in rows for c in r["codes"] if c not in ("ok", "open ok")})
    slow = [(r["page"], r["slowest_s"]) for r in rows if r["slowest_s"] >= 5]
    return "\n\n".join(
        (
            "## Hostile pages",
            f"Each of {len(rows)} pages (replaced prototypes, event floods, huge and deep trees, "
            "text that imitates result lines) was opened, observed in three ways and clicked, "
            "while another tab had to keep working. " + _verdict(figures["wrong"]),
            f"Errors that occurred: {', '.join(f'`{c}`' for c in refused) or 'none'}. Calls that "
            "took five seconds or more: "
            + ("; ".join(f"{n} {s} s" for n, s in slow) or "none")
            + ".",
        )
    )


def flood(figures: dict[str, Any]) -> str:
    return "\n\n".join(
        (
            "## One tab floods, another one works",
            "The table shows the median time of an observation of an idle tab with marks, before "
            "and while another tab produces the load every 10 ms. *Bare* is the same ratio for a "
            "bare capture in a browser without viewmark: the effect of the load alone. "
            + _verdict(figures["wrong"]),
            _table(
                ["flood", "before, ms", "during, ms", "ratio", "bare", "server grew, MB"],
                (
                    [
                        *(r["flood"], r["before_ms"], r["during_ms"]),
                        *(r["ratio"], r["bare_ratio"], r["grown_mb"]),
                    ]
                    for r in figures["rows"]
                ),
            ),
        )
    )


def concurrency(figures: dict[str, Any]) -> str:
    waits = figures["waiting_ms"]
    return "\n\n".join(
        (
            "## Clients that act on one tab at once",
            f"{len(figures['clients'])} clients, two over MCP and two of the library, made "
            f"{figures['actions']} actions, {figures['calls_at_once']} calls at a time. The page "
            f"counted {figures['events_told']} events, which agrees with the results, and no text "
            "ended up in another field. " + _verdict(figures["wrong"]),
            f"Refused actions: {len(figures['refused'])}. The median time that an action waited "
            f"for its turn was {waits['median'] / 1000:.1f} s, the maximum "
            f"{waits['longest'] / 1000:.1f} s.",
        )
    )


def clickjacking(figures: dict[str, Any]) -> str:
    kinds = ("right", "refused", "strayed", "wrong")
    return "\n\n".join(
        (
            "## Clickjacking",
            f"viewmark made {figures['tries']} clicks on pages that try to redirect them. "
            "*Strayed* means that the right element was pressed, but the page changed before the "
            "release; the result reports the element that received the click. "
            + _verdict(figures["wrong"]),
            _table(
                ["page", *kinds],
                ([name, *(row[k] for k in kinds)] for name, row in figures["pages"].items()),
            ),
        )
    )


def growth(figures: dict[str, Any]) -> str:
    largest = max(r["n"] for r in figures["rows"])
    rows = [r for r in figures["rows"] if r["n"] == largest]
    looks = list(dict.fromkeys(r["look"] for r in rows))
    cells = {
        (r["shape"], r["look"]): f"{r['seconds']:.1f}" + (" *" if r.get("incomplete") else "")
        for r in rows
    }
    return "\n\n".join(
        (
            "## Large pages of every shape",
            f"The table shows how many seconds one observation of {largest:,} elements takes, by "
            "shape of the page and by target. An asterisk means that the observation stopped at a "
            "limit and states what was left out. " + _verdict(figures["wrong"]),
            _table(
                ["shape", *looks],
                (
                    [shape, *(cells.get((shape, k), "-") for k in looks)]
                    for shape in dict.fromkeys(r["shape"] for r in rows)
                ),
            ),
        )
    )


def fuzz(figures: dict[str, Any]) -> str:
    rows = figures["targets"]
    found = [f for r in rows for f in r["findings"]]
    return "\n\n".join(
        (
            "## Fuzzing of the pixel core",
            f"Coverage-guided fuzzing (libFuzzer) ran for {figures['minutes']:g} minutes on "
            f"{figures['cores']} cores (commit `{figures['commit'][:9]}`). Any panic counts as a "
            "finding, even if it is caught. "
            + (f"**Findings: {len(found)}.**" if found else "**There were no findings.**"),
            _table(
                ["target", "executions", "edges", "corpus"],
                ([r["target"], f"{r['executions']:,}", r["edges"], r["corpus"]] for r in rows),
            ),
        )
    )


def soak(figures: dict[str, Any]) -> str:
    keys = ("memory_kb", "descriptors", "threads", "files")
    return "\n\n".join(
        (
            "## Soak",
            f"One server handled {figures['looks']} observations and {figures['actions']} actions. "
            f"After the warm-up, its memory grew by {figures['slope_kb']} kB per call. "
            + _verdict(figures["wrong"]),
            _table(
                ["", "memory, MB", "descriptors", "threads", "temporary folders"],
                (
                    [
                        name,
                        round(figures[name]["memory_kb"] / 1000, 1),
                        *(figures[name][k] for k in keys[1:]),
                    ]
                    for name in ("first", "warm", "last")
                ),
            ),
        )
    )


SECTIONS: dict[str, Callable[[dict[str, Any]], str]] = {
    "concurrency": concurrency,
    "clickjacking": clickjacking,
    "faults": faults,
    "hostile": hostile,
    "flood": flood,
    "growth": growth,
    "fuzz": fuzz,
    "soak": soak,
}


def _facts() -> dict[str, str]:
    from viewmark.browser.launch.executable import find_executable

    told = subprocess.run(
        [find_executable(), "--version"], capture_output=True, text=True, check=True
    )
    version = re.search(r"\d+\.\d+", told.stdout)
    return {
        "browser": f"Chromium {version[0] if version else '?'}",
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def main() -> int:
    missing, parts = [], [HEAD.format(**_facts()).rstrip()]
    for name, section in SECTIONS.items():
        path = OUT / f"{name}.json"
        figures = json.loads(path.read_text()) if path.exists() else {}
        if not figures.get("long", name not in CHECKS):
            missing.append(name)
            continue
        parts.append(section(figures))
    if missing:
        print(f"no figures of the long form: {', '.join(missing)}", file=sys.stderr)
        return 1
    # Measured by `pytest -m long tests/secret_fields/test_places_and_kinds.py`.
    parts += re.findall(r"^## Secrets\n.*?(?=\n+## |\n*\Z)", PAGE.read_text(), re.M | re.S)
    PAGE.write_text("\n\n".join(parts) + "\n")
    print(PAGE.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
