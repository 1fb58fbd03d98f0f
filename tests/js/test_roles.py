"""Roles by tables: ARIA in HTML, HTML-AAM, fallback lists, conflicts, required containers."""

from __future__ import annotations

from asking import of_marked, of_rows
from case_files import rows_of

ROLES = rows_of(__file__, "roles")


async def test_the_role_in_its_context(page_of):
    page = await page_of("<p>x</p>")
    roles = await of_rows(page, [html for html, _ in ROLES], "vm.role(el)")
    assert [(*row, got) for row, got in zip(ROLES, roles, strict=True) if got != row[1]] == []


HINTS = rows_of(__file__, "hints")


async def test_the_hint_is_one_of_five(page_of):
    page = await page_of("<p>x</p>")
    hints = await of_rows(page, [html for html, _ in HINTS], "vm.hint(el, vm.role(el))")
    assert [(*row, got) for row, got in zip(HINTS, hints, strict=True) if got != row[1]] == []


async def test_every_role_and_every_tag_has_a_hint(page_of):
    page = await page_of("<p id='t'>x</p>")
    five = {"clickable", "editable", "selectable", "toggleable", "navigable"}
    roles = ["button", "generic", "", "nonsense", "gridcell", "Date", "toString", "constructor"]
    hints = await of_marked(page, f"{roles}.map((role) => vm.hint(el, role))")
    assert set(hints["t"]) <= five
