"""Test cases in HTML files: one page after another, each with its expected results.

    <!-- A comment. -->
    <!--# the name of a section -->
    <!--* (before) -->, <!--* (after) -->       HTML before and after each page of the file
    <!--* the name of a case -->
    <button>Save</button>
    <!--= button "Save" -->

A line `<!--X words -->` belongs to the case above it; the test that reads the file defines the
meaning of the character X. A case without a name starts where the previous one ended with such a
line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["PageCase", "pages_of", "read_cases", "rows_of", "values_of"]

MARK = re.compile(r"<!--([^\w\s<>-]|>) (.*) -->")
COMMENT = re.compile(r"<!-- .* -->")


@dataclass(slots=True)
class PageCase:
    """A page and the notes about it in its file."""

    name: str = ""
    section: str = ""
    lines: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    around: tuple[str, str] = ("", "")

    @property
    def html(self) -> str:
        before, after = self.around
        return before + "\n".join(self.lines) + after

    def all(self, sign: str) -> list[str]:
        """Return the texts of all lines with this character."""
        return [words for mark, words in self.notes if mark == sign]

    def one(self, sign: str) -> str:
        """Return the text of the only line with this character."""
        (words,) = self.all(sign)
        return words


def read_cases(path: Path) -> Iterator[PageCase]:
    """Yield the cases of a file, in order."""
    around = {"(before)": "", "(after)": ""}
    for case in _pages(path.read_text("utf-8")):
        if case.name in around:
            around[case.name] = case.html
        else:
            case.around = around["(before)"], around["(after)"]
            yield case


def _pages(text: str) -> Iterator[PageCase]:
    case = PageCase()
    for line in text.removesuffix("\n").split("\n"):
        mark = MARK.fullmatch(line)
        sign, words = mark.groups() if mark else ("", "")
        begins = sign in ("#", "*") or (not mark and case.notes)
        if begins:
            if case.lines:
                yield case
            case = PageCase(section=case.section)
        if sign == "#":
            case.section = words
        elif sign == "*":
            case.name = words
        elif mark:
            case.notes.append((sign, words))
        elif case.lines or case.name or not COMMENT.fullmatch(line):
            case.lines.append(line)
    if case.lines:
        yield case


def pages_of(test: str, section: str = "") -> dict[str, str]:
    """Return the pages of a section in the file beside a test, keyed by name."""
    return {case.name: case.html for case in _of(test, section)}


def rows_of(test: str, section: str = "") -> list[tuple[str, ...]]:
    """Return each page of a section and its expected texts (`=`), as arguments of `parametrize`."""
    return [(case.html, *case.all("=")) for case in _of(test, section)]


def values_of(test: str, section: str = "") -> dict[str, tuple[Any, ...]]:
    """Return each page of a section with its expected JSON values (`=`), keyed by name."""
    return {case.name: (case.html, *map(json.loads, case.all("="))) for case in _of(test, section)}


def _of(test: str, section: str) -> Iterator[PageCase]:
    found = [
        case for case in read_cases(Path(test).with_suffix(".html")) if case.section == section
    ]
    assert found, f"no section {section!r} beside {test}"
    yield from found


def htmls_of(test: str, section: str = "") -> list[str]:
    """Return the pages of a section, without names."""
    return [case.html for case in _of(test, section)]


def named_of(test: str, section: str = "") -> dict[str, tuple[str, ...]]:
    """Return each page of a section with its expected texts (`=`), keyed by name."""
    return {case.name: (case.html, *case.all("=")) for case in _of(test, section)}


def lines_of(test: str, section: str = "") -> dict[str, tuple[str, list[str]]]:
    """Return each page of a section with the list of its expected lines (`=`), keyed by name."""
    return {case.name: (case.html, case.all("=")) for case in _of(test, section)}
