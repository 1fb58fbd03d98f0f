"""What gets a mark: nothing twice, nothing on nothing, nothing missed, as large as it is seen."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe

HOST = """<script>customElements.define('x-b', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = INNER }
})</script>"""
FILES = "".join(f"<li id=f{i}><span>file {i}.txt</span></li>" for i in range(3))
ROWS = "".join(
    f"<div role=row aria-selected=false id=r{i} style='height:24px'><i role=gridcell>file {i}</i></div>"
    for i in range(3)
)
LISTEN = "<script>document.getElementById('list').addEventListener('click', () => 1)</script>"
ICON = "<svg width=16 height=16><path d='M0 0h16v4z'/></svg>"

CASES = [
    # Nothing twice.
    ("a tab in a tab with its cross", "<div role=tab tabindex=0 id=out style='display:inline-flex;padding:6px 30px 6px 8px;position:relative'><div role=tab id=in style='width:60px'>Query</div><a id=x style='position:absolute;right:4px;cursor:pointer' onclick=1>x</a></div>", ["out", "x"]),
    ("a small button in a box that says it is one", "<div id=out role=button tabindex=0 style='width:160px;height:40px'><div role=button style='width:40px'>Go</div></div>", ["out"]),
    ("a host and the button in it", "<x-b id=host role=button tabindex=0 style='display:inline-block;padding:8px 24px'>Save</x-b>" + HOST.replace("INNER", "'<button tabindex=-1><slot></slot></button>'"), ["host"]),
    ("a nameless host and its button", "<x-b id=host role=button tabindex=0></x-b>" + HOST.replace("INNER", f"'<button>{ICON.replace(chr(39), chr(34))}</button>'"), [""]),
    ("a cell, its button and the handler of its row", "<table role=grid><tr onclick=1 style='cursor:pointer'><td role=gridcell tabindex=0 style='padding:10px 40px'><button id=b>Open</button></table>", ["b"]),
    ("two buttons in a cell", "<div role=gridcell tabindex=0 id=cell style='width:300px;height:30px'>Words <button id=a>Open</button> <button id=b>Close</button></div>", ["cell", "a", "b"]),
    ("items of a tree in each other", "<div role=tree><div role=treeitem tabindex=0 aria-expanded=true id=t1>src<div role=group><div role=treeitem tabindex=-1 id=t2>main</div></div></div></div>", ["t1", "t2"]),
    ("a caption that listens beside its select", "<label id=cap onclick=1>Kind</label><div id=s role=combobox tabindex=0 aria-labelledby=cap style='width:200px;border:1px solid'>A</div>", ["s"]),
    ("words that listen before what they name", "<div><b id=cap onclick=1>Size:</b> <input id=s aria-label=Size></div>", ["s"]),
    ("a listener in a control with the same words", "<x-tab tabindex=0 id=out style='display:block;width:400px;height:40px'><i onclick=1 style='width:40px'>Video</i></x-tab>", ["out"]),
    # Nothing on nothing.
    ("a page that takes the focus", "<div tabindex=0 style='height:650px'><p>Words</p><a id=a href=#>link</a></div>", ["a"]),
    ("a list that takes the focus", "<div tabindex=0 style='height:90px;overflow:auto'><a id=a href=#>one</a><br><a id=b href=#>two</a><div style='height:900px'></div></div>", ["a", "b"]),
    ("a chip that takes the focus", "<div tabindex=0 id=chip style='display:inline-block;padding:4px'>Tag <a id=x href=#>remove</a></div>", ["chip", "x"]),
    ("cards beside each other", "<div tabindex=0 id=c1 style='height:90px'>One <button id=b1>b</button></div><div tabindex=0 id=c2 style='height:90px'>Two <button id=b2>b</button></div>", ["c1", "b1", "c2", "b2"]),
    ("bars with nothing in them", "<div role=status tabindex=0>Ready</div><div role=toolbar tabindex=0 style='height:20px'></div><div role=tabpanel tabindex=0>text</div>", []),
    ("an empty bar that listens", "<div role=toolbar id=list style='height:20px'></div>" + LISTEN, []),
    ("a scroller with a link by handler", "<div style='height:60px;width:200px;overflow:auto'><b id=b onclick=1>one</b><div style='height:900px'></div></div>", ["b"]),
    ("a scroller with a box that has the hand", "<div style='height:60px;width:200px;overflow:auto'><div id=b style='height:90px;background:teal;cursor:pointer'></div></div>", ["b"]),
    ("a scroller with words", "<div id=s style='height:60px;width:200px;overflow:auto'>words<div style='height:900px'></div></div>", ["s"]),
    ("a scroller with nothing", "<div style='height:60px;width:200px;overflow:auto'><div style='height:900px'></div></div>", []),
    ("a shade under a dialog", "<div style='position:fixed;inset:0;background:#0008;cursor:pointer' onclick=1></div><div role=dialog aria-modal=true style='position:fixed;left:200px;top:100px;width:300px;height:200px;background:#fff'><button id=b>OK</button></div>", ["b"]),
    # Nothing missed.
    ("an editor whose field has no size", "<div id=ed style='width:600px;height:200px;cursor:text;position:relative'><div role=textbox tabindex=0 style='position:absolute;width:0;height:19px'></div>code</div>", ["ed"]),
    ("an editor with a clear field under its lines", "<div id=ed style='width:600px;height:120px;position:relative'><textarea aria-label=Code style='position:absolute;opacity:0;width:1px;height:1em;left:40px'></textarea><div style='position:absolute;inset:0;cursor:text'>let x = 1</div></div>", ["ed"]),
    ("an editor with a field in a box of 3 px", "<div id=ed style='width:600px;height:120px;position:relative;overflow:hidden'><div style='overflow:hidden;position:relative;width:3px;height:0'><textarea style='position:absolute;bottom:-1em;width:1px;height:1em'></textarea></div><pre style='cursor:text'>let x = 1</pre></div>", ["ed"]),
    ("a select with a field as wide as nothing", "<label for=in>Colour</label><div id=s style='width:500px;height:33px;border:1px solid;display:flex'><div>Ocean</div><input id=in role=combobox style='width:4px;border:0;padding:0;outline:0'></div>", ["s"]),
    ("a select whose field cannot be written", "<div id=s style='width:300px;border:1px solid;padding:8px'><input role=combobox readonly value=A aria-label=Kind style='border:0;width:200px'></div>", ["s"]),
    ("a clear field in a row with another", "<div style='width:500px'><span id=s onclick=1 style='display:inline-block;width:120px;cursor:pointer;position:relative;border:1px solid'>one<input role=combobox style='position:absolute;opacity:0;width:1px;pointer-events:none'></span> <input id=n></div>", ["s", "n"]),
    ("files in a list that listens", f"<ul id=list style='width:300px'>{FILES}</ul>{LISTEN}", ["f0", "f1", "f2"]),
    ("the one item of a list that listens", f"<ul id=list style='width:300px'><li id=f0>file</li></ul>{LISTEN}", ["f0"]),
    ("the one suggestion of a list that takes the focus", f"<ul id=list tabindex=0 style='width:300px'><li id=f0 style='cursor:pointer'><div tabindex=-1>file</div></li></ul>{LISTEN}", ["f0"]),
    ("suggestions of a list that takes the focus", f"<ul id=list tabindex=0 style='width:300px'><li id=f0 style='cursor:pointer'>file</li><li id=f1 style='cursor:pointer'>folder</li></ul>{LISTEN}", ["f0", "f1"]),
    ("rows of a grid that listens", f"<div id=list role=grid style='width:300px'>{ROWS}</div>{LISTEN}", ["r0", "r1", "r2"]),
    ("rows that answer to the pointer", "<style>.r:hover{background:#eee}</style><div id=list style='width:300px'>" + ROWS.replace("role=row aria-selected=false", "class=r").replace("role=gridcell", "") + f"</div>{LISTEN}", ["r0", "r1", "r2"]),
    ("a post whose icons are out of view", "<style>.r{height:40px}.r:hover{background:#eee}</style><div id=list style='width:300px;height:132px;overflow:hidden'>" + "".join(f"<div class=r>words<br><span id=i{i} onclick=1>icon</span></div>" for i in range(5)) + f"</div>{LISTEN}", ["i0", "i1", "i2"]),
    ("words in a box that listens", "<div id=list style='width:300px'><p>one</p><p>two</p><p>three</p></div>" + LISTEN, ["list"]),
    ("a link and words in a list that listens", "<ul id=list><li><a id=a href=#>one</a></li><li><a id=b href=#>two</a></li></ul>" + LISTEN, ["a", "b"]),
    ("the triangle of an item", "<div role=tree><div role=treeitem aria-expanded=false tabindex=0 id=t style='width:200px'><span id=c style='display:inline-block;width:16px;cursor:pointer'>+</span> sources</div></div>", ["t", "c"]),
    ("a handle to drag by", "<div style='width:200px;border:1px solid'><span id=h style='cursor:grab;display:inline-block;width:20px'>::</span>Item</div>", ["h"]),
    ("a map to drag", "<div style='width:600px;height:300px;cursor:grab;background:#def'>map</div>", []),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_every_thing_gets_one_mark(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    assert sorted(e.identity.id for e in found) == sorted(ids)


HOVER = """<!doctype html><style>
  .t { display: inline-block; width: 24px; height: 24px; background: none; border: 0; padding: 0 }
  .t svg { opacity: 0 } .row:hover .t svg { opacity: 1 }
  .w { color: transparent } .row:hover .w { color: red }
  .g::before { content: "+" } .p { position: absolute; left: 300px; top: 60px }
