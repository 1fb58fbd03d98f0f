"""Architecture of the package: which modules import which, and whether the map is up to date."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "viewmark"


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True
    )
    return done.stdout


def test_imaging_loads_neither_event_loop_nor_browser_library() -> None:
    heavy = ("asyncio", "websockets", "cdp_socket", "aiohttp", "orjson", "mcp", "numpy")
    code = (
        "import sys, viewmark; viewmark.annotate; viewmark.Style;"
        f"print([m for m in {heavy!r} if m in sys.modules])"
    )
    assert run_python(code).strip() == "[]"


def test_one_file_imports_the_native_module() -> None:
    importers = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if re.search(
            r"^\s*(from viewmark import _core|import viewmark\._core)", path.read_text(), re.M
        )
    ]
    assert importers == ["native.py"]


@pytest.mark.parametrize("suffix", ["py", "js", "rs"])
def test_no_source_file_grows_without_end(suffix: str) -> None:
    folders = (PACKAGE, ROOT / "rust" / "core" / "src", ROOT / "rust" / "bindings")
    sizes = {
        path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines())
        for folder in folders
        for path in folder.rglob(f"*.{suffix}")
        if "target" not in path.parts
    }
    assert sizes
    assert {name: n for name, n in sizes.items() if n > (650 if suffix == "js" else 500)} == {}


def test_nothing_prints_outside_the_command_line() -> None:
    allowed = {path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "cli").glob("*.py")}
    allowed |= {"browser/launch/executable.py"}
    guilty = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(
            isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
            for node in ast.walk(ast.parse(path.read_text()))
        )
    ]
    assert set(guilty) <= allowed


def test_no_module_shares_its_name_with_a_public_function() -> None:
    import viewmark

    # `agents`, `sync` and `errors` are public as modules.
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"agents", "sync", "errors"}
    assert modules.isdisjoint(viewmark.__all__)


def imported(path: Path, modules: set[str]) -> set[str]:
    """Return our modules that a file imports anywhere, including in functions and for types."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in modules else node.module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & modules


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or indirectly."""

    def reach(start: str) -> set[str]:
        seen: set[str] = set()
        ahead = [start]
        while ahead:
            for each in imports[ahead.pop()] - seen:
                seen.add(each)
                ahead.append(each)
        return seen

    reached = {name: reach(name) for name in imports}
    found = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in imports
        if name in reached[name]
    }
    return [list(each) for each in sorted(found)]


def test_no_module_imports_itself_over_others() -> None:
    root = PACKAGE.parent
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }
    modules = {*paths, "viewmark._core"}
    imports = {name: imported(path, modules) - {name} for name, path in paths.items()}
    imports["viewmark._core"] = set()
    # The package re-exports names lazily, so importing it from within causes no cycle.
    imports["viewmark"] = imports.pop("viewmark") & {"viewmark._core", "viewmark.errors"}
    assert circles(imports) == []


def test_a_circle_is_found() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}
    assert circles(imports) == [["a", "b", "c"]]


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith("sync/"):  # the same classes, in a blocking form
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(name)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
