"""Limits on the size and structure of the source code: counted values may only fall.

`scripts/counts.py` counts lines of code, tokens and uses of certain constructs per package. The
limits are the counts of the base commit. Other limits are in `house.toml`.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from script_files import load_script

import viewmark
from viewmark.browser import owner_state

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from collections.abc import Callable, Iterator

PACKAGE = Path(__file__).parents[1] / "python" / "viewmark"


@functools.cache
def modules() -> dict[Path, list[ast.AST]]:
    """Return the syntax tree nodes of all modules."""
    return {path: [*ast.walk(ast.parse(path.read_text()))] for path in PACKAGE.rglob("*.py")}


def _asked() -> dict[str, set[str]]:
    """Return the modules that request each class from `state`, keyed by class name."""
    found: dict[str, set[str]] = {}
    for path, tree in modules().items():
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for node in tree:
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
    # In a class method, `cls` is the class itself.
    own = {"cls"} & asked.keys() and asked.pop("cls")
    for kind, modules in asked.items():
        assert modules == {table.get(kind)}, kind
    assert {kind for kind, owner in rows if owner in own} == table.keys() - asked.keys()
    for kind, owner in rows:
        assert isinstance(getattr(importlib.import_module(f"viewmark.{owner}"), kind), type)


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _imports(node: ast.AST) -> list[str]:
    """Return the modules below `viewmark` that a statement imports, such as `mcp.tabs`."""
    match node:
        case ast.ImportFrom(module=str(module), level=0):
            if module == "viewmark":
                return [each.name for each in node.names]
            return [module.removeprefix("viewmark.")] if module.startswith("viewmark.") else []
        case ast.Import(names=names):
            return [n.name.removeprefix("viewmark.") for n in names if n.name[:9] == "viewmark."]
    return []


def _core() -> list[Path]:
    apart = ("slo/", "batch/")
    return [path for path in modules() if not _name(path).startswith(apart)]


def _parameters(function: object) -> int:
    names = inspect.signature(inspect.unwrap(function)).parameters  # type: ignore[arg-type]
    return len(names) - ("self" in names)


def parameters_of_page() -> int:
    return sum(
        _parameters(getattr(viewmark.Page, name))
        for name in dir(viewmark.Page)
        if not name.startswith("_") and inspect.isfunction(getattr(viewmark.Page, name))
    )


def parameters_of_click() -> int:
    return _parameters(viewmark.Page.click)


FACES = ("agents", "mcp", "shell", "sync")


def faces_importing_faces() -> int:
    """Count imports of one interface by another; `cli` and `pytest_plugin` are programs."""
    found = 0
    for path, tree in modules().items():
        own = _name(path).removesuffix(".py").partition("/")[0]
        for node in tree:
            homes = {each.partition(".")[0] for each in _imports(node)}
            found += bool(own in FACES and homes & {*FACES} - {own})
    return found


def late_imports() -> int:
    """Count statements in functions that import our modules."""
    return sum(
        bool(_imports(node)) or (isinstance(node, ast.ImportFrom) and node.module == "viewmark")
        for tree in modules().values()
        for function in tree
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


SCRIPT = re.compile(
    r"\bfunction\b\s*\w*\s*\(|=>\s*[({\w]|\b(?:document|window|navigator)\.\w|globalThis"
)


def page_scripts_in_strings() -> int:
    """Count string literals that contain JavaScript, except docstrings."""
    found = 0
    for tree in modules().values():
        prose = {id(each.value) for each in tree if isinstance(each, ast.Expr)}
        parts = {
            id(part) for each in tree if isinstance(each, ast.JoinedStr) for part in each.values
        }
        for node in tree:
            match node:
                case ast.Constant(value=str(text)) if id(node) not in prose | parts:
                    found += bool(SCRIPT.search(text))
                case ast.JoinedStr(values=values):
                    texts = (str(v.value) for v in values if isinstance(v, ast.Constant))
                    found += bool(SCRIPT.search("".join(texts)))
    return found


def _config(path: Path) -> dict[str, Any]:
    text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
    return json.loads(text)  # type: ignore[no-any-return]


def lines_of_js_not_strict() -> int:
    """Count lines of page scripts that are not type-checked in strict mode."""
    js = PACKAGE / "js"
    loose = [js / name for name in _config(js / "tsconfig.json").get("exclude", [])]
    return sum(len(path.read_text().splitlines()) for path in loose)


def _modules_with(text: str) -> int:
    return sum(text in path.read_text() for path in modules())


def reaches_past_the_public_api() -> int:
    """Count attributes that batch and slo use although the library's reference lacks them."""
    return sum(
        isinstance(node, ast.Attribute) and node.attr in ("context", "chrome")
        for path, tree in modules().items()
        if path not in _core()
        for node in tree
    )


def writers_of_html() -> int:
    return _modules_with("<!doctype html><html")


def makers_of_schemas() -> int:
    """Count modules that generate JSON schemas of calls, apart from batch's data set schema."""
    return sum(path.name == "schema.py" for path in _core())


def observers_of_documents() -> int:
    """Count places that create a MutationObserver, in scripts that run without draw mode."""
    folders = ("page", "act", "single")
    sources = [p.read_text() for each in folders for p in (PACKAGE / "js" / each).glob("*.js")]
    return sum(source.count("new MutationObserver") for source in sources)


