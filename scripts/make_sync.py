"""Writes the stubs of the blocking face (`viewmark/sync/*.pyi`) from the async one.

    python scripts/make_sync.py           write
    python scripts/make_sync.py --check   say whether the files are as they would be written

At run time `viewmark/sync/blocking.py` makes the same methods; type checkers and editors read the
stubs.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

from viewmark.api import drawing
from viewmark.api import page as api_page
from viewmark.session import opening
from viewmark.sync.blocking import ASYNC_ONLY

PACKAGE = Path(__file__).parents[1] / "python" / "viewmark"
HEADS = {
    "page": '"""Types of pages and drawings without `await`, written by `make sync`."""\n\n',
    "browser": '"""Types of browsers without `await`, written by `make sync`."""\n\n',
}
STUBS: dict[str, tuple[str, dict[str, tuple[type, str]], tuple[Any, ...]]] = {
    "page": (
        "from viewmark.api import drawing as drawing_\nfrom viewmark.api import page as page_\n"
        "from viewmark.sync.worker import Facade\n",
        {
            "DrawingSession": (drawing.DrawingSession, "Facade[drawing_.DrawingSession]"),
            "Page": (api_page.Page, "Facade[page_.Page]"),
        },
        (),
    ),
    "browser": (
        "from viewmark.sync.page import Page\nfrom viewmark.sync.worker import Owner\n",
        {"Browser": (opening.Browser, "Owner")},
        (opening.launch, opening.attach),
    ),
}
"""Per stub: its imports, its classes with the async ones and their bases, its functions."""
OURS = ("Browser", "DrawingSession", "Page")
"""Returned objects that have a blocking form."""


@functools.cache
def module_tree(module: str) -> ast.Module:
    path = importlib.import_module(module).__file__
    return ast.parse(Path(str(path)).read_text("utf-8"))


def import_of(name: str, module: str) -> str:
    """The line that brings a name of a module's annotations into a stub."""
    for node in module_tree(module).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    whence = f"from {node.module} " if isinstance(node, ast.ImportFrom) else ""
                    return f"{whence}import {alias.name}" + (
                        f" as {alias.asname}" if alias.asname else ""
                    )
    return f"from {module} import {name}"


def names_in(annotation: str) -> set[str]:
    nodes = ast.walk(ast.parse(annotation, mode="eval"))
    return {n.id for n in nodes if isinstance(n, ast.Name)} - set(dir(__builtins__))


def shown_default(value: object) -> str:
    return repr(value) if isinstance(value, (str, int, float, tuple, type(None))) else "..."


def signature(function: Any, returns: str) -> str:
    found = inspect.signature(inspect.unwrap(function))
    kept = []
    for each in found.parameters.values():
        first = not kept and each.kind is each.POSITIONAL_OR_KEYWORD
        if first and inspect.unwrap(function).__name__ not in ("launch", "attach"):
            kept.append("self")
            continue
        if each.kind is each.KEYWORD_ONLY and "*" not in [k[:1] for k in kept]:
            kept.append("*")
        star = "*" if each.kind is each.VAR_POSITIONAL else ""
        default = "" if each.default is each.empty else f" = {shown_default(each.default)}"
        kept.append(f"{star}{each.name}: {each.annotation}{default}")
    return f"({', '.join(kept)}) -> {returns}"


def doc(function: Any) -> str:
    return f'"""{(inspect.getdoc(function) or "").partition(chr(10))[0]}"""'


def member(name: str, thing: Any, wanted: set[tuple[str, str]]) -> str:
    function = inspect.unwrap(thing.fget if isinstance(thing, property) else thing)
    source = getattr(function, "__options__", function).__module__
    written = inspect.signature(function)
    annotations = {each.name: each.annotation for each in written.parameters.values()}
    annotations = {n: a for n, a in annotations.items() if isinstance(a, str)}
    for annotation in annotations.values():
        wanted |= {(each, source) for each in names_in(annotation)}
    annotations["return"] = written.return_annotation
    wanted |= {(each, function.__module__) for each in names_in(annotations["return"])}
    returns = annotations.get("return", "None")
    if name == "__aiter__":
        item = returns.removeprefix("AsyncIterator[").removesuffix("]")
        return f"def __iter__(self) -> Iterator[{item}]:\n    {doc(function)}\n"
    out = f"def {name}{signature(function, returns)}:\n    {doc(function)}\n"
    if not isinstance(thing, property):
        return out
    if thing.fset is None:
        return "@property\n" + out
    value = thing.fset.__annotations__
    kind = next(kind for key, kind in value.items() if key != "return")
    wanted |= {(each, thing.fset.__module__) for each in names_in(kind)}
    return f"@property\n{out}@{name}.setter\ndef {name}(self, value: {kind}) -> None: ...\n"


def stub_class(name: str, of: type, base: str, wanted: set[tuple[str, str]]) -> str:
    out = f"class {name}({base}):\n    {doc(of)}\n"
    members: dict[str, Any] = {}
    for kind in reversed(of.__mro__[:-1]):
        members |= vars(kind)
    for key, thing in members.items():
        is_public = not key.startswith("_") or key == "__aiter__"
        is_owners = base == "Owner" and key == "close"
        is_ours = callable(inspect.unwrap(thing)) or isinstance(thing, property)
        if is_public and is_ours and not is_owners and key not in ASYNC_ONLY:
            out += textwrap.indent(member(key, thing, wanted), "    ")
    return out


def made(which: str) -> str:
    head, classes, functions = STUBS[which]
    wanted: set[tuple[str, str]] = set()
    parts = [stub_class(name, of, base, wanted) for name, (of, base) in classes.items()]
    for each in functions:
        found = inspect.unwrap(each)
        source = getattr(found, "__options__", found).__module__
        for parameter in inspect.signature(found).parameters.values():
            wanted |= {(name, source) for name in names_in(parameter.annotation)}
        parts.append(f"def {each.__name__}{signature(each, 'Browser')}:\n    {doc(each)}\n")
    lines = {import_of(*each) for each in sorted(wanted) if each[0] not in (*OURS, "Launcher")}
    text = HEADS[which] + "from collections.abc import Iterator\n" + "\n".join(sorted(lines)) + "\n" + head
    text += "\n\n" + "\n".join(parts)
    target = str(PACKAGE / "sync" / f"{which}.pyi")
    for command in (
        ["check", "--quiet", "--fix", "--select", "F401,I", "--exit-zero"],
        ["format", "--quiet"],
    ):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", target, "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> None:
    for which in STUBS:
        path, text = PACKAGE / "sync" / f"{which}.pyi", made(which)
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.name} is not what is made from the async face; run `make sync`.")


if __name__ == "__main__":
    main()
