"""Accessible names by the tables of the standards, compared with Chromium's tree."""

from __future__ import annotations

import re

import pytest
from asking import in_the_tree, of_rows
from long_forms import short_of
from standard_names import CHROMIUM_DIFFERS, NAMES

PATTERNS = {key: re.compile(pattern) for key, (pattern, _) in CHROMIUM_DIFFERS.items()}


def exception(html: str) -> str | None:
    """Return the listed exception that applies to the markup."""
    return next((key for key, pattern in PATTERNS.items() if pattern.search(html)), None)


@pytest.mark.parametrize("step", NAMES)
async def test_a_name_is_the_one_that_the_standard_gives(page_of, step):
    page = await page_of("<p>x</p>")
    rows = NAMES[step]
    names = await of_rows(page, [html for html, _ in rows], "vm.name(el)")
    assert [(*row, got) for row, got in zip(rows, names, strict=True) if got != row[1]] == []


@pytest.mark.parametrize("step", short_of(NAMES, "2F aria-owns", "2F shadow trees", "SVG-AAM"))
async def test_chromium_differs_from_the_standard_only_where_the_table_says(page_of, step):
    page = await page_of("<p>x</p>")
    rows = NAMES[step]
    told = await in_the_tree(page, [html for html, _ in rows])
    wrong = [
        (html, name, got)
        for (html, name), (_, got, _) in zip(rows, told, strict=True)
        if got != name
    ]
    assert [row for row in wrong if exception(row[0]) is None] == []
    listed = {key for html, _ in rows if (key := exception(html))}
    assert listed == {exception(html) for html, *_ in wrong}


def test_the_tables_are_large_and_every_exception_has_a_case():
    every = [html for rows in NAMES.values() for html, _ in rows]
    assert len(every) > 1300
    assert {exception(html) for html in every} == {None, *CHROMIUM_DIFFERS}
