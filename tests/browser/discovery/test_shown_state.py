"""States that only a style shows: the selected one of several, a day of another month."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>li, .b, .d { color: black } .active a, .x--selected, .is-current { color: red } .on, .big { font-weight: bold }</style>"


def _month(other: str) -> str:
    days = [*range(30, 32), *range(1, 31), *range(1, 4)]
    cells = "".join(
        f"<div class='day{other * (i < 2 or i > 31)}' onclick=0 style='float:left;width:30px;height:20px'>{day}</div>"
        for i, day in enumerate(days)
    )
    return f"<div style='width:210px'><h3>April 2026</h3><div>{cells}</div></div>"


async def _lines(page_of, html: str) -> list[str]:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


async def test_days_without_such_a_class_are_told_by_their_order(page_of) -> None:
    said = await _lines(page_of, _month(" plain"))
    assert said == await _lines(page_of, _month(" other-month"))
