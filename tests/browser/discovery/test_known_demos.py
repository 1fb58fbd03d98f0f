"""Structures of demos that everyone knows: lists of things to do, menus at the side, grids in panes, menus that come with the pointer."""
# ruff: noqa: E501, RUF001 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

TODO = (
    "<style>.app{position:relative;width:550px;margin:90px auto}.new{width:550px;height:66px;padding:16px 16px 16px 60px;box-sizing:border-box}"
    ".all{width:1px;height:1px;border:0;opacity:0;position:absolute;right:100%;bottom:100%}.main{position:relative;z-index:2}"
    ".all+label{width:60px;height:34px;font-size:0;position:absolute;top:-52px;left:-13px;transform:rotate(90deg)}.all+label:before{content:'❯';font-size:22px;padding:10px 27px}"
    "li{position:relative;list-style:none;border-bottom:1px solid}ul{padding:0}.t{position:absolute;width:40px;height:40px;opacity:0}.t+label{display:block;padding:15px 15px 15px 60px}"
    ".d{display:none;position:absolute;right:10px;top:0;width:40px;height:40px}li:hover .d{display:block}.d:after{content:'×'}</style>"
    "<div class=app><input class=new placeholder='What is to be done?'><section class=main><input id=all class=all type=checkbox><label for=all>All done</label><ul>"
    + "".join(
        f"<li><input class=t type=checkbox><label>{name}</label><button class=d></button></li>"
        for name in ("Buy milk", "Call Bo")
    )
    + "</ul></section></div>"
)
SIDE = (
    "<style>.m li{cursor:pointer;list-style:none;width:225px}.m a{display:block;padding:12px}.fa{display:inline-block;width:9px;height:9px;background:#333}</style>"
    "<ul class=m><li class=active><a data-l>Tables <span class='fa fa-chevron-down'></span></a><ul><li><a href=#t>Tables</a><li class=current><a href=#d>Dynamic</a></ul>"
    "<li><a data-l>Layouts <span class='fa fa-chevron-down'></span></a><ul style='display:none'><li><a href=#x>Fixed</a></ul></ul>"
)
SHUT = SIDE.replace("<ul><li><a href=#t>", "<ul style='display:none'><li><a href=#t>").replace(
    " class=active", ""
)
CARD = "<style>.c{cursor:pointer;width:200px}</style><div class=c><h3>Kettle</h3><p data-l>Steel, 2 litres</p><button>Buy</button></div>"
PANES = (
    "<div id=grid><div tabindex=0 style='width:600px;height:32px'><div role=row><span role=columnheader>Task</span> <span role=columnheader>Days</span></div></div>"
    "<div tabindex=0 style='display:none'></div><div tabindex=0 style='width:600px;height:300px'><div role=row><input type=checkbox aria-label='Pick one'> One</div><div role=row><input type=checkbox aria-label='Pick two'> Two</div></div></div>"
)
MENUS = (
    "<style>nav li{display:inline-block;position:relative;padding:8px}nav ul ul{display:none;position:absolute}nav li:hover>ul{display:block}</style>"
    "<nav><ul><li><a href=#p>Goods</a><ul><li><a href=#t>Tea</a><li><a href=#c>Cups</a></ul><li><a href=#a>About</a></ul></nav>"
)
OTHERS = (
    "<style>.note{width:200px;height:40px}.note .ops{opacity:0}.note:hover .ops{opacity:1}.menu .bulk{display:none}.menu:hover .bulk{display:block}</style>"
    "<div><div class=menu><button>List</button><div class=bulk><a href=#d>Remove list</a></div></div><div class=note>One <span class=ops><a href=#o>Pin</a></span></div></div>"
)
BRIGHTER = "<style>a:hover{display:inline-block;opacity:1}</style><a href=#a>Home</a> <div style='display:none'><a href=#b>Hidden</a></div>"
SCRIPT = "<script>for (const one of document.querySelectorAll('[data-l]')) one.addEventListener('click', () => document.title);</script>"