</style><div class=row><a id=a href=#>Row one</a> <button class=t aria-label=Pin><svg width=24 height=24>
<path d='M0 0h20v20z'/></svg></button> <button class="t w">Delete</button></div>
<div class=row style="height:40px"><button class="t g" id=g aria-label=Plus></button></div>
<img class=p width=60 height=40 alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
<a class="t p" href=# id=over aria-label="Over a picture"></a>"""


async def test_controls_that_the_pointer_brings_are_named_at_their_row(page_of) -> None:
    found = (await discover(await page_of(HOVER))).elements
    assert [(e.identity.id, e.on_hover) for e in found] == [
        ("a", ("Pin", "Delete")),
        ("g", ()),
        ("over", ()),
    ]
    assert found[0].to_json()["onHover"] == ["Pin", "Delete"]


BOXES = [
    ("what a dialog leaves free", "<a id=t href=# style='position:absolute;left:20px;top:20px;width:400px;height:30px'>link</a><div style='position:absolute;left:150px;top:10px;width:300px;height:200px;background:#fff'><input></div>", (20, 20, 130, 30)),
    ("what a pane without colour lies on", "<a id=t href=# style='position:absolute;left:20px;top:20px;width:400px;height:30px'>link</a><div style='position:absolute;left:150px;top:10px;width:300px;height:200px'></div>", (20, 20, 400, 30)),
    ("a picture in a link", "<body style='margin:20px'><a id=t href=#><img width=88 height=31 alt=Badge style='display:inline' src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"88\" height=\"31\"/>'></a>", (20, 20, 88, 31)),
    ("a button that its host draws larger", "<body style='margin:0'><x-b style='display:inline-flex;padding:10px 24px;border:1px solid'>Save</x-b>" + HOST.replace("INNER", "'<button id=t style=\"border:0;padding:0;background:none\"><slot></slot></button>'"), None),
]  # fmt: skip


