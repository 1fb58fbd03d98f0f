"""Writes the blocking face (`viewmark/sync/{actions,page,browser}.py`) from the async one.

    python scripts/make_sync.py           write
    python scripts/make_sync.py --check   say whether the files are as they would be written

Signatures and docstrings are copied, so both faces have the same options, types and texts.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "viewmark"
OURS = ("Browser", "DrawingSession", "Page")
"""Returned objects that have a blocking form."""
ASYNC_ONLY = {"browser_page", "mode", "chrome", "context"}
PARTS = {
    "actions": "Actions",
    "comparing": "Comparing",
    "dialogs": "Dialogs",
    "emulation": "Emulation",
    "forms": "Forms",
    "inspection": "Inspection",
    "reading": "Reading",
    "pointing": "Pointing",
    "recording": "Recording",
    "traffic": "Traffic",
    "storage": "Storage",
    "transfer": "Transfer",
}
"""The parts of a page, each in a module of its own."""
HEADS = {
    **{
        part: f"{name} without `await`, generated from `api/{part}.py` by `make sync`."
        for part, name in PARTS.items()
    },
    "page": "A page without `await`, generated from `api/page.py` by `make sync`.",
    "browser": "Browsers without `await`, generated from `session/opening.py` by `make sync`.",
}
IMPORTS = {
    **dict.fromkeys(
        PARTS, "from viewmark.api import page as page_\nfrom viewmark.sync.worker import Facade\n"
    ),
    "page": "from viewmark.api import drawing as drawing_\n"
    + "".join(f"from viewmark.sync.{p} import {c}\n" for p, c in PARTS.items())
    + "from viewmark.sync.worker import Facade\n",
    "browser": "from viewmark.session import opening\nfrom viewmark.sync.page import DrawingSession, Page\n"
    "from viewmark.sync.worker import Owner, started\n",
}
CLASSES = {
    "DrawingSession": ("drawing", "Facade[drawing_.DrawingSession]"),
    **{c: (p, "Facade[page_.Page]") for p, c in PARTS.items()},
    "Page": ("page", ", ".join(PARTS.values())),
    "Browser": ("browsers", "Owner"),
}


def parsed(module: str) -> ast.Module:
    return ast.parse((PACKAGE / "api" / f"{module}.py").read_text())


def blocking(text: str) -> str:
    """A docstring with its examples for the blocking face."""
    text = re.sub(r"\basync (for|with)\b", r"\1", re.sub(r"\bawait ", "", text))
    return text.replace("viewmark.launch()", "sync.launch()")


def docstring(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, indent: int) -> str:
    text = blocking(ast.get_docstring(node) or "")
    text += '"""' if "\n" not in text else '\n"""'
    return textwrap.indent(f'"""{text}\n', " " * indent)


def forwarded(arguments: ast.arguments) -> str:
    plain = [a.arg for a in arguments.args if a.arg != "self"]
    starred = [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    named = [f"{a.arg}={a.arg}" for a in arguments.kwonlyargs]
    return ", ".join([*plain, *starred, *named])


def result(call: str, returns: str, *, waits: bool) -> str:
    done = f"self._worker.run({call})" if waits else call
    if returns in OURS:
        return f"return {returns}({done}, self._worker)"
    if (inner := returns.removeprefix("list[").removesuffix("]")) in OURS and inner != returns:
        return f"return [{inner}(each, self._worker) for each in {done}]"
    return done if returns == "None" else f"return {done}"


def method(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    signature, returns = ast.unparse(node.args), ast.unparse(node.returns) if node.returns else ""
    kinds = [ast.unparse(each) for each in node.decorator_list]
    lines = "".join(f"    @{each}\n" for each in kinds)
    if node.name == "__aiter__":
        item = returns.removeprefix("AsyncIterator[").removesuffix("]")
        head = f"    def __iter__(self) -> Iterator[{item}]:\n" + docstring(node, 8)
        return head + "        return self._worker.each(self._of.__aiter__())\n"
    head = f"{lines}    def {node.name}({signature}) -> {returns}:\n"
    if any(each.endswith(".setter") for each in kinds):
        value = node.args.args[1].arg
        return head + f"        self._of.{node.name} = {value}\n"
    call = f"self._of.{node.name}"
    if "property" not in kinds:
        call += f"({forwarded(node.args)})"
    body = result(call, returns, waits=isinstance(node, ast.AsyncFunctionDef))
    return head + docstring(node, 8) + f"        {body}\n"


def blocking_class(name: str) -> str:
    module, base = CLASSES[name]
    (node,) = [n for n in parsed(module).body if isinstance(n, ast.ClassDef) and n.name == name]
    out = f"class {name}({base}):\n" + docstring(node, 4)
    for each in node.body:
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        is_public = not each.name.startswith("_") or each.name == "__aiter__"
        is_owners = base == "Owner" and each.name == "close"
        if is_public and not is_owners and each.name not in ASYNC_ONLY:
            out += "\n" + method(each)
    return out


def opener(node: ast.FunctionDef) -> str:
    head = f"@checked\ndef {node.name}({ast.unparse(node.args)}) -> Browser:\n{docstring(node, 4)}"
    return head + f"    return Browser(*started(opening.{node.name}({forwarded(node.args)})))\n"


def imports(*modules: str) -> str:
    """What the async modules import; what is not used is taken out afterwards."""
    found = [
        ast.unparse(each)
        for module in modules
        for each in parsed(module).body
        if isinstance(each, (ast.Import, ast.ImportFrom))
        and "__future__" not in ast.unparse(each)
        and not re.search(r"viewmark\.api\.(?!places)|PageRegistry", ast.unparse(each))
    ]
    return "\n".join(dict.fromkeys(found)) + "\n"


def made(which: str) -> str:
    if which in PARTS:
        parts, known = [blocking_class(PARTS[which])], imports(which)
        public = f'["{PARTS[which]}"]'
    elif which == "page":
        parts = [blocking_class(name) for name in ("DrawingSession", "Page")]
        known = imports("page", "drawing") + "from collections.abc import Iterator\n"
        public = '["DrawingSession", "Page"]'
    else:
        openers = [
            opener(n)
            for n in parsed("../session/opening").body
            if isinstance(n, ast.FunctionDef) and n.name in ("launch", "attach")
        ]
        parts = [blocking_class("Browser"), *openers]
        known, public = imports("browsers", "../session/opening"), '["Browser", "attach", "launch"]'
    text = f'"""{HEADS[which]}"""\n\nfrom __future__ import annotations\n\n'
    text += known + IMPORTS[which] + f"\n__all__ = {public}\n\n\n" + "\n\n".join(parts)
    target = str(PACKAGE / "sync" / f"{which}.py")
    for command in (
        ["check", "--quiet", "--fix", "--select", "F401,I", "--exit-zero"],
        ["format", "--quiet"],
    ):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", target, "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> None:
    for which in HEADS:
        path, text = PACKAGE / "sync" / f"{which}.py", made(which)
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.name} is not what is made from the async face; run `make sync`.")


if __name__ == "__main__":
    main()
