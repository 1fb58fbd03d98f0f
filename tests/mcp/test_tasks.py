"""Some of the agent tasks over MCP; `make test-tasks` runs all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

TASKS_FOLDER = Path(__file__).parents[1] / "tasks"
sys.path.insert(0, str(TASKS_FOLDER))

import puzzles  # noqa: E402, F401  (adds its tasks to TASKS)
from mcp_hands import mcp  # noqa: E402
from site_of_tasks import Site  # noqa: E402
from tasks import TASKS  # noqa: E402

SHORT = (
    "choose several",
    "alert, confirm, prompt, a late alert",
    "a new tab by link, a popup, and on in the first",
    "read text, a table, code, an attribute, by script",
    "a permission",
    "a phone with touch",
    "errors, console and network",
    "two buttons that overlap, in order",
    "a drop-down list made of blocks, longer than its box",
)


@pytest.mark.parametrize("words", SHORT)
async def test_a_task_of_the_day_is_done_by_what_answers_say(
    words: str, tmp_path: Path, bounded: Any
) -> None:
    site = Site()
    try:
        async with mcp(tmp_path, process=False) as hands:
            await bounded(TASKS[words](hands, site, tmp_path), 60)
    finally:
        site.close()
