"""The row and column of numbers in tables that are made of boxes."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.r{display:flex;width:480px;height:30px}.r>div{width:120px;text-align:right}.h{display:flex;width:480px;height:40px}.h>div{width:120px;text-align:right}b{font-weight:400;cursor:pointer}</style>"
NAMES = ("Food", "Rent", "Gifts")
ROWS = "".join(
    f"<div class=r><div>{name}</div><div><b onclick=0>{i}00.00</b></div><div><b onclick=0>-{i}0.00</b></div><div><b onclick=0>{i}5.00</b></div></div>"
    for i, name in enumerate(NAMES, 1)
)
HEADS = "<div class=h><div>Category</div>{}</div>"
THREE = HEADS.format("<div>Planned</div><div>Spent</div><div>Left</div>")
PAGER = "<div class=r style='margin-top:40px'><div>Page</div><div><b onclick=0>1</b></div><div><b onclick=0>2</b></div></div>"
MONTH = HEADS.format("<div>Tu</div><div>We</div>") + "".join(
    "<div class=r>"
    + "".join(f"<div><b onclick=0>{4 * w + d + 1}</b></div>" for d in range(4))
    + "</div>"
    for w in range(3)
)


async def _lines(page_of, html: str) -> list[str]:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


async def test_a_number_says_its_row_and_its_column(page_of) -> None:
    lines = await _lines(page_of, f"<div>{THREE}<div>{ROWS}</div></div>{PAGER}")
    told = [
        f'generic "{number}" (row "{name}", column "{column}")'
        for i, name in enumerate(NAMES, 1)
        for number, column in (
            (f"{i}00.00", "Planned"),
            (f"-{i}0.00", "Spent"),
            (f"{i}5.00", "Left"),
        )
    ]
    assert lines[:9] == told
    assert len(lines) == 11
    assert all("column" not in line for line in lines[9:])


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{ROWS}</div>",
        f"<div>{HEADS.format('<div>2024</div><div>2025</div>')}<div>{ROWS}</div></div>",
        f"<div>{ROWS}</div><div>{THREE}</div>",
        f"<div style='margin-left:60px'>{THREE}</div><div>{ROWS}</div>",
        f"<div>{MONTH}</div>",
    ],
    ids=["no heads", "one word", "heads below", "heads beside", "days without words in their rows"],
)
async def test_no_column_is_guessed(page_of, html) -> None:
    lines = await _lines(page_of, html)
    assert len(lines) >= 9
    assert all("column" not in line for line in lines)


async def test_a_table_before_the_boxes_is_another_one(page_of) -> None:
    table = "<table><tr><th>Tea<th>Do<tr><td>Assam<td><button>Buy</button></table>"
    lines = await _lines(page_of, f"{table}<div><div>{THREE}</div><div>{ROWS}</div></div>")
    assert lines[0] == 'button "Buy" (row "Assam", column "Do")'
    assert lines[1] == 'generic "100.00" (row "Food", column "Planned")'
    plain = await _lines(page_of, f"{table}<div>{ROWS}</div>")
    assert all("column" not in line for line in plain[1:])
    found = await discover(await page_of(f"<!doctype html>{STYLE}<body>{table}<div>{ROWS}</div>"))
    assert not found.incomplete