@pytest.mark.parametrize(("html", "box"), [b[1:] for b in BOXES], ids=[b[0] for b in BOXES])
async def test_boxes_are_what_is_seen(page_of, html, box) -> None:
    page = await page_of("<!doctype html>" + html)
    [element] = [e for e in (await discover(page)).elements if e.identity.id == "t"]
    if box is None:
        box = await page.call(
            None,
            "function () { const r = document.querySelector('x-b').getBoundingClientRect();"
            " return [r.x, r.y, r.width, r.height]; }",
        )
    assert element.bounds.as_tuple() == pytest.approx(box, abs=1)
    assert element.point is not None


HINTS = [
    (f"<button id=t data-tooltip='Delete row'>{ICON}</button>", "Delete row"),
    ("<button id=t><i class='fa fa-trash'></i></button>", "trash"),
    ("<button id=t><i class='fa fa-lg fa-arrow-left'></i></button>", "arrow left"),
    ("<button id=t><span class='ag-icon ag-icon-filter'></span></button>", "filter"),
    ("<button id=t><img src='/static/icons/zoom_in.svg?v=3' width=16 height=16></button>", "zoom in"),
    ("<button id=t><svg width=16 height=16><use href='sprite.svg#icon-gear'/></svg></button>", "gear"),
    ("<button id=t><svg data-testid=DeleteIcon width=16 height=16></svg></button>", "delete"),
    ("<button id=t><i class='mdc-icon-button__ripple'></i><x-icon svgicon=arrow_upward_24px style='padding:4px'></x-icon></button>", "arrow upward"),
    ("<button id=t><x-icon name=user-plus style='padding:4px'></x-icon></button>", "user plus"),
    ("<svg width=300 height=100><g><rect id=t width=120 height=50 onclick=1></rect><text x=30 y=40 style='pointer-events:none'>Extract</text></g></svg>", "Extract"),
    ("<div>Amount <input id=t></div>", "Amount"),
    ("<div><div>Street</div><div><input id=t></div></div>", "Street"),
    ("<table><tr><th>Item<th>Price<tr><td>Nut<td><input id=t></table>", "Price"),
    ("<input id=t name=billing_city>", "billing city"),
    ("<button id=t style='width:20px;height:20px' class='btn btn-primary css-1x2y3z'></button>", ""),
    ("<button id=t><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' width=16 height=16></button>", ""),
    ("<button id=t><img src='/a/8f3c91d2e4.png' width=16 height=16></button>", ""),
    ("<button id=t data-tooltip=Other>Named</button>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "hint"), HINTS)
async def test_what_has_no_name_gets_a_guess_and_keeps_its_empty_name(page_of, html, hint) -> None:
    [element] = (await discover(await page_of("<!doctype html>" + html))).elements
    assert element.label_hint == hint
    assert element.to_json().get("labelHint", "") == hint
    if hint:
        assert element.name == ""


async def test_a_guess_says_that_it_is_one(page_of) -> None:
    page = await page_of("<button><i class='fa fa-trash'></i></button>")
    seen = await observe(PageContext(page), ObserveOptions(annotate=False))
    assert seen.lines().endswith('button maybe "trash"')


async def test_guesses_keep_the_values_of_secret_fields_to_themselves(page_of) -> None:
    page = await page_of(
        "<div><input type=password value=hunter2 id=p></div><div><input id=t></div>"
    )
    found = (await discover(page)).elements
    assert "hunter2" not in "".join(e.label_hint for e in found)


async def test_a_scroller_says_how_much_lies_beyond(page_of) -> None:
    page = await page_of(
        "<!doctype html><div id=s style='height:60px;width:200px;overflow:auto'>words"
        "<div style='height:942px'></div></div><script>s.scrollTop = 100</script>"
    )
    [element] = (await discover(page)).elements
    whole = await page.call(None, "() => document.querySelector('#s').scrollHeight")
    assert element.state["scrolls"] == f"up 100 px, down {whole - 160} px"


PARTS = [
    ("an edge that changes a width", "<p><button id=b>Name</button><span id=e style='display:inline-block;width:6px;height:24px;cursor:col-resize'></span>", ["b"]),
    ("an edge whose cursor comes with the pointer", "<style>@media (hover:hover) { i:hover { cursor: ew-resize } }</style><button id=b>Name</button><i id=e class=l style='display:inline-block;width:6px;height:24px'></i>", ["b"]),
    ("cells of rows that are pressed", "<table>" + "".join(f"<tr id=r{i} tabindex=0 style='cursor:pointer'><td id=a{i}>one<td id=c{i}>two</tr>" for i in range(3)) + "</table>", ["r0", "r1", "r2"]),
    ("cells that take the focus one by one", "<table><tr id=r class=l><td id=a tabindex=-1>one<td id=c tabindex=-1>two</table>", ["a", "c"]),
    ("heads beside those that sort", "<table><tr><th id=h tabindex=0 style='cursor:pointer'>Name<th id=i>Age<tr><td>x<td>y</table>", ["h"]),
    ("heads that all listen", "<table><tr><th id=h>Name<th id=i>Age<tr><td>x<td>y</table>", ["h", "i"]),
    ("rows below a row of heads", "<div class=l style='width:300px'>" + "".join(f"<div id=r{i} class=w role=row style='height:24px'><span role={'gridcell' if i else 'columnheader'}>x</span></div>" for i in range(4)) + "</div>", ["r1", "r2", "r3"]),
    ("the knob of a slider", "<div id=s role=slider tabindex=0 aria-valuenow=1 style='width:36px;height:36px;padding:8px;box-sizing:border-box;cursor:pointer'><div id=k style='width:20px;height:20px;background:red'></div></div>", ["s"]),
    ("stars of a slider", "<div id=s role=slider tabindex=0 aria-valuenow=1>" + "".join(f"<span id=k{i} style='cursor:pointer'>*</span>" for i in range(5)) + "</div>", [f"k{i}" for i in range(5)]),
]  # fmt: skip
_LISTEN = """<script>for (const el of document.querySelectorAll('span[id],td[id],th[id],#k,.l'))
el.addEventListener('mousedown', () => {})</script>"""


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in PARTS], ids=[c[0] for c in PARTS])
async def test_parts_that_listen_get_no_mark_beside_what_they_belong_to(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + _LISTEN))).elements
    assert [e.identity.id for e in found] == ids


async def test_an_open_item_is_as_high_as_its_own_row(page_of) -> None:
    html = (
        "<body style='margin:0'><ul role=tree style='margin:0;padding:0;list-style:none'>"
        "<li id=a role=treeitem tabindex=0 aria-expanded=true><div id=w style='cursor:pointer;"
        "height:30px'>Docs</div><ul role=group style='margin:0;padding:0'><li id=b role=treeitem "
        "tabindex=-1 style='height:30px'>Work</ul></ul>"
    )
    page = await page_of(html)
    found = (await discover(page)).elements
    assert [(e.identity.id, e.bounds.y, e.bounds.height) for e in found] == [
        ("a", 0, 30),
        ("b", 30, 30),
    ]


async def test_clear_controls_that_a_style_shows_on_hover_are_named_at_their_row(page_of) -> None:
    html = """<style>.more { opacity: 0 } .row:hover .more { opacity: 1 } .gone { opacity: 0 }</style>
<div class=row><a id=a href=#>Row</a> <span class=more><button>Pin</button></span></div>
<div class=row><a id=b href=#>Other</a> <span class=gone><button>Never</button></span></div>"""
    found = (await discover(await page_of(html))).elements
    assert [(e.identity.id, e.on_hover) for e in found] == [("a", ("Pin",)), ("b", ())]


