"""Count the source code by package and compare it with an earlier commit.

    python scripts/counts.py            print count, limit (of the base commit) and goal per package
    python scripts/counts.py --write    write tests/house_counts.json, which is committed
    python scripts/counts.py --check    fail if that file is not up to date

A line of code contains a token of the language: blank lines, comments and docstrings do not count.
Tokens are counted as well as lines, because a formatter changes lines but not tokens. Page scripts
are read by a small lexer (strings, templates, regular expressions, comments), not by a parser.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from token import EXACT_TOKEN_TYPES
from tokenize import Number
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parents[1]
FILE = Path("tests", "house_counts.json")
PACKAGE = "python/viewmark"
UNITS = {
    "python": (PACKAGE, "*.py"),
    "batch": (f"{PACKAGE}/batch", "*.py"),
    "page scripts": (PACKAGE, "*.js"),
    "rust": ("rust", "*.rs"),
    "tests": ("tests", "*.py"),
}
"""Folder and file pattern of each unit; its packages ("rooms") are the folders below. `batch` is a
separate product."""
AIMS = {"python": 45_500, "page scripts": 16_500, "tests": 52_000}
"""The next goals in lines of code."""
PAUSE = 3600
"""Seconds between two commits that separate two pieces of work."""


@dataclass(slots=True)
class Count:
    """Lines of code, lines of comments and docstrings, and tokens."""

    code: int = 0
    words: int = 0
    tokens: int = 0

    def __iadd__(self, other: Count) -> Count:
        self.code += other.code
        self.words += other.words
        self.tokens += other.tokens
        return self


_SIGNS = "|".join(map(re.escape, sorted(EXACT_TOKEN_TYPES, reverse=True)))
PYTHON_TOKEN = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<end>\n)"
    r"|(?P<string>(?i:[rbuf]|rb|br|fr|rf|)(?:'{3}(?:\\.|[^\\])*?'{3}|\"{3}(?:\\.|[^\\])*?\"{3}"
    r"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"))"
    rf"|(?P<other>{Number}|\w+|{_SIGNS})",
    re.DOTALL,
)


def python_tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield kind, text and position of each token; a string statement counts as a comment."""
    depth, begins = 0, True
    for found in PYTHON_TOKEN.finditer(text):
        kind, token = found.lastgroup or "", found[0]
        if kind == "end":
            begins = depth == 0
            continue
        if kind == "string" and begins and text.startswith("\n", found.end()):
            kind = "comment"
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        begins = begins and kind == "comment"
        yield kind, token, found.start()


JS_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\")"
    r"|(?P<template>`(?:\\.|[^`\\])*`)"
    r"|(?P<number>\b(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?)\b)"
    r"|(?P<name>[\w$]+)"
    r"|(?P<regex>/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*)"
    r"|(?P<sign>=>|\.\.\.|[=!<>]=+|&&|\|\||\?\?|\?\.|[^\s\w])",
    re.DOTALL,
)
ENDS_A_VALUE = re.compile(r"[\w$)\]}'\"`]$")
BEFORE_A_VALUE = {"return", "typeof", "case", "in", "of", "void", "delete", "throw", "await"}


