"""What gets a mark in what component kits draw: grids of data, maps, dashboards, forms."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


def _rows(cell: str = "cursor:default", *, tick: str = "") -> str:
    """A table right in a box that listens: striped rows, one without words at its end."""
    rows = "".join(
        f"<tr id=r{i} class='{'even' if i % 2 else 'odd'} record'><td style='{cell}'>one {i}</td><td style='{cell}'>two</td><td>{tick.format(i)}</td></tr>"
        for i in range(4)
    )
    empty = "<tr id=e class='even record' style='height:30px'><td></td></tr>"
    return f"<div class=l><table style='width:400px'><tbody>{rows}{empty}</tbody></table></div><p>words"


HEAD = "<div class=l id=h{0} role=columnheader aria-sort=none style='width:150px;height:50px;display:inline-block'><div>Name {0}</div>{1}</div>"
MAP = "<div class=l style='cursor:grab;width:600px;height:300px;position:relative'><div style='height:0'>{}</div></div>"
CORNER = "<div class='corner c{0}' id=c{0} style='position:absolute;pointer-events:none;left:{0}px;bottom:0'><div class=l style='pointer-events:auto;cursor:auto'>{1}</div></div>"
SCALE = "".join(
    f"<span class=mark style='position:absolute;left:{30 * i}px;top:14px;cursor:pointer'>{2 * i}</span>"
    for i in range(4)
)
SLIDER = "<div style='position:relative;width:120px;height:30px'><div class=marks>{}</div><div role=slider tabindex=0 id=k style='position:absolute;width:14px;height:14px;background:#36a'></div></div>"
SELECT = "<div style='width:300px;height:36px;border:1px solid'><div class=l id=v{0} style='display:inline-block'><b role=option aria-selected=true id=o{0}>amber</b></div><input role=combobox id=i{0} style='width:40px'></div>"
EDGE = "<svg width=200 height=100><rect class=l id=p width=200 height=60 fill=teal /><rect class=l id=e y=70 width=200 height=30 style='fill:transparent;pointer-events:all;cursor:ns-resize'/></svg>"
SWITCH = "<div class=l id=s style='width:120px;height:24px;{0}'><input type=checkbox role=switch style='position:absolute;width:0;height:0;opacity:0;margin:0'><b style='display:inline-block;width:40px;height:20px;background:#36a;cursor:pointer'></b> <i style='cursor:pointer'>Watch</i></div>"
FIELD = "<label id=w for=f>State</label> <div class=l id=b style='display:inline-block;width:200px;height:30px;border:1px solid'>open<input id=f readonly style='width:0;height:0;border:0;padding:0;opacity:0'></div>"
SORTER = "<table><thead><tr><th aria-sort=none id=h class=l>Name <button aria-label='Sort by Name' id=b style='width:16px;height:16px'><i class=l style='display:block;width:8px;height:8px;background:#36a'></i></button></th></tr></table>"
FILTER = SORTER.replace("Sort by", "Filter of").replace("of Name", "the names")

CASES = [
    # Rows of tables whose cells say by their cursor that nothing is copied there.
    ("striped rows", _rows(), ["r0", "r1", "r2", "r3"]),
    ("rows of words that are copied", _rows(""), [""]),
    ("rows with a tick box each", _rows(tick="<input type=checkbox id=t{}>"), ["r0", "t0", "r1", "t1", "r2", "t2", "r3", "t3"]),
    ("tick boxes that let the pointer through", "<div class=l><table>" + "".join(f"<tr><td id=c{i}><input type=checkbox style='pointer-events:none'></td></tr>" for i in range(2)) + "</table></div>", ["c0", "c1"]),
    ("a tick box that nobody hears", "<div><input type=checkbox style='pointer-events:none'></div>", []),
    # Heads that sort, with a field or menu in them.
    ("heads with a filter", "<div role=row>" + HEAD.format(0, "<input id=f0>") + HEAD.format(1, "<b id=m1 style='cursor:pointer'>⋮</b>") + "</div>", ["h0", "f0", "h1", "m1"]),
    ("a head and its sort button", SORTER, ["h"]),
    ("a head and its filter", FILTER, ["h", "b"]),
    ("heads with the hand, one of them empty", "<table><tr><th style='cursor:pointer'></th><th id=h style='cursor:pointer'>Name</th></tr></table>", ["h"]),
    # Corners of a map that is carried.
    ("words in a corner", MAP.format(CORNER.format(0, "3 km") + CORNER.format(200, "<a href=# id=a>A</a> | &copy; <a href=# id=n>N</a>")), ["", "a", "n"]),
    # Sliders.
    ("numbers of a scale", SLIDER.format(SCALE), ["k"]),
    ("steps beside a slider", SLIDER.format("<b id=m style='cursor:pointer;position:absolute;left:60px'>less</b>"), ["k", "m"]),
    # What one chose in a select.
    ("the value of a select", SELECT.format(0), ["v0", "i0"]),
    ("an option beside no field", "<b role=option id=o>amber</b>", ["o"]),
    # Drawings.
    ("a clear edge of a chart", EDGE, ["p"]),
    # Controls that do not show themselves.
    ("a switch with its words", SWITCH.format(""), ["s"]),
    ("a label beside what is drawn for its field", FIELD, ["b"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_kits_draw_has_one_mark_for_one_thing(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + HEAR))).elements
    assert [one.identity.id for one in found] == ids


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
