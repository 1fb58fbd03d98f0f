"""What gets a mark in lists, tables and trees: the row and its own controls, not the boxes that they are made of."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""
EDGE = "<tr><td style='height:3px;padding:0;background:#ccc'></td><td style='padding:0;background:#ccc'></td></tr>"
DRAWN = f"<table id=b style='cursor:pointer' class=l>{EDGE}<tr><td></td><td>{{}}</td></tr>{EDGE}</table>"
PRESSED = "<tr id=r{0}><td>one</td><td>two {0}</td></tr>"
HEADS = (
    "<div role=row style='display:flex'>"
    + "".join(
        f"<div role=columnheader id=h{i} style='width:120px;{{0}}'>Day {i}</div>" for i in range(3)
    )
    + "</div>"
)
CHOSEN = "<div role=row aria-selected=false aria-expanded=true id=r{0} style='display:flex;height:30px;width:400px'><div role=gridcell style='width:200px'><i id=t{0} style='display:inline-block;width:16px;height:16px;background:#36a;cursor:pointer'></i> Task {0}</div><div role=gridcell style='width:100px'>3 days</div><div role=gridcell><b role=button id=b{0}>+</b></div></div>"
TABLE = "<div class=row style='width:300px'><table style='border-collapse:collapse'><tr id=r{0}><td id=a{0} tabindex=0{1}>one {0}</td><td id=c{0} tabindex=0{1}>two</td></tr></table></div>"
KEY = "<div role=treeitem tabindex=-1 id=t{0}><div style='cursor:pointer'><div class=l id=k{0} style='display:inline-block'>name</div>: <div role=button id=v{0} style='display:inline-block'>value</div></div></div>"

CASES = [
    # A button that is drawn as a table.
    ("a button in a table of edges", DRAWN.format("<em><button id=i>Add</button></em>"), ["i"]),
    ("words in a table of edges", DRAWN.format("Add"), ["b"]),
    ("such a button in a bar", f"<table role=toolbar><tr><td>{DRAWN.format('Add')}</td><td>Words</td></tr></table>", ["b"]),
    ("rows of a table with the hand", "<table style='cursor:pointer' class=l>" + "".join(PRESSED.format(i) for i in range(3)) + "</table>", ["r0", "r1", "r2"]),
    ("a table with the hand and its head", "<table style='cursor:pointer' class=l><tr id=h><th>Name<tr id=r><td>one</table>", ["h", "r"]),
    # Lines.
    ("a line that listens", "<div class=l id=s style='height:1px;width:300px;background:#000'></div><div class=l id=b>Words</div>", ["b"]),
    ("a place for the focus", "<div tabindex=0 id=s style='height:1px;width:300px;background:#000'></div>", []),
    ("a thin bar of a chart", "<svg width=99 height=40><rect id=s class=l width=1 height=40 fill=teal /></svg>", ["s"]),
    # Heads of columns.
    ("heads under a listener for all", "<div class=l id=list>" + HEADS.format("") + "<p>words</p></div>", ["list"]),
    ("heads whose listener is their own", "<div class=l>" + HEADS.format("user-select:none") + "</div>", ["h0", "h1", "h2"]),
    ("cells of a table of heads", "<div class=l style='cursor:default'><table><thead><tr><td id=a>Name</td><td id=b>Size</td></tr></table></div>", ["a", "b"]),
    ("heads that sort under a listener for all", "<div class=l><div role=grid>" + HEADS.format("").replace("<div role=columnheader", "<div role=columnheader aria-sort=none") + "<div role=row>words</div></div></div>", ["h0", "h1", "h2"]),
    # Rows of cells.
    ("rows that are chosen", "<div role=treegrid class=l>" + "".join(CHOSEN.format(i) for i in range(2)) + "</div>", ["r0", "t0", "b0", "r1", "t1", "b1"]),
    ("rows that are chosen by their tick box", "<div role=treegrid class=l>" + "".join(CHOSEN.format(i).replace("role=button", "role=checkbox aria-checked=false tabindex=0") for i in range(2)) + "</div>", ["t0", "b0", "t1", "b1"]),
    ("rows that answer to the pointer, with tick boxes", "<style>.h:hover{background:#eee}</style><div role=treegrid class=l>" + "".join(CHOSEN.format(i).replace("role=button", "role=checkbox aria-checked=false tabindex=0").replace("role=row", "role=row class=h") for i in range(2)) + "</div>", ["r0", "t0", "b0", "r1", "t1", "b1"]),
    ("rows that are tables", "".join(TABLE.format(i, "") for i in range(3)), ["r0", "r1", "r2"]),
    ("cells with lines between", "".join(TABLE.format(i, " style='border:1px solid'") for i in range(2)), ["a0", "c0", "a1", "c1"]),
    ("a row that is alone", TABLE.format(0, ""), ["a0", "c0"]),
    # Trees.
    ("keys and values of a tree", "<div role=tree>" + KEY.format(0) + KEY.format(1) + "</div>", ["t0", "v0", "t1", "v1"]),
    ("the hand in a page that takes the focus", "<div tabindex=0 style='height:400px'><b id=a style='cursor:pointer'>one</b> <b id=c style='cursor:pointer'>two</b></div>", ["a", "c"]),
    ("the hand in a chip that takes the focus", "<div tabindex=0 id=a style='height:30px;width:200px'>Words <b id=c style='cursor:pointer'>two</b></div>", ["a"]),
    # Things that are carried.
    ("items of several lists", "".join(f"<ul class=u><li id=i{i} class='axis{i} part' style='cursor:move;width:200px'>Year</li></ul>" for i in range(2)), ["i0", "i1"]),
    ("siblings with a class in common", "".join(f"<div id=i{i} class='axis{i} part' style='cursor:move;width:200px'>Year</div>" for i in range(2)), ["i0", "i1"]),
    ("a title bar", "<div class=box><div class=title style='cursor:move;width:300px'>Title</div><div class=body>Words</div></div>", []),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_the_row_and_its_controls_have_the_marks(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + HEAR))).elements
    assert sorted(e.identity.id for e in found) == sorted(ids)


async def test_items_in_items_of_a_tree_are_items_as_high_as_their_rows(page_of) -> None:
    html = (
        "<body style='margin:0'><div role=tree><div role=treeitem tabindex=-1 id=a>"
        "<div style='height:30px'>Docs</div><div><div role=treeitem tabindex=-1 id=b "
        "style='height:30px'>Work</div></div></div></div>"
    )
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    assert [(e.role, e.identity.id, e.bounds.y, e.bounds.height) for e in found] == [
        ("treeitem", "a", 0, 30),
        ("treeitem", "b", 30, 30),
    ]


SHEET = "<style>td {{ border: 1px solid #999; width: 60px; height: 20px }} .s {{ user-select: none }}</style><div class=s><table id=s style='border-collapse:collapse'><tbody>{}</tbody></table></div>"


def sheet_of(rows: int, columns: int) -> str:
    return SHEET.format(
        "".join(
            f"<tr>{''.join(f'<td id=c{r}{c}>{r}{c}</td>' for c in range(columns))}</tr>"
            for r in range(rows)
        )
    )


async def test_cells_of_a_sheet_are_found_one_by_one_or_as_one(page_of) -> None:
    few = (await discover(await page_of("<!doctype html>" + sheet_of(3, 3)))).elements
    assert [e.identity.id for e in few] == [f"c{r}{c}" for r in range(3) for c in range(3)]
    [many] = (await discover(await page_of("<!doctype html>" + sheet_of(9, 9)))).elements
    assert (many.identity.id, many.role) == ("s", "table")
    assert many.grid is not None
    assert (many.grid.rows, many.grid.columns, many.grid.cells) == (9, 9, 81)


NO_SHEETS = [
    ("words that can be selected", sheet_of(3, 3).replace("user-select: none", ""), []),
    ("a page on which nothing can be selected", sheet_of(3, 3).replace(".s {", "body {"), []),
    ("no lines between", sheet_of(3, 3).replace("border: 1px", "border-bottom: 1px"), []),
    ("two columns", sheet_of(4, 2), []),
    ("rows that are pressed", sheet_of(3, 3).replace("<tr>", "<tr style='cursor:pointer'>"), ["", "", ""]),
    ("cells with fields", sheet_of(3, 3).replace("00</td>", "<input id=i></td>"), ["i", "c01", "c02", "c10", "c11", "c12", "c20", "c21", "c22"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [c[1:] for c in NO_SHEETS], ids=[c[0] for c in NO_SHEETS])
async def test_other_tables_are_no_sheets(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    assert sorted(e.identity.id for e in found) == sorted(ids)
