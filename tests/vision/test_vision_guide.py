"""Every code block of the vision guide runs; its table equals the data and the command's output."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import viewmark
from viewmark import demo, vision

GUIDE = (Path(__file__).parents[2] / "docs" / "vision.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "viewmark", "models", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=50)


async def test_every_block_runs_in_order(chromium: Any, bounded: Callable[..., Any]) -> None:
    ran = [block for block in BLOCKS if 'VisionSession("' not in block]  # which needs an SDK
    assert len(ran) == len(BLOCKS) - 1 == 5
    with demo.serve() as address:
        raw = await chromium.page(address)
        names: dict[str, Any] = {"page": viewmark.Page(raw), "vision": vision}
        for block in ran:
            code = compile(block, "docs/vision.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            if inspect.isawaitable(running := eval(code, names)):
                await bounded(running, 50)
        await raw.close()
    assert (names["history"].pictures, len(names["messages"])) == (2, 3)
    assert str(names["reply"]) == "nothing"
    assert names["content"][0]["type"] == "image"


def test_the_table_of_the_guide_is_the_data() -> None:
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", GUIDE, re.MULTILINE)
    want = [
        (
            each.family,
            each.title,
            f"{each.long_edge} px" if each.long_edge else "any",
            f"{each.tokens((1280, 720)):,}",
            f"{each.tokens((1920, 1080)):,}",
        )
        for each in vision.families()
    ]
    assert rows == want


def test_the_command_prints_the_table_one_model_or_json() -> None:
    done = command()
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["family", "long", "edge", "1280x720", "1920x1080", "models"]
    assert [line.split()[0] for line in lines[1:-1]] == [f.family for f in vision.families()]
    one = command("claude-opus-5-5")
    assert "https://platform.claude.com" in one.stdout
    assert "Sources disagree:" in one.stdout
    told = json.loads(command("--json").stdout)
    assert told["checked"] == "2026-11-22"
    first = told["families"][0]
    assert (first["family"], first["long_edge"]) == ("claude-high", 2576)
    assert first["tokens"] == {"1280x720": 1196, "1920x1080": 2691}
    wrong = command("parrot", "--json")
    assert wrong.returncode == 2
    assert "claude-high" in wrong.stderr
    assert json.loads(wrong.stdout)["error_code"] == "unknown_model"
