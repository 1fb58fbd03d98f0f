"""What lines call things that have no name of their own: by the label that is painted, an icon, a tooltip."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>button,i,.s{min-width:20px;height:20px;display:inline-block}.g:before{content:'\\e001'}.r{display:flex}.r>div{width:120px}input{width:80px}td,th{width:100px;text-align:left}</style>"
SVG = "<button><svg {} width=16 height=16>{}<rect width=9 height=9 /></svg></button>"
PICTURE = "<button style='background:#eee url({})'></button>"
LIST = "<div class='r head'><div>Name</div><div>Count</div><div>On</div></div><div class=r><div>Tea</div><div><input value=4></div><div><input type=checkbox></div></div>"
HEADS = "<div><table><tr><th>Name<th>Count<th>On</table></div><div><table><tr><td>Tea<td><input value=4><td><input type=checkbox></table></div>"
GRID = "<div role=grid><div role=row class=r><div role=columnheader>Name</div><div role=columnheader>Price</div></div><div role=row class=r><div role=gridcell>Tea</div><div role=gridcell tabindex=0>40</div></div></div>"

CASES = [
    ("what opens a list, called by what is chosen", "<div><label>Status</label><div><button aria-haspopup=listbox aria-expanded=false>Open</button></div></div>", ['button maybe "Status" = "Open" opens listbox']),
    ("a drawn select", "<div><div>Plan</div><div class=custom-select onclick=1 style='cursor:pointer'><b class=value>Basic</b></div></div>", ['generic maybe "Plan" = "Basic"']),
    ("a drawn select without a label", "<p>Much is said here of plans, and of what is to be paid for them.</p><div class=custom-select onclick=1 style='cursor:pointer'>Basic</div>", ['generic "Basic"']),
    ("a drawn select below a heading", "<div><h2>Plans</h2><div class=custom-select onclick=1 style='cursor:pointer'>Basic</div></div>", ['generic "Basic"']),
    ("a button that opens a menu keeps its words", "<div><div>Plan</div><div><button aria-haspopup=menu>More</button></div></div>", ['button "More" opens menu (in "Plan")']),
    ("a label and a placeholder", "<div><div>Full name</div><input placeholder='Ann Example'></div>", ['textbox maybe "Full name"']),
    ("a placeholder that is not painted", "<div><div>Search term</div><div><input placeholder='e.g. tea' value=green></div></div>", ['textbox maybe "Search term" = "green"']),
    ("labels over several fields, none of which they name", "<label>Customer</label><div><input placeholder=name></div><label>Town</label><div><input placeholder=city></div>", ['textbox maybe "Customer"', 'textbox maybe "Town"']),
    ("a placeholder below a title", "<div><div style='font-size:26px'>Products</div><input placeholder=Search></div>", ['textbox "Search"']),
    ("a placeholder beside a button", "<div><span>Cart</span><input placeholder=Search><button>Go</button></div>", ['textbox "Search"', 'button "Go"']),
    ("two labels over two fields", "<div style='display:grid;grid-template-columns:1fr 1fr'><b>First</b><b>Last</b><input><input></div>", ['textbox maybe "First"', 'textbox maybe "Last"']),
    ("cells over two fields", "<table><tr><td>From<td>To<tr><td><input><td><input></table>", ['textbox maybe "From"', 'textbox maybe "To"']),
    ("the amount between a caption and its slider", "<div><span>Brightness</span> <span>40 %</span><input type=range value=40></div>", ['slider maybe "Brightness" = "40"']),
    ("both ends of a time", "<div><div>Period</div><div><input type=date value=2026-01-02> - <input type=date value=2026-02-02></div></div>", ['textbox maybe "Period" = "2026-01-02"', 'textbox maybe "Period" = "2026-02-02"']),
    ("words behind tick boxes", "<div><input type=checkbox> Remember me</div><div><input type=radio> <b>Yes</b> <input type=radio> <b>No</b></div>", ['checkbox maybe "Remember me" unchecked', 'radio maybe "Yes" unchecked', 'radio maybe "No" unchecked']),
    ("words before a tick box", "<div><span>Remember me</span> <input type=checkbox> <a href=#>Why?</a></div>", ['checkbox maybe "Remember me" unchecked', 'link "Why?"']),
    ("heads in a table of their own", HEADS, ['textbox maybe "Count" = "4"', 'checkbox maybe "On" unchecked']),
    ("heads that are boxes", f"<div>{LIST}</div>", ['textbox maybe "Count" = "4"', 'checkbox maybe "On" unchecked']),
    ("a number of a grid", GRID, ['gridcell "40" (row "Tea", column "Price")']),
    ("a label over chips and their field", "<div><div>Tags</div><div style='border:1px solid'><b>tea <button>x</button></b><input type=hidden><input></div></div>", ['button "x"', 'textbox maybe "Tags"']),
    ("words of other items are none of this one", "<nav><ul><li><button aria-expanded=true>Beds</button><ul><li><a href=#1>Wards</a><li><a href=#2>Rooms</a></ul></ul></nav><main><button>Beds</button></main>", ['button "Beds" expanded (in navigation)', 'link "Wards"', 'link "Rooms"', 'button "Beds" (in main)']),
    ("heads are not called by other heads", "<table><thead><tr><th><button>Name</button> <button>Name</button><th>Place</thead><tr><td>a<td>b</table>", ['button "Name" (1 of 2)', 'button "Name" (2 of 2)']),
    ("a range called by where it stands", "<div><div>Volume</div><input type=range aria-label=40 value=40></div>", ['slider maybe "Volume" = "40"']),
    ("steps below their label", "<div><label>Packs</label><div><p><button>-</button></p><p><input value=3></p><p><button>+</button></p></div></div>", ['button "-" (before "Packs")', 'textbox maybe "Packs" = "3"', 'button "+" (after "Packs")']),
    ("the file of a background", PICTURE.format("img/refresh.svg") + PICTURE.format("img/sprite.png") + PICTURE.format("a/b81c2.png"), ['button maybe "refresh"', 'button "" (after "refresh", 1 of 2)', 'button "" (after "refresh", 2 of 2)']),
    ("a part of a larger picture", "<button style='background:#eee url(save.png) -20px -40px'></button>", ['button ""']),
    ("a font of icons by its kit", "<button><i class='g bx bx-menu'></i></button><button><i class='g cil-user'></i></button><button><i class='g'></i></button>", ['button maybe "menu"', 'button maybe "user"', 'button "" (after "user")']),
    ("classes of what is no icon", "<button><i class='badge badge-danger'></i></button>", ['button ""']),
    ("the title of a drawing", SVG.format("aria-hidden=true", "<title>Redo</title>") + SVG.format("data-name=lock", "") + SVG.format("class='icon icon-tabler icon-tabler-user'", ""), ['button maybe "Redo"', 'button maybe "lock"', 'button maybe "user"']),
    ("tooltips of kits", "".join(f"<button {one}></button>" for one in ("data-tippy-content='Pin it'", "uk-tooltip='title: Cool; pos: top'", "data-tooltip-position=top", "data-tooltip-text=Steep")), ['button maybe "Pin it"', 'button maybe "Cool"', 'button "" (after "Cool")', 'button maybe "Steep"']),
    ("a tooltip that waits behind", "<div><button></button><span role=tooltip style='visibility:hidden'>Archive it</span></div>", ['button maybe "Archive it"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_a_line_calls_it(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html><body>{STYLE}{html}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines
