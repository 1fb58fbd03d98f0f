"""`make arena-model`: a model of yours does the tasks; transcripts and a table in out/arena/model.

    python benches/arena/model_run.py --model NAME [--api anthropic] [--runs 3] [--seed 1] ...

Your account is charged for the run, because every turn is one request to the service.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests" / "tasks")]

from arena.model import RULES, SEEDED, ModelTry, interval, play  # noqa: E402  # the folders above
from arena.tasks import GROUPS, load  # noqa: E402
from arena.tools import NAMES  # noqa: E402
from viewmark.vision import VisionSession  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

CLIENTS = {
    "anthropic": "anthropic",
    "openai-responses": "openai",
    "openai-chat": "openai",
    "gemini": "google",
}
OUT = ROOT / "out" / "arena" / "model"


def table(tries: Sequence[ModelTry]) -> str:
    """Return a Markdown table of each tool's solved share, mean calls and mean characters.

    All values have intervals.
    """
    lines = [
        "| tool | tries | solved | calls | characters | believed | wrong acts |",
        "|---|---|---|---|---|---|---|",
    ]
    for tool in dict.fromkeys(each.tool for each in tries):
        mine = [each for each in tries if each.tool == tool]

        def cell(values: Sequence[float], form: str) -> str:
            low, high = interval(values)
            return f"{sum(values) / len(values):{form}} ({low:{form}} to {high:{form}})"

        cells = [
            cell([float(each.solved) for each in mine], ".0%"),
            cell([float(each.counts["calls"]) for each in mine], ".1f"),
            cell([float(each.counts["characters"]) for each in mine], ",.0f"),
        ]
        wrong = sum(each.wrong_acts for each in mine)
        believed = sum(each.believed for each in mine)
        lines.append(f"| {tool} | {len(mine)} | {' | '.join(cells)} | {believed} | {wrong} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Play the tasks, save every transcript, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--api", default="anthropic", choices=CLIENTS)
    parser.add_argument("--tools", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--group", nargs="*", default=["twelve"], choices=GROUPS)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    def session(seed: int) -> VisionSession:
        more: dict[str, Any] = {SEEDED[chosen.api]: seed} if chosen.api in SEEDED else {}
        return VisionSession(
            CLIENTS[chosen.api], model=chosen.model, api=chosen.api, system=RULES, options=more
        )

    tries: list[ModelTry] = []
    OUT.mkdir(parents=True, exist_ok=True)
    for task in load(*chosen.group):
        if chosen.only and task.id not in chosen.only:
            continue
        for tool in chosen.tools:
            made = asyncio.run(play(tool, task, session, runs=chosen.runs, seed=chosen.seed))
            for each in made:
                name = f"{task.id}-{tool}-{each.run}".replace(" ", "-").lower()
                (OUT / f"{name}.json").write_text(json.dumps(asdict(each), indent=1))
                print(
                    f"{task.id:20}{tool:20}{'solved' if each.solved else each.why[:200]}",
                    flush=True,
                )
            tries += made
    text = (
        f"{chosen.model} by {chosen.api}, seeds from {chosen.seed}, {chosen.runs} runs a task; "
        "mean and 95 % interval.\n\n" + table(tries)
    )
    (OUT / "report").with_suffix(".md").write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
