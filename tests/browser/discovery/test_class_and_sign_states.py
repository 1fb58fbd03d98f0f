"""States that only a class, an attribute of a kit, a colour or a sign shows; and the pages where they must not be said."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.h{cursor:pointer}.f{display:flex}.n{width:200px;height:24px}i{display:inline-block;width:10px;height:10px;background:#333}</style>"
HASHED = "<div class=f><button class='b_3246d6b7a3 on_a1 {0}' style='background:{1}'>List</button><button class='b_3246d6b7a3 on_a1'>Grid</button><button class='b_3246d6b7a3 on_a1'>Plan</button></div>"
UP = "<svg width=14 height=14 viewBox='0 0 14 14' fill=none stroke=#000 stroke-width=1.6><path d='M7 13V1M2 6 7 1 12 6'/></svg>"
TABLE = "<table><tr><th class={0} tabindex=0 onclick=1>Name{1}<th tabindex=0 onclick=1 class={2}>Town<tr><td>{3}<td>Oslo<tr><td>{4}<td>Bergen</table>"
ARROW = "<li role=option aria-selected=false class='h n'><span class='x-toggle x-toggle_direction_{0}'><i></i></span>{1}</li>"
POPUP = "<button aria-haspopup={0} aria-controls=m style='width:90px'>ann</button><ul id=m style='position:absolute;top:60px;width:90px;{1}'><li>Log out of it</li></ul>"
TAB = "<a data-tid=tab class=c{0} tabindex={1} href='' {2} style='cursor:{3};color:{4}'>{5}</a> "
OPTIONS = "<div role=listbox>{}</div>"
OPTION = "<div role=option class=n style='cursor:{0};color:{1}' {3}>{2}</div>"
CHIP = "<div role=row class='f h chip {0}' onclick=1 style='height:30px'><div style='width:{1}px;height:8px;overflow:hidden'><i></i></div><span role=gridcell><span role=button tabindex=0>{2}</span></span></div>"

SLIDER = "<div class='x-slider' style='width:300px;height:20px;padding-top:8px'><div class='x-slider__runway h' onmousedown=1 style='position:relative;height:14px;background:#ddd'><div style='width:{0};height:14px;background:#06c'></div><div style='position:absolute;top:0;width:14px;height:14px;background:#333;{1}'></div></div></div>"
FOLD = "<li><div><button class='x-button x-tree__item-expand' style='width:22px;height:22px'><i></i></button><span>{0}</span></div>{1}</li>"
BRANCHES = "<ul>" + FOLD.format("North", "{0}") + FOLD.format("South", "") + "</ul>"
TICK = "<label class='k-checkbox f h {0}' style='display:inline-flex'><span class=k-checkbox-inner style='width:16px;height:16px;border:1px solid #888'></span>{1}</label>"
TICKS = (
    "<div>"
    + TICK.format("is-checked", "<span>Shade</span>")
    + TICK.format("", "<span>Net</span>")
    + "<div>"
    + TICK.format("", "")
    + " <span>Leeks</span></div><button>Save</button></div><script>for (const one of document.querySelectorAll('label')) one.addEventListener('click', () => document.title)</script>"
)
SIDE = "<style>.menu-toggle::after{{content:'';display:inline-block;width:6px;height:6px;border-top:1px solid}}</style><ul><li><a class=menu-toggle href='javascript:void(0)'>Parts</a><ul style='display:{0}'><li><a href=#t>Tyres</a></li><li><a href=#b>Bells</a></li></ul></li></ul>"
TARGET = "<style>.toggle::after{{content:'';float:right;width:9px;height:9px;border-top:1px solid}}</style><h2 class='toggle h' data-target={0} onclick=1>Preview</h2><div id=h1><button>Zoom</button></div><p id=h2></p>"

CASES = [
    ("a class with letters of a program behind it", HASHED.format("selected_2d1c250f14", "#cdf"), ['button "List" selected', 'button "Grid"', 'button "Plan"']),
    ("a state written before its kind", HASHED.format("activeButton_f00a850177", "#cdf"), ['button "List" selected', 'button "Grid"', 'button "Plan"']),
    ("a drawn slider", SLIDER.format("40%", "left:40%"), ['generic "" = "40%"']),
    ("the knob of a drawn slider", "<div class=x-slider style='position:relative;width:300px;height:20px'><div class='x-slider__button h' style='position:absolute;left:40%;width:14px;height:14px;background:#06c'></div></div>", ['generic "" = "40%"']),
    ("a drawn slider with two knobs", SLIDER.format("40%", "left:70%"), ['generic ""']),
    ("parts that fold branches", BRANCHES.format("<ul><li>Oak</li></ul>"), ['button maybe "expand" expanded (in "North")', 'button maybe "expand" collapsed (in "South")']),
    ("parts that fold nothing yet", BRANCHES.format(""), ['button maybe "expand" (in "North")', 'button maybe "expand" (in "South")']),
    ("such a class that nothing shows", HASHED.format("selected_2d1c250f14", ""), ['button "List"', 'button "Grid"', 'button "Plan"']),
    ("a head of which a class and an arrow say that it is sorted", TABLE.format("x-sorted", UP, "", "Chair", "Lamp"), ['columnheader "Name" sorted ascending', 'columnheader "Town"']),
    ("a sorted head against whose arrow the cells go", TABLE.format("x-sorted", UP, "", "Lamp", "Chair"), ['columnheader "Name" sorted', 'columnheader "Town"']),
    ("heads of which all may be sorted", TABLE.format("x-sorted", "", "x-sorted", "Chair", "Lamp"), ['columnheader "Name"', 'columnheader "Town"']),
    ("a sorter that is active", "<table><tr><th><div role=button tabindex=0 class='s s_sort_active' style='color:red'>Name</div><th><div role=button tabindex=0 class='s'>Town</div><tr><td>A<td>B</table>", ['button "Name" sorted', 'button "Town"']),
    ("a state before letters of a program without digits", HASHED.format("List_active__aBcDe", "#cdf"), ['button "List" selected', 'button "Grid"', 'button "Plan"']),
    ("an arrow that one head alone shows", TABLE.format("x", UP, "", "Chair", "Lamp"), ['columnheader "Name" sorted ascending', 'columnheader "Town"']),
    ("arrows that heads show with the pointer", TABLE.format("x", f"<span style='opacity:0'>{UP}</span>", "", "Chair", "Lamp"), ['columnheader "Name"', 'columnheader "Town"']),
    ("a sign whose class says the way", TABLE.format("x", "<i class='fa fa-sort-amount-desc'></i>", "", "Chair", "Lamp"), ['columnheader "Name" sorted descending', 'columnheader "Town"']),
    ("signs of heads that say no way", TABLE.format("x", "<i class='fa fa-sort'></i>", "", "Chair", "Lamp"), ['columnheader "Name"', 'columnheader "Town"']),
    ("an arrow that is a button of its own", TABLE.format("x", f"<button aria-label=Load>{UP}</button>", "", "Chair", "Lamp"), ['columnheader "Name Load"', 'button "Load" (column "Name")', 'columnheader "Town"']),
    ("the sign of a menu in a head", TABLE.format("x", "<i class='fa fa-caret-down'></i>", "", "Lamp", "Chair"), ['columnheader "Name"', 'columnheader "Town"']),
    ("arrows of a list by their classes", f"<ul role=listbox>{ARROW.format('bottom', 'Rooms')}{ARROW.format('right', 'Outdoors')}</ul>", ['option "Rooms" expanded', 'option "Outdoors" collapsed']),
    ("places for arrows of a list", "<ul role=listbox>" + "".join(f"<li role=option class=n>{n}<i class=x-toggle-right style=background:none></i></li>" for n in ("Rooms", "Outdoors")) + "</ul>", ['option "Rooms"', 'option "Outdoors"']),
    ("arrows of a list that all point down", f"<ul role=listbox>{ARROW.format('bottom', 'Rooms')}{ARROW.format('bottom', 'Outdoors')}</ul>", ['option "Rooms"', 'option "Outdoors"']),
    ("a menu that is painted", POPUP.format("list", ""), ['button "ann" expanded']),
    ("a menu that is not", POPUP.format("list", "display:none"), ['button "ann"']),
    ("a part of the page that a button governs", "<button aria-controls=m style='width:90px'>Next</button><div id=m style='width:90px;height:30px'>Slide</div>", ['button "Next"']),
    ("an attribute of a kit that bars", TAB.format(1, 0, "data-x-active", "default", "red", "In") + TAB.format(2, 0, "", "pointer", "blue", "Out") + TAB.format(3, -1, "data-x-disabled", "default", "blue", "Gone"), ['link "In" current', 'link "Out"', 'link "Gone" (disabled)']),
    ("an attribute of a kit that bars nothing", "<button data-disabled class=h>Save</button><button data-x-disabled=false tabindex=-1>Go</button>", ['button "Save"', 'button "Go"']),
    ("a pale choice without a hand", OPTIONS.format("".join(OPTION.format(c, r, n, "") for c, r, n in (("pointer", "rgba(0,0,0,.9)", "A"), ("pointer", "rgba(0,0,0,.9)", "B"), ("auto", "rgba(0,0,0,.3)", "C")))), ['option "A"', 'option "B"', 'option "C" (disabled)']),
    ("a chosen one without a hand", OPTIONS.format("".join(OPTION.format(c, r, n, s) for c, r, n, s in (("pointer", "rgba(0,0,0,.9)", "A", ""), ("pointer", "rgba(0,0,0,.9)", "B", ""), ("auto", "rgba(0,0,0,.3)", "C", "aria-selected=true")))), ['option "A"', 'option "B"', 'option "C" selected']),
    ("a chip with a tick that is drawn", CHIP.format("chip--selected", 20, "Today") + CHIP.format("", 0, "Later"), ['button "Today" selected', 'button "Later"']),
    ("tick boxes that labels are without an input, beside a button", TICKS, ['label "Shade" checked', 'label "Net" unchecked', 'label "" unchecked (in "Leeks")', 'button "Save"']),
    ("labels that are no tick boxes", "<div><label class=x-checkbox-label onclick=';'>Rows</label> <input aria-label=Rows></div>", ['textbox "Rows"']),
    ("stars whose words for their value are empty", "<div role=slider tabindex=0 aria-label=Stars aria-valuenow=3 aria-valuetext='' style='width:90px;height:20px'></div>", ['slider "Stars" = "3"']),
    ("a fold of a side whose sign a style draws", SIDE.format("none"), ['link "Parts" collapsed']),
    ("such a fold that is open", SIDE.format("block"), ['link "Parts"', 'link "Tyres"', 'link "Bells"']),
    ("a head that names what stands behind it and folds that", TARGET.format("h1"), ['heading "Preview" expanded', 'button "Zoom"']),
    ("a head that names something else", TARGET.format("h2"), ['heading "Preview"', 'button "Zoom"']),
    ("a fold that is a tab", "<div role=tablist aria-multiselectable=true>" + "".join(f"<div><div role=tab {said} aria-controls={name} class=h style='height:24px'>{name}</div><div role=tabpanel id={name} style='display:{display}'>Up to two of them.</div></div>" for name, said, display in (("Bags", "aria-expanded=true", "block"), ("Refunds", "", "none"))) + "</div>", ['tab "Bags" expanded', 'tab "Refunds" collapsed']),
    ("a button that opens a menu by the attribute of its kit", "<button data-bs-toggle=dropdown style='width:30px;height:20px'></button>", ['button "" opens menu']),
    ("a field that is only read and chosen from, from right to left in a kit that is not", "<div dir=rtl><div class=k-select style='width:215px'><div style='position:relative'><input readonly value=Oslo aria-label=Town style='width:200px;height:32px'><i class='k-select__caret' style='position:absolute;right:8px;top:8px;width:14px;height:14px'></i></div></div></div>", ['textbox "Town" = "Oslo" opens listbox readonly']),
    ("the crumb of this page in a kit whose crumbs have the hand", "<style>.c:hover{cursor:pointer}</style><div class=k-breadcrumb style='display:flex'><div class=c onclick=';'><a href=#t>Town</a></div><div class=c data-w>Plot 2</div></div><script>document.querySelector('[data-w]').addEventListener('click', () => document.title)</script>", ['link "Town"']),
    ("tick boxes whose mark waits in a style", "<style>.cb{width:16px;height:16px;border:1px solid #ccc;cursor:pointer}.cb::after{content:'';opacity:0}.cb.done{background:#1ab}.cb.done::after{opacity:1}</style><div>" + "".join(f"<div class=f><div class='cb {done}' onclick=1></div><span>{name}</span></div>" for name, done in (("Sand", "done"), ("Varnish", ""))) + "</div>", ['generic maybe "Sand" checked', 'generic maybe "Varnish" unchecked']),
    ("a head in capitals around the button that says more of it", "<table><tr><th class=h onclick=1><span style='text-transform:uppercase'>Town</span><span role=button tabindex=0 aria-label='Town: Activate to sort'></span><tr><td>Oslo</table>", ['columnheader maybe "Town"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_lines_by_classes_and_signs(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    told = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert told == lines
