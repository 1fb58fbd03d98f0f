"""Every requirement has a test that exists, or a written reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from requirements import REQUIREMENTS

HERE = Path(__file__).parent
ROWS = [
    pytest.param(answer, id=f"{source} {number}")
    for source, rows in REQUIREMENTS.items()
    for number, answer in rows.items()
]
EXPECTED = {
    "annotated-screenshots": {f"R{n}" for n in range(1, 16)},
    "auto-attached-screenshots": {f"R{n}" for n in range(1, 13)},
    "coordinate-screenshot-tool": {f"FR-{n:03}" for n in range(1, 16)}
    | {f"SC-{n:03}" for n in range(1, 8)},
    "draw-mode": {f"edge case {n}" for n in range(1, 12)},
}


@pytest.mark.parametrize("answer", ROWS)
def test_a_requirement_names_tests_that_exist_or_a_reason(answer: tuple[str, ...] | str) -> None:
    if isinstance(answer, str):
        assert answer.startswith("Not tested: ")
        assert len(answer) > 30
        return
    assert answer
    for name in answer:
        file, _, test = name.partition("::")
        source = (HERE / file).read_text()
        assert re.search(rf"^(async )?def {re.escape(test)}\(", source, re.MULTILINE), name


@pytest.mark.parametrize("source", EXPECTED)
def test_no_requirement_is_missing(source: str) -> None:
    assert set(REQUIREMENTS[source]) == EXPECTED[source]