def js_tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield kind, text and position of each token; `/` divides after a value, or starts a regex."""
    at, previous = 0, ""
    while found := JS_TOKEN.search(text, at):
        kind, token, place = found.lastgroup or "", found[0], found.start()
        if kind == "regex" and previous not in BEFORE_A_VALUE and ENDS_A_VALUE.search(previous):
            kind, token = "sign", "/"  # a division
        at = place + len(token)
        if kind != "comment":
            previous = token
        yield kind, token, place


def count(text: str, suffix: str) -> Count:
    """Return the lines and tokens of a Python, JavaScript or Rust file."""
    code: set[int] = set()
    words: set[int] = set()
    tokens = line = last = 0
    for kind, token, place in (python_tokens if suffix == ".py" else js_tokens)(text):
        line += text.count("\n", last, place)
        last = place
        lines = range(line, line + token.count("\n") + 1)
        if kind == "comment":
            words.update(lines)
        else:
            tokens += 1
            code.update(lines)
    return Count(len(code), len(words - code), tokens)


def rooms(root: Path, unit: str) -> dict[str, Count]:
    """Return the count of each package of a unit; files outside of folders are `top level`."""
    folder, pattern = UNITS[unit]
    base = root / folder
    found: dict[str, Count] = {}
    for path in sorted(base.rglob(pattern)):
        parts = path.relative_to(base).parts
        if "target" in parts or (unit == "python" and parts[0] == "batch"):
            continue
        name = "/".join(parts[:2]) if unit == "page scripts" and parts[0] == "js" else parts[0]
        name = name if len(parts) > 1 and unit != "batch" else "top level"
        room = found.setdefault(name, Count())
        room += count(path.read_text("utf-8"), path.suffix)
    return found


PREDICATE = re.compile(
    r"^(?:is|has|have|does|do|may|might|can|shows|says|holds|listens|leads|lies|scrolls|opens|takes|owns|draws"
    r"|stands|counts|are|clips|contains|needs|looks|serves|was|will|must|starts|reads|changes|belongs|matches"
    r"|meets|leaves|makes|uses|wants|saves|agrees?)(?=[A-Z])"
)
"""Names of functions that return true or false."""


@dataclass(slots=True)
class PageScripts:
    """Number of rules in `js/page`, and of the elements on which they depend."""

    predicates: int = 0
    named_numbers: int = 0
    regexes: int = 0
    global_reads: int = 0
    long_lines: int = 0


def page_scripts(root: Path) -> PageScripts:
    """Count the rules over the files of `js/page`."""
    found = PageScripts()
    for path in sorted((root / PACKAGE / "js" / "page").rglob("*.js")):
        text = path.read_text("utf-8")
        found.long_lines += sum(len(line) > 120 for line in text.splitlines())
        tokens = [(kind, token) for kind, token, _ in js_tokens(text) if kind != "comment"]
        for at, (kind, token) in enumerate(tokens):
            found.regexes += kind == "regex"
            if kind != "name" or len(after := [each for _, each in tokens[at + 1 : at + 4]]) < 3:
                continue
            is_declared = tokens[at - 1][1] in ("const", "let", ".")
            # Platform properties are read by a getter or method of a prototype.
            is_function = after[0] == "=" and is_declared and after[1] not in ("getter", "method")
            if PREDICATE.match(token) and (is_function or tokens[at - 1][1] == "function"):
                found.predicates += 1
            number = tokens[at + 2 + (after[1] == "-")][0] == "number"
            found.named_numbers += token.isupper() and after[0] in ("=", ":") and number
            found.global_reads += token == "vm" and after[0] in (".", "?.")
    return found


def circles(reads: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of two or more that reach each other (Tarjan, 1972), the largest first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in reads.get(name, ()):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                groups.append(sorted(group))

    for name in reads:
        if name not in index:
            visit(name)
    return sorted(groups, key=len, reverse=True)


JS_IMPORT = re.compile(r'^(?:import|export) \{[^}]*\} from "(\.[^"]+)";', re.MULTILINE)


def js_circle(root: Path) -> int:
    """Return the number of page scripts in the largest import cycle."""
    folder = root / PACKAGE / "js"
    reads = {
        str(path.resolve()): {
            str((path.parent / other).resolve())
            for other in JS_IMPORT.findall(path.read_text("utf-8"))
        }
        for path in folder.rglob("*.js")
    }
    return len(next(iter(circles(reads)), []))


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements of a module; expressions are ten times as many and contain none."""
    found: list[ast.AST] = [tree]
    for node in found:
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            found += getattr(node, part, ())
        yield node


