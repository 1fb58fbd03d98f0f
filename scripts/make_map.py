"""Generate `docs/files.md` from the first sentence of each file.

python scripts/make_map.py           write
python scripts/make_map.py --check   fail if the page is not up to date
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "files.md"
HEAD = """<!-- Written by `make pages` from the first sentence of each file. -->

# Files
"""
HOMES = (
    ("python/viewmark", "Python: `python/viewmark`"),
    ("python/viewmark/js", "Page scripts: `python/viewmark/js`"),
    ("rust/core/src", "Rust: `rust/core/src`"),
    ("rust/bindings/src", "Rust: `rust/bindings/src`"),
)
"""Folders and titles; each includes everything below it except other listed folders."""


def summary(path: Path) -> str:
    """Return the first sentence of a file's docstring or first comment."""
    text = path.read_text("utf-8")
    if path.suffix in (".py", ".pyi"):
        lines = (ast.get_docstring(ast.parse(text)) or "").splitlines()
    else:
        mark = "//!" if path.suffix == ".rs" else "//"
        lines = [m.group(1) for m in re.finditer(rf"^{mark} ?(.*)$", text, re.MULTILINE)]
    paragraph = []
    for line in lines:
        if not line.strip():
            break
        paragraph.append(line.strip())
    whole = " ".join(paragraph)
    sentence = re.split(r"(?<=\w[.)`]) (?=[A-Z`])", whole)[0].rstrip(".:")
    if not sentence:
        sys.exit(f"{path.relative_to(ROOT)} does not say in its first line what it is.")
    return sentence.replace("|", "\\|")


def table(folder: Path, deeper: list[Path]) -> list[str]:
    """Return the rows of a folder and of its subfolders, each folder under its own heading."""
    sources = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in (".py", ".pyi", ".js", ".rs")
        and not any(other in path.parents for other in deeper)
    )
    out: list[str] = []
    last = None
    for path in sorted(sources, key=lambda p: (p.parent.parts, p.name)):
        if path.parent != last:
            last = path.parent
            said = ""
            first = last / "__init__.py"
            if first in sources and last != folder:
                said = f"\n\n{summary(first)}."
            name = last.relative_to(ROOT).as_posix()
            out.append(f"\n### `{name}`{said}\n\n| file | what it is |\n|---|---|")
        if path.name != "__init__.py" or last == folder:
            out.append(f"| `{path.name}` | {summary(path)} |")
    return out


def made() -> str:
    """Return the complete page."""
    parts = [HEAD.rstrip()]
    homes = [ROOT / name for name, _ in HOMES]
    for name, title in HOMES:
        folder = ROOT / name
        deeper = [each for each in homes if each != folder and folder in each.parents]
        parts += [f"\n## {title}", *table(folder, deeper)]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Write the page, or compare with it."""
    text = made()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif PAGE.read_text("utf-8") != text:
        sys.exit("docs/files.md is not what the files say of themselves; run `make map`.")


if __name__ == "__main__":
    main()
