"""Generate `docs/reference.md` from signatures and docstrings of all names in `viewmark.__all__`.

python scripts/make_reference.py           write
python scripts/make_reference.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import re
import sys
import textwrap
import types
import typing
from importlib import import_module
from pathlib import Path
from typing import Any

import viewmark
from viewmark import imaging, support, vision

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
HEAD = """<!-- Written by `make pages` from the docstrings. -->

# Reference

Every public name, its signature, what it takes, returns and raises. The [library guide](library.md) shows them at work,
[errors](errors.md) lists the errors, [the server](mcp.md) documents the MCP tools. Lengths on the page are CSS px, lengths in
pictures image px, times seconds.
"""
WIDE = 100
"""Maximum length of a signature on one line."""
SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Example|Examples):$")


@functools.cache
def tree(module: str) -> ast.Module:
    return ast.parse(Path(str(sys.modules[module].__file__)).read_text("utf-8"))


def class_node(cls: type) -> ast.ClassDef:
    module = "viewmark.errors.base" if cls is viewmark.ViewmarkError else cls.__module__
    return next(
        n for n in tree(module).body if isinstance(n, ast.ClassDef) and n.name == cls.__name__
    )


def value(default: Any, source: str) -> str:
    """Return a default as readers need it: the value of a constant instead of its name."""
    shown = repr(default)
    return shown if isinstance(default, (int, float, str, bool, tuple, type(None))) else source


def signature(
    name: str, function: Any, node: ast.FunctionDef | ast.AsyncFunctionDef, options: type | None
) -> str:
    """Return the signature on one line, or with one line per parameter if it is too long.

    Args:
        name: name of the function.
        function: the function.
        node: its syntax tree.
        options: the class that declares its options, if any.
    """
    given = node.args
    sources = dict(zip([a.arg for a in given.args][::-1], given.defaults[::-1], strict=False))
    sources |= {a.arg: d for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d}
    for kind in () if options is None else options.__mro__[:-1]:
        fields = (each for each in class_node(kind).body if isinstance(each, ast.AnnAssign))
        sources |= {ast.unparse(each.target): each.value for each in fields if each.value}
    parts: list[str] = []
    starred = False
    for each in inspect.signature(inspect.unwrap(function)).parameters.values():
        if each.name in ("self", "cls"):
            continue
        if each.kind is each.VAR_POSITIONAL:
            starred = True
        elif each.kind is each.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        text = f"{stars}{each.name}"
        if each.annotation is not each.empty:
            text += f": {each.annotation}"
        if each.default is not each.empty:
            source = sources.get(each.name)
            text += f" = {value(each.default, ast.unparse(source) if source else '...')}"
        parts.append(text)
    head = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
    tail = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{head}{name}({', '.join(parts)}){tail}"
    if len(line) <= WIDE:
        return line
    return f"{head}{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){tail}"


def entries(lines: list[str]) -> list[tuple[str, str]]:
    """Return the entries of an Args or Raises section: name and text."""
    found: list[tuple[str, str]] = []
    for line in textwrap.dedent("\n".join(lines)).splitlines():
        head = re.match(r"^(\*{0,2}[\w, .`]+?)(?: \([^)]*\))?: (.*)$", line)
        if head and not line.startswith(" "):
            found.append((head.group(1), head.group(2)))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
        elif line.strip():
            found.append(("", line.strip()))
    return found


def quoted(names: str) -> str:
    """Return `A, B` as separate code spans followed by a colon; empty for a line without names."""
    return ", ".join(f"`{name}`" for name in names.split(", ")) + ": " if names else ""


def prose(doc: str) -> str:
    """Convert a docstring in Google style to Markdown."""
    out: list[str] = []
    title, section = "", []  # type: ignore[var-annotated]

    def close() -> None:
        nonlocal section
        if title.startswith("Example"):
            out.append("```python\n" + textwrap.dedent("\n".join(section)).strip("\n") + "\n```\n")
        elif title in ("Args", "Raises"):
            name = {"Args": "Takes", "Raises": "Raises"}[title]
            rows = "".join(f"- {quoted(n)}{t}\n" for n, t in entries(section))
            out.append(f"{name}:\n\n{rows}")
        elif title:
            text = " ".join(" ".join(section).split())
            out.append(f"{title}: {text}\n")
        elif section:
            out.append("\n".join(section).strip() + "\n")
        section = []

    for line in inspect.cleandoc(doc).splitlines():
        if match := SECTION.match(line):
            close()
            title = match.group(1)
        elif title and line and not line.startswith(" "):
            close()
            title = ""
            section.append(line)
        else:
            section.append(line)
    close()
    return "\n".join(text for text in out if text.strip()).rstrip() + "\n"


def function_text(name: str, function: Any, level: str) -> str:
    function = inspect.unwrap(function)
    options = getattr(function, "__options__", None)
    module = tree(function.__module__)
    owner = function.__qualname__.split(".")
    body: Any = module.body
    for part in owner:
        node = next(n for n in body if getattr(n, "name", None) == part)
        body = getattr(node, "body", [])
    text = f"{level} `{name}`\n\n```python\n{signature(name.rpartition('.')[2], function, node, options)}\n```\n\n"
    return text + prose(function.__doc__ or "") + "\n"


def fields(node: ast.ClassDef) -> list[tuple[str, str, str, str]]:
    """Return the public annotated attributes: name, type, default and docstring."""
    rows = []
    for at, each in enumerate(node.body):
        if not isinstance(each, ast.AnnAssign) or not isinstance(each.target, ast.Name):
            continue
        name = each.target.id
        below = node.body[at + 1] if at + 1 < len(node.body) else None
        doc = ""
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            doc = " ".join(str(below.value.value).split())
        default = ast.unparse(each.value) if each.value else ""
        if default.startswith("field("):
            default = ""
        if not name.startswith("_"):
            rows.append((name, ast.unparse(each.annotation), default, doc))
    return rows


def is_built_by_callers(cls: type) -> bool:
    """Return whether callers create instances; all other classes are only returned."""
    return cls in (imaging.Mark, imaging.Style, imaging.Surroundings)


def members(cls: type) -> list[tuple[str, Any, type]]:
    """Return public methods and properties of a class and its bases here, in source order."""
    found: dict[str, tuple[Any, type]] = {}
    for base in cls.__mro__:
        if not base.__module__.startswith("viewmark"):
            continue
        for name, member in vars(base).items():
            shown = not name.startswith("_") or name in ("__getitem__", "__iter__", "__aiter__")
            if shown and name not in found:
                found[name] = (member, base)
    return [(name, member, base) for name, (member, base) in found.items()]


def class_text(name: str, cls: type) -> str:
    node = class_node(cls)
    out = [f"### `{name}`\n\n{prose(cls.__doc__ or '')}\n"]
    if issubclass(cls, enum.Enum):
        out += [f"- `{member.value}`\n" for member in cls] + ["\n"]
        return "".join(out)
    rows = [
        row for row in fields(node) if "ClassVar" not in row[1] or cls is viewmark.ViewmarkError
    ]
    table: list[str] = []
    for field, kind, default, doc in rows:
        kind = kind.replace("|", "\\|")
        shown = f" = `{default}`" if default and is_built_by_callers(cls) else ""
        table.append(f"| `{field}` | `{kind}`{shown} | {doc.replace('|', chr(92) + '|')} |\n")
    methods: list[str] = []
    for member_name, member, base in members(cls):
        if isinstance(member, (property, functools.cached_property)):
            getter = member.fget if isinstance(member, property) else member.func
            body = class_node(base).body
            found = next(n for n in body if getattr(n, "name", None) == member_name)
            returns = getattr(found, "returns", None)
            kind = (ast.unparse(returns) if returns else "").replace("|", "\\|")
            doc = " ".join((getter.__doc__ or "").split()).replace("|", "\\|")
            table.append(f"| `{member_name}` | `{kind}` | {doc} |\n")
            continue
        function = getattr(member, "__func__", member)
        if (
            callable(function)
            and hasattr(inspect.unwrap(function), "__code__")
            and function.__doc__
        ):
            methods.append(function_text(f"{name}.{member_name}", function, "####"))
    if table:
        out.append("| attribute | type | meaning |\n|---|---|---|\n" + "".join(table) + "\n")
    return "".join(out + methods)


def groups() -> list[tuple[str, list[str]]]:
    """Return the names of `viewmark.__all__`, grouped by the comments in the package's stub."""
    source = (ROOT / "python" / "viewmark" / "__init__.pyi").read_text("utf-8")
    found: list[tuple[str, list[str]]] = []
    for line in source.splitlines():
        if comment := re.match(r"# (.+)", line):
            found.append((comment.group(1), []))
        elif found and (name := re.match(r"from .* as (\w+)|(__version__)", line)):
            found[-1][1].append(name.group(name.lastindex or 1))
    return found


