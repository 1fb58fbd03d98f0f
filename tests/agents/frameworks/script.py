"""The scripted model used for every framework: observe, click by number, act by ref, answer."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import viewmark

GUIDE = Path(__file__).parents[3] / "docs" / "agents.md"
ANSWER = "bought for Ada"


class Script:
    """The tool calls of a model, in order; each uses the result of the previous one."""

    def __init__(self) -> None:
        self.results: list[str] = []
        self.pictures = 0

    def next(self) -> tuple[str, dict[str, Any]] | None:
        """Return the next call, or None for the final answer."""
        step = len(self.results)
        if step == 0:
            return "look", {}
        if step == 1:
            row = next(r for r in self.results[0].splitlines() if "@buy" in r)
            return "click", {"target": row[1 : row.index("]")]}
        if step == 2:
            return "type", {"target": "@name", "text": "Ada"}
        if step == 3:  # an error must not end the run
            return "click", {"target": "@nobody"}
        return None


def block(name: str) -> str:
    """Return the example of a framework from the guide."""
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    return str(next(each for each in blocks if each.startswith(f"# {name}\n")))


async def drive(name: str, package: str, model: Any, script: Script) -> None:
    """Run the example on the page whose URL is an argument, and print the result."""
    code = compile(block(name), str(GUIDE), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    async with viewmark.launch() as browser:
        page = await browser.page(sys.argv[1])
        names = {"viewmark": viewmark, "page": page, "model": model, "asyncio": asyncio}
        if inspect.isawaitable(running := eval(code, names)):
            await running
        heard = (
            await page.evaluate("[window.bought, document.getElementById('name').value]")
        ).value
    checks = {
        "answer": names["answer"] == ANSWER,
        "page": heard == [1, "Ada"],
        "hit": "button 'Buy'" in script.results[1],
        "error as text": "element_not_found" in script.results[3],
        "picture": script.pictures > 0,
    }
    lines = len([row for row in block(name).splitlines() if row.strip()]) - 1
    print(json.dumps({"version": version(package), "lines": lines, "checks": checks}))
