"""What is pressed within something that has the hand as well, both served from above; and the days of a month by their order."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

STYLE = "<style>.day{width:130px;height:90px;border:1px solid #ccc;cursor:pointer;float:left}.day:hover{background:#eee}.at{display:block;width:100px;height:18px;background:#def}.at:hover{filter:brightness(.9)}.hand{cursor:pointer}</style>"


def month(last: int) -> str:
    """A month of so many days, with two of the month before it and three of the next."""
    names = "".join(f"<div>{name}</div>" for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
    days = "".join(f"<div class=hand>{day}</div>" for day in (30, 31, *range(1, last + 1), 1, 2, 3))
    return f"<div style='display:grid;grid-template-columns:repeat(7,60px)'>{names}{days}</div>"


@pytest.mark.parametrize(("last", "others"), [(30, 5), (28, 5), (27, 0)])
async def test_days_before_the_first_and_behind_the_last_are_of_other_months(
    page_of, last: int, others: int
) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}{month(last)}"))).elements
    told = [(one.text, one.state["month"]) for one in found if "month" in one.state]
    before = [("30", "previous"), ("31", "previous")]
    assert told == (before + [(day, "next") for day in ("1", "2", "3")] if others else [])
