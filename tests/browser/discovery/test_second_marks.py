"""One mark for a thing: what does what another mark does has none, nor what listens and does nothing; and what looks like that and does more."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.h{cursor:pointer}.f{display:flex}.n{width:200px;height:24px}i{display:inline-block;width:12px;height:12px;background:#333}</style>"
HEAD = "<table><tr><th tabindex=0 aria-sort=ascending class=h style='width:160px;height:40px'><span role=button {0}>Title</span>{1}<th>Town</table>"
CHIP = "<div role=row class='f h' onclick=1 style='width:{0}px;height:30px;padding:4px'><span role=gridcell><span role=button tabindex=0>Fresh</span></span><button aria-label=Remove><i></i></button></div>"
LIST = "<div role=group class='f h' style='width:190px;height:28px'><button role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Colour style='width:60px'>Blue</button><button aria-label=Clear><i></i></button><div>{0}</div></div>"
ITEM = "<ul role=menu><li role=menuitem {0} style='width:40px'><button aria-label=Previous disabled style='width:30px'>&lt;</button></li></ul>"
ARROW = "<div class='f h' style='width:240px;height:30px' id=l1><{0} role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-controls=m aria-label=Hall style='width:180px'>{1}<button tabindex=-1 aria-expanded=false aria-controls={2} aria-label=Hall><i></i></button></div>"
STEPPER = "<div class=f><input tabindex=-1 aria-label=Seats value=2 style='{0};padding:0;border:0'><button aria-label=Less>-</button></div>"
SWITCH = "<label for=s>Ashore</label><div><label><input type=checkbox id=s style='position:absolute;opacity:0;width:1px;height:1px'><span class=h style='display:block;width:48px;height:24px;background:#069'></span></label></div>"
CELL = "<div role=cell style='width:120px'><div data-l style='cursor:auto'>{0}</div></div>"
ROWS = (
    "<div role=table>"
    + "".join(
        f"<div role=row aria-selected=true class=f {{0}}><div role=cell><input type=checkbox aria-label='Pick {a}'></div>{CELL.format(a)}{CELL.format(b)}</div>"
        for a, b in (("Crack", "Open"), ("Joint", "Late"))
    )
    + "</div>"
)
STEPS = "<ol class=f><li class='s {2}' tabindex=0 data-l>Look</li><li class='s {1}' data-l {0}>Write</li></ol>"
TAG = "<span class='{0} f' style='width:90px;height:24px'><span data-l class='{1}'>steel</span><button aria-label='Delete it' style='width:20px'><i></i></button></span>"
CRUMBS = "<div aria-label=Breadcrumb role=navigation><a href=#a>Shop</a> <span role=link {0}>Chairs</span></div>"
MENU = "<ul><li class='h n' onclick=1><i class='x-icon-edit'></i>Change</li><li class='h n' onclick=1>{0}Log out</li></ul>"
RANGE = "<div class=x-slider tabindex=0 style='position:relative;width:300px;height:40px;background:#ddd'><input type=range aria-label=Loudness value=30 style='opacity:0;width:300px;height:40px;pointer-events:none'>{0}</div>"
CLEAR = "<label for=k>Kanton</label><div style='position:relative;width:120px;height:40px'><span style='position:absolute;left:4px;top:8px'>{1}</span><input id=k value=be style='position:absolute;left:0;top:0;width:120px;height:40px;opacity:{0}'></div>"

SCRIPT = "<script>for (const one of document.querySelectorAll('[data-l]')) one.addEventListener('click', () => document.title);</script>"

TICKED = (
    "<table><tr><th><th>Boat<th>Owner"
    + "".join(
        f"<tr><td><input type=checkbox aria-label='Pick {a}'><td {{0}}><div data-l>{a}</div><td {{0}}><div data-l>{b}</div>"
        for a, b in (("Alba", "Rui"), ("Brisa", "Eva"))
    )
    + "</table>"
)
LEAF = "<ul role=tree tabindex=0><li role=treeitem tabindex=-1 {0}><div class='f h' data-l style='width:300px'><button style='width:{1}px'>prices</button></div></ul>"
COUNT = "<ul><li class=f style='width:200px;height:30px'><button>Nodes</button><span data-l {1}>{0}</span></ul>"

CASES = [
    ("words of a head that listens itself", "<table><tr><th class=h data-l><span class=h data-l>Boat</span><th>Town</table>", ['columnheader "Boat"']),
    ("words of a head that does not listen", "<table><tr><th><span class=h data-l>Boat</span><th>Town</table>", ['generic "Boat"']),
    ("a head with the hand around its menu", "<table><tr><th class=h><a role=button tabindex=0 aria-haspopup=true title=Menu><i></i></a><th>Town</table>", ['button "Menu" opens menu']),
    ("cells of a row that listens, one of them blank", "<table><tr data-l><td class=h style='width:30px'><td class=h data-l>Alba<td class=h data-l>Rui</table>", ['none "Alba"', 'none "Rui"']),
    ("cells that tick their row", TICKED.format("data-l"), ['checkbox "Pick Alba" unchecked (row "Alba")', 'checkbox "Pick Brisa" unchecked (row "Brisa")', 'table "" (grid 3 x 3, cells by body > table[row,column]; rows 2 to 3 are in the page; columns 2 "Boat", 3 "Owner", after "Pick Brisa")']),
    ("cells whose script presses the tick box of their row", "<table><tr><th><th>Kind<th>Name<tr><td><input type=checkbox aria-label='Pick songs'><td class=h onclick=\"this.parentNode.querySelector('input').click()\"><i title=Folder></i><td><a href=#s>songs</a></table>", ['checkbox "Pick songs" unchecked (row "songs")', 'link "songs" (column "Name")']),
    ("cells whose script does something else", "<table><tr><th><th>Kind<th>Name<tr><td><input type=checkbox aria-label='Pick songs'><td class=h onclick='open()'>Folder<td><a href=#s>songs</a></table>", ['checkbox "Pick songs" unchecked (row "Folder")', 'cell "Folder" (in "songs")', 'link "songs" (row "Folder", column "Name")']),
    ("heads that all listen and show nothing", "<table><tr><th data-l>Boat<th data-l>Owner<th data-l>Acts<tr><td>Alba<td>Rui<td><button>Edit</button></table>", ['button "Edit" (row "Alba", column "Acts")']),
    ("heads of which one shows that it sorts", "<table><tr><th data-l class=x-sortable>Boat<th data-l>Owner<th data-l>Acts<tr><td>Alba<td>Rui<td><button>Edit</button></table>", ['columnheader "Boat"', 'button "Edit" (row "Alba", column "Acts")']),
    ("heads with the hand", "<table><tr><th data-l class=h>Boat<th data-l class=h>Owner<th data-l class=h>Acts<tr><td>Alba<td>Rui<td><button>Edit</button></table>", ['columnheader "Boat"', 'columnheader "Owner"', 'columnheader "Acts"', 'button "Edit" (row "Alba", column "Acts")']),
    ("cells some of which listen", TICKED.format(""), ['checkbox "Pick Alba" unchecked (row "Alba")', 'generic "Alba" (column "Boat")', 'generic "Rui" (row "Alba", column "Owner")', 'checkbox "Pick Brisa" unchecked (row "Brisa")', 'generic "Brisa" (column "Boat")', 'generic "Eva" (row "Brisa", column "Owner")']),
    ("the end of a branch around its button", LEAF.format("", 235), ['button "prices"']),
    ("a branch around its button", LEAF.format("aria-expanded=false", 235), ['treeitem "prices" collapsed', 'button "prices"']),
    ("a count beside its button", COUNT.format("4", ""), ['button "Nodes"']),
    ("a count with the hand beside its button", COUNT.format("4", "class=h"), ['button "Nodes"', 'generic "4"']),
    ("a sign in a small box that listens too", "<div class=h data-l style='width:42px;height:34px;padding:4px'><div class=h data-l style='width:26px;height:26px'><i class=x-icon-user style='width:24px;height:24px'></i></div></div>", ['generic maybe "user"']),
    ("a line that keeps what is written", "<div contenteditable aria-label=Note style='width:200px;height:40px'>Hi</div><textarea tabindex=-1 style='opacity:0;height:1px;padding:0;border:0;width:200px'>Hi</textarea>", ['generic "Note" = "Hi" editable']),
    ("words in a head that sorts", HEAD.format("", ""), ['columnheader "Title" sorted ascending']),
    ("words in a head that open a menu", HEAD.format("aria-haspopup=menu", ""), ['columnheader "Title" sorted ascending', 'button "Title" opens menu sorted ascending']),
    ("a chip that says it is a row", CHIP.format(90), ['button "Fresh"', 'button "Remove" (in "Fresh")']),
    ("a row with its buttons", CHIP.format(400), ['row "Fresh"', 'button "Fresh"', 'button "Remove" (in "Fresh")']),
    ("the group around a list field", LIST.format("2"), ['combobox "Colour" = "Blue" opens listbox', 'button "Clear" (after "Blue")']),
    ("a group that says more", LIST.format("Help"), ['group "Blue Help"', 'combobox "Colour" = "Blue" opens listbox', 'button "Clear" (in "Help")']),
    ("an item around its only button", ITEM.format(""), ['button "Previous" (disabled)']),
    ("the arrow of a list field", ARROW.format("div", "Chapel</div>", "m"), ['combobox "Hall" = "Chapel" opens listbox']),
    ("the arrow of a field one writes into", ARROW.format("input value=Chapel", "", "m"), ['combobox "Hall" = "Chapel" opens listbox editable', 'button "Hall" collapsed']),
    ("a button that opens another list", ARROW.format("div", "Chapel</div>", "other"), ['combobox "Hall" = "Chapel" opens listbox', 'button "Hall" collapsed']),
    ("a field that keeps a value", STEPPER.format("width:4px;height:4px"), ['button "Less"']),
    ("a field of a letter", STEPPER.format("width:20px;height:20px"), ['textbox "Seats" = "2"', 'button "Less" (in "Seats")']),
    ("a switch beside its label", SWITCH, ['checkbox "Ashore" unchecked']),
    ("cells that keep presses from their row", ROWS.format("data-l"), ['checkbox "Pick Crack" unchecked', 'checkbox "Pick Joint" unchecked']),
    ("cells of a row that does not listen", ROWS.format(""), ['checkbox "Pick Crack" unchecked', 'generic "Crack"', 'generic "Open"', 'checkbox "Pick Joint" unchecked', 'generic "Joint"', 'generic "Late"']),
    ("a step that is not pressed", STEPS.format("", "", "h"), ['listitem "Look"']),
    ("a step with the hand", STEPS.format("", "h", "h"), ['listitem "Look"', 'listitem "Write"']),
    ("a step of a list without a hand", STEPS.format("", "", ""), ['listitem "Look"', 'listitem "Write"']),
    ("what is laid on a part of a box", RANGE.format("").replace("opacity:0;width:300px", "opacity:0;width:90px"), ['generic ""']),
    ("the words of a tag", TAG.format("x-tag", ""), ['button "Delete it" (in "steel")']),
    ("the words of a tag with the hand", TAG.format("x-tag", "h"), ['generic "steel"', 'button "Delete it" (in "steel")']),
    ("the words of a tab", TAG.format("x-tab", ""), ['generic "steel"', 'button "Delete it" (in "steel")']),
    ("a crumb that leads nowhere", CRUMBS.format(""), ['link "Shop"']),
    ("the crumb of this page", CRUMBS.format("tabindex=0 class=h aria-current=page"), ['link "Shop"']),
    ("a crumb that leads somewhere", CRUMBS.format("tabindex=0 class=h"), ['link "Shop"', 'link "Chairs"']),
    ("a sign that begins an item", MENU.format("<i class='x-icon-close'></i>"), ['listitem "Change"', 'listitem "Log out"']),
    ("a slider whose field is clear", RANGE.format(""), ['slider "Loudness" = "30"']),
    ("what is painted over a clear field", CLEAR.format(0, "Bern"), ['textbox "Kanton" = "Bern"']),
    ("the label over a clear field", CLEAR.format(0, "Kanton"), ['textbox "Kanton" = "be"']),
    ("what is painted under a field", CLEAR.format(1, "Bern"), ['textbox "Kanton" = "be"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_one_mark_for_a_thing(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}{SCRIPT}"))).elements
    told = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert told == lines
