"""What is pressed within something that has the hand as well, both served from above; and the days of a month by their order."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.day{width:130px;height:90px;border:1px solid #ccc;cursor:pointer;float:left}.day:hover{background:#eee}.at{display:block;width:100px;height:18px;background:#def}.at:hover{filter:brightness(.9)}.hand{cursor:pointer}</style>"
SERVE = (
    "<script>document.querySelector('#m').addEventListener('click', () => document.title)</script>"
)
DAYS = (
    "<div id=m style='width:960px'>"
    + "<div class=day><b>1</b>{0}</div>"
    + "<div class=day><b>2</b></div></div>"
)
ENTRY = "<span class='at {0}'>{1}</span>"


def month(last: int) -> str:
    """A month of so many days, with two of the month before it and three of the next."""
    names = "".join(f"<div>{name}</div>" for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
    days = "".join(f"<div class=hand>{day}</div>" for day in (30, 31, *range(1, last + 1), 1, 2, 3))
    return f"<div style='display:grid;grid-template-columns:repeat(7,60px)'>{names}{days}</div>"


CASES = [
    ("entries of a day", DAYS.format(ENTRY.format("hand", "Standup")), ['generic "1 Standup"', 'generic "Standup"', 'generic "2"']),
    ("two entries of a day", DAYS.format(ENTRY.format("hand", "Standup") + ENTRY.format("hand", "Lunch")), ['generic "1 Standup Lunch"', 'generic "Standup"', 'generic "Lunch"', 'generic "2"']),
    ("entries that only have the hand of their day", DAYS.format(ENTRY.format("", "Standup")), ['generic "1 Standup"', 'generic "2"']),
    ("words without a ground", DAYS.format("<span class=hand>Standup</span>"), ['generic "1Standup"', 'generic "2"']),
    ("a part of a button", f"<div id=m><button class=day>Send {ENTRY.format('hand', 'now')}</button></div>", ['button "Send now"']),
    ("seats that show the hand under the pointer", "<style>.s{width:20px;height:15px;background:#446;margin:3px;float:left}.s:not(.gone):hover{cursor:pointer;transform:scale(1.2)}.key .s:hover{cursor:default}</style><div class=key><p class=s></p></div><div id=m style='clear:both'><div class=s></div><div class='s gone'></div><div class=s></div></div>", ['generic "" (1 of 2)', 'generic "" (2 of 2)']),
    ("a board that hears swipes", "<div id=m></div><div id=b style='width:200px;height:200px;background:#eee'>2</div><script>for (const kind of ['touchstart', 'touchmove', 'touchend']) document.querySelector('#b').addEventListener(kind, () => document.title)</script>", []),
    ("nodes of a map with their folds between them", "<style>n-node{position:absolute;cursor:default;background:#48b;padding:9px}n-node:hover{box-shadow:1px 1px 8px #000}n-fold{position:absolute;cursor:pointer}</style><div id=m style='position:relative;width:600px;height:200px'><n-node class=root style='left:10px;top:60px'>Harbour</n-node><n-node style='left:200px;top:20px'>Boats</n-node><n-fold style='left:290px;top:30px'>-</n-fold><n-node style='left:200px;top:120px'>Piers</n-node></div>", ['generic "Harbour"', 'generic "Boats"', 'generic "-" (after "Boats")', 'generic "Piers"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_things_within_things(page_of, html: str, lines: list[str]) -> None:
    page = await page_of(f"<!doctype html><meta charset=utf-8>{STYLE}{html}{SERVE}")
    found = (await discover(page)).elements
    assert [
        element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)
    ] == lines


@pytest.mark.parametrize(("last", "others"), [(30, 5), (28, 5), (27, 0)])
async def test_days_before_the_first_and_behind_the_last_are_of_other_months(
    page_of, last: int, others: int
) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}{month(last)}"))).elements
    told = [(one.text, one.state["month"]) for one in found if "month" in one.state]
    before = [("30", "previous"), ("31", "previous")]
    assert told == (before + [(day, "next") for day in ("1", "2", "3")] if others else [])
