"""The imports between modules of the Rust core have no cycles."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "rust" / "core" / "src"
MODULES = {
    tuple(
        part.removesuffix(".rs")
        for part in path.relative_to(SOURCE).parts
        if part not in ("mod.rs", "lib.rs")
    ): path
    for path in SOURCE.rglob("*.rs")
    if path.stem != "tests"
}
USE = re.compile(r"^ *((?:pub(?:\([a-z]+\))? )?)use ([^;]+);", re.MULTILINE)
PATH = re.compile(r"(?<![\w:])(?:crate|super)(?:::\w+)+")
CHILD = re.compile(r"(?<![\w:])(\w+)::")

Name = tuple[str, ...]


def code(module: Name) -> str:
    """Return the source of a module without its tests and comments."""
    text = MODULES[module].read_text().split("#[cfg(test)]\nmod tests", 1)[0]
    return re.sub(r"//[^\n]*", "", text)


def names(tree: str) -> list[Name]:
    """Expand the tree of a `use`: `a::{b, c::{self, D}}` gives a::b, a::c and a::c::D."""
    tree = re.sub(r"\s+", " ", tree).strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        return [tuple(part for part in tree.split(" as ")[0].split("::") if part != "self")]
    found, depth, start = [], 0, 0
    inner = rest[: rest.rindex("}")]
    for at, letter in enumerate(inner + ","):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            if inner[start:at].strip():
                found += names(head + inner[start:at].strip())
            start = at + 1
    return found


def absolute(name: Name, module: Name) -> Name | None:
    """Return the path of a name from the root of the crate; None if it is in another crate."""
    if name[0] == "crate":
        return name[1:]
    if name[0] == "super":
        while name and name[0] == "super":
            module, name = module[:-1], name[1:]
        return module + name
    return module + name if module + name[:1] in MODULES else None


def exports() -> dict[Name, Name]:
    """Return the paths of definitions that modules re-export, keyed by exported path."""
    return {
        (*module, name[-1]): target
        for module in MODULES
        for public, tree in USE.findall(code(module))
        if public
        for name in names(tree)
        if (target := absolute(name, module)) is not None
    }


def imports() -> dict[Name, set[Name]]:
    """Return the modules in which the names that each module uses are defined."""
    handed_on = exports()
    graph: dict[Name, set[Name]] = {}
    for module in MODULES:
        text = code(module)
        used = [name for public, tree in USE.findall(text) if not public for name in names(tree)]
        body = USE.sub("", text)
        used += [tuple(path.split("::")) for path in PATH.findall(body)]
        used += [(part,) for part in CHILD.findall(body) if (*module, part) in MODULES]
        for name in used:
            target = absolute(name, module)
            while target in handed_on:
                target = handed_on[target]
            while target is not None and target not in MODULES:
                target = target[:-1]
            if target is not None and target != module:
                graph.setdefault(module, set()).add(target)
    return graph


def test_rust_modules_import_each_other_in_no_circle() -> None:
    graph = imports()
    assert len(graph) > 50
    assert ("codec", "jpeg", "entropy", "bits") in graph["codec", "jpeg", "entropy", "scan_decoder"]
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " -> ".join("::".join(module) or "crate" for module in error.args[1])
        raise AssertionError(f"a circle: {circle}") from None
