"""What lines call things whose name says nothing of them, and signs that only their drawing names."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>.row{display:flex;width:320px;height:40px}.row>:first-child{flex:1}.k{cursor:pointer;width:24px;height:24px;display:inline-block}.f{position:relative;width:200px;height:58px}.f input{width:200px;height:56px}.f label{position:absolute;left:8px;top:4px}</style>"
SIGN = "<button><svg class=kit-icon width=16 height=16>{}</svg></button>"

CASES = [
    ("a key that nobody translated", "<fieldset><label aria-hidden=true>Name</label><div><input aria-label='$t:inputField' value=An placeholder=Find></div></fieldset>", ['textbox maybe "Name" = "An"']),
    ("a key without anything painted", "<input aria-label='$t:inputField'>", ['textbox "$t:inputField"']),
    ("a price is no key", "<div><span>Price</span> <input aria-label='$ 40'></div>", ['textbox "$ 40"']),
    ("the name of a button in the label", "<label><input placeholder='Write a word'><button aria-label=Attach>@</button></label>", ['textbox maybe "Write a word"', 'button "Attach"']),
    ("the word for its kind", "<div class=row><div>Cold</div><div><div role=switch aria-label=Switch aria-checked=true class=k tabindex=0></div></div></div>", ['switch maybe "Cold" checked']),
    ("a label behind its field", "<div class=f><input><label>Full name</label></div>", ['textbox maybe "Full name"']),
    ("steps in a row of a list", "<div class=row><div>Boxes</div><div><div class=s><button aria-label=less>-</button><div><div><input role=spinbutton value=3 style='width:40px'></div></div><button aria-label=more>+</button></div></div></div>", ['button "less" (in "Boxes")', 'spinbutton maybe "Boxes" = "3"', 'button "more" (in "Boxes")']),
    ("how a row stood once", "<table role=treegrid><tr role=row aria-expanded=true><td role=gridcell>Tea <button aria-label='Row Expanded'>v</button><tr role=row><td role=gridcell>Coffee <button aria-label='Row Expanded'>v</button></table>", ['button maybe "toggle row" expanded (in "Tea")', 'button maybe "toggle row" (in "Coffee")']),
    ("the label in a list field", "<div role=combobox aria-haspopup=listbox aria-label='Select an option' tabindex=0 style='width:120px'><label>Pier</label> <div>North</div></div>", ['combobox maybe "Pier" = "North" opens listbox']),
    ("groups of drawings", SIGN.format("<g id=AddOutline-AddOutline><path d='M0 0h9v9z'/></g>") + SIGN.format("<path d='M0 0h5v5z'/>"), ['button maybe "add"', 'button "" (after "add")']),
    ("the last word of the class of a sign", "".join(f"<a href='javascript:;' class=k><span class='btn-icon {of}'></span></a>" for of in ("pagination-first", "pagination-next")) + "<div class='x-tool x-collapse-west k' onclick=1></div><a href='javascript:;' class='spinner-arrow-up k'></a>", ['link maybe "pagination first"', 'link maybe "next"', 'generic maybe "collapse west"', 'link maybe "arrow up" (after "collapse west")']),
    ("a label in a box of its own", "<div><label onclick=1 style='position:absolute;margin-top:40px;margin-left:90px'>Note</label><section><p><span><input aria-label='$t:field'></span></p></section></div>", ['textbox maybe "Note"']),
    ("a message before the label", "<div class=f><input class=is-invalid><div class=invalid-feedback style='position:absolute;top:58px'>Missing</div><label>Full name</label></div>", ['textbox maybe "Full name" invalid="Missing"']),
    ("components at the left are no words of a row", "<div class=row><x-radio>Left</x-radio><div><div><p><input value=4></p></div></div></div>", ['textbox "" = "4"']),
    ("a cross in a tab", "<div role=tablist><a role=tab href=#t aria-expanded=true><button aria-label=Close style='width:20px;height:20px'><span aria-hidden=true>&times;</span></button><span>Parties</span></a></div>", ['tab maybe "Parties" expanded', 'button "Close" (in "Parties")']),
    ("a label for a drawn switch", "<label for='x[1]'>Paid</label><div><div role=switch id='x[1]' tabindex=0 aria-checked=true class=k><div aria-label=Yes class=k></div></div></div>", ['switch maybe "Paid" checked']),
    ("a drawn switch with a name of its own", "<label for=y>Paid</label><div role=switch id=y tabindex=0 aria-checked=true aria-label=Open class=k></div>", ['switch "Open" checked (in "Paid")']),
    ("the edge of a pane that does not say where it stands", "<div style='height:90px'><div role=separator tabindex=0 style='height:12px;cursor:row-resize;background:#ccc'></div>Filters 4 6 1</div>", ['separator maybe "resize Filters"']),
    ("what is disabled comes at no hover", "<div style='width:300px'><button>Kinds</button><button disabled style='opacity:0'>Reset</button></div>", ['button "Kinds"']),
    ("words beside a sign of a font", "<style>.ic{font-family:'Kit Icons';font-size:18px;display:inline-block;width:18px;overflow:hidden}</style><a href=#d><span class=ic>dashboard</span> Dashboard</a><button><span class=ic>expand_more</span></button><button aria-label=Fold><span class=ic>expand_less</span></button>", ['link maybe "Dashboard"', 'button maybe "expand more"', 'button "Fold"']),
    ("the tooltip of an identifier", "<table><tr><th>Name<th>Act<tr><td>letters <a class=k data-original-title=m9nig03CM8DnSw8m onclick=1><i class='glyphicon glyphicon-info-sign'></i></a><td>x<tr><td>tides<td>y</table>", ['link maybe "info sign" (column "Name")']),
    ("the tooltip of an identifier of letters", "<table><tr><th>Name<th>Act<tr><td>letters <a class=k data-original-title=FfnshSStKqyPnnta onclick=1><i class='glyphicon glyphicon-info-sign'></i></a><td>x<tr><td>tides<td>y</table>", ['link maybe "info sign" (column "Name")']),
    ("rows that are counted", "<table><tr><th>#<th>Name<th>Act<tr><td>1.<td>letters<td><button>Run</button><tr><td>2.<td>tides<td><button>Run</button></table>", ['button "Run" (row "letters", column "Act")', 'button "Run" (row "tides", column "Act")']),
    ("two sliders of one name with their values", "<fieldset><legend>Duty</legend><div><input type=range id=a><label for=a>Sweep</label> <output>0 %</output></div></fieldset><fieldset><legend>Flanger</legend><div><input type=range id=b><label for=b>Sweep</label> <output>OFF</output></div></fieldset>", ['slider "Sweep" = "50" (in "Duty Sweep 0 %")', 'slider "Sweep" = "50" (in "Flanger Sweep OFF")']),
    ("a heading in the navigation beside", "<div style='display:flex'><div><nav><h5>Boxes</h5>Inbox</nav></div><div><a href=#l>Letters</a><span class=k onclick=1></span></div></div>", ['link "Letters"', 'generic "" (after "Letters")']),
    ("a box around two signs", "<div class=k onclick=1><a href='javascript:;' class='spin-arrow-up k'></a><a href='javascript:;' class='spin-arrow-down k'></a></div>", ['link maybe "arrow up"', 'link maybe "arrow down"']),
    ("a count beside a letter of a font of signs", "<style>.fa-bell::before{content:'\\f0f3';font-family:Signs}</style><meta charset=utf-8><button><i class='fa fa-bell'></i> <span>3</span></button>", ['button maybe "bell 3"']),
    ("signs of sets with short letters before their names", "".join(f"<button><i class='{of}' style='display:inline-block;width:9px;height:9px;background:#333'></i></button>" for of in ("bx bx-dots-vertical-rounded", "gg-menu-right", "ion-ios-trash")) + "<button class=nc-box style='width:20px;height:20px'></button>", ['button maybe "dots vertical"', 'button maybe "menu right"', 'button maybe "trash"', 'button "" (after "trash")']),
    ("the name of a list of fields", "<div><input type=checkbox name='issue_ids[]'></div>", ['checkbox "" unchecked']),
    ("the size of a sign", "<button><span class='k-icon k-icon--x-small' style='display:inline-block;width:9px;height:9px;background:#333'></span></button>", ['button ""']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_a_line_says_instead(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html><body>{STYLE}{html}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines
