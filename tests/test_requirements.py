"""Every requirement has an existing test or a reason; every cited id exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from requirements import NEEDS_NAME, REQUIREMENTS

HERE = Path(__file__).parent
ROOT = HERE.parent
ROWS = [row for rows in REQUIREMENTS.values() for row in rows.values()]
EXPECTED = {
    "annotated-screenshots": {f"R{n}" for n in range(1, 16)},
    "auto-attached-screenshots": {f"R{n}" for n in range(1, 13)},
    "coordinate-screenshot-tool": {f"FR-{n:03}" for n in range(1, 16)}
    | {f"SC-{n:03}" for n in range(1, 8)},
    "element-refs-and-set-of-marks": {f"criterion {n}" for n in range(1, 6)},
    "draw-mode": {f"edge case {n}" for n in range(1, 12)},
}
SOURCES = [
    path
    for folder in ("python", "rust", "tests", "benches", "scripts", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".pyi", ".js", ".rs", ".md", ".sh")
    and not {"target", "node_modules", "_cache", "__pycache__"} & set(path.parts)
    and not path.is_relative_to(ROOT / "benches" / "corpus" / "frozen")  # pages of third parties
    and path.name not in ("requirements.py", "requirements.md", "make_requirements.py")
    and path != Path(__file__)
]
NAMED = rf"(?:({'|'.join(NEEDS_NAME)})(?: |\s+))?(R\d{{1,2}}(?:(?:, | and |, and )R\d{{1,2}})*)\b"
"""Pattern of citations such as `annotated-screenshots R7, R8`: one name for several numbers."""


def test_a_requirement_names_tests_that_exist_or_a_reason() -> None:
    for row in ROWS:
        assert row.asks.endswith("."), row
        assert bool(row.tests) != bool(row.untested), row
        for name in row.tests:
            file, _, test = name.partition("::")
            source = (HERE / file).read_text()
            assert re.search(rf"^(async )?def {re.escape(test)}\(", source, re.MULTILINE), name


@pytest.mark.parametrize("source", EXPECTED)
def test_no_requirement_is_missing(source: str) -> None:
    assert set(REQUIREMENTS[source]) >= EXPECTED[source]


def test_every_id_that_is_cited_is_on_the_page() -> None:
    alone = set(REQUIREMENTS["coordinate-screenshot-tool"])
    unknown = []
    cited = 0
    for path in SOURCES:
        text = path.read_text("utf-8", errors="replace")
        where = path.relative_to(ROOT).as_posix()
        for number in re.findall(r"\b(?:FR|SC)-\d{3}\b", text):
            cited += 1
            if number not in alone:
                unknown.append(f"{where}: {number}")
        if path.suffix not in (".py", ".pyi", ".js"):
            continue
        for name, numbers in re.findall(rf"(?<![\w-])(?<!\w )?{NAMED}", text):
            for number in re.findall(r"R\d+", numbers):
                cited += 1
                if not name or number not in REQUIREMENTS[name]:
                    unknown.append(f"{where}: {number}")
    assert cited > 20
    assert unknown == []


def test_no_source_cites_a_document_that_is_not_here() -> None:
    known = {path.name for path in ROOT.rglob("*.md") if ".venv" not in path.parts}
    written = {"drawing.md", "readme.md"}  # written by the program or its setup
    named = {"Editor.md", "editor.md"}  # a recorded application
    missing = [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in SOURCES
        if not path.name.endswith("_data.py")  # file names in recorded pages
        for name in re.findall(r"(?<![*/\w.-])([\w-]+\.md)\b", path.read_text(errors="replace"))
        if name not in known | written | named
    ]
    assert missing == []
