"""What a kit hears of and shows nothing of it: words to read, cells, dividers, signs in links, parts of rails; and the pages where such is pressed."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.h{cursor:pointer}.s{display:inline-block;width:14px;height:14px;background:#333}[role=row]{display:flex}[role=cell],[role=columnheader]{width:90px;height:24px}</style>"
SCRIPT = "<script>for (const one of document.querySelectorAll('[data-l]')) one.addEventListener('click', () => document.title)</script>"
HANDED = "".join(f"<span class=h data-l>Tool {number}</span> " for number in range(10))
TOOLS = [f'generic "Tool {number}"' for number in range(10)]
LABEL = (
    "<p>Row out at dawn <div data-l style='display:inline-block;background:#cdf'>Rowing</div></p>"
)
CELLS = (
    "<div role=table>"
    + "".join(
        f"<div class=row style='display:flex'><div role=cell {{0}}>{name}</div><div role=cell {{0}}>Ready</div><div role=cell {{0}}><a href=#{name}>Fetch</a></div></div>"
        for name in ("Wren", "Kite")
    )
    + "</div>"
)
ARROWS = "<div role=row><div role=columnheader {0} style='position:relative'>Bike<span class='h s' data-l style='position:absolute;right:0;top:0;height:9px'></span><span class='h s' data-l style='position:absolute;right:0;top:12px;height:9px'></span></div></div>"
ARROW_LINES = ['generic "" (in "Bike", 1 of 2)', 'generic "" (in "Bike", 2 of 2)']
RAIL = "<div id=r role=group tabindex=-1 aria-label=Charge data-l style='width:200px;height:20px;position:relative'><div class=h style='width:80px;height:4px;background:#06c'></div><div role=slider tabindex=0 aria-valuenow=40 style='position:absolute;left:72px;width:16px;height:16px;background:#333'></div></div>"
HIDDEN = "<div style='position:relative;width:180px;height:30px'><div style='position:absolute;left:50%;width:20px;height:20px;background:#06c'><div style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'><input type=range aria-label=Weeks value=3 max=8></div></div></div>"
CRUMBS = "<nav class=breadcrumb><a href=#h>House</a> <i aria-hidden=true class='angle divider s' data-l></i> <a href=#s>Spring</a> <span class=h role=separator>/</span></nav>"

CASES = [
    ("words to read where what is pressed has the hand", HANDED + LABEL, TOOLS),
    ("such words where nothing has the hand", LABEL, ['generic "Rowing"']),
    ("such words that say that they are a button", HANDED + LABEL.replace("<div data-l", "<div data-l role=button"), [*TOOLS, 'button "Rowing"']),
    ("such words that answer to the pointer", "<style>p+div:hover{background:#eee}</style>" + HANDED + LABEL, [*TOOLS, 'generic "Rowing"']),
    ("cells that are read", CELLS.format("data-l"), ['link "Fetch" (in "Wren Ready")', 'link "Fetch" (in "Kite Ready")']),
    ("cells with the hand", CELLS.format("data-l class=h")[: CELLS.format("data-l class=h").rfind("<div class=row")] + "</div>", ['cell "Wren"', 'cell "Ready"', 'link "Fetch"']),
    ("a head whose two arrows sort", ARROWS.format("data-l"), ARROW_LINES),
    ("a head that sorts as its arrows do", ARROWS.format("data-l class=h"), ['columnheader "Bike"', *ARROW_LINES]),
    ("the rail of a slider with its knob", RAIL, ['slider maybe "Charge" = "40"']),
    ("a slider whose field is hidden in its handle", HIDDEN, ['slider "Weeks" = "3"']),
    ("what parts crumbs", CRUMBS, ['link "House"', 'link "Spring"']),
    ("a sign in a link without an address", "<a data-l class=h>Keys <i aria-hidden=true class='key s' data-l></i></a>", ['generic "Keys"']),
    ("a sign that takes its link away", "<a data-l class=h>Keys <i aria-hidden=true class='delete s' data-l></i></a>", ['generic "Keys"', 'generic maybe "delete" (in "Keys")']),
    ("what a list tells is no error of a field", "<div><div><input placeholder=Find></div><div role=combobox tabindex=0 aria-label=More><div role=alert>Choose one</div></div></div>", ['textbox "Find"', 'combobox "More" = "Choose one"']),
    ("one of several pages that a class alone says is chosen", "<ul role=menu>" + "".join(f"<li role=menuitemradio tabindex=0 class='p {chosen}' style='background:{colour}'>{page}</li>" for page, chosen, colour in ((1, "", "#fff"), (2, "p--active", "#06c"), (3, "", "#fff"))) + "</ul>", ['menuitemradio "1" unchecked', 'menuitemradio "2" checked', 'menuitemradio "3" unchecked']),
    ("both steps of a field", "<span id=n>Gears</span>" + "".join(f"<div role=button tabindex=0 aria-label={step} aria-labelledby=n class='s h'></div>" for step in ("Increase", "Decrease")), ['button maybe "Increase"', 'button maybe "Decrease"']),
    ("folds that are tabs before what they fold", "<div role=tablist>" + "".join(f"<section><button role=tab aria-expanded={said}>{name}</button>{body}</section>" for name, said, body in (("Use", "true", "<div role=tabpanel>Bring it back.</div>"), ("Cost", "false", ""))) + "</div>", ['tab "Use" expanded', 'tab "Cost" collapsed']),
    ("a tab beside the blank of its item", "<ul>" + "".join(f"<li><div style='width:1px'></div><div role=tab tabindex=0 class='t {chosen}' style='color:{colour}'>{name}</div></li>" for name, chosen, colour in (("People", "", "#000"), ("Bikes", "t--active", "#06c"), ("Roads", "", "#000"))) + "</ul>", ['tab "People"', 'tab "Bikes" selected', 'tab "Roads"']),
    ("a list that nobody writes into", "<input role=combobox readonly aria-readonly=false aria-expanded=false aria-label=Language value=English>", ['combobox "Language" = "English" collapsed']),
    ("words that lie on bars of a drawing", "<svg width=300 height=60><g>" + "".join(f"<rect data-l x={x} width=120 height=40 fill='#69c'/>" for x in (0, 130)) + "<text x=20 y=25>sail.py</text></g></svg>", ['graphics-symbol maybe "sail.py"', 'graphics-symbol "" (after "sail.py")']),
    ("folds by how their arrows are turned", "".join(f"<div>{name} <span class='x-expand-btn h' data-l style='display:inline-block'><i class='x-icon-arrow-right s' style='transform:{turn}'></i></span></div>" for name, turn in (("Rye", "none"), ("Oats", "rotate(90deg)"))), ['generic maybe "expand" collapsed (in "Rye")', 'generic maybe "expand" expanded (in "Oats")']),
    ("a tip on what draws a sign", "<span class=h data-l><span title='Previous month'>«</span></span>", ['generic maybe "Previous month"']),
    ("the colour beside a sign", "<div class=h data-l style='display:inline-block'><span class='k-preview s' style='background:#ff3333'></span><span>▼</span></div>", ['generic maybe "colour #ff3333"']),
    ("a drawn tick box of which some is ticked", "<span class='k-checkbox is--indeterminate s h' data-l title='Select all'></span>", ['generic maybe "Select all" mixed']),
    ("a month that a class calls lit", "<ul>" + "".join(f"<li class='month {lit} h' data-l style='color:{colour}'>{name}</li>" for name, lit, colour in (("May", "", "#000"), ("June", "active-month", "#c60"), ("July", "", "#000"))) + "</ul>", ['listitem "May"', 'listitem "June" selected', 'listitem "July"']),
    ("tick boxes whose fields lie off the page", "".join(f"<div class='k-checkbox {on}'><div class='k-box s h' data-l><input type=checkbox style='position:absolute;left:-999em'></div> {name}</div>" for name, on in (("Town", "k-checked"), ("Hill", ""))), ['checkbox maybe "Town" checked', 'checkbox maybe "Hill" unchecked']),
    ("an editor that counts its lines", "<div class=Edit style='border:1px solid;width:300px;cursor:text;position:relative'><div style='position:absolute;width:3px;height:0;overflow:hidden'><textarea aria-label=Code></textarea></div>" + "".join(f"<div><div class=Edit-linenumber>{number}</div><pre>{line}</pre></div>" for number, line in ((1, "let a"), (2, "let b"))) + "</div>", ['textbox "Code" = "let a let b"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_shows_nothing_of_a_press(page_of, html: str, lines: list[str]) -> None:
    found = (
        await discover(
            await page_of(f"<!doctype html><meta charset=utf-8>{STYLE}<body>{html}{SCRIPT}")
        )
    ).elements
    assert [
        element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)
    ] == lines
