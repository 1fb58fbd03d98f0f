"""Run the tests of the given source files: `make test-one python/viewmark/page/find.py`.

These are the test files in the mirrored folder that are named after the module, and all test files
that import the module or (for page scripts) mention it. If there are none, the whole mirrored
folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PACKAGE = Path("python", "viewmark")


def files_of(source: Path) -> list[Path]:
    """Return the test files, or one folder, for a source file below `python/viewmark`.

    Raises:
        ValueError: the file is not below that folder.
    """
    inside = source.relative_to(PACKAGE)
    if inside.parts[0] == "js":  # page scripts are mentioned by their path below `js`
        named = re.compile(rf"\b{re.escape(inside.relative_to('js').with_suffix('').as_posix())}\b")
    else:
        *rooms, stem = inside.with_suffix("").parts
        rooms, stem = (rooms[:-1], rooms[-1]) if stem == "__init__" else (rooms, stem)
        room = re.escape(".".join(["viewmark", *rooms]))
        named = re.compile(
            rf"^\s*(?:from|import) {room}\.{stem}\b|^\s*from {room} import .*\b{stem}\b",
            re.MULTILINE,
        )
    home = HERE / inside.parent
    found = {path for path in HERE.rglob("test_*.py") if named.search(path.read_text())}
    found |= {*home.glob(f"test_{inside.stem}.py"), *home.glob(f"test_{inside.stem}_*.py")}
    while not found and not home.is_dir():
        home = home.parent
    return sorted(found) or [home]


def main() -> int:
    """Run the tests."""
    sources = [Path(word).resolve().relative_to(ROOT) for word in sys.argv[1:]]
    if not sources:
        sys.exit("Name a source file: make test-one python/viewmark/page/find.py")
    try:
        files = sorted({path for source in sources for path in files_of(source)})
    except ValueError as error:
        sys.exit(f"{error}; `make test-rust` runs the tests of the pixel core.")
    print(*(path.relative_to(ROOT) for path in files), sep="\n", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