def untyped_notes() -> int:
    return sum(
        isinstance(node, ast.Attribute) and node.attr == "memo"
        for tree in modules().values()
        for node in tree
    )


EMPTY_WORD = re.compile(
    r"(?<![a-z])(?:ahead|ask(?:ed)?|beside|creep|given|harmony|keeps?|kept|lattice|look(?:ed|s)?|memo"
    r"|outlived|rest|seat|signs|standing|tells?|together|told|wish(?:es|ed)?)(?![a-z])"
)
"""Words that make poor names: `told` for a reply, `rest` for two different things."""


def _identifiers(tree: list[ast.AST]) -> Iterator[str]:
    """Yield names that a module defines: functions, classes, parameters, variables, attributes."""
    for node in tree:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def names_with_empty_words() -> int:
    """Return the number of definitions in the package whose name contains such a word."""
    return sum(
        EMPTY_WORD.search(re.sub("(?=[A-Z])", "_", name).lower()) is not None
        for tree in modules().values()
        for name in _identifiers(tree)
    )


PARTICIPLE = re.compile(
    r"(?:[a-z]{2,}(?:[^e]ed)|held|seen|shown|taken|given|told|kept|met|gone|done|drawn|grown|left"
    r"|written|chosen|thrown|read|put|set|cut|hidden|known|spelled)$"
)
VERBS = frozenset({"feed", "need", "read", "put", "set", "cut"})


def functions_named_by_a_participle() -> int:
    """Count functions whose whole name is a participle; properties may name a state."""
    return sum(
        isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and PARTICIPLE.fullmatch(node.name.strip("_")) is not None
        and node.name.strip("_") not in VERBS
        and not any("property" in ast.unparse(each) for each in node.decorator_list)
        for tree in modules().values()
        for node in tree
    )


CEILINGS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("house.toml").read_text()
)
MEASURES = (
    parameters_of_page,
    parameters_of_click,
    faces_importing_faces,
    late_imports,
    reaches_past_the_public_api,
    page_scripts_in_strings,
    lines_of_js_not_strict,
    writers_of_html,
    makers_of_schemas,
    observers_of_documents,
    untyped_notes,
    names_with_empty_words,
    functions_named_by_a_participle,
)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda each: each.__name__)
def test_the_house_stays_below_its_ceilings(measure: Callable[[], int]) -> None:
    row = CEILINGS[measure.__name__]
    count = measure()
    assert count <= row["ceiling"], f"{count}, and at most {row['ceiling']}: {row['reason']}"


def test_every_ceiling_is_measured_and_has_a_short_reason() -> None:
    assert {*CEILINGS} == {each.__name__ for each in MEASURES}
    assert all(row.keys() == {"ceiling", "reason"} for row in CEILINGS.values())
    assert all(0 < len(row["reason"]) <= 140 for row in CEILINGS.values())


counts = load_script("counts")


def test_no_ceiling_is_raised() -> None:
    base = tomllib.loads(counts.base_text("tests/house.toml"))
    raised = [
        name
        for name, row in CEILINGS.items()
        if name in base and row["ceiling"] > base[name]["ceiling"]
    ]
    assert raised == []


@pytest.mark.heavy(5)
def test_the_counts_are_those_of_the_code_and_none_rises() -> None:
    now = counts.measure(counts.ROOT)
    assert json.loads((counts.ROOT / counts.FILE).read_text()) == now, "make pages"
    base = counts.base_counts()
    assert base, "the base commit is not here: clone with its history (fetch-depth: 0)"
    assert counts.rises(now, base) == []


def _row(code: int, words: int, **rooms: int) -> dict[str, Any]:
    return {"units": {"python": {"code": code, "words": words, "rooms": rooms}}, "singles": {}}


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (_row(100, 20, page=60, mcp=40), ""),
        (_row(99, 20, page=70, mcp=29), ""),
        (_row(101, 21, page=61, mcp=40), "python: 100 -> 101 lines of code; {'page': 1}"),
        (_row(100, 19, page=60, mcp=40), "python: fewer lines of comments and docstrings"),
    ],
    ids=["as before", "a room for another", "a line more", "a docstring less"],
)
def test_a_room_grows_only_by_what_another_lost(now: dict[str, Any], said: str) -> None:
    found = counts.rises(now, _row(100, 20, page=60, mcp=40))
    assert len(found) == bool(said)
    assert all(each.startswith(said) for each in found)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("x = 1\n\n# why\ny = (\n    2  # so\n)\n", 4, 1),
        ('def f():\n    """Doc.\n\n    More."""\n    return """a\n# b"""\n', 3, 3),
    ],
)
def test_comments_docstrings_and_blank_lines_are_no_code(text: str, code: int, words: int) -> None:
    found = counts.count(text, ".py")
    assert (found.code, found.words) == (code, words)


def test_the_lexer_tells_divisions_regexes_and_comments_apart() -> None:
    text = "const a = b / c / d; // no / code\n/* x\n*/ const r = /[/]\\/'/g;\nf(`${1} // 2`);\n"
    kinds = [kind for kind, _, _ in counts.js_tokens(text)]
    assert (kinds.count("regex"), kinds.count("comment"), kinds.count("template")) == (1, 2, 1)
    found = counts.count(text, ".js")
    assert (found.code, found.words) == (3, 1)


def test_circles_are_found_whole() -> None:
    assert counts.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
