"""Ends of trees, panes and folds of tabs, and what only a class or an attribute of a kit says of them."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>i{display:inline-block;width:12px;height:12px;background:#333}.n{height:24px;width:200px;cursor:pointer}.r .x{opacity:0}.r:hover .x{opacity:1}.x{display:inline-block;width:20px;height:20px;cursor:pointer}[role=tab]{cursor:pointer}</style>"
NODE = "<div role=treeitem tabindex=0 class='n {2}' aria-expanded=true {1}>{0}</div>"
FLAT = f"<div role=tree>{NODE.format('Pots', 'aria-level=1', '')}{NODE.format('Mugs', 'aria-level=2', '')}{NODE.format('Tins', 'aria-level=1', 'node-last-leaf')}{NODE.format('Jars', 'aria-level=2', '')}</div>"
NESTED = "<div role=tree><div role=group><div role=treeitem tabindex=0 aria-expanded=true><div class=n>North</div><div role=group><div role=treeitem tabindex=-1 class='n is-leaf' aria-expanded=true>Shed</div></div></div></div></div>"
HALF = "<div role=tree><div role=treeitem tabindex=0 aria-checked=false class=n><span class='x-box is-indeterminate'><input type=checkbox aria-label=All></span> North</div></div>"
HOVER = "<div class=r style='width:200px;height:24px'><a href=#a>Apples</a> <span class='x' role=button aria-label=Open>{}</span></div>"
ITEM = "<div role=tab aria-expanded={1}><div class='x-item__header' role=button tabindex=0 style='width:300px;height:30px;cursor:pointer'><div class='x-item__arrow' onmousedown=1 style='float:left'><i></i></div>{0}</div><div role=tabpanel style='{2}'><textarea aria-label=Text style='width:280px;height:90px'></textarea></div></div>"
FOLDS = f"<div role=tablist style='width:300px'>{ITEM.format('Notes', 'true', 'height:100px')}{ITEM.format('Trips', 'false', 'display:none')}</div>"
EDITOR = "<div class='x-tabpane x-tabpane-active' tabindex=0 style='width:400px;height:200px;background:#eee'><div contenteditable role=textbox aria-label=Query style='width:390px;height:195px'>orders</div></div>"
PANES = "<div class='x-pane-active' tabindex=0 style='width:200px;height:40px;background:#eee'>Hello there</div><div class='x-pane' tabindex=0 style='width:200px;height:40px'>Other</div>"
BAR = "<div style='display:flex'><a href=#a class='b b__item_on' style='color:green'>Home</a><a href=#b class='b b__item'>Orders</a><a href=#c class='b b__item'>Me</a></div>"
STRIP = "<table role=grid><tr><td role=gridcell><button>leaf 1</button><td role=gridcell><button>leaf 2</button></table>"
OLD = "<p><a href='#find' data-toggle=collapse>Search</a></p><div id=find style='display:{}'>Words to look for</div>"
ICON = "<i class='gj-icon clock' onclick=1 style='cursor:pointer'></i>"

CASES = [
    ("ends of a flat tree", FLAT, ['treeitem "Pots" expanded', 'treeitem "Mugs"', 'treeitem "Tins" expanded', 'treeitem "Jars" expanded']),
    ("an end in a branch", NESTED, ['treeitem "North" expanded', 'treeitem "Shed"']),
    ("a node whose box is half", HALF, ['treeitem "All North" mixed', 'checkbox "All" mixed']),
    ("a place for an arrow that comes with the pointer", HOVER.format("&nbsp;"), ['link "Apples"']),
    ("an arrow that comes with the pointer", HOVER.format("<i></i>"), ['link "Apples" (on hover: "Open")']),
    ("folds that say they are tabs", FOLDS, ['button "Notes" expanded', 'textbox "Text"', 'tab "Trips" collapsed']),
    ("an editor in the pane of a tab", EDITOR, ['textbox "Query" = "orders"']),
    ("the pane that is shown", PANES, ['generic "Hello there"', 'generic "Other"']),
    ("the item of a bar that is on", BAR, ['link "Home" current', 'link "Orders"', 'link "Me"']),
    ("a grid of one row", STRIP, ['button "leaf 1"', 'button "leaf 2"']),
    ("what a link unfolds", OLD.format("block"), ['link "Search" expanded']),
    ("what a link folded", OLD.format("none"), ['link "Search" collapsed']),
    ("a cross with a name in another language", "<div style='width:300px'><span>El horno está frío.</span> <button aria-label=Cerrar>✕</button></div>", ['button "Cerrar" (in "El horno está frío.")']),
    ("a node whose name begins with its button", "<div role=tree><div role=treeitem tabindex=0 class=n style='display:flex'><button aria-label=Collapse>v</button>North bank</div></div>", ['treeitem maybe "North bank"', 'button "Collapse" (in "North bank")']),
    ("the label in a list field", "<button role=combobox aria-haspopup=listbox aria-expanded=false style='width:200px'><span class='x-select__label'>Town</span> <span>Oslo</span></button>", ['combobox maybe "Town" = "Oslo" opens listbox']),
    ("data that say which is on", "<div style='display:flex'>" + "".join(f"<button data-x-active={on} style='color:{c}'>{n}</button>" for n, on, c in (("A", "false", "#333"), ("B", "true", "#06c"), ("C", "false", "#333"))) + "</div>", ['button "A"', 'button "B" selected', 'button "C"']),
    ("an item before a part that is open", "<div><li onclick=0 style='cursor:pointer'>Store</li><div class='x-collapsible x-collapsible--open'><li onclick=0 style='cursor:pointer'>More of it here</li><div>Some words in it</div></div></div>", ['listitem "Store"', 'listitem "More of it here"']),
    ("a list field that is only read", "<div class='x-select' style='width:200px;height:30px;position:relative'><input readonly placeholder=Shape style='width:190px'><i class='x-select__caret' style='position:absolute;right:4px;top:8px'></i></div>", ['textbox "Shape" opens listbox readonly']),
    ("steps beside a number", "<p>Seats</p><div style='display:flex;height:30px'><input type=number aria-label=Seats value=2><button aria-label=Increase style='width:20px'></button></div>", ['spinbutton "Seats" = "2"', 'button "Increase" (in "Seats")']),
    ("what sorts a column", "<table><tr><th>Song <button aria-label=Sort></button><th>Town</table>", ['button "Sort" (column "Song")']),
    ("an icon by its second class", ICON, ['generic maybe "clock"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_lines_of_trees_folds_and_panes(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    told = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert told == lines


COMPONENT = """<x-radio>retour</x-radio><script>customElements.define("x-radio", class extends HTMLElement {
  constructor() {
    super();
    const inner = this.attachInternals();
    inner.role = "radio";
    inner.ariaChecked = "false";
    this.attachShadow({mode: "open"}).innerHTML =
      "<style>:host{display:inline-block}</style><div style='width:80px;height:30px;cursor:pointer'><slot></slot></div>";
    this.addEventListener("click", () => {});
  }
})</script>"""


async def test_what_a_component_draws_of_itself_is_the_component(page_of) -> None:
    found = (await discover(await page_of(f"<!doctype html>{COMPONENT}"))).elements
    assert [element_line(one) for one in found] == ['radio "retour" unchecked']