def union_text(name: str, thing: Any) -> str:
    """Return the text of a union type, with the docstring below its assignment."""
    body = tree(import_module(viewmark._HOMES[name]).__name__).body
    at = next(i for i, n in enumerate(body) if ast.unparse(n).startswith(f"{name}: TypeAlias"))
    doc = ast.literal_eval(ast.unparse(body[at + 1]))
    kinds = " | ".join(
        getattr(kind, "__name__", "")
        if kind.__module__ != "typing"
        else str(kind).replace("typing.", "")
        for kind in typing.get_args(thing)
    )
    return f"### `{name}`\n\n```python\n{name} = {kinds}\n```\n\n{prose(inspect.cleandoc(doc))}\n"


def entry(name: str, thing: Any) -> str:
    if typing.get_origin(thing) in (types.UnionType, typing.Union):
        return union_text(name, thing)
    if (alias := typing.get_origin(thing)) and inspect.isclass(alias):
        return class_text(name, alias)
    if inspect.isclass(thing):
        return class_text(name, thing)
    if callable(thing):
        return function_text(name, thing, "###")
    if name == "sync":
        return "### `sync`\n\nThe same calls without `await`; see [the guide](library.md#without-await).\n\n"
    if name == "agents":
        return "### `agents`\n\nTools for agent frameworks and computer-use models; see [agents](agents.md).\n\n"
    if name == "errors":
        return (
            "### `errors`\n\nThe module with a class for every error; see [errors](errors.md).\n\n"
        )
    return f"### `{name}`\n\nA string: the installed version.\n\n"


def made() -> str:
    """Return the complete page."""
    out = [HEAD]
    for title, names in groups():
        out.append(f"\n## {title}\n\n")
        out += [entry(name, getattr(viewmark, name)) for name in names]
    for heading, module in (
        ("Stages of `viewmark.imaging`", imaging),
        ("`viewmark.vision`", vision),
        ("`viewmark.support`, for programs around viewmark", support),
    ):
        out.append(f"\n## {heading}\n\n")
        short = module.__name__.rpartition(".")[2]
        named = [(n, getattr(module, n)) for n in module.__all__ if n not in viewmark.__all__]
        # Type aliases, such as unions or dicts, have no entry.
        ours = [(n, thing) for n, thing in named if type(thing).__name__ in ("type", "function")]
        ours = [(n, thing) for n, thing in ours if thing.__module__.startswith("viewmark")]
        out += [entry(f"{short}.{name}", thing) for name, thing in ours]
    return re.sub(r"\n{3,}", "\n\n", "".join(out)).rstrip() + "\n"


def main() -> None:
    """Write the page, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        sys.exit("docs/reference.md is not what the docstrings say; run `make pages`.")


if __name__ == "__main__":
    main()
