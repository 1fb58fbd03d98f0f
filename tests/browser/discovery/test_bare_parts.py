"""Parts that are nothing to press by themselves, beside what is pressed: edges, lines, bubbles, words; and tips and folds of kits."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

SCRIPT = (
    "<script>for (const one of document.querySelectorAll('[data-l]')) one.addEventListener('mousedown', () => document.title);"
    "for (const one of document.querySelectorAll('[data-d]')) one.addEventListener('dragstart', () => document.title);</script>"
)
EDGE = "position:absolute;left:0;width:130px;height:10px"
NODE = "<div data-l style='position:relative;width:130px;height:50px;border:1px solid'><b>Ada Berg</b>{}</div>"
SLIDER = (
    "<style>.s{position:relative;display:block;width:600px;height:60px}.s *{position:absolute}.line{top:25px;width:600px;height:12px;background:#ccc}.bar{left:120px;top:25px;width:200px;height:12px;background:#c33}"
    ".h{top:22px;width:16px;height:18px;background:#333}.v{top:0;font-size:10px}</style>"
    "<span class=s><span class='line' tabindex=0 data-l></span><span class=bar data-l></span><span class=v data-l style='left:118px'>20</span><span class=v data-l style='left:318px'>70</span>"
    "<span class=h data-l style='left:112px'></span><span class=h data-l style='left:312px'></span></span>"
)
TOOLS = "<style>.t li{display:inline-block;width:24px;height:24px;cursor:pointer}.t li i{display:block;width:20px;height:20px;background:#333}.t li u{display:block;width:1px;height:24px;background:#888}</style><ul class=t><li title=Undo><i></i></li><li><u></u></li><li title=Redo><i></i></li></ul>"
PAGES = "<div><div role=tabpanel aria-roledescription=slide tabindex=0 data-l style='width:300px;height:90px'><p>Ada</p></div><div role=group aria-roledescription=slide data-l style='width:300px;height:90px'><p>Bea</p></div><button>Next</button></div>"
PLUS = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2212%22 height=%2212%22><rect width=%2212%22 height=%224%22 y=%224%22/></svg>"
GRID = (
    f"<div role=row><div role=columnheader style='width:90px;height:20px'>Task</div><div role=columnheader aria-label='New task' style='cursor:pointer;width:40px;height:20px;background:url(\"{PLUS}\") no-repeat center'></div></div>"
    "<div role=columnheader style='cursor:pointer;width:40px;height:20px'></div>"
)
SHEETS = "<style>.sh{display:inline-block;height:30px;cursor:pointer}</style><div class=sh data-l><span data-l>Sheet 1</span> <span class=menu title=Menu data-l style='display:inline-block;width:12px;height:12px;background:#333'></span></div>"

MONTH = (
    "<style>th{cursor:pointer}.day{cursor:pointer}</style><table onclick=';'><thead><tr><th class=prev data-l><span></span>&nbsp;</th><th colspan=5>May 2026</th><th class=next data-l><span></span>&nbsp;</th></tr><tr>"
    + "".join(f"<th>{name}</th>" for name in ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"])
    + "</tr></thead><tr>"
    + "<td class='day old'>31</td>"
    + "".join(f"<td class=day>{day}</td>{'</tr><tr>' if day == 6 else ''}" for day in range(1, 14))
    + "</tr></table>"
)

DAYS = [
    'cell "31" of the previous month (column "Su")',
    *(
        f'cell "{day}" (row "31", column "{name}")'
        for day, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa"), start=1)
    ),
    'cell "7" (column "Su")',
    *(
        f'cell "{day}" (row "7", column "{name}")'
        for day, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa"), start=8)
    ),
]

CHART = (
    "<svg width=300 height=80 role=img aria-label=Boats><path d='M0 50h300' stroke='#888'/><g>"
    + "".join(
        f"<text data-l x={40 + 90 * i} y=70>{name}</text>"
        for i, name in enumerate(("May", "Jun", "Jul"))
    )
    + "</g></svg> <button>Bars</button>"
)
HEADS = (
    "<table><tr>"
    + "".join(f"<th><div data-l{{0}}><b>{name}</b></div>" for name in ("Name", "Kind", "Acts"))
    + "<tr><td>Ada<td>Boat<td><button>Edit</button></table>"
)

CASES = [
    ("blank edges of a card that the pointer brings", NODE.format(f"<i data-l style='{EDGE};top:-2px'></i><i data-l style='{EDGE};bottom:-2px'></i>"), ['generic "Ada Berg"']),
    ("a drawn part of a card", NODE.format("<i data-l title=Fold style='position:absolute;right:0;width:12px;height:12px;background:#333;cursor:pointer'></i>"), ['generic maybe "Fold" (in "Ada Berg")']),
    ("the words of a tab that listen as it does", SHEETS, ['generic "Sheet 1"', 'generic maybe "Menu" (in "Sheet 1")']),
    ("a slider of two handles, drawn by parts that listen", SLIDER, ['generic "" (left)', 'generic "" (right)']),
    ("the line between two tools", TOOLS, ['listitem "Undo"', 'listitem "Redo"']),
    ("pages of a carousel that listen for swipes", PAGES, ['button "Next"']),
    ("the value between two steps", "<style>.b>*{cursor:pointer}</style><div class=b><button>-</button> <span>10</span> <button>+</button> <span>All</span></div>", ['button "-"', 'button "+" (before "All")', 'generic "All"']),
    ("a head that only a picture draws", GRID, ['columnheader "New task"']),
    ("a row that a kit's part shuts", "<div role=treegrid><div role=row aria-expanded=true><span class='k_icon k_close' style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#333'></span> Refit</div></div>", ['generic maybe "collapse" (in "Refit")']),
    ("a class that names a style", "<div role=rowheader class='g-border-collapse' style='cursor:pointer;width:32px;height:20px;background:#333'></div>", ['rowheader ""']),
    ("a row that is only dragged, around its fields", "<table><tr data-l data-d><td><input aria-label=Kind><td><button>Delete</button></table>", ['textbox "Kind"', 'button "Delete"']),
    ("a card that is pressed and dragged", "<div data-l data-d onclick=';'>Paint the hull</div>", ['generic "Paint the hull"']),
    ("a part of a label that takes the focus for it", "<label for=f style='cursor:pointer'>Drop your files or <span tabindex=0>Browse</span></label><input id=f type=file style='position:absolute;opacity:0;width:1px;height:1px'>", ['button "Drop your files or Browse"']),
    ("a label of which each letter is a box", "<style>.w{position:relative;width:300px}.w label{position:absolute;top:3px;left:0;pointer-events:none}.w span{display:inline-block;min-width:5px}.w input{width:100%;background:transparent}</style><div class=w><input required><label>" + "".join(f"<span>{letter}</span>" for letter in "Email") + "</label></div>", ['textbox maybe "Email" required']),
    ("a tip that a program made up", "<div title=GecmyLBCOIVL6yAJ data-l style='cursor:pointer;width:20px;height:20px;background:#333'></div>", ['generic ""']),
    ("letters of a font of signs", "<style>.teamIcon{font-family:TeamSigns}</style><button title=Undo><span class=teamIcon>'</span></button> <button><span class=teamIcon>l</span></button> <button><span class=key>K</span></button>", ['button maybe "Undo"', 'button maybe "l"', 'button "K"']),
    ("the sign of a small button", "<span data-l class=increase style='cursor:pointer;display:inline-block;width:30px;height:16px'><span role=img data-l style='display:block;width:13px;height:13px;background:#333'></span></span>", ['generic maybe "increase"']),
    ("a tip of a kit", "<div data-tips='Paint format' data-l style='cursor:pointer;width:20px;height:20px;background:#333'></div>", ['generic maybe "Paint format"']),
    ("a knob between tools of other sizes", "<div data-l style='cursor:pointer;display:inline-block;width:9px;height:9px;background:#b5bdb8'></div>".join(f"<div title={name} data-l style='cursor:pointer;display:inline-block;width:18px;height:18px;background:{colour}'></div>" for name, colour in (("Less", "#333"), ("More", "#a00"), ("Most", "#0a0"))), ['generic maybe "Less"', 'generic "" (after "Less")', 'generic maybe "More"', 'generic "" (after "More")', 'generic maybe "Most"']),
    ("the heads of a month, which a style gives the hand", MONTH, ['columnheader maybe "prev" (in "May 2026")', 'columnheader "May 2026"', 'columnheader maybe "next" (in "May 2026")', *DAYS]),
    ("a node of a tree with its fold", "<ul role=tree><li role=none><div role=none style='cursor:pointer;width:200px'><a class=t-toggler style='cursor:pointer'>▼</a> <span role=treeitem aria-expanded=true tabindex=0>Yard</span></div></ul>", ['generic "▼" (in "Yard")', 'treeitem "Yard" expanded']),
    ("a part called by its role for scripts", "<div>Wood <span data-role=remove data-l style='cursor:pointer;display:inline-block;width:12px;height:12px;background:#333'></span></div>", ['generic maybe "remove"']),
    ("items of a list that take the focus for their tick boxes", "<ul style='list-style:none'>" + "".join(f"<li tabindex=0><label><input type=checkbox tabindex=-1> {name}</label></li>" for name in ("Kiel", "Riga")) + "</ul>", ['checkbox "Kiel" unchecked', 'checkbox "Riga" unchecked']),
    ("an item of a list that is pressed beside its tick box", "<ul style='list-style:none'><li tabindex=0 data-l><label><input type=checkbox tabindex=-1> Kiel</label> in the south</li></ul>", ['listitem "Kiel in the south"', 'checkbox "Kiel" unchecked']),
    ("rows that show by a box how they stand", "<table>" + "".join(f"<tr data-l><td>{name}<td><input type=checkbox disabled aria-label=Insured><td><button>Delete</button>" for name in ("Ada", "Bea")) + "</table>", [line for name in ("Ada", "Bea") for line in (f'none "{name} Delete"', f'checkbox "Insured" unchecked (disabled, in "{name}")', f'button "Delete" (in "{name}")')]),
    ("cells that keys reach, around tick boxes", "<div style='display:flex'>" + "<div tabindex=0 style='width:40px;height:30px'><input type=checkbox></div><div tabindex=0 style='width:90px;height:30px'>Ada</div>" + "</div>", ['checkbox "" unchecked (before "Ada")', 'generic "Ada"']),
    ("a fold before an open node of a tree", "<ul role=tree><li role=none style='height:90px'><i style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#333'></i><a href=#a role=treeitem aria-expanded=true>Yard</a></li></ul>", ['generic maybe "toggle" (in "Yard")', 'treeitem "Yard" expanded']),
    ("a month that opens the year", MONTH.replace("<style>", "<style>.m:hover{background:#eee}").replace("<th colspan=5>", "<th colspan=5 class=m>").replace("<td class=day>", "<td>").replace("<td class='day old'>", "<td>"), ['columnheader maybe "prev" (in "May 2026")', 'columnheader "May 2026"', 'columnheader maybe "next" (in "May 2026")']),
    ("names on an axis of a chart", CHART, ['button "Bars"']),
    ("a chart that has the hand", CHART.replace("<svg", "<svg style='cursor:pointer' onclick=';'").replace(" data-l", ""), ['image "Boats"', 'button "Bars"']),
    ("steps of a drawing that have the hand", CHART.replace("data-l", "data-l style='cursor:pointer'"), ['generic "May"', 'generic "Jun"', 'generic "Jul"', 'button "Bars"']),
    ("words of heads of which none sorts", HEADS.format(""), ['button "Edit" (row "Ada", column "Acts")']),
    ("words of heads that sort", HEADS.format(" class=sortable"), ['generic "Name"', 'generic "Kind"', 'generic "Acts"', 'button "Edit" (row "Ada", column "Acts")']),
    ("the veil of a dialog", "<div role=button tabindex=-1 style='position:fixed;inset:0;background:#0008'><div role=dialog style='background:#fff;width:300px;margin:90px auto'><button>Close</button></div></div>", ['button "Close" (in dialog)']),
    ("a tick box that is not painted, in a cell that ticks", "<table><tr><td><div data-l style='cursor:pointer;width:56px;height:36px'><label><span style='clip-path:inset(50%);position:absolute;width:1px;height:1px;overflow:hidden'><input type=checkbox></span><div style='width:14px;height:14px;border:1px solid'></div></label></div><td>Ada</table>", ['checkbox "" unchecked (in "Ada")']),
    ("a radio whose field only keeps the value", "<label role=radio aria-checked=true tabindex=0 for=n style='cursor:pointer;padding:9px'><input id=n type=radio style='position:absolute;opacity:0;width:1px;height:1px'><span>North</span></label>", ['radio "North" checked']),
    ("links of a bar that is shut to its signs", "<nav>" + "".join(f"<a href=#{name} style='display:block;width:30px;height:30px'><i class='fa fa-wrench' style='display:block;width:16px;height:16px;background:#333'></i><span style='display:none'>{name}</span></a>" for name in ("Rooms", "Talks")) + "</nav>", ['link maybe "Rooms"', 'link maybe "Talks"']),
    ("steps whose arrows a kit draws", "<a href='javascript:;' style='display:block;width:20px;height:20px'><span class='bs-chevron bs-chevron-up' style='display:block;width:9px;height:9px;border-top:2px solid'></span></a>", ['link maybe "chevron up"']),
    ("an item of a menu whose link is disabled", "<ul role=menu><li role=menuitem><a href=#p class=disabled>Print</a></li><li role=menuitem><a href=#c>Copy</a></li></ul>", ['menuitem "Print" (disabled)', 'menuitem "Copy"']),
    ("a field on a line of its own before its label", "<div><input type=checkbox> <label>Two ways</label><br><input style='width:40px' value=1> <label>Weight</label></div>", ['checkbox maybe "Two ways" unchecked', 'textbox maybe "Weight" = "1"']),
    ("a fold before a field in a row that listens", "<table><tr data-l><td style='padding-left:18px'><div data-l style='display:inline-block;width:16px;height:16px;background:#333'></div><input value=Refit aria-label=Name></table>", ['generic "" (before "Refit")', 'textbox "Name" = "Refit"']),
    ("heads that listen for their edges, one with a tip", "<table><tr>" + "".join(f"<th data-l{tip}>{name}" for name, tip in (("Code", ""), ("Name", ""), ("^", " title='Starts at a milestone'"), ("End", ""))) + "<tr><td>1<td>Ada<td><td>2</table>", []),
    ("heads that listen and sort", "<table><tr>" + "".join(f"<th data-l class=sortable>{name}" for name in ("Code", "Name", "End")) + "<tr><td>1<td>Ada<td>2</table>", ['columnheader "Code"', 'columnheader "Name"', 'columnheader "End"']),
    ("blank rows that fill a table", "<table style='width:400px'><tr data-l><td>Ada</tr>" + "<tr data-l style='height:30px'><td></td></tr>" * 4 + "</table>", ['none "Ada"', 'none "" (after "Ada")']),
    ("the crumb of this page", "<div class=k-breadcrumb><div class=k-breadcrumb-item data-l><a href=#t>Town</a></div> <div class=k-breadcrumb-item data-l>Plot 2</div></div>", ['link "Town"']),
    ("the thumb of a pane that scrolls", "<div style='width:200px;height:90px;overflow:hidden;position:relative'><div style='height:400px'><a href=#a>Rooms</a></div><div style='position:absolute;right:0;top:0;height:90px'><div tabindex=0 style='position:absolute;right:0;width:6px;height:40px;background:#aaa'></div></div></div>", ['link "Rooms"']),
    ("rows that begin with a head for their tick box", "<table><thead><tr><th><input type=checkbox><th>Good</tr></thead><tr><th><input type=checkbox><td>Butter<td>3<tr><th><input type=checkbox><td>Rye<td>4</table>", ['checkbox maybe "all rows" unchecked', 'checkbox "" unchecked (row "Butter")', 'checkbox "" unchecked (row "Rye")']),
    ("groups that take the focus for their parts", "".join(f"<div role=group tabindex=0 style='width:300px;height:26px'>{''.join(f'<button tabindex=-1>{name}</button>' for name in names)}</div>" for names in (("thu", "fri"), ("noon", "night"))), [f'button "{name}"' for name in ("thu", "fri", "noon", "night")]),
    ("the edge of a head", "<table><tr><th style='position:relative;width:90px'>Name<div data-l style='position:absolute;right:0;top:0;width:2px;height:20px;cursor:grab'></div></table>", []),
    ("a sign that is not there", "<div data-l style='width:500px;height:18px;background:#eee'><i class='fa fa-caret-down' style='display:none'></i></div>", ['generic ""']),
    ("a chart on a canvas that hears the pointer", "<div id=salesChart style='width:300px;height:90px'><div data-l style='width:300px;height:90px'><canvas style='width:300px;height:90px'></canvas></div></div> <canvas class=chart-canvas data-l></canvas>", []),
    ("a chart with the hand, and a canvas to paint on", "<canvas class=chart-canvas data-l style='cursor:pointer'></canvas> <canvas class=board data-l></canvas>", ['canvas "" (left)', 'canvas "" (right)']),
    ("a bar of buttons that has the hand, with a dialog that waits", "<div style='cursor:pointer'><a href=#a class=button>Add</a> <a class=button>Export</a><div style='display:none'><p>Export</p><select><option>Comma</select></div></div>", ['link "Add"', 'generic "Export"']),
    ("tags beside each other that listen, with their crosses", "".join(f"<span class=k-tag data-l style='display:inline-block;height:24px;border:1px solid'>{name}<i class='k-tag__close k-icon-close' data-l style='display:inline-block;width:14px;height:14px;cursor:pointer;background:#999'></i></span>" for name in ("Direct", "Cheap")), ['generic maybe "close" (in "Direct")', 'generic maybe "close" (in "Cheap")']),
]  # fmt: skip


@pytest.mark.parametrize(("what", "markup", "lines"), CASES, ids=[case[0] for case in CASES])
async def test_parts_that_are_nothing_to_press(page_of, what, markup, lines) -> None:
    page = await page_of(f"<!doctype html><meta charset=utf-8>{markup}{SCRIPT}")
    found = (await discover(page)).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines, what
