"""What listens and does nothing of its own: tips, rows and cells of kits, signs of fields, panels, labels of what is not there."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""
TIP = "<span id=t class=l data-state=closed {}><img alt=Ann style='width:20px;height:20px;background:#ace'></span>"
OWN_TIP = "<div id=t class=l style='width:120px'><code>boiler.yaml</code><b role={} style='display:none'>Path: /tmp</b></div>"
ROW = "<tr class=l><td class=l><input type=checkbox id=c{i}><td class=l {attr} style='width:90px;height:30px'>Tea {i}<td class=l {attr} style='width:90px'>{i}0"
KIT = "<table>{}</table>"
FRAME = "<div class=l style='width:200px;height:32px;display:flex;border:1px solid'><div class='l {}' id=s style='width:20px;height:20px;cursor:{}'><svg width=16 height=16><circle r=6 cx=8 cy=8></circle></svg></div><input id=f style='width:150px'></div>"
PANELS = "<div role=tabpanel tabindex=0 class=l id=p style='height:400px'><button id=a>Save</button> <button id=b>Cancel</button></div><div role=tabpanel tabindex=-1 style='display:none'></div>"
LABEL = "<label for=f id=l style='display:inline-block;width:90px;height:20px'>Group</label><input id=f type={} value=Shop style='display:none'><button id=b>Save</button>"
TINTED = "<style>tr:hover{{background:#eef}}td{{width:200px;height:40px}}</style><div class=l tabindex=0 role=presentation id=d style='width:700px;height:560px'>{}<table><tbody><tr id=r1><td>18 Mar<td>Lima<tr id=r2><td>30 Mar<td>Oslo</table></div>"
DRAG = "<div draggable=true id=g style='width:200px;height:32px;display:flex;align-items:center'><div class=l id=i style='width:{}px;height:20px'>Bills</div>{}</div>"

CASES = [
    ("a picture that shows a tip", TIP.format(""), []),
    ("a picture that opens a menu", TIP.format("aria-haspopup=menu"), ["t"]),
    ("words with a tip of their own", OWN_TIP.format("tooltip"), []),
    ("words with a box of their own", OWN_TIP.format("note"), ["t"]),
    ("rows and cells that all listen", KIT.format("".join(ROW.format(i=i, attr="") for i in range(3))), ["c0", "c1", "c2"]),
    ("a sign that gives its field the focus", FRAME.format("", "text"), ["f"]),
    ("a sign with a hand in a field", FRAME.format("", "pointer"), ["s", "f"]),
    ("a panel beside other panels", PANELS, ["a", "b"]),
    ("the label of a field that is not rendered", LABEL.format("text"), ["b"]),
    ("the label of a tick box that is not rendered", LABEL.format("checkbox"), ["l", "b"]),
    ("tinted rows far below a listener", TINTED.format("<div>" * 12), ["d"]),
    ("a box that is dragged, with the same words", DRAG.format(120, ""), ["g"]),
    ("a box that is dragged, with more words", DRAG.format(120, "120.00"), ["g", "i"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_does_nothing_of_its_own_has_no_mark(page_of, html, ids) -> None:
    page = await page_of("<!doctype html>" + html + HEAR)
    found = (await discover(page)).elements
    assert [one.identity.id for one in found] == ids


async def test_tinted_rows_right_below_a_listener_are_marked(page_of) -> None:
    page = await page_of("<!doctype html>" + TINTED.format("") + HEAR)
    found = (await discover(page)).elements
    assert {"r1", "r2"} <= {one.identity.id for one in found}


async def test_cells_with_a_hand_stay(page_of) -> None:
    rows = "".join(ROW.format(i=i, attr="onclick='1'") for i in range(3))
    page = await page_of("<!doctype html>" + KIT.format(rows) + HEAR)
    assert len((await discover(page)).elements) > 3


GROUP = "<style>button{{height:30px;border:1px solid;background:none;margin:0;vertical-align:top}}.x{{background:#036;color:#fff}}</style><div style='display:flex;gap:{}px'><button class='b x'>All</button><button class='b y'>Active</button><button class='b y' {}>Paused</button></div>"


@pytest.mark.parametrize(
    ("gap", "style", "chosen"),
    [(0, "", ["All"]), (8, "", []), (0, "style='background:#600'", [])],
    ids=["wall to wall", "apart", "two are filled"],
)
async def test_one_of_a_group_that_is_filled_is_chosen(page_of, gap, style, chosen) -> None:
    page = await page_of("<!doctype html>" + GROUP.format(gap, style))
    found = (await discover(page)).elements
    assert [one.text for one in found if one.state.get("selected")] == chosen


ITEM = "<div class=item data-selected={} style='width:240px;height:28px;display:flex;{}'><a href='#{}' style='flex:auto'>{}</a>{}</div>"
SKIP = "<a href='#main' style='width:1px;height:1px;overflow:hidden;opacity:0'>Skip to content</a>"


async def test_a_link_that_nobody_sees_is_none_beside_the_chosen_one(page_of) -> None:
    page = await page_of(
        "<!doctype html>"
        + ITEM.format("false", "", "a", "Docs", "")
        + ITEM.format("true", "background:#06e", "b", "Plain", SKIP)
        + ITEM.format("false", "", "c", "Short", "")
    )
    found = {one.text: dict(one.state) for one in (await discover(page)).elements}
    assert found["Plain"].get("current") is True
    assert "current" not in found["Docs"]


async def _lines(page_of, html: str) -> list[str]:
    found = (await discover(await page_of(f"<!doctype html><body>{html}"))).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


MARK = (
    "<span aria-hidden=true style='position:absolute;width:1px;height:1px;overflow:hidden'>↦</span>"
)
ROWS = "".join(f"<tr><td>web-{i}{MARK}<td><button>Edit</button>{MARK}" for i in (1, 2))
PART = "<div class=part><div role=combobox tabindex=0>post</div><span id=x-placeholder>Filter</span><div><button>Up</button></div><i>0</i> <i>100</i></div>"
FIELD = "<div style='width:200px;height:32px;border:1px solid;position:relative;display:flex'><div id=react-2-placeholder style='position:absolute'>Filter by tag</div><input role=combobox aria-expanded=false aria-label=Tags style='border:0;width:60px;background:none'></div>"
LINES = [
    ("words to put in are no value", FIELD, ['combobox "Tags" collapsed editable']),
    ("an arrow that is kept from those who hear", "<button aria-hidden=true aria-labelledby=h tabindex=-1><svg width=12 height=12></svg></button><button id=h>Filters</button>", ['button maybe "Filters" (1 of 2)', 'button "Filters" (2 of 2)']),
    ("a line that is kept from those who hear", "<div aria-hidden=true><input type=range aria-label=Load aria-hidden=true tabindex=-1></div>", ['slider maybe "Load" = "50"']),
    ("the handle of a drawn slider", "<div class=x-slider style='width:200px;padding:9px 0'><div class=x-slider__bar style='height:4px;background:#ccc'><div onclick=0 style='position:relative;left:60px;top:-6px;width:16px;height:16px;background:#36a'></div></div></div>", ['generic maybe "slider"']),
    ("the words behind a switch that is drawn in its label", "<div style='display:flex;gap:8px'><label style='position:relative;width:32px;cursor:pointer'><input type=checkbox style='position:absolute;width:1px;height:1px;opacity:0;clip:rect(1px,1px,1px,1px)'><div style='width:32px;height:16px;background:#36a'></div></label><div>Ring</div></div>", ['checkbox maybe "Ring" unchecked']),
    ("marks for what is copied", f"<table><tr><th>Host{MARK}<th>Actions{MARK}{ROWS}</table>", [f'button "Edit" (row "web-{i}", column "Actions")' for i in (1, 2)]),
    ("values and words to put in are no place", PART * 2, [line for i in (1, 2) for line in (f'combobox "" = "post" (beside "Up", {i} of 2)', f'button "Up" ({i} of 2)')]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [case[1:] for case in LINES], ids=[c[0] for c in LINES])
async def test_lines_say_what_a_person_sees(page_of, html, lines) -> None:
    assert await _lines(page_of, html) == lines
