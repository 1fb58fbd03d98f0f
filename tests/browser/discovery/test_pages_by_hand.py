"""Pages that are written by hand: states, signs and boards that only classes and shapes tell."""
# ruff: noqa: E501, RUF001 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = (
    "<style>body{font:14px sans-serif}li{list-style:none;padding:6px;background:#eee;width:200px;cursor:pointer}"
    ".done{background:#888;text-decoration:line-through}.accordion{background:#eee;width:150px}.accordion.active{background:#bbb}"
    ".bar{width:24px;height:3px;margin:3px;background:#333}.cell{display:inline-block;width:30px;height:30px;border:1px solid;vertical-align:top;cursor:pointer}"
    ".dot{display:inline-block;width:12px;height:12px;background:#bbb;cursor:pointer}.dot.active{background:#333}.sw{display:inline-block;width:20px;height:20px;cursor:pointer}</style>"
)


def items(*names: str) -> str:
    made = "".join(
        f"<li onclick=1 class='{name.partition('|')[2]}'>{name.partition('|')[0]}</li>"
        for name in names
    )
    return f"<ul>{made}</ul>"


def board(*rows: str) -> str:
    return "".join(
        f"<div style='height:33px;white-space:nowrap;font-size:0'>{''.join(f'<div class=cell onclick=1 style=font-size:14px>{sign.strip()}</div>' for sign in row)}</div>"
        for row in rows
    )


