"""Row and column of numbers in tables that are made of boxes."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

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


async def _lines(page_of, html: str) -> list[str]:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


async def test_a_table_before_the_boxes_is_another_one(page_of) -> None:
    table = "<table><tr><th>Tea<th>Do<tr><td>Assam<td><button>Buy</button></table>"
    lines = await _lines(page_of, f"{table}<div><div>{THREE}</div><div>{ROWS}</div></div>")
    assert lines[0] == 'button "Buy" (row "Assam", column "Do")'
    assert lines[1] == 'generic "100.00" (row "Food", column "Planned")'
    plain = await _lines(page_of, f"{table}<div>{ROWS}</div>")
    assert all("column" not in line for line in plain[1:])
    found = await discover(await page_of(f"<!doctype html>{STYLE}<body>{table}<div>{ROWS}</div>"))
    assert not found.incomplete