KNOB = "<div id=k{} style='position:absolute;left:{}px;top:-8px;width:18px;height:18px;border-radius:9px;background:#147;cursor:pointer'></div>"
TRACK = "<div id=t style='position:relative;margin:20px;width:120px;height:3px;background:#36a;cursor:pointer'>{}</div>"
DRAWN = "<style>input{{opacity:0;position:absolute;margin:0;width:40px;height:40px;left:2px;top:0}}</style><label style='font:13px sans-serif'>Daily</label><div style='position:relative;height:40px'><div id=d style='position:absolute;left:0;top:13px;width:{}px;height:14px;background:#36a;border-radius:7px'></div><input id=s type=checkbox role=switch aria-label=Daily></div>"
TICK = "<label id=l style='padding-left:24px;position:relative'><span id=w>Base</span></label>"
JOINED = [
    ("a knob on its track", TRACK.format(KNOB.format(1, 60)), ["k1"]),
    ("the two ends of a range", TRACK.format(KNOB.format(1, 10) + KNOB.format(2, 90)), ["k1", "k2"]),
    ("points on a scale", TRACK.format("".join(KNOB.format(i, 5 + 30 * i) for i in range(4))), ["k0", "k1", "k2", "k3", "t"]),
    ("a button on a bar", TRACK.format("<b id=k1 style='position:absolute;left:4px;top:-8px;width:18px;height:18px;background:red'>x</b>"), ["k1", "t"]),
    ("a square in a strip of its height", "<div id=t style='width:300px;height:20px;background:#cde;cursor:pointer'><div id=k1 style='width:18px;height:18px;background:#147'></div></div>", ["k1", "t"]),
    ("a bar that holds two sliders", "<div id=t class=l style='width:300px;height:32px;cursor:pointer;position:relative'>" + "".join(f"<div id=s{i} role=slider tabindex=0 aria-valuenow=1 style='position:absolute;left:{80 * i}px;width:20px;height:20px;background:#147'></div>" for i in (1, 2)) + "</div>", ["s1", "s2"]),
    ("a switch and its drawing", DRAWN.format(36), ["s"]),
    ("a switch on a bar that listens", DRAWN.format(400), ["d", "s"]),
    ("a part that a switch draws in its shadow tree", "<x-b id=s role=switch tabindex=0 aria-checked=true style='display:block;width:400px;height:40px'>Wi-Fi</x-b><script>customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<slot></slot><div style=\"width:36px;height:14px;background:teal\"></div>'; this.shadowRoot.lastChild.addEventListener('pointerdown', () => {}) } })</script>", ["s"]),
    ("a cross in a chip", "<div id=s role=option tabindex=0 style='width:200px'>Words <i id=k1 class=l style='display:inline-block;width:12px;height:12px;background:red'></i></div>", ["k1", "s"]),
    ("a combobox and the field in it", "<div id=t role=combobox class=l style='width:400px;height:56px;border:1px solid'><input id=s style='width:300px;margin:20px'></div>", ["s"]),
    ("a combobox whose inner box listens", "<div id=t role=combobox tabindex=0 style='width:400px;height:56px;border:1px solid'><div id=w style='width:350px;height:40px'><input id=s style='width:300px'></div></div>", ["s"]),
    ("a combobox with two fields", "<div id=t role=combobox tabindex=0 style='width:400px;height:56px;border:1px solid'><input id=s style='width:100px'><input id=s2 style='width:100px'></div>", ["s", "s2", "t"]),
    ("a select in the box of its field", "<div id=t class=l style='width:144px;height:56px;border:1px solid;cursor:pointer'><label id=w1>Kind</label><x-select id=s role=combobox tabindex=0 aria-label=Kind style='display:block;height:24px'>Used</x-select></div>", ["s"]),
    ("a select in a box with more words", "<div id=t class=l style='width:300px;height:60px;cursor:pointer'>Open the card <x-select id=s role=combobox tabindex=0 aria-label=Kind style='display:block;height:24px'>Used</x-select></div>", ["s", "t"]),
    ("a head with an arrow that is not painted yet", "<style>.a{opacity:0}#t:hover .a{opacity:1}</style><div id=t class=l style='width:90px;height:20px'><b>Value</b> <button style='border:0;background:none;width:16px;height:16px;padding:0'><svg class=a width=9 height=9><path d='M0 0h9v9z'/></svg></button></div>", ["t"]),
    ("a head with an arrow", "<div id=t class=l style='width:90px;height:20px'><b>Value</b> <button id=s style='border:0;background:none;width:16px;height:16px;padding:0'><svg class=a width=9 height=9><path d='M0 0h9v9z'/></svg></button></div>", ["s"]),
    ("the cross of a tab that another box hears", "<div class=l style='display:flex'><div id=t1 style='cursor:pointer;padding:4px'>web-1 <span id=s1 title=Close>&times;</span></div><div id=t2 style='cursor:pointer;padding:4px'>web-2 <span id=s2>&times;</span></div></div>", ["s1", "s2", "t1", "t2"]),
    ("the cross of a title bar", "<div id=t role=heading style='cursor:pointer;height:30px' class=l>Title <div style='position:absolute;right:9px;top:9px'><a id=s>✕</a></div></div>", ["s", "t"]),
    ("a sign between numbers", "<div id=t style='cursor:pointer;width:200px'><b>5</b> <span>&times;</span> <b>3</b></div>", ["t"]),
    ("an icon with a title and a style of its own", "<style>i:hover{background:red}</style><div id=t style='cursor:pointer;width:200px'>web <i id=s title=Pin style='display:inline-block;width:16px;height:16px;background:teal'></i></div>", ["s", "t"]),
    ("an icon with a title", "<div id=t style='cursor:pointer;width:200px'>Ann <i title=Admin style='display:inline-block;width:16px;height:16px;background:teal'></i></div>", ["t"]),
    ("a cross in a button", "<button id=t>Chip <span>&times;</span></button>", ["t"]),
    ("the corner of an editor", "<div id=t contenteditable style='width:300px;height:90px;position:relative;border:1px solid'>words<span id=s style='position:absolute;right:0;bottom:0;width:18px;height:18px;cursor:ns-resize;background:teal'></span></div>", ["s", "t"]),
    ("the edge of a pane", "<div style='width:300px;height:90px;position:relative'>words<span id=s style='position:absolute;right:0;top:0;width:5px;height:90px;cursor:ew-resize;background:teal'></span></div>", []),
    ("a caption whose label draws the tick box", TICK, ["l"]),
    ("a word in a row that listens", "<div id=l style='width:500px'><b id=w>Base</b></div>", ["w"]),
]  # fmt: skip
HEAR = """<script>for (const el of document.querySelectorAll('div[id],b[id],.l,label,span[id]'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in JOINED], ids=[c[0] for c in JOINED])
async def test_a_thing_and_what_is_drawn_for_it_are_one(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + HEAR))).elements
    assert sorted(e.identity.id for e in found) == ids


async def test_a_switch_has_the_box_that_is_drawn_and_the_press_still_works(page_of) -> None:
    page = await page_of("<!doctype html><body style='margin:0'>" + DRAWN.format(36) + HEAR)
    [switch] = (await discover(page)).elements
    assert (switch.role, switch.name, switch.bounds.width) == ("switch", "Daily", 36)
    assert switch.point is not None
    at = {"x": switch.point.x, "y": switch.point.y, "button": "left", "clickCount": 1}
    for kind in ("mousePressed", "mouseReleased"):
        await page.session.send("Input.dispatchMouseEvent", {"type": kind, **at})
    assert await page.call(None, "() => document.querySelector('#s').checked") is True


async def test_a_frame_that_one_field_fills_is_that_field(page_of) -> None:
    inner = "<body style='margin:0'><textarea style='width:290px;height:90px'></textarea>"
    html = f'<iframe tabindex=1 width=300 height=100 srcdoc="{inner}"></iframe><iframe id=empty tabindex=1 srcdoc="words"></iframe>'
    page = await page_of("<!doctype html>" + html)
    assert [e.tag for e in (await discover(page)).elements] == ["textarea", "iframe"]
    asked = await discover(page, target="custom", selector="iframe")
    assert [e.tag for e in asked.elements] == ["iframe", "iframe"]


COMING = """<!doctype html><style>.more { visibility: hidden } .row:hover .more { visibility: visible }
.row:not(:hover) .late { display: none } .tick { opacity: 0; transition: opacity .2s } .row:hover .tick { opacity: 1 }
.custom { opacity: 0; position: absolute; margin: 0; width: 20px; height: 20px } .drawn { display: inline-block; width: 20px; height: 20px; border: 2px solid }</style>
<div class=row><a id=a href=#>One</a> <span class=more><button>Pin</button></span></div>
<div class=row><a id=b href=#>Two</a> <input type=checkbox class=tick aria-label="Pin run" style="width:16px;height:16px"></div>
<div class=row><a id=c href=#>Three</a> <button style="border:0;background:none;width:18px;height:18px" aria-label=Lock><svg class=late width=9 height=9><path d="M0 0h9v9z"/></svg></button></div>
<div><input id=d type=checkbox class=custom aria-label=Drawn><span class=drawn></span></div>"""


@pytest.mark.parametrize("pictured", [True, False], ids=["with a picture", "without"])
async def test_boxes_and_buttons_that_come_with_the_pointer_have_no_mark_until_then(
    page_of, pictured
) -> None:
    seen = await observe(PageContext(await page_of(COMING)), ObserveOptions(annotate=pictured))
    told = [(a.element.identity.id, a.element.on_hover) for a in seen.annotations]
    assert told == [("a", ("Pin",)), ("b", ("Pin run",)), ("c", ("Lock",)), ("d", ())]
