"""Rows and their parts in visual order, sort states, and how much of a list is shown."""

from __future__ import annotations

import pytest
from page_over import PageOf

from viewmark import Page

GRID = """<style>.body{position:relative;height:150px}
.row{position:absolute;height:30px;width:600px}
.cell{position:absolute;width:150px;height:30px}</style>
<div role=treegrid aria-label=Prices AROUND><div role=rowgroup><div role=row aria-rowindex=1>
<div role=columnheader class=cell style="left:0;position:static;display:inline-block">Item</div>
<div role=columnheader aria-sort=descending style="display:inline-block">Price</div></div></div>
<div role=rowgroup class=body>ROWS</div></div>"""
"""As in ag-grid: rows and cells in any document order, positioned by `transform` and `left`."""


def grid(numbered: bool, around: str = "") -> str:
    rows = ""
    for place, (name, price) in (
        (3, ("Cup", 4)),
        (0, ("Pan", 30)),
        (2, ("Jar", 9)),
        (1, ("Pot", 21)),
    ):
        index = f"aria-rowindex={place + 2}" if numbered else ""
        rows += (
            f"<div role=row {index} class=row style='transform:translateY({place * 30}px)'>"
            f"<div role=gridcell class=cell style='left:150px'>{price}</div>"
            f"<div role=gridcell class=cell style='left:0'>{name}</div></div>"
        )
    return GRID.replace("ROWS", rows).replace("AROUND", around)


async def test_a_column_is_sorted_by_its_class_where_nothing_else_says_so(
    page_of: PageOf,
) -> None:
    head = "<th class='sortable sorted descending'>Price<th class=sortable>Name"
    head += "<th class=sorting_asc>Id"
    page = Page(await page_of(f"<table><tr>{head}<tr><td>1<td>a<td>3</table>"))
    first = (await page.snapshot()).text.split("\n")[1]
    assert first == "  row: Price (sorted descending) | Name | Id (sorted ascending)"


ICONS = """<style>.row{display:flex;width:400px}.floating i,.floating button{float:right}
.reverse{flex-direction:row-reverse;justify-content:flex-end}</style>"""


@pytest.mark.parametrize(
    "row",
    [
        "<div class=floating><button>Delete</button> Kettle</div>",
        "<div class='row reverse'><button>Delete</button><span>Kettle</span></div>",
        "<div class=row><button style='order:2'>Delete</button><span>Kettle</span></div>",
        "<div style='position:relative;padding-left:9px'>"
        "<button style='position:absolute;left:200px'>Delete</button><b>Kettle</b></div>",
    ],
)
async def test_icons_stand_behind_the_name_of_their_row(page_of: PageOf, row: str) -> None:
    page = Page(await page_of(ICONS + row))
    for told in ((await page.text()).text, (await page.snapshot()).text):
        assert told.index("Kettle") < told.index("Delete"), told


PLACED = """<div style="height:300px;overflow:auto"><ul style="height:36000px;position:relative">
ROWS</ul></div><p>end</p>"""


@pytest.mark.parametrize("step", [26, 31, 90])
async def test_things_placed_by_hand_are_no_part_of_a_longer_list(
    page_of: PageOf, step: int
) -> None:
    events = "".join(
        f"<a style='position:absolute;height:26px;top:{step * i + 9 * (i % 2)}px'>Event {i}</a>"
        for i in range(6)
    )
    scrolls = "height:300px;overflow:auto" if step == 90 else ""
    page = Page(
        await page_of(f"<div style='{scrolls}'><p style='position:relative;height:700px'>{events}")
    )
    assert "scroll it" not in (await page.snapshot()).text


async def test_a_virtual_list_says_how_many_rows_are_not_there(page_of: PageOf) -> None:
    rows = "".join(
        f"<li style='position:absolute;height:30px;top:{30 * i}px'>Row {i}</li>" for i in range(20)
    )
    page = Page(await page_of(PLACED.replace("ROWS", rows)))
    for told in ((await page.snapshot()).text, (await page.text()).text):
        assert "... 20 of about 1,200 rows are here; scroll it" in told
    filled = "<div style='height:3000px'></div>" + "<p style='height:30px;margin:0'>Row</p>" * 6
    page = Page(await page_of(f"<div style='height:300px;overflow:auto'><div>{filled}</div></div>"))
    assert "... 6 of about 106 rows are here; scroll it" in (await page.text()).text
    page = Page(await page_of(grid(numbered=True, around="aria-rowcount=801")))
    assert "... 5 of 801 rows are here; scroll it" in (await page.snapshot()).text
    items = "".join(f"<li aria-setsize=90 aria-posinset={i}>Item {i}</li>" for i in range(1, 9))
    page = Page(await page_of(f"<ul>{items}</ul>"))
    assert "... 8 of 90 rows are here; scroll it" in (await page.snapshot()).text
