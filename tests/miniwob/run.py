"""Run MiniWoB++ tasks with the map and refs only, and classify each failed episode.

    make test-miniwob                        # every task that has a policy, SEEDS=10 seeds each
    ONLY="email-inbox social-media" SEEDS=3 make test-miniwob

The pages come from the package `miniwob`, installed in its own environment in .cache. The page
itself reports whether the task was solved. A failure is attributed to the map if a visible element
has no mark, if an action is refused, or if the policy was carried out but the task is not solved.
It is attributed to the policy if the policy did not know what to do. The run fails if less than
99 % of the episodes that policies can solve succeed.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import subprocess
import sys
import threading
import venv
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import mail  # noqa: F401  # the policies
import pressing  # noqa: F401
import writing  # noqa: F401
from world import TASKS, NoIdea, NotInMap, World

import viewmark
from viewmark.errors import ViewmarkError

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "miniwob"
PACKAGE = "miniwob==1.1.0"
AIM = 0.99
START = """core.EPISODE_MAX_TIME = 1e7; Math.seedrandom(%s); core.startEpisodeReal();
core.getUtterance()"""
VERDICT = "[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_REASON]"


def pages() -> Path:
    """Return the folder of the pages, installing the package if necessary."""
    if not (CACHE / "ready").exists():
        venv.create(CACHE, with_pip=True)
        pip = [str(CACHE / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, PACKAGE], check=True)
        (CACHE / "ready").touch()
    [found] = CACHE.glob("lib/python*/site-packages/miniwob/html")
    return found


class Quiet(SimpleHTTPRequestHandler):
    """Serves the files of a folder."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


async def ask(page: viewmark.Page, code: str) -> Any:
    """Evaluate an expression in the page's main world."""
    answer = await page.browser_page.session.send(
        "Runtime.evaluate", {"expression": code, "returnByValue": True}
    )
    return answer["result"].get("value")


async def episode(page: viewmark.Page, address: str, task: str, seed: int) -> tuple[str, str]:
    """Play one episode; return the verdict (won, map, refused, wrong or policy) and the reason."""
    await page.goto(f"{address}/miniwob/{task}.html")
    asked = await ask(page, START % json.dumps(str(seed)))
    if isinstance(asked, dict):
        asked = asked.get("utterance", "")
    await page.observe(annotate=False, settle=True)  # the task's icons are loaded from files
    world = World(page, str(asked))
    try:
        await TASKS[task](world)
    except NotInMap as error:
        return "map", str(error)
    except ViewmarkError as error:
        return "refused", f"{error.code}: {error}"
    except (NoIdea, RuntimeError, LookupError, ValueError, TypeError) as error:
        return "policy", f"{type(error).__name__} {error}"
    done, reward, reason = await ask(page, VERDICT)
    if done and reward > 0:
        return "won", ""
    return "wrong", f"done={done} reward={reward} {reason} asked={asked!r}"


async def play(tasks: list[str], seeds: range) -> list[dict[str, Any]]:
    """Play every task with every seed."""
    handler = functools.partial(Quiet, directory=str(pages()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rows = []
    async with viewmark.launch() as browser:
        for task in tasks:
            page = await browser.page()
            for seed in seeds:
                address = f"http://127.0.0.1:{server.server_address[1]}"
                verdict, reason = await episode(page, address, task, seed)
                rows.append({"task": task, "seed": seed, "verdict": verdict, "reason": reason})
            await page.close()
            lost = [row for row in rows if row["task"] == task and row["verdict"] != "won"]
            print(f"{task:<28}{len(seeds) - len(lost):>3} of {len(seeds)}", flush=True)
            for row in lost:
                print(f"    {row['seed']}: {row['verdict']}: {row['reason'][:300]}", flush=True)
    server.shutdown()
    return rows


def main() -> int:
    """Play the tasks and print the results."""
    tasks = os.environ.get("ONLY", "").split() or sorted(TASKS)
    rows = asyncio.run(play(tasks, range(1, 1 + int(os.environ.get("SEEDS", "10")))))
    (ROOT / "out").mkdir(exist_ok=True)
    (ROOT / "out" / "miniwob.json").write_text(json.dumps(rows, indent=1))
    able = [row for row in rows if row["verdict"] != "policy"]
    won = sum(row["verdict"] == "won" for row in rows)
    print(
        f"{won} of {len(rows)} episodes of {len(tasks)} tasks; "
        f"{len(rows) - len(able)} are beyond the policies"
    )
    return int(won < AIM * len(able))


if __name__ == "__main__":
    sys.exit(main())
