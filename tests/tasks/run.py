"""`make test-tasks`: every task of an agent's day, each in a browser of its own.

    python tests/tasks/run.py [--hands library cli] [--only WORDS] [--why]

Prints a table; ends with 1 if a task failed.
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
sys.path.insert(0, str(HERE))

import hands  # noqa: E402
import hands_cli  # noqa: E402
from site_of_tasks import Site  # noqa: E402
from tasks import TASKS  # noqa: E402

KINDS = {"library": hands.library, "cli": hands_cli.cli}
LIMIT = 60.0
"""Seconds of one task; none comes near."""


async def one(words: str, kind: str) -> str:
    """Do a task; what went wrong, or nothing."""
    site = Site()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with KINDS[kind](Path(folder)) as pair:
                await asyncio.wait_for(TASKS[words](pair, site, Path(folder)), LIMIT)
    except Exception:
        return traceback.format_exc()
    finally:
        site.close()
    return ""


def main() -> int:
    """Run, print, return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", nargs="*", default=["library"], choices=[*KINDS])
    parser.add_argument("--only", default="", help="tasks whose words hold this")
    parser.add_argument("--why", action="store_true", help="print tracebacks")
    given = parser.parse_args()
    failed = 0
    chosen = [words for words in TASKS if given.only in words]
    for words in chosen:
        cells = []
        for kind in given.hands:
            began = time.perf_counter()
            wrong = asyncio.run(one(words, kind))
            failed += bool(wrong)
            spent = time.perf_counter() - began
            cells.append(f"{kind} {'FAILED' if wrong else 'ok'} {spent:.1f} s")
            if wrong:
                cells.append(wrong if given.why else wrong.strip().splitlines()[-1][:160])
        print(f"{words:55}{'  '.join(cells)}", flush=True)
    print(f"{len(chosen)} tasks, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