CASES = [
    ("a list of things to do with a box for all over its field", TODO, ['textbox "What is to be done?"', 'checkbox "❯All done" unchecked', 'checkbox "" unchecked (in "Buy milk", on hover: "×")', 'checkbox "" unchecked (in "Call Bo", on hover: "×")']),
    ("a menu at the side, the head called as its first page", SIDE, ['generic "Tables" expanded', 'link "Tables"', 'link "Dynamic"', 'generic "Layouts" collapsed']),
    ("a menu at the side of which nothing is open", SHUT, ['generic "Tables" collapsed', 'generic "Layouts" collapsed']),
    ("a card with the hand and words of its own", CARD, ['generic "Kettle Steel, 2 litres Buy"', 'paragraph "Steel, 2 litres"', 'button "Buy"']),
    ("panes of a grid that keys scroll", PANES, ['checkbox "Pick one" unchecked', 'checkbox "Pick two" unchecked']),
    ("menus that come with the pointer", MENUS, ['link "Goods" (on hover: "Tea", "Cups")', 'link "About"']),
    ("what comes with the pointer on another thing", OTHERS, ['button "List" (on hover: "Remove list")']),
    ("a rule for the pointer that shows nothing more", BRIGHTER, ['link "Home"']),
    ("a bell with the number of what waits", "<a href=#n><i class='bi bi-bell' style='display:inline-block;width:12px;height:12px;background:#333'></i> <span class=badge>15</span></a> <a href=#p>15</a>", ['link maybe "bell 15"', 'link "15"']),
    ("signs on a picture that come with the pointer", "<style>.v{position:relative;width:174px;height:120px;overflow:hidden}.k{position:absolute;inset:0;opacity:0}.v:hover .k{opacity:1}</style><div data-l>" + "<div class=v><img width=174 height=120 alt=boat><div class=k><a href=#a><i>o</i></a> <a href=#b style='width:30px;display:inline-block'><i>o</i></a></div></div>" * 3 + "</div>", []),
    ("a bar that listens for what is in it", "<nav data-l style='width:900px;height:52px'><span>Kit</span> <a href=#h>Home</a> <a href=#d>Docs</a></nav>", ['link "Home"', 'link "Docs"']),
    ("cells that take the focus for what is in them", "<table role=grid><tr role=row><th role=columnheader tabindex=0><input type=checkbox aria-label='Pick all'><th role=columnheader tabindex=0 aria-sort=none style='cursor:pointer'>Name<th role=columnheader tabindex=0 style='width:40px'><tr role=row><td role=gridcell tabindex=0 style='width:90px'><input type=checkbox aria-label='Pick Ann'><td role=gridcell tabindex=0>Ann<td role=gridcell tabindex=0 style='width:90px'><button>Menu</button></table>", ['checkbox "Pick all" unchecked', 'columnheader "Name"', 'checkbox "Pick Ann" unchecked (row "Ann")', 'gridcell "Ann"', 'button "Menu" (row "Ann")']),
    ("heads that take the focus, of which some have the hand", "<table role=grid><tr role=row><th role=columnheader tabindex=0 data-l>All<th role=columnheader tabindex=0 aria-sort=none data-l style='cursor:pointer'>Name<th role=columnheader tabindex=0 data-l>Acts<tr role=row><td role=gridcell>1<td role=gridcell>Ann<td role=gridcell><button>Menu</button></table>", ['columnheader "Name"', 'button "Menu" (row "Ann", column "Acts")']),
    ("a box with the hand around a tick box and its label", "<div style='cursor:pointer;width:120px'><input id=x type=checkbox> <label for=x style='cursor:pointer'>Strings</label></div>", ['checkbox "Strings" unchecked']),
    ("a box with the hand around a field that only opens its list", "<div style='cursor:pointer;width:360px;height:43px;border:1px solid'><input style='cursor:pointer;width:290px' readonly role=combobox aria-expanded=false aria-haspopup=listbox aria-label=Tea value=Green><span>v</span></div>", ['combobox "Tea" = "Green" opens listbox readonly']),
    ("links on a line of which one is drawn as the tab one is on", "<style>.t{display:flex}.t a{text-decoration:none;color:#555}.t div{padding:12px}.t .on{color:#06b;border-bottom:4px solid #06b}</style><div class=t>" + "".join(f"<a href=#{i}><div class='{'on' if i == 1 else ''}'>{name}</div></a>" for i, name in enumerate(("Open", "Muted", "All"))) + "</div>", ['link "Open"', 'link "Muted" current', 'link "All"']),
    ("links on a line of which all have a line", "<style>.t{display:flex}.t a{color:#555;padding:12px;border-bottom:4px solid #06b}</style><div class=t>" + "".join(f"<a href=#{name}>{name}</a>" for name in ("Open", "Muted", "All")) + "</div>", ['link "Open"', 'link "Muted"', 'link "All"']),
    ("ids that are there twice", "<label id=l for=y>Needs</label><div><input id=x type=checkbox aria-labelledby=l> <label id=l for=x>Strings</label></div>", ['checkbox maybe "Strings" unchecked']),
    ("a label that floats over a clear placeholder", "<style>.f input::placeholder{color:transparent}.f{position:relative}.f label{position:absolute;left:4px;top:2px}</style><div class=f><input placeholder=x><label>Name of the kite</label></div><div><input placeholder=Town><label>Hint</label></div>", ['textbox maybe "Name of the kite"', 'textbox "Town"']),
    ("drawings by a utility class", "<button style='width:25px;height:25px'><span class='i-carbon:play' style='display:block;width:18px;height:18px;background:#333'></span></button> <button style='width:25px;height:25px'><span class='dark:i-carbon-moon i-carbon:sun' style='display:block;width:18px;height:18px;background:#333'></span></button>", ['button maybe "play"', 'button maybe "moon"']),
    ("a fold whose link leads nowhere", "<div><h3 role=tab aria-expanded=true aria-selected=true tabindex=0 style='width:600px;height:40px'><a href=#>Notes</a></h3><p>Some</p></div>", ['tab "Notes" expanded selected']),
    ("a tab with a link of its own", "<div role=tablist><div role=tab tabindex=0 style='width:600px;height:40px'>Notes <a href=#n>Open in a window</a></div></div>", ['tab "Notes Open in a window"', 'link "Open in a window"']),
]  # fmt: skip


@pytest.mark.parametrize(("what", "markup", "lines"), CASES, ids=[case[0] for case in CASES])
async def test_structures_of_known_demos(page_of, what, markup, lines) -> None:
    page = await page_of(f"<!doctype html><meta charset=utf-8>{markup}{SCRIPT}")
    found = (await discover(page)).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines, what


async def test_of_thousands_of_rules_for_the_pointer_only_the_first_are_asked(page_of) -> None:
    rules = "".join(f".r{i}:hover .m{i}{{display:block}}" for i in range(5000))
    rows = "".join(
        f"<li class=r{i}><a href=#{i}>Row {i}</a><p class=m{i} hidden><a href=#a>Act</a></p></li>"
        for i in (0, 199, 200, 4999)
    )
    page = await page_of(f"<!doctype html><style>[hidden]{{display:none}}{rules}</style>{rows}")
    found = (await discover(page)).elements
    assert [each.on_hover for each in found] == [("Act",), ("Act",), (), ()]