def python_circle(root: Path) -> int:
    """Return the number of modules in the largest import cycle, including type-only imports."""
    base = root / "python"
    paths = {
        ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (base / "viewmark").rglob("*.py")
    }
    reads: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for node in statements(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.ImportFrom(module=str(module), names=names, level=0):
                    wanted = {f"{module}.{each.name}" for each in names}
                    reads[name] |= {w if w in paths else module for w in wanted} & paths.keys()
                case ast.Import(names=names):
                    reads[name] |= {each.name for each in names} & paths.keys()
        # The package imports its names lazily, so it causes no cycle.
        reads[name] -= {"viewmark", name}
    return len(next(iter(circles(reads)), []))


def measure(root: Path) -> dict[str, Any]:
    """Return all counts of a checkout, as written to the file."""
    units = {}
    for unit in UNITS:
        found = rooms(root, unit)
        whole = Count()
        for each in found.values():
            whole += each
        units[unit] = {
            "code": whole.code,
            "words": whole.words,
            "tokens": whole.tokens,
            "rooms": {name: each.code for name, each in sorted(found.items())},
        }
    scripts = page_scripts(root)
    return {
        "units": units,
        "singles": {
            "import circle": python_circle(root),
            "page script circle": js_circle(root),
            "predicates": scripts.predicates,
            "named numbers": scripts.named_numbers,
            "regular expressions": scripts.regexes,
            "global reads": scripts.global_reads,
            "long lines": scripts.long_lines,
        },
    }


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def base_commit() -> str:
    """Return the commit with which a change is compared; empty if the clone does not contain it.

    It is `VIEWMARK_BASE`, or the commit where this branch left `origin/main`. On that branch itself
    it is the last commit before the newest pause of an hour, so a piece of work counts as one
    change, however long the work before it took.
    """
    if named := os.environ.get("VIEWMARK_BASE"):
        return _git("rev-parse", named)
    left = _git("merge-base", "HEAD", "origin/main")
    if left and left != _git("rev-parse", "HEAD"):
        return left
    commits = [row.split() for row in _git("log", "--format=%ct %H").split("\n")]
    for (later, _), (earlier, commit) in pairwise(commits):
        if int(later) - int(earlier) >= PAUSE:
            return commit
    return ""


def base_text(name: str) -> str:
    """Return a file of the base commit, or its first version; empty in a shallow clone."""
    text = _git("show", f"{base_commit()}:{name}")
    if not text:
        first = _git("log", "--diff-filter=A", "--format=%H", "--", name).split()
        text = _git("show", f"{first[-1]}:{name}") if first else ""
    return text


def base_counts() -> dict[str, Any]:
    """Return the counts of the base commit; empty in a shallow clone."""
    text = base_text(FILE.as_posix())
    return json.loads(text) if text else {}


def rises(now: Mapping[str, Any], base: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each unit or count that a change has increased.

    A package may grow by as much as other packages of its unit shrank, because only sums are
    compared.
    """
    said = []
    for unit, row in base.get("units", {}).items():
        new = now["units"][unit]
        if new["code"] > row["code"]:
            more = {
                name: lines - row["rooms"].get(name, 0)
                for name, lines in new["rooms"].items()
                if lines > row["rooms"].get(name, 0)
            }
            said.append(f"{unit}: {row['code']:,} -> {new['code']:,} lines of code; {more}")
        # Half a comment line per hundred lines of code is a rounding error.
        if new["words"] / new["code"] < row["words"] / row["code"] - 0.005:
            said.append(
                f"{unit}: fewer lines of comments and docstrings for each line of code:"
                f" {row['words'] / row['code']:.3f} -> {new['words'] / new['code']:.3f}"
            )
    for name, old in base.get("singles", {}).items():
        if now["singles"][name] > old:
            said.append(f"{name}: {old} -> {now['singles'][name]}")
    return said


def table(now: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    """Return count, limit and goal of each package as a table, as printed by `make check`."""
    lines = [f"{'lines of code':32}{'now':>9}{'ceiling':>9}{'aim':>9}{'tokens':>10}"]
    for unit, row in now["units"].items():
        old = base.get("units", {}).get(unit, row)
        aim = f"{AIMS[unit]:,}" if unit in AIMS else ""
        lines.append(
            f"{unit:32}{row['code']:9,}{old['code']:9,}{aim:>9}{row['tokens']:10,}"
            f"   words per line {row['words'] / max(row['code'], 1):.3f}"
        )
        for name, code in sorted(row["rooms"].items(), key=lambda each: -each[1]):
            lines.append(f"  {name:30}{code:9,}{old['rooms'].get(name, 0):9,}")
    for name, value in now["singles"].items():
        lines.append(f"{name:32}{value:9,}{base.get('singles', now['singles'])[name]:9,}")
    return "\n".join(lines)


def main() -> None:
    now = measure(ROOT)
    text = json.dumps(now, indent=1) + "\n"
    path = ROOT / FILE
    if "--write" in sys.argv:
        path.write_text(text, "utf-8")
    elif "--check" in sys.argv:
        if not path.exists() or path.read_text("utf-8") != text:
            sys.exit(f"{FILE} is not what the code has: make pages")
    else:
        print(table(now, base_counts()))


if __name__ == "__main__":
    main()
