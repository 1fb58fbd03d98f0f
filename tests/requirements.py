"""All requirements of the five specifications: their statements, and the tests that verify them.

They are in `requirements.toml`, from which `make pages` generates `docs/requirements.md`.
`test_requirements.py` checks that every listed test exists, that no id is missing, and that every
id cited in the sources exists.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from viewmark.toml_text import parsed_toml

__all__ = ["NEEDS_NAME", "REQUIREMENTS", "Requirement"]

NEEDS_NAME = ("annotated-screenshots", "auto-attached-screenshots")
"""Specifications that both number their requirements R1, R2, ..., so citations must name them."""


@dataclass(frozen=True)
class Requirement:
    """One row: the statement, and its tests (`file::name` below tests/) or why there are none."""

    asks: str
    tests: tuple[str, ...] = ()
    untested: str = ""


REQUIREMENTS = {
    specification: {
        id_: Requirement(row["asks"], tuple(row.get("tests", ())), row.get("untested", ""))
        for id_, row in rows.items()
    }
    for specification, rows in parsed_toml(
        Path(__file__).with_suffix(".toml").read_text("utf-8")
    ).items()
}
