"""Pages of class names alone: links without an address, folds, tick boxes with a link, knobs in labels."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>body{font:14px sans-serif}.menu a.item:hover{cursor:pointer}.menu a.still:hover{color:red}.dropdown{position:relative;width:200px;height:36px;cursor:pointer}.dropdown>i.icon{position:absolute;right:4px;top:12px;width:10px;height:10px;background:#333}</style>"
FOLDS = (
    "<div class='ui accordion' style='width:300px'>"
    + "".join(
        f"<div class='{on}title' onclick=0 style='cursor:pointer'>{head}</div><div class='{on}content' style='display:{show}'>{body}</div>"
        for head, body, on, show in (
            ("What to bring", "Ropes", "active ", "block"),
            ("How to come", "By train", "", "none"),
        )
    )
    + "</div>"
)
TICK = "<div class='ui checkbox' onclick=0 style='position:relative;width:200px;height:20px'><input type=checkbox style='opacity:0;position:absolute;z-index:-1'><label>I agree to the <a href='#t'>terms</a></label></div>"
KNOB = "<label for=k style='display:inline-block'><span aria-hidden=true style='cursor:pointer;display:inline-block;width:42px;height:20px;background:#ccc'><span style='display:block;width:20px;height:20px;background:#333'></span></span><span style='cursor:pointer'>Mail me</span></label><input id=k type=checkbox checked style='opacity:0;position:absolute;left:0;width:10px'>"
NODES = "<ul role=tree tabindex=0><li role=treeitem tabindex=-1 aria-label=Garden aria-expanded=true><button tabindex=-1 style='width:300px'>Garden</button><ul role=group><li role=treeitem tabindex=-1 aria-label=Beds aria-expanded=false><button tabindex=-1>Beds</button></ul></ul>"

CASES = [
    ("links without an address that show the hand", "<div class=menu><a class=item>Tents</a> <a class=item>Guests</a></div>", ['generic "Tents"', 'generic "Guests"']),
    ("selectors with commas in them", "<style>.menu :is(a,b).x:hover{cursor:pointer}a[title='x,y']:hover{cursor:pointer}.q:not(:has(a, b)):hover{cursor:pointer}</style><div class=menu><a class=x>Tents</a></div><a title='x,y'>Guests</a> <a class=q>Rules</a> <a class=v>Words</a>", ['generic "Tents"', 'generic "Guests"', 'generic "Rules"']),
    ("those that only change their colour", "<div class=menu><a class=still>Tents</a></div>", []),
    ("folds in a box that is called one", FOLDS, ['generic "What to bring" expanded', 'generic "How to come" collapsed']),
    ("a tick box with a link in its label", TICK, ['checkbox "I agree to the terms" unchecked', 'link "terms"']),
    ("a drawn tick box in a head", "<table><tr><th><div role=checkbox tabindex=0 aria-checked=false style='width:16px;height:16px;border:1px solid'></div><th>Boat<tr><td><div role=checkbox tabindex=0 aria-checked=true style='width:16px;height:16px;border:1px solid'></div><td>Alba</table>", ['checkbox maybe "all rows" unchecked', 'checkbox "" checked (row "Alba")']),
    ("a tick box before a label with a link", "<p><input type=checkbox><label>I agree to the <a href='#t'>terms</a></label></p>", ['checkbox maybe "I agree to the terms" unchecked', 'link "terms"']),
    ("the knob that a label draws", KNOB, ['checkbox "Mail me" checked']),
    ("the buttons of nodes", NODES, ['button "Garden" expanded', 'button "Beds" collapsed']),
    ("a list that is called by two words", "<div class='ui selection dropdown' tabindex=0><i class='dropdown icon'></i><div>Alder</div></div>", ['generic "Alder" opens listbox']),
    ("a menu that is called by one word", "<div class='ui dropdown' tabindex=0><i class='dropdown icon'></i><div>More</div></div>", ['generic "More" opens menu']),
]  # fmt: skip


RADIO = """<x-radio role=radio tabindex=0 aria-checked=true>Check-up</x-radio><x-radio role=radio tabindex=-1 aria-checked=false>Pain</x-radio><script>
customElements.define("x-radio", class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: "open"}).innerHTML = `<div style='display:flex'><input type=radio id=i style='width:24px;height:24px'><label for=i><slot></slot></label></div>`; } });
for (const one of document.querySelectorAll("x-radio")) one.shadowRoot.querySelector("input").checked = one.ariaChecked === "true";</script>"""


async def test_a_radio_in_a_component_that_says_it_is_one_keeps_its_mark(page_of) -> None:
    found = (await discover(await page_of(f"<!doctype html><body>{RADIO}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == ['radio "Check-up" checked', 'radio "Pain" unchecked']


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_pages_of_class_names(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert [line for line in said if not line.startswith("treeitem")] == lines
