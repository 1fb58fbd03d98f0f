"""Roles by the tables of the standards, compared with Chromium's tree."""

from __future__ import annotations

import pytest
from asking import in_the_tree, of_rows
from long_forms import short_of
from standard_roles import ROLES


@pytest.mark.parametrize("table", ROLES)
async def test_a_role_is_the_one_that_the_standard_gives(page_of, table):
    page = await page_of("<p>x</p>")
    rows = ROLES[table]
    roles = await of_rows(page, [html for html, _ in rows], "vm.spokenRole(vm.role(el))")
    assert [(*row, got) for row, got in zip(rows, roles, strict=True) if got != row[1]] == []


@pytest.mark.parametrize("table", short_of(ROLES, "HTML-AAM by context", "SVG-AAM"))
async def test_chromium_has_the_same_role_for_what_is_in_its_tree(page_of, table):
    page = await page_of("<p>x</p>")
    markup = [html for html, _ in ROLES[table]]
    ours = await of_rows(page, markup, "vm.role(el)")
    told = await in_the_tree(page, markup)
    wrong = [
        (html, role, theirs)
        for html, role, (theirs, _, is_left_out) in zip(markup, ours, told, strict=True)
        if role != theirs and not is_left_out
    ]
    assert wrong == []


def test_the_tables_are_large():
    assert sum(len(rows) for rows in ROLES.values()) > 500
