"""The check of instruction counts: which changes pass and which fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from script_files import load_script

ROOT = Path(__file__).parent.parent
ACCEPTED: dict[str, Any] = {"compiler": "rustc 1.95", "stages": {"place": 1000, "decode": 2000}}


def compared(compiler: str = "rustc 1.95", **stages: int) -> tuple[str, bool]:
    module = load_script("instruction_counts")
    lines, failed = module.compared(ACCEPTED, {"compiler": compiler, "stages": stages})
    return "\n".join(lines), failed


def test_five_per_cent_are_let_through() -> None:
    said, failed = compared(place=1049, decode=1901)
    assert not failed
    assert "2 stages within 5%" in said


@pytest.mark.parametrize("place", [1051, 949])
def test_a_larger_change_in_either_direction_fails_and_says_how_it_is_accepted(place: int) -> None:
    said, failed = compared(place=place, decode=2000)
    assert failed
    assert f"place: {place / 1000 - 1:+.1%} (1,000 -> {place:,})" in said
    assert "decode" not in said
    assert "make accept-instructions" in said


def test_a_stage_that_is_new_or_gone_fails_until_it_is_accepted() -> None:
    said, failed = compared(place=1000, encode=5)
    assert failed
    assert "decode: gone" in said
    assert "encode: 5 instructions, never accepted" in said


def test_another_compiler_is_told_and_has_more_room() -> None:
    said, failed = compared("rustc 1.99", place=1200, decode=2000)
    assert not failed
    assert "accepted with rustc 1.95, this is rustc 1.99" in said
    assert compared("rustc 1.99", place=1300, decode=2000)[1]


def test_the_accepted_figures_are_those_of_the_stages_that_the_bench_has() -> None:
    source = (ROOT / "benches" / "instructions.rs").read_text()
    for file in (ROOT / "benches" / "data").glob("instructions-*.json"):
        stages = json.loads(file.read_text())["stages"]
        assert len(stages) > 10
        assert [name for name in stages if f'"{name}"' not in source] == []
