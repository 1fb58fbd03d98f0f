"""Every promise on the security page lists existing tests."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text()
NAMED = re.compile(r"`(tests/[\w./]+)(?:::(\w+))?`")


def promises() -> list[list[str]]:
    """Return the rows of the section's table, as cells."""
    section = PAGE.partition("## What is promised\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return [row for row in rows if row[0] != "promise" and not set(row[0]) <= {"-", "|"}]


@cache
def _named_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, kinds)}


def test_every_promise_is_shown_by_tests_that_are_there() -> None:
    rows = promises()
    assert len(rows) > 20
    for row in rows:
        assert len(row) == 3, row
        named = NAMED.findall(row[2])
        assert named, row[0]
        for path, name in named:
            assert (ROOT / path).is_file(), path
            assert bool(name) == path.endswith(".py"), f"{path}: which test?"
            assert not name or name in _named_in(path), f"{path}::{name}"


def test_no_name_of_a_test_is_misspelt() -> None:
    """Ensure that no test is written in a form that the check above would not parse."""
    section = PAGE.partition("## What is promised\n")[2].partition("\n## ")[0]
    loose = [each for each in re.findall(r"`([^`]*)`", section) if "test_" in each]
    assert [each for each in loose if not NAMED.fullmatch(f"`{each}`")] == []
