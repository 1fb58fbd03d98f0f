"""One mark for what a script makes of a plain control, and for the signs that it draws on that."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = "<script>for (const el of document.querySelectorAll('.l')) el.addEventListener('click', () => {})</script>"
HIDDEN = "style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'"
BOX = "style='display:inline-block;width:200px;height:28px;border:1px solid'"
LABEL = "<label for=h id=c>Kind</label> "
SELECT = f"<select id=h {HIDDEN}><option>A</select>"
SIGN = "style='display:inline-block;width:14px;height:14px;background:#36a'"
HAND = "style='display:inline-block;width:14px;height:14px;background:#36a;cursor:pointer'"
CHIPS = f"<div id=s style='width:300px;height:30px;border:1px solid;cursor:text;display:flex'><span>Ann <i class=l id=x {HAND}></i></span><span>Bo <i class=l id=y {HAND}></i></span><div><input role=combobox id=f style='width:4px;border:0;padding:0;outline:0'></div></div>"
TAB = f"<div class=l id=w style='display:inline-flex;height:40px;padding:0 10px;cursor:pointer'><div role=tab tabindex=0 id=t style='width:60px'>One</div><button role=tab id=x aria-label=remove><i {SIGN}></i></button></div>"
LINE = "<div style='position:relative;width:300px;height:30px'><div class=l id=k style='position:absolute;z-index:1;left:40px;top:4px;width:20px;height:20px;background:#36a'></div><div class=l id=w style='position:absolute;left:{}px;top:{}px;width:240px;height:6px;background:#ccc'></div></div>"
FOLDER = f"<div class='l row' id={{0}} style='width:200px;height:30px'><span class=l id=o{{0}} {SIGN}></span><span>folder {{0}}</span></div>"
SEARCH = "<div style='display:flex;width:200px;height:30px;border:1px solid'><div class=l id=g {}></div><div><input id=f></div></div>"
TICKED = "<label role=button tabindex=0 id=c style='display:inline-block;width:200px;height:30px'>Gift <span role=switch tabindex=0 id=t style='display:inline-block;width:40px;height:20px;background:#36a'><input type=checkbox style='opacity:0;width:0;height:0;position:absolute'></span></label>"
DRAWN = "<div role=checkbox tabindex=0 id=t class=l style='width:200px'><div class=l id=d {}></div> Gift</div>"
HEAD = "<table><tr><th class=l tabindex=0 id=h style='width:200px;cursor:pointer'>Name <button id=b {} aria-label='Up or down' style='width:14px;height:20px'></button></table>"
TREE = f"<div class=l id=s {HAND.replace('14px;height:14px', '160px;height:40px').replace('background:#36a;', '')}>Choose <div role=button {{}} id=a {SIGN}></div></div>"

CASES = [
    ("the label of a select that is drawn beside it", LABEL + SELECT + f"<span><b role=combobox tabindex=0 id=s {BOX}>A</b></span>", ["s"]),
    ("the label of a select that is drawn around it", LABEL + f"<div role=combobox tabindex=0 id=s {BOX}>A{SELECT}</div>", ["s"]),
    ("the label of a field of which an editor is made", LABEL + f"<div><span contenteditable role=textbox id=s {BOX}></span></div><input id=h {HIDDEN}>", ["s"]),
    ("the label of a hidden select beside a thing of another kind", LABEL + SELECT + f"<span>A</span><div><b role=combobox tabindex=0 id=s {BOX}>A</b></div>", ["c", "s"]),
    ("the label of a file beside a button", LABEL + f"<input type=file id=h {HIDDEN}><button id=s>Send</button>", ["c", "s"]),
    ("a tick box in a label that is a button", TICKED, ["t"]),
    ("a box that keys stop at, and the field in it", f"<div tabindex=0 id=s {BOX}><input tabindex=-1 id=f style='width:190px;border:0'></div>", ["f"]),
    ("a box that keys stop at, and a field of its own in it", f"<div tabindex=0 id=s {BOX}>Size <input id=f style='width:90px;border:0'></div>", ["s", "f"]),
    ("an item that holds the field of a list", "<ul role=listbox><li role=option id=o style='width:200px;padding:4px'><input id=f style='width:190px'></ul>", ["f"]),
    ("a box that says it is a field", f"<div role=textbox id=s {BOX}><input id=f style='width:150px;border:0'><b class=l id=c title=Calendar {HAND}></b></div>", ["f", "c"]),
    ("what is chosen, in a closed select", "<div role=combobox aria-expanded=false tabindex=0 id=s style='width:200px;height:60px'><div role=listbox><div role=option aria-selected=true id=o>One</div></div></div>", ["s"]),
    ("the arrow of a field that opens a list", f"<div style='width:240px;height:30px'><input readonly id=f style='cursor:pointer'><i class=l id=a {HAND}></i></div>", ["f"]),
    ("the arrow of a field that one writes into", f"<div style='width:240px;height:30px'><input id=f><i class=l id=a {HAND}></i></div>", ["f", "a"]),
    ("a button in name only, in the box that it opens", TREE.format("aria-haspopup=tree"), ["s"]),
    ("a button that keys reach, in a box that is pressed", TREE.format("aria-haspopup=tree tabindex=0"), ["s", "a"]),
    ("crosses of what is chosen in a field", CHIPS, ["s", "x", "y"]),
    ("a tab in its box, whose cross says that it is one as well", TAB, ["t", "x"]),
    ("a head that keys reach, and its arrow", HEAD.format("tabindex=-1"), ["h"]),
    ("a head that keys reach, and a button that they reach too", HEAD.format(""), ["h", "b"]),
    ("what is drawn of a tick box", DRAWN.format(SIGN), ["t"]),
    ("what a tick box has beside it, with a title", DRAWN.format(SIGN + " title=Help"), ["t", "d"]),
    ("the track beside its knob", LINE.format(20, 11), ["k"]),
    ("a line below a knob", LINE.format(20, 24), ["k", "w"]),
    ("rows of a list, and what opens each", FOLDER.format("a") + FOLDER.format("b"), ["a", "oa", "b", "ob"]),
    ("a glass before a field", SEARCH.format(SIGN), ["f"]),
    ("a tool before a field", f"<div style='display:flex;width:600px;height:30px'><div class=l id=g {SIGN}></div><div><input id=f></div></div>", ["f", "g"]),
    ("a glass with the hand", SEARCH.format(HAND), ["f", "g"]),
    ("a link around a button and nothing else", "<a href=# id=a style='display:inline-block;padding:12px'><button id=b>more</button></a>", ["b"]),
    ("a link around words and a button", "<a href=# id=a style='display:inline-block;padding:12px'>Ann <button id=b>more</button></a>", ["a", "b"]),
    ("a part that says it is none, and shows no hand", "<div class=l role=none id=a>Words</div>", []),
    ("a part that says it is none, with the hand", "<div class=l role=none id=a style='cursor:pointer'>Words</div>", ["a"]),
    ("items of a list that takes the focus", "<div role=listbox tabindex=0 id=l style='width:200px;height:90px'><div role=option id=a>A</div><div role=option id=b>B</div></div>", ["a", "b"]),
    ("a list of which no item shows", "<div role=listbox tabindex=0 id=l style='width:200px;height:90px'>Nothing</div>", ["l"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_a_script_makes_has_one_mark(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + HEAR))).elements
    assert sorted(e.identity.id for e in found) == sorted(ids)
