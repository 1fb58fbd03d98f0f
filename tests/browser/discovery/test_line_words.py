"""What the lines of a map say of things that have no words of their own."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

SWATCH = "<button style='width:20px;height:20px;border:0;background:{}'></button>"
PROGRAMS = "".join(
    f"<tr><td>running</td><td>pid {7950 + i}, uptime 0:01</td><td>{name}</td><td><a href=#{i}>Stop</a></td></tr>"
    for i, name in enumerate(("mail", "queue", "web"))
)
CARDS = "".join(
    f"<div class=c><div><b>{name}</b> <i onclick='0' style='cursor:pointer'>♡</i></div></div>"
    for name in ("Amber", "Basalt")
)
SLIDES = "".join(
    f"<div role=group aria-label='{i} / 2'><p>{name}</p><a href=#{i}>Read more</a></div>"
    for i, name in enumerate(("Amber", "Basalt"), 1)
)
TREE = "<ul><li><button></button>Teas<ul><li><button></button>Amber</li></ul></li></ul>"
PAIRS = (("limit", 20), ("price", "4.5"), ("rooms", 2))
KEYS = "".join(
    f"<p><button>Move</button> <b contenteditable>{key}</b> <b contenteditable>{value}</b></p>"
    for key, value in PAIRS
)
ICON = "<{0} href=#{2} style='{3}'><span class='{1}'><i class='{2}' style='display:inline-block;width:9px;height:9px;background:#36a'></i></span></{0}>"
BOX = "<div style='display:flex;height:30px'><input{}><div style='order:{}'>Find</div></div>"
COLUMNS = "<table><thead><tr><th>Tea<th>Packs<tr><th><input><th><input type=number><input type=number></thead><tr><td>Assam<td>4</table>"
CHIPS = "".join(
    f"<span class=chip>{each} <b onclick=0 style='cursor:pointer'><i class='v-icon-close' style='display:inline-block;width:9px;height:9px;background:#36a'></i></b></span>"
    for each in ("Oslo", "Lima")
)
RULES = "".join(
    f"<div class=rule><select aria-label=Field><option>{field}</select>{value}<button title=Copy>⧉</button></div>"
    for field, value in (
        ("Name", "<input aria-label=Value value=A>"),
        ("Paid", "<input type=checkbox aria-label=Value checked>"),
        ("Sum", "<input type=number aria-label=Value value=10>"),
    )
)
NUMBERS = "".join(
    f"<div role=row><div role=gridcell>{name}</div> <div role=gridcell tabindex=0>{count}</div></div>"
    for name, count in (("Assam", 9), ("Sencha", 12))
)
PANEL = "<div style='float:left;width:300px;height:200px'>{}</div>"
COPY = "<button>Copy</button><p>a <button>Copy</button></p>"
SUMS = "".join(
    f"<div class=r><b>{name}</b> <button>{one}</button> <span onclick=0 style='cursor:pointer'>{other}</span></div>"
    for name, one, other in (("Food", "300.00", "-442.68"), ("Rent", "1,200.00", "-90.00"))
)
FUNNEL = "<i class=icon-funnel onclick=0 style='display:inline-block;width:12px;height:12px;background:#36a;cursor:pointer'></i>"

CASES = [
    ("two panels that say the same", PANEL.format("<button>Copy</button>") * 2, ['button "Copy" (left)', 'button "Copy" (right)']),
    ("two of a kind in each of two panels", PANEL.format(COPY) * 2, [f'button "Copy" ({side}, {n} of 2)' for side in ("left", "right") for n in (1, 2)]),
    ("above a long part and below it", "<p><button>Next</button></p><div style='height:300px'></div><p><button>Next</button></p>", ['button "Next" (upper)', 'button "Next" (lower)']),
    ("side by side", "<button>Copy</button> <button>Copy</button>", ['button "Copy" (1 of 2)', 'button "Copy" (2 of 2)']),
    ("an icon's box and size are no name", ICON.format("a", "icon-holder", "ti-home", "") + "<button><svg width=24 height=24><use href=#icon-image-48x48 /><rect width=9 height=9 /></svg></button>", ['link maybe "home"', 'button maybe "image"']),
    ("the set of an icon is no name", "<button><i class='v-icon v-icon--set v-icon-minus' style='display:inline-block;width:9px;height:9px;background:#36a'></i></button>", ['button maybe "minus"']),
    ("a name that only says that it is a field", "<input type=checkbox name=inputCheckboxesCall>", ['checkbox "" unchecked']),
    ("a label written behind its field and painted before it", BOX.format(" value=tea", -1), ['textbox maybe "Find" = "tea"']),
    ("words behind a field", BOX.format("", 1), ['textbox ""']),
    ("words before one of two fields", "<div style='display:flex'><input><input><div style='order:-1'>Find</div></div>", ['textbox "" (1 of 2)', 'textbox "" (2 of 2)']),
    ("fields under the heads of their columns", COLUMNS, ['textbox maybe "Tea"', 'spinbutton maybe "Packs" (1 of 2)', 'spinbutton maybe "Packs" (2 of 2)']),
    ("a cross says of what", f"<div>{CHIPS}</div>", ['generic maybe "close" (in "Oslo")', 'generic maybe "close" (in "Lima")']),
    ("a value of a row, written or ticked", f"<div>{RULES}</div>", ['combobox "Field" = "Name"', 'textbox "Value" = "A"', 'button "⧉" described "Copy" (beside "A")', 'combobox "Field" = "Paid"', 'checkbox "Value" checked (beside "Paid")', 'button "⧉" described "Copy" (beside "Paid")', 'combobox "Field" = "Sum"', 'spinbutton "Value" = "10"', 'button "⧉" described "Copy" (beside "Sum")']),
    ("a number of a row", f"<div role=grid>{NUMBERS}</div>", ['gridcell "9" (row "Assam")', 'gridcell "12" (row "Sencha")']),
    ("a word of a row", f"<div role=grid>{NUMBERS}</div>".replace(">9<", ">Oslo<").replace(">12<", ">Lima<"), ['gridcell "Oslo" (in "Assam")', 'gridcell "Lima" (in "Sencha")']),
    ("colours of a palette", "".join(map(SWATCH.format, ("#f44336", "#3f51b5", "black"))), ["button maybe \"colour #f44336\"", "button maybe \"colour #3f51b5\"", "button maybe \"colour #000000\""]),
    ("one coloured button", "Help " + SWATCH.format("#04c"), ['button ""']),
    ("a class that ends with what it does", "<button class='van-stepper__minus'></button><button class='mantine-CloseButton-root x'></button>", ['button maybe "minus"', 'button maybe "close"']),
    ("a class that only arranges", "<button class='float-left plus-size'></button>", ['button ""']),
    ("an icon font of words", "<a href=#><i class='large trash icon' style='display:inline-block;width:20px;height:20px'></i></a>", ['link maybe "trash"']),
    ("a value is no name", "<h2>Size</h2><button>Reset</button><div><input value=100></div>", ['button "Reset"', 'textbox "" = "100" (under "Size")']),
    ("numbers of lines are no name", "<div><pre>1 2 3</pre><textarea></textarea></div>", ['textbox ""']),
    ("a sign for a name", "<button title='Clone rule'>⧉</button><button title='More'>5 ↓</button>", ['button "⧉" described "Clone rule"', 'button "5 ↓"']),
    ("a slider below its caption", "<div><p>Volume</p><div><div role=slider tabindex=0 aria-valuenow=40 style='width:20px;height:20px'></div></div></div>", ['slider maybe "Volume" = "40"']),
    ("rows that say the same first", f"<table><tr><th>State<th>Text<th>Name<th>Action</tr>{PROGRAMS}</table>", [f'link "Stop" (row "{name}", column "Action")' for name in ("mail", "queue", "web")]),
    ("a sign in a card", CARDS, ['generic "♡" (in "Amber")', 'generic "♡" (in "Basalt")']),
    ("numbers of slides say less than they show", SLIDES, ['link "Read more" (in "Amber")', 'link "Read more" (in "Basalt")']),
    ("the toggle of a branch", TREE, ['button "" (in "Teas")', 'button "" (in "Amber")']),
    ("what is ticked by its class", "<i class='x-checkbox bi bi-square' onclick='0' style='display:inline-block;width:16px;height:16px;background:#ccc'></i>", ['generic maybe "checkbox"']),
    ("an act that a part names", "<button data-command=bold></button>", ['button maybe "bold"']),
    ("the words of a drawing", "<button><svg aria-hidden=true aria-label=star width=9 height=9><rect width=9 height=9 /></svg></button>", ['button maybe "star"']),
    ("a tooltip on the box around", "<p><span title='Delete it'><button></button></span></p><p title='Find it'><input></p>", ['button maybe "Delete it"', 'textbox maybe "Find it"']),
    ("a title of words is none of the cross beside them", "<span title=false>Tee <a role=button tabindex=0 class=delete>&nbsp;</a></span>", ['button maybe "delete" (in "Tee")']),
    ("nothing but a heading above", "<h2>Shop</h2><div><button>Help</button></div><div><button></button></div>", ['button "Help"', 'button "" (under "Shop", after "Help")']),
    ("the key that one writes in a row", f"<div>{KEYS}</div>", [line for key, value in PAIRS for line in (f'button "Move" (beside "{key}")', f'generic "{key}" editable', f'generic "{value}" editable (after "{key}")')]),
    ("a star in a long part", f"<ul><li>{'Much is said here of all '* 3}<i role=radio tabindex=0>&nbsp;</i> <i role=radio tabindex=0>&nbsp;</i></ul>", [f'radio "" unchecked ({n} of 2)' for n in (1, 2)]),
    ("arrows beside a field", "<input aria-label=Zoom value=5><button>▲</button><button>▼</button>", ['textbox "Zoom" = "5"', 'button "▲" (in "Zoom")', 'button "▼" (in "Zoom")']),
    ("buttons of several boxes", "".join(f"<div class=b><button>{one}</button> <button>Stop</button></div>" for one in ("Save", "Send")), ['button "Save"', 'button "Stop" (beside "Save")', 'button "Send"', 'button "Stop" (beside "Send")']),
    ("a sign in the head of a column", f"<div role=row><div role=columnheader>Author {FUNNEL}</div> <div role=columnheader>Title</div></div>", ['generic maybe "funnel" (in "Author")']),
    ("signs in the heads of columns", f"<table><tr><th>Author {FUNNEL}<th>Title {FUNNEL}<tr><td>A<td>B</table>", ['generic maybe "funnel" (column "Author")', 'generic maybe "funnel" (column "Title")']),
    ("an id tells more than a cross", "<button id=searchReset><i class='fa fa-times'></i></button><button id=x-1><i class='fa fa-times'></i></button>", ['button maybe "search reset"', 'button maybe "times" (after "search reset")']),
    ("an icon of a kit", "<button>Send</button><button><svg data-p-icon=chevron-down width=14 height=14></svg></button>", ['button "Send"', 'button maybe "chevron down" (after "Send")']),
    ("links and buttons of one name", "<nav aria-label=Pages><a href=#1>Next</a></nav><section aria-label=Pictures><button>Next</button></section>", ['link "Next" (in navigation "Pages")', 'button "Next" (in section "Pictures")']),
    ("a link and a button side by side", "<a href=#1>Next</a> <button>Next</button>", ['link "Next"', 'button "Next"']),
    ("a tick box beside words in its cell", "<table><tr><th>Name<th>Size<th>Mend<tr><td><input type=checkbox> Tea<td>40<td><button>Edit</button><tr><td><input type=checkbox> Milk<td>7<td><button>Edit</button></table>", ['checkbox "" unchecked (column "Name", in "Tea 40")', 'button "Edit" (row "Tea", column "Mend")', 'checkbox "" unchecked (column "Name", in "Milk 7")', 'button "Edit" (row "Milk", column "Mend")']),
    ("a tick box alone in its cell", "<table><tr><th>Name<th>Read<th>Write<tr><td>Ann<td><input type=checkbox><td><input type=checkbox></table>", ['checkbox maybe "Read" unchecked (row "Ann", column "Read")', 'checkbox maybe "Write" unchecked (row "Ann", column "Write")']),
    ("a field in frames that are only around it", "<div style='display:flex'><span>Items</span><div style='width:72px;padding:1px'><p style='margin:0'><b><i><u><s><input style='width:60px'></s></u></i></b></p></div></div>", ['textbox maybe "Items"']),
    ("sums of rows", SUMS, ['button "300.00" (in "Food -442.68")', 'generic "-442.68" (in "Food")', 'button "1,200.00" (in "Rent -90.00")', 'generic "-90.00" (in "Rent")']),
    ("numbers of pages are no sums", "<nav><a href=#1>1</a> <a href=#2>2</a></nav>", ['link "1"', 'link "2"']),
    ("what a message says is what its cross closes", "<div role=alert>Saved the bill <button aria-label=Close>x</button></div>", ['button "Close" (in "Saved the bill")']),
    ("words that nobody sees are no place", "<ul><li><b hidden>Old</b><i style='position:absolute;width:1px;height:1px;overflow:hidden'>Row</i> Tea <button></button><li>Milk <button></button></ul>", ['button "" (in "Tea")', 'button "" (in "Milk")']),
    ("a placeholder that the value hides", "<div><span>Bought</span> <input placeholder='Pick a day' value=2026-03-18></div>", ['textbox maybe "Bought" = "2026-03-18"']),
    ("a value that is painted beside its field", "<div><span>Writer</span> <div><input placeholder=Moe style='width:20px'><span>Moe</span></div></div>", ['textbox maybe "Writer" = "Moe"']),
    ("a drawn switch behind its words", "<div style='display:flex'><div>At home</div><div class=k-switch onclick=0 style='width:40px;height:20px;background:#06c'></div></div>", ['generic maybe "At home"']),
    ("drawn ticks of a list", "".join(f"<span style='margin:9px'><i class=k-checkbox onclick=0 style='display:inline-block;width:16px;height:16px;background:#06c'></i> {of}</span>" for of in ("Tea", "Milk")), ['generic maybe "checkbox" (in "Tea")', 'generic maybe "checkbox" (in "Milk")']),
    ("a number between less and more", "<div style='display:flex'><div>Pieces</div><div style='display:flex'><b onclick=0 style='width:24px;height:24px;background:#ddd'></b><input value=2 style='width:40px'><b onclick=0 style='width:24px;height:24px;background:#ddd'></b></div></div>", ['generic "" (in "Pieces", 1 of 2)', 'textbox maybe "Pieces" = "2"', 'generic "" (in "Pieces", 2 of 2)']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_a_line_says(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of("<!doctype html><body>" + html))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines
