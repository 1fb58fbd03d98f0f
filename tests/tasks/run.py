"""Run every agent task through each interface, in its own browser: `make test-tasks`.

    python tests/tasks/run.py [--hands library mcp cli] [--only WORDS] [--why]

Prints a table; the exit code is 1 if a task failed. Calls and characters are those of the results
over MCP, which is what the tasks cost a model.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import hands  # noqa: E402
import hands_cli  # noqa: E402
import mcp_hands  # noqa: E402
import puzzles  # noqa: E402, F401  (adds its tasks to TASKS)
from site_of_tasks import Site  # noqa: E402
from tasks import TASKS  # noqa: E402

FACES = {"library": hands.library, "mcp": mcp_hands.mcp, "cli": hands_cli.cli}
LIMIT = 90.0
"""Maximum seconds per task; no task takes nearly as long."""


async def one(words: str, face: str) -> tuple[str, str]:
    """Run a task; return its error (or an empty string) and its cost."""
    site, cost = Site(), ""
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with FACES[face](Path(folder)) as pair:
                await asyncio.wait_for(TASKS[words](pair, site, Path(folder)), LIMIT)
                if isinstance(pair, mcp_hands.McpHands):
                    cost = f"{pair.calls:3} calls {pair.characters:6,} characters"
    except Exception:
        return traceback.format_exc(), cost
    finally:
        site.close()
    return "", cost


def reason(trace: str) -> str:
    """Return the line of a traceback that contains the error, also within an exception group."""
    lines = [line.strip("| ") for line in trace.splitlines()]
    found = [line for line in lines if line.partition(":")[0].endswith(("Error", "Timeout"))]
    return (found or lines)[-1][:300]


def main() -> int:
    """Run the tasks, print the table, return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", nargs="*", default=["library", "mcp"], choices=list(FACES))
    parser.add_argument("--only", default="", help="tasks whose words hold this")
    parser.add_argument("--why", action="store_true", help="print tracebacks")
    given = parser.parse_args()
    failed = 0
    chosen = [words for words in TASKS if given.only in words]
    for words in chosen:
        for face in given.hands:
            began = time.perf_counter()
            wrong, cost = asyncio.run(one(words, face))
            failed += bool(wrong)
            spent = time.perf_counter() - began
            state = "FAILED" if wrong else "ok"
            print(f"{words:57}{face:8}{state:7}{spent:5.1f} s  {cost}".rstrip(), flush=True)
            if wrong:
                print(wrong if given.why else reason(wrong), flush=True)
    print(f"{len(chosen)} tasks, {len(given.hands)} faces, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
