"""Tables of pages, each with the lines of its observation: `cases/*.html` (`case_files.py`).

The name of a section determines what is listed (`LISTED`). Each line `<!--= ... -->` is one item.
In `beginnings` only the starts of lines are compared, except for items that end in `$`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from case_files import read_cases

from viewmark import Page
from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

FILES = sorted(Path(__file__).with_name("cases").glob("*.html"))


async def _lines(page: Any) -> list[str]:
    found = (await discover(page)).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


async def _lines_without_places(page: Any) -> list[str]:
    return [element_line(one) for one in (await discover(page)).elements]


async def _observed(page: Any, *, annotate: bool = False) -> list[str]:
    seen = await Page(page).observe(annotate=annotate)
    return [each.line(refs=False).partition("] ")[2] for each in seen.annotations]


async def _ids(page: Any) -> list[str]:
    return [one.identity.id for one in (await discover(page)).elements]


async def _sorted_ids(page: Any) -> list[str]:
    return sorted(await _ids(page))


LISTED: dict[str, Callable[[Any], Any]] = {
    "lines": _lines,
    "beginnings": _lines,
    "lines without places": _lines_without_places,
    "observed lines": _observed,
    "marked lines": partial(_observed, annotate=True),
    "ids": _ids,
    "sorted ids": _sorted_ids,
}


def cases() -> Iterator[Any]:
    for file in FILES:
        for case in read_cases(file):
            name = f"{file.stem}: {case.name}"
            yield pytest.param(case.section or "lines", case.html, case.all("="), id=name)


def agrees(found: str, expected: str) -> bool:
    """Return whether a line starts with this text, or equals it if the text ends in `$`."""
    return f"{found}$".startswith(expected)


@pytest.mark.parametrize(("kind", "html", "expected"), [*cases()])
async def test_what_is_listed(page_of: Any, kind: str, html: str, expected: list[str]) -> None:
    found = await LISTED[kind](await page_of(html))
    if kind != "beginnings" or len(found) != len(expected):
        assert found == (sorted(expected) if kind == "sorted ids" else expected)
    assert all(map(agrees, found, expected)) or kind != "beginnings", found
