"""What gets a mark in what component kits draw: grids of data, maps, dashboards, forms."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


TICKED = "<table>{}<tr><td>1040<td>open<td><input type=checkbox id=t></tr></table>"
GUESSES = [
    ("the value beside a tick box", TICKED.format(""), ""),
    ("a head over a tick box", TICKED.format("<tr><th>No<th>State<th>Gift</tr>"), "Gift"),
    ("a name that rows share", TICKED.format("").replace("id=t", "name=row-select-x"), ""),
    ("a caption beside a field", "<table><tr><td>Gift<td><input type=checkbox></tr></table>", "Gift"),
    ("a value in a grid of boxes", "<div role=row><div role=gridcell>7</div><div role=gridcell><input type=checkbox></div></div>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "guess"), [c[1:] for c in GUESSES], ids=[c[0] for c in GUESSES])
async def test_a_guess_is_no_value_of_another_cell(page_of, html, guess) -> None:
    page = await page_of("<!doctype html><body>" + html)
    [element] = (await discover(page)).elements
    assert element.label_hint == guess


async def test_a_row_is_not_called_by_a_cross(page_of) -> None:
    page = await page_of(
        "<!doctype html><table><tr><th>A<th>B<th>C</tr>"
        "<tr><td>&times;<td>1040<td><button>Edit</button></tr></table>"
    )
    [element] = (await discover(page)).elements
    assert element.cell is not None
    assert element.cell.row == "1040"


TICKABLE = "<div role=row aria-selected=false style='display:flex;height:30px;width:400px'>{}</div>"
CELL = "<div role=gridcell tabindex=-1 style='width:120px;height:30px'>{}</div>"


async def test_cells_beside_a_tick_box_are_not_pressed(page_of) -> None:
    rows = "".join(
        TICKABLE.format(
            CELL.format("<input type=checkbox>") + CELL.format(f"a {i}") + CELL.format("b")
        )
        for i in range(3)
    )
    page = await page_of(
        "<!doctype html><body style='margin:0'>"
        # Of the last row the edge shows, its tick box does not.
        f"<div class=l role=grid style='height:68px;overflow:hidden'>{rows}</div>{HEAR}"
    )
    found = (await discover(page)).elements
    assert [e.role for e in found if e.role in ("row", "gridcell")] == []
    assert sum(e.role == "checkbox" for e in found) >= 2


async def test_what_comes_in_one_row_is_not_said_of_another(page_of) -> None:
    row = (
        "<div role=row style='display:flex;height:40px'><div role=gridcell>{}</div>"
        "<div role=gridcell><button class=g>Pin</button></div></div>"
    )
    style = "<style>.g{opacity:0}[role=row]:hover .g{opacity:1}</style>"
    rows = row.format("<button>Order</button>") + row.format("words")
    page = await page_of(f"<!doctype html>{style}<div role=grid>{rows}</div>")
    [order] = (await discover(page)).elements
    assert order.on_hover == ("Pin",)