BARS = "<div class=bar></div>" * 3
SIGN = "<svg viewBox='0 0 24 24' width=18 height=18><path d='M3 3h5l4 9z'/></svg>"
CASES = [
    ("a list of things to do", items("Buy milk", "Call Bo|done", "Read"), ['listitem "Buy milk" unchecked', 'listitem "Call Bo" checked', 'listitem "Read" unchecked']),
    ("a class that nothing shows", items("Buy milk", "Call Bo|completed"), ['listitem "Buy milk"', 'listitem "Call Bo"']),
    ("heads that fold", "<button class='accordion active'>Trees</button><button class=accordion>Birds</button>", ['button "Trees" expanded', 'button "Birds" collapsed']),
    ("heads of which none is open", "<button class=accordion>Trees</button><button class=accordion>Birds</button>", ['button "Trees"', 'button "Birds"']),
    ("three bars", f"<div onclick=1 style='cursor:pointer;width:24px'>{BARS}</div>", ['generic maybe "menu"']),
    ("three bars in a button", f"<button><div>{BARS}</div></button>", ['button maybe "menu"']),
    ("three bars that are not equal", f"<div onclick=1 style='cursor:pointer;width:24px'>{BARS.replace('bar>', 'bar style=width:9px>', 1)}</div><a href=#a>Home</a>", ['generic "" (before "Home")', 'link "Home"']),
    ("what an id of one word is for", f"<button id=shuffle>{SIGN}</button><button class='btn prev-btn'>{SIGN}</button><div id=seek class=progress onclick=1 style='cursor:pointer;width:200px;height:8px;background:#ccc'></div>", ['button maybe "shuffle"', 'button maybe "prev"', 'generic maybe "seek"']),
    ("an id that says nothing", f"<button id=thing>{SIGN}</button><a href=#a>Home</a>", ['button "" (before "Home")', 'link "Home"']),
    ("a field that only its id names", "<input type=range id=volume value=70>", ['slider maybe "volume" = "70"']),
    ("a field with an id of a program", "<input type=range id=input-12 value=70>", ['slider "" = "70"']),
    ("the fields of a game", board("X  ", " O ", "   "), [f'generic "{"X" if i == 0 else "O" if i == 4 else ""}" (row {i // 3 + 1}, column {i % 3 + 1})' for i in range(9)]),
    ("buttons in two rows that say what they do", "<div style='width:90px'>" + "".join(f"<button title={name} style='width:40px;height:30px'>{SIGN}</button>" for name in ("Bold", "Italic", "Left", "Right")) + "</div>", [f'button "{name}"' for name in ("Bold", "Italic", "Left", "Right")]),
    ("fields of one row", board("   "), [f'generic "" ({i} of 3)' for i in (1, 2, 3)]),
    ("the keys of a keypad", board("789", "456"), [f'generic "{key}"' for key in "789456"]),
    ("dots below pictures", "<span class=dot onclick=1></span> <span class='dot active' onclick=1></span> <span class=dot onclick=1></span>", ['generic maybe "dot" (1 of 3)', 'generic maybe "dot" selected (2 of 3)', 'generic maybe "dot" (3 of 3)']),
    ("steps that are boxes", "<div style='display:flex;justify-content:space-between;width:400px'><span>Volume</span><div style='display:flex'><div onclick=1 style='cursor:pointer;width:24px'>−</div><div style='width:30px'>3</div><div onclick=1 style='cursor:pointer;width:24px'>+</div></div></div>", ['generic "−" (in "Volume")', 'generic "+" (in "Volume")']),
    ("signs around a month", "<div><span onclick=1 style='cursor:pointer;display:inline-block;width:20px'>‹</span> <b>March 2026</b> <span onclick=1 style='cursor:pointer;display:inline-block;width:20px'>›</span></div>", ['generic "‹" (in "March 2026")', 'generic "›" (in "March 2026")']),
    ("folds of a tree", "<style>.nested{display:none}.nested.active{display:block}</style><ul><li style='cursor:auto'><span class='caret caret-down' onclick=1 style='cursor:pointer'>Drinks</span><ul class='nested active'><p>Water</p><div><span class=caret onclick=1 style='cursor:pointer'>Tea</span><ul class=nested><li>Black</li></ul></div></ul></li></ul>", ['generic "Drinks" expanded', 'generic "Tea" collapsed']),
    ("what is done to a row", "<table><tr><td>Ann<td><span class='edit-row' onclick=1 style='cursor:pointer;display:inline-block;width:16px;height:16px;background:#999'></span></table>", ['generic maybe "edit" (in "Ann")']),
    ("one that is chosen by a short class", "<style>.size{display:inline-block;width:30px;cursor:pointer}.sel{background:#000;color:#fff}</style><div class=size onclick=1>S</div><div class='size sel' onclick=1>M</div>", ['generic "S"', 'generic "M" selected']),
    ("one that is chosen by its outline", "<style>.t{display:inline-block;width:50px;height:40px;background:#aaf;cursor:pointer}.current{outline:2px solid}</style><div class='t' onclick=1>A1</div><div class='t current' onclick=1>A2</div>", ['generic "A1"', 'generic "A2" selected']),
    ("the last message of a chat", "<section style='width:300px'><div class=msg>Hi there</div><div class=msg>Hello</div><textarea placeholder='Type a message' style='width:280px'></textarea></section>", ['textbox "Type a message"']),
    ("a heading of the section before", "<section><h3>Chat</h3><p>no words</p></section><section><input type=password aria-label=Password><span onclick=1 style='cursor:pointer'>🙈</span></section>", ['textbox "Password" secret=empty', 'generic "🙈" (after "Password")']),
    ("keys of an instrument", "".join(f"<div data-note={note} onclick=1 style='display:inline-block;width:20px;height:60px;border:1px solid'></div>" for note in ("c", "c#", "d")), ['generic maybe "c"', 'generic maybe "c#"', 'generic maybe "d"']),
    ("an attribute that a program wrote", "<div data-key=8f3a91bc onclick=1 style='width:20px;height:20px;border:1px solid;cursor:pointer'></div>", ['generic ""']),
    ("a board of which not all fields are painted", "<div style='display:grid;grid-template-columns:repeat(4,30px);width:120px'>" + "".join(f"<div class=cell onclick=1 style='border:0;background:{'#a86' if (i + i // 4) % 2 else '#dca' if i < 8 else '#dca;visibility:hidden'}'>{'♟' if i < 4 else ''}</div>" for i in range(12)) + "</div>", [f'generic "{"♟" if i < 4 else ""}" (row {i // 4 + 1}, column {i % 4 + 1})' for i in range(12) if i < 8 or (i + i // 4) % 2]),
    ("steps around words", "<div style='width:200px'>Zoom: <span onclick=1 style='cursor:pointer;display:inline-block;width:20px'>+</span> 100% <span onclick=1 style='cursor:pointer;display:inline-block;width:20px'>-</span></div>", ['generic "+" (in "Zoom: 100%")', 'generic "-" (in "Zoom: 100%")']),
    ("colours that are painted on canvases", "".join(f"<div data-color='rgb({n},0,0)' onclick=1 style='width:15px;height:15px'><canvas width=13 height=13></canvas></div>" for n in (0, 128)), ['generic maybe "colour #000000"', 'generic maybe "colour #800000"']),
    ("a sign beside a colour", f"<span class=sw onclick=1 style='background:#f00'></span><span class=sw onclick=1 style='background:#0a0'></span><span class=sw onclick=1 style='background:#00f'></span> <button id=a>{SIGN}</button>", ['generic maybe "colour #ff0000"', 'generic maybe "colour #00aa00"', 'generic maybe "colour #0000ff"', 'button ""']),
]  # fmt: skip


@pytest.mark.parametrize(("what", "markup", "lines"), CASES, ids=[case[0] for case in CASES])
async def test_what_is_written_by_hand_says_how_it_stands(page_of, what, markup, lines) -> None:
    page = await page_of(f"<!doctype html>{STYLE}{markup}")
    found = (await discover(page)).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines, what
