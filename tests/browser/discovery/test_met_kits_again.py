"""Structures of grids, trees, lists and charts of kits that were met later: what is pressed beside its row, what a head is made of, slices with names."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

SCRIPT = "<script>for (const one of document.querySelectorAll('[data-l]')) one.addEventListener('click', () => document.title);</script>"
SIGN = "display:inline-block;width:16px;height:16px;background:#333"
FOLD = f"<span data-l class=caret style='cursor:pointer;{SIGN}'></span>"
NODE = "<li><div data-l class=row style='width:300px;height:30px'>{} <b>{}</b></div>"
TREE = f"<ul>{NODE.format(FOLD, 'Fleet')}{NODE.format('', 'Sail')}{NODE.format(FOLD, 'Docks')}</ul>"
WAITING = f"<section data-l style='width:300px;height:30px'><i data-l style='cursor:pointer;{SIGN}'></i> Alone</section>"

HEAD = (
    "<div role=row style='display:flex'>"
    "<div role=columnheader tabindex=0 aria-sort=none data-l style='width:60px;height:40px;position:relative'><input type=checkbox aria-label='All rows'>{edge}</div>"
    "<div role=columnheader tabindex=-1 aria-sort=ascending data-l style='width:160px;height:40px;position:relative;cursor:pointer'>Boat <button tabindex=-1 aria-label=Sort></button><button aria-label='Boat menu' aria-haspopup=menu style='width:20px;height:20px'></button>{edge}</div></div>"
)
EDGE = "<div data-l style='position:absolute;right:-5px;top:0;width:10px;height:40px;cursor:auto'></div>"
PULL = "<div data-l style='position:absolute;right:4px;top:12px;width:10px;height:10px;background:#333;cursor:pointer'></div>"
LIST = "<p id=rows data-l style='width:120px'>Rows on a page:</p><div style='display:inline-block;width:90px;height:30px;cursor:text;position:relative' data-l><div role=combobox tabindex=0 aria-expanded=false aria-haspopup=listbox aria-labelledby=rows data-l style='cursor:pointer;width:90px;height:30px'>25</div><input aria-hidden=true tabindex=-1 value=25 style='position:absolute;left:0;bottom:0;width:100%;opacity:0;pointer-events:none'></div>"

LIST_OF_TICKS = (
    "<div class='item item--checked'><div class=item__checkbox data-l style='cursor:pointer;display:inline-block;width:16px;height:16px;border:1px solid'></div><div contenteditable style='display:inline-block;width:90px'>Rope</div></div>"
    "<div class=item><div class=item__checkbox data-l style='cursor:pointer;display:inline-block;width:16px;height:16px;border:1px solid'></div><div contenteditable style='display:inline-block;width:90px'>Anchor</div></div>"
)
BRANCH = (
    "<ul role=tree>"
    + "".join(
        f"<li role=treeitem aria-selected={on}><span role=checkbox data-l style='cursor:pointer;{SIGN}'></span> <b>{name}</b>"
        for name, on in (("Sail", "true"), ("Motor", "false"))
    )
    + "<li role=treeitem><span role=checkbox data-l style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#333'></span> <b>Oars</b></ul>"
)
SLICES = "<svg width=200 height=100 data-l><g data-l style='cursor:pointer'><path {} d='M0 0h90v90h-90z'/><path {} d='M100 0h90v90h-90z'/></g></svg>"
NAMED = [f"role=img aria-label='{name}'" for name in ("Sail, 3", "Motor, 5")]

CELL = "<td role=gridcell tabindex=-1 style='border:1px solid;width:70px;height:24px'>"
CELLS = "".join(f"<tr>{CELL}{row}a{CELL}{row}b{CELL}{row}c" for row in range(1, 4))
SHEET = f"<div data-l><div role=grid><table role=presentation><thead><tr><th role=columnheader aria-sort=none><div><span class=sorts>Boat</span></div><tbody>{CELLS}</table></div></div><style>.sorts:hover{{cursor:pointer}}</style>"

NAMES = "".join(
    f"<text x={40 + 90 * i} y=120>{name}<title>{name}</title></text>"
    for i, name in enumerate(("Mon", "Tue", "Wed"))
)
SIDE = "".join(
    f"<text x=50 text-anchor=end y={30 + 40 * i}>{name}</text>"
    for i, name in enumerate(("Oars", "Sails", "Ropes"))
)
LEGEND = "".join(
    f"<g><rect x={300} y={10 + 30 * i} width=10 height=10 fill={colour} /><text x=316 y={20 + 30 * i}>{name}</text></g>"
    for i, (name, colour) in enumerate((("Trips", "teal"), ("Repairs", "tomato")))
)
BAR = "<rect onclick=0 x={} y={} width={} height={} fill={} />"
BARS = (
    BAR.format(30, 20, 30, 80, "teal")
    + BAR.format(122, 60, 30, 40, "tomato")
    + "<text x=130 y=80>7</text>"
)
QUIET = "".join(
    f"<g class='chart bar' data-l><path d='M{10 + 40 * i} 10h30v60h-30z' fill=teal style='{style}'/></g>"
    for i, style in enumerate(("cursor:pointer", "", "cursor:pointer", ""))
)

WALKED = "<table><thead><tr>{0}Boat{0}Town{0}<tbody><tr>{1}One{1}Oslo{1}<button>Edit</button><tr>{1}Two{1}Bergen{1}</table>"
STEP = "<li role=button tabindex=-1 aria-label='Step {0}: {1}' data-l style='cursor:pointer;width:160px;height:40px'><div role=button tabindex=0 style='width:30px;height:30px'>{0}</div><b>{1}</b>"
FOLDED = "<div role=button tabindex=0 aria-expanded=false data-l style='width:400px;height:40px'><span>Note</span> {} {}</div>"
GROUPED = "<table><thead><tr><th colspan=2><h6>Crew</h6><th><button>Add</button><tr><th>Who<th>Skipper<th><tbody><tr><td><input value=Ann><td><input type=checkbox checked><td><button>Drop</button></table>"

CHIP = "<div aria-label='Clear filter' {} style='display:inline-flex;cursor:pointer;height:24px'><span>Sail</span> <button aria-label='Clear filter' style='width:20px'></button></div>"
CHOICE = "<label for={0} data-l style='display:flex;width:300px;height:40px'><span>Boat {0}</span><input type=radio name=b id={0} style='opacity:0;position:absolute;width:1px;height:1px'><span data-l>{1}</span></label>"
HIDDEN = "<table><tr><th><div class=own-check data-l style='width:15px;height:15px;border:1px solid'><input type=checkbox style='visibility:hidden'></div><th>Boat<tr><td><div class=own-check data-l style='width:15px;height:15px;border:1px solid'><input type=checkbox checked style='visibility:hidden'></div><td>One</table>"
WEEK = (
    "<div data-l><div role=grid><div role=row style='display:flex'>{}</div>{}</div></div>".format(
        "".join(
            f"<div role=gridcell class=head style='width:40px'>{name}</div>"
            for name in ("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa")
        ),
        "<div role=row style='display:flex'>"
        + "".join(
            f"<div role=gridcell class=day style='width:40px;cursor:pointer'>{day}</div>"
            for day in range(1, 8)
        )
        + "</div>",
    )
)
PAGER = "<div class=previous-page__click-button data-l><span class='arrow arrow-right' style='display:inline-block;width:12px;height:12px;background:#333'></span></div>"

OPENER = "<div style='display:flex'><button tabindex=-1 aria-hidden=true aria-controls=one aria-expanded=false aria-labelledby=oil style='width:24px;height:24px'></button><button id=oil aria-controls=one aria-expanded={}>Oil</button></div>"
SPAN = "<div style='position:relative;width:200px;height:30px'><input type=range min=0 max=100 tabindex=-1 aria-hidden=true aria-label=Span style='width:200px'><i role=slider aria-valuenow=20></i><i role=slider aria-valuenow=60></i></div>"

HEAD_CELL = "<div role=columnheader class='head {0}' style='width:120px;position:relative;cursor:default'>{1}<i class=edge data-l style='position:absolute;right:0;width:4px;height:24px;cursor:col-resize'></i></div>"
PANE = "<div tabindex=0 style='width:400px;height:28px'><div role=row data-l style='display:flex;height:24px'>{}</div></div><div role=row><div role=gridcell>One</div></div>"
PARTS_DONE = "<div class='item item--partial-checked' data-l style='width:200px;height:30px'><span style='display:inline-block;width:16px;height:16px;background:#3a3'></span><input type=checkbox style='display:none'> Fleet</div>"

BOXES = "".join(
    f"<g onclick=0 style='cursor:pointer'><rect x={60 + 90 * i} y={20 + 40 * j} width=90 height=40 fill=teal /><text x={105 + 90 * i} y={44 + 40 * j}>{i + j}</text></g>"
    for j in range(3)
    for i in range(3)
)
TOP = "".join(
    f"<text x={92 + 90 * i} y=14>{name}</text>" for i, name in enumerate(("Mon", "Tue", "Wed"))
)
LEFT = "".join(
    f"<text x=50 text-anchor=end y={44 + 40 * i}>{name}</text>"
    for i, name in enumerate(("Oslo", "Moss", "Bodo"))
)
DOT = "<svg width=200 height=60><g data-l style='cursor:pointer'><circle data-l cx=20 cy=20 r=15 /><text x=50 y=24>Ann</text></g>{}</svg>"
RAIL = "<div class=slide data-l style='position:relative;width:300px;height:12px;cursor:pointer'><div tabindex=0 style='position:absolute;left:{}px;width:14px;height:14px;background:#333'></div><div tabindex=0 style='position:absolute;left:200px;width:14px;height:14px;background:#333'></div></div>"
NODES = (
    "<div class='node node-checkbox-checked'><span class='node-checkbox node-checkbox-indeterminate' data-l style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#333'></span><span data-l style='cursor:pointer'>Sail</span></div>"
    "<div class=node><span class='kit-switcher kit-switcher_close' data-l style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#333'></span><span data-l style='cursor:pointer'>Docks</span></div>"
)

DRAWN = (
    "<my-tick><input type=checkbox slot=field aria-label='Pick one' checked></my-tick><my-tick><label slot=label for=h>Heating</label><input type=checkbox slot=field id=h></my-tick><my-fold></my-fold>"
    "<script>const draw = (host, html) => { host.attachShadow({mode: 'open'}).innerHTML = html; for (const one of host.shadowRoot.querySelectorAll('i')) one.addEventListener('click', () => document.title); };"
    "for (const host of document.querySelectorAll('my-tick')) draw(host, `<i style='cursor:pointer;display:inline-block;width:18px;height:18px;background:#333'></i><slot name=label></slot><div style='position:absolute;width:1px;height:1px;overflow:hidden'><slot name=field></slot></div>`);"
    "draw(document.querySelector('my-fold'), `<i part='expand-collapse-icon' style='cursor:pointer;display:inline-block;width:18px;height:18px;background:#333'></i>`)</script>"
)

OPTION = "<li><label role=option aria-selected=false tabindex=-1 data-l style='display:block;width:200px'><input type=checkbox tabindex=-1> <span>{}</span></label>"

TOOL = "<span role=button tabindex=0 data-l style='display:inline-block;width:60px'>{}</span>"
BAR_OF_TOOLS = "<div data-l style='cursor:pointer;width:600px;height:36px'>{}</div>".format(
    "".join(TOOL.format(name) for name in ("Undo", "Redo", "Save")) + "{}"
)

PLACED = "<div data-l style='position:relative;width:300px;height:70px'>{}</div>".format(
    "".join(
        f"<div class=named style='position:absolute;left:{40 * i}px;width:40px;height:30px;cursor:default;user-select:none;background:#eee'><span>{name}</span></div><div class=day style='position:absolute;left:{40 * i}px;top:34px;width:40px;height:30px;cursor:pointer'>{i + 1}</div>"
        for i, name in enumerate(("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"))
    )
)

CASES = [
    ("names of days that stand freely over a month", PLACED, [f'generic "{day}"' for day in range(1, 8)]),
    ("a bar with the hand around its tools", BAR_OF_TOOLS.format(""), ['button "Undo"', 'button "Redo"', 'button "Save"']),
    ("a card with words beside its buttons", BAR_OF_TOOLS.format("Boat 1"), ['generic "Undo', 'button "Undo"', 'button "Redo"', 'button "Save"']),
    ("labels that say they are options, around their tick box", f"<ul>{OPTION.format('Oslo')}{OPTION.format('Moss')}</ul>", ['checkbox "Oslo" unchecked', 'checkbox "Moss" unchecked']),
    ("ticks that components draw for a field from outside", DRAWN, ['checkbox "Pick one" checked', 'checkbox "Heating" unchecked', 'generic maybe "toggle"']),
    ("values in the cells of a chart", f"<svg width=400 height=150>{TOP}{LEFT}{BOXES}</svg>", [f'group maybe "{row} {column} {i + j}"' for j, row in enumerate(("Oslo", "Moss", "Bodo")) for i, column in enumerate(("Mon", "Tue", "Wed"))]),
    ("the dot of a node that has the hand", DOT.format(""), ['group "Ann"']),
    ("a dot beside a node", DOT.replace("<circle", "<g></g></g><circle").replace("<text", "<g data-l style='cursor:pointer'><text").format(""), ['graphics-symbol ""', 'group "Ann"']),
    ("a line with the hand around two knobs", RAIL.format(20), ['generic ""', 'generic ""']),
    ("a node ticked in part, one whose branch is shut", NODES, ['generic maybe "checkbox" mixed', 'generic "Sail"', 'generic maybe "expand"', 'generic "Docks"']),
    ("heads that sort, with edges, in a pane that takes the focus", PANE.format(HEAD_CELL.format("sortable", "Boat") + HEAD_CELL.format("", "Town") + HEAD_CELL.format("sortable", "Crew")), ['columnheader "Boat"', 'columnheader "Crew"']),
    ("a branch that is ticked in part", PARTS_DONE, ['checkbox "Fleet" mixed']),
    ("an arrow beside the button that opens the same", OPENER.format("false"), ['button "Oil" collapsed']),
    ("an arrow beside a button that stands otherwise", OPENER.format("true"), ['button maybe "Oil" collapsed', 'button "Oil" expanded']),
    ("a range that two knobs are drawn for", SPAN, ['slider maybe "Span" = "20 to 60"']),
    ("the kind of value of a cell", f"<div data-l data-type=string style='cursor:pointer;{SIGN}'></div>", ['generic ""']),
    ("a chip that is called as its cross", CHIP.format(""), ['button "Clear filter" (in "Sail")']),
    ("a chip that keys reach", CHIP.format("tabindex=0"), ['generic "Clear filter"', 'button "Clear filter"']),
    ("check marks in labels of radio buttons", CHOICE.format("a", "✓") + CHOICE.format("b", "✓"), ['radio "Boat a ✓" unchecked', 'radio "Boat b ✓" unchecked']),
    ("a sign of help in a label", CHOICE.format("a", "?"), ['radio "Boat a ?" unchecked', 'generic "?"']),
    ("tick boxes that are not painted, in what listens", HIDDEN, ['checkbox maybe "all rows" unchecked', 'checkbox "" checked (row "One")']),
    ("names of days that say they are cells", WEEK, [f'gridcell "{day}"' for day in range(1, 8)]),
    ("an arrow that its style turns round", PAGER, ['generic maybe "previous page"']),
    ("a table that keys go through", WALKED.format("<th tabindex=0>", "<td tabindex=0>"), ['button "Edit"']),
    ("a table of which only the cells take the focus", WALKED.format("<th>", "<td tabindex=0>"), ['cell "One"', 'cell "Oslo"', 'button "Edit"', 'cell "Two"', 'cell "Bergen"', 'cell ""']),
    ("a table whose cells take the focus and listen", WALKED.format("<th tabindex=0 data-l>", "<td tabindex=0 data-l>"), ['columnheader "Boat"', 'columnheader "Town"', 'columnheader ""', 'cell "One"', 'cell "Oslo"', 'button "Edit"', 'cell "Two"', 'cell "Bergen"', 'cell ""']),
    ("numbers of steps that say they are buttons", f"<ol>{STEP.format(1, 'Boat')}{STEP.format(2, 'Dock')}</ol>", ['button "Step 1: Boat"', 'button "Step 2: Dock"']),
    ("a button named by those in it", FOLDED.format("<button aria-label=Up></button>", "<button aria-label=Delete></button>"), ['button maybe "Note" collapsed', 'button "Up"', 'button "Delete"']),
    ("fields below a head over several columns", GROUPED, ['button "Add"', 'textbox maybe "Who" = "Ann"', 'checkbox maybe "Skipper" checked', 'button "Drop"']),
    ("a field that is only asked for, with a label", "<label for=d>Day</label> <input id=d aria-label='Choose date' readonly>", ['textbox maybe "Day"']),
    ("bars over the names of an axis, with a legend and a value", f"<svg width=400 height=130>{BARS}{NAMES}{LEGEND}</svg>", ['graphics-symbol maybe "Mon Trips"', 'graphics-symbol maybe "Tue Repairs 7"']),
    ("bars beside the names of an axis", f"<svg width=400 height=130>{BAR.format(60, 16, 90, 20, 'teal')}{BAR.format(60, 96, 30, 20, 'teal')}{SIDE}</svg>", ['graphics-symbol maybe "Oars"', 'graphics-symbol maybe "Ropes"']),
    ("an area over all names, and a sign", f"<svg width=400 height=130>{BAR.format(30, 20, 230, 80, 'teal')}{BAR.format(30, 2, 12, 12, 'red')}{NAMES}</svg>", ['graphics-symbol ""', 'graphics-symbol ""']),
    ("bars over words that are no axis", f"<svg width=400 height=130>{BARS.replace('<text x=130 y=80>7</text>', '')}{NAMES.replace('x=220', 'x=330')}</svg>", ['graphics-symbol ""', 'graphics-symbol ""']),
    ("slices whose series the drawing writes", "<svg width=200 height=100><g seriesName='Oars'><path onclick=0 d='M0 0h90v90h-90z'/></g><g><path onclick=0 name='Sails' d='M100 0h90v90h-90z'/></g></svg>", ['graphics-symbol maybe "Oars"', 'graphics-symbol maybe "Sails"']),
    ("bars that a kit hears of, beside those with the hand", f"<svg width=200 height=100>{QUIET}</svg>", ['g', 'g']),
    ("bars that listen, none with the hand", f"<svg width=200 height=100>{QUIET.replace('cursor:pointer', '')}</svg>", ["g"] * 4),
    ("folds in rows that listen", TREE, ['generic "Fleet"', 'generic "" (in "Fleet")', 'generic "Sail"', 'generic "Docks"', 'generic "" (in "Docks")']),
    ("the hand in a box that waits for it", WAITING, ['generic "" (in "Alone")']),
    ("a head around a tick box, edges that are dragged, buttons of a head", HEAD.format(edge=EDGE), ['checkbox "All rows"', 'columnheader maybe "Boat" sorted ascending', 'button "Boat menu" opens menu']),
    ("a sign at the edge of a head", HEAD.format(edge=PULL), ['columnheader "All rows"', 'checkbox "All rows"', 'generic ""', 'columnheader maybe "Boat" sorted ascending', 'button "Boat menu" opens menu', 'generic ""']),
    ("a drawn list beside the field that keeps its value", LIST, ['combobox "Rows on a page:" = "25" opens listbox']),
    ("words with the hand that a list is called by", LIST.replace("width:120px", "cursor:pointer"), ['paragraph "Rows on a page:"', 'combobox "Rows on a page:" = "25" opens listbox']),
    ("ticks of items where one writes", LIST_OF_TICKS, ['generic maybe "Rope" checked', 'generic "Rope" editable', 'generic maybe "Anchor" unchecked', 'generic "Anchor" editable']),
    ("tick boxes that leave it to their node how they stand", BRANCH, ['treeitem "Sail" selected', 'checkbox "" checked (in "Sail")', 'treeitem "Motor"', 'checkbox "" unchecked (in "Motor")', 'treeitem "Oars"', 'checkbox "" unchecked (in "Oars")']),
    ("slices with names in a group with the hand", SLICES.format(*NAMED), ['image "Sail, 3"', 'image "Motor, 5"']),
    ("slices without names", SLICES.format("", ""), ["group"]),
    ("cells that keys go through, and words that sort", SHEET, ['generic "Boat"', *(f'gridcell "{row}{column}"' for row in range(1, 4) for column in "abc")]),
    ("what sorts and what filters, by its class", f"<table><tr><th>Boat <a data-l class=tg-btn-sorting style='cursor:pointer;{SIGN}'></a><a data-l class=tg-btn-filter style='cursor:pointer;{SIGN}'></a></table>", ['generic maybe "sorting"', 'generic maybe "filter"']),
]  # fmt: skip


@pytest.mark.parametrize(("what", "markup", "lines"), CASES, ids=[case[0] for case in CASES])
async def test_structures_of_kits_met_again(page_of, what, markup, lines) -> None:
    page = await page_of(f"<!doctype html><meta charset=utf-8>{markup}{SCRIPT}")
    found = (await discover(page)).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert len(said) == len(lines), said
    assert all(line.startswith(start) for line, start in zip(said, lines, strict=True)), said
