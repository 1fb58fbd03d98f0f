"""What the house may not grow again: counted from the syntax trees."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

from viewmark.browser import owner_state

PACKAGE = Path(__file__).parents[1] / "python" / "viewmark"
MODULES = {path: ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py")}


def _asked() -> dict[str, set[str]]:
    """Class -> modules that ask `state` for its object."""
    found: dict[str, set[str]] = {}
    for path, tree in MODULES.items():
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(
                        value=ast.Attribute(attr="state"), attr="of" | "get" | "drop"
                    ),
                    args=[ast.Name(id=kind), *_],
                ) if kind == "cls" or kind[0].isupper():
                    found.setdefault(kind, set()).add(module)
    return found


def test_every_state_stands_in_the_table_with_its_one_owner() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([\w.]+)` \|", owner_state.__doc__ or "", re.M)
    table = dict(rows)
    assert len(table) == len(rows)
    asked = _asked()
    # A class method asks for the class that it is of.
    own = {"cls"} & asked.keys() and asked.pop("cls")
    for kind, modules in asked.items():
        assert modules == {table.get(kind)}, kind
    assert {kind for kind, owner in rows if owner in own} == table.keys() - asked.keys()
    for kind, owner in rows:
        assert isinstance(getattr(importlib.import_module(f"viewmark.{owner}"), kind), type)


def test_nothing_is_noted_in_an_untyped_dict() -> None:
    guilty = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "memo"
    ]
    assert guilty == []
