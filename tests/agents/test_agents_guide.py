"""The code blocks of docs/agents.md that need no framework; `make test-agents` runs the others."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from pages import PageOf, opened

import viewmark
from viewmark.agents import ACTIONS

GUIDE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
OURS = [each for each in BLOCKS if not each.startswith("# ")]


@pytest.mark.parametrize("number", range(len(OURS)))
async def test_a_block_of_the_guide_runs(number: int, page_of: PageOf) -> None:
    page = await opened(page_of)
    names: dict[str, Any] = {"viewmark": viewmark, "page": page}
    code = compile(OURS[number], "docs/agents.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if inspect.isawaitable(running := eval(code, names)):
        await running
    made = [each for each in names.values() if isinstance(each, viewmark.agents.ToolResult)]
    assert [each.text for each in made if each.failed] == []


def test_examples_are_short_and_every_tool_is_named() -> None:
    assert [each for each in BLOCKS if len(each.strip().splitlines()) >= 10] == []
    assert [each for each in ACTIONS if f"`{each.name}`" not in GUIDE] == []
