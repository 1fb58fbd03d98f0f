"""One mark for one thing, where a kit draws it of several: a heading that opens, a tab, a tree, an editor."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""
HAND = "style='cursor:pointer'"
TAB = "<li role=tab tabindex=0 id=t style='display:inline-block;width:130px;height:30px;border:1px solid;position:relative'><a href=#p tabindex=-1 style='display:inline-block;width:80px'>Orders</a>{}</li>"
SIGN = "<span id=x style='position:absolute;right:2px;top:2px;width:16px;height:16px;overflow:hidden;text-indent:-999px;background:#a33;cursor:pointer'>Remove Tab</span>"
ROW = "<div role=row tabindex=-1 id=r{} style='display:flex'>{}</div>"
PLANE = "<div class=l role=grid>" + "".join(
    ROW.format(i, f"<div role=gridcell style='width:90px'>a {i}</div><div role=gridcell>b</div>")
    for i in range(3)
)
GROUND = "<li style='position:relative;list-style:none'><div class=l id=g style='position:absolute;left:0;top:0;width:300px;height:24px;cursor:pointer'></div><a role=treeitem id=a href=# tabindex=0 style='position:relative;line-height:24px'>letters</a></li>"
DRAWN = "<label for=h id=l class=l>Gift</label> <span><input type=checkbox id=h style='position:absolute;opacity:0;width:0;height:0'><button role=checkbox aria-checked=false id=b aria-label=Gift style='width:20px;height:20px'></button></span>"
NUMBER = "<div role=spinbutton aria-label=Count aria-valuenow=3 tabindex=-1 style='width:140px;height:30px;display:flex'><button id=less aria-label=Less>-</button><input id=f value=3 style='width:60px'><button id=more aria-label=More>+</button></div>"
LIST = "<div role=combobox style='width:182px;height:22px;border:1px solid;position:relative'><input id=f value=open style='width:150px'><input id=a readonly role=button tabindex=-1 value='▼' style='width:18px'></div>"
SELECT = "<div style='width:300px;height:34px;border:1px solid;display:flex'><div role=combobox tabindex=0 id=s style='flex:1'>amber</div><span class=l id=c title='Clear all' style='width:20px;background:#a33'></span><span class=l id=a style='width:20px;background:#36a;cursor:pointer'></span></div>"
COLOURS = (
    "<div style='width:300px;height:34px;border:1px solid;display:flex'><div role=combobox tabindex=0 id=s style='flex:1'>amber</div>"
    + "".join(
        f"<span class=l id=c{i} style='width:15px;background:hsl({i * 60} 80% 50%);cursor:pointer'></span>"
        for i in range(5)
    )
    + "</div>"
)
TICK = "<button role=checkbox id=b style='width:60px'><input type=checkbox id=t></button>"
HEAD = "<table><tr><th class=l id=h style='width:200px'>Name <span role=button tabindex=0 id=b aria-label='Name: Activate to sort' style='display:inline-block;width:8px;height:16px;background:#36a'></span></th></tr><tr><td>a</table>"
MENU = HEAD.replace("tabindex=0", "tabindex=0 aria-haspopup=menu")
ARROWS = "<input id=f><div class=l style='display:inline-block;width:20px;height:18px'><div class=l id=u style='height:9px;background:#36a'></div><div class=l id=d style='height:9px;background:#a33'></div></div>"
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
TREE = "<div role=tree><div><span id=o style='display:inline-block;width:16px;height:16px;background:#36a url({})'></span><span role=treeitem tabindex=0 aria-expanded={} id=i>Mail</span></div></div>"
CHIP = "<div class=l id=c style='width:90px;height:24px;cursor:pointer'>Log<span id=x title=Close style='display:inline-block;width:16px;height:16px'>x</span></div>"
TABS = "<div style='display:flex'><div class=l style='height:24px'><span role=tab tabindex=0 id=a>Form</span> <span id=x title=Close style='display:inline-block;width:16px;height:16px;overflow:hidden'>[x]</span></div><div class=l style='height:24px'><span role=tab tabindex=-1 id=b>Log</span></div></div>"
EDITOR = "<div style='width:500px;height:200px;position:relative' id=e>{0}<textarea {1} id=f style='position:absolute;opacity:0;width:1px;height:1px;border:0;padding:0'></textarea><div id=p style='position:absolute;inset:0 0 0 40px;cursor:text;background:#eef'>const a = 1</div>{2}</div>"
FOLD = "<div id=o style='position:absolute;left:10px;top:20px;width:12px;height:14px;background:#36a;cursor:pointer'></div>"
SEARCH = "<input id=s style='position:absolute;right:0;top:0;width:150px'>"
COVERED = "<div class=l id=c style='cursor:pointer;position:absolute;left:0;top:0;width:100px;height:30px'>covered</div><div style='position:absolute;left:{}px;top:0;width:200px;height:100px;background:#fff'></div>"
CORNER = "<a href=/x id=c style='position:absolute;left:50px;top:50px;width:60px;height:30px'>covered</a><div style='position:absolute;left:0;top:0;width:calc(110px - {}px);height:calc(80px - {}px);background:#fff'></div>"
DRAWN_TICK = "<style>.i{{position:absolute;opacity:0;width:0;height:0}}.q{{display:inline-block;width:16px;height:16px;border:1px solid;vertical-align:middle}}</style><div><span class=w id=w style='{}'><span class=q></span><input type=checkbox id=x class=i><label for=x id=t>Paid</label></span></div>"
STAR = "<div role=button tabindex=0 id=s aria-label='rate 1 of 5' style='width:20px;height:20px;cursor:pointer'><button {} style='width:20px;height:20px;padding:0'>*</button></div>"

CASES = [
    ("a tick and its words under one hand", DRAWN_TICK.format("cursor:pointer"), ["w"]),
    ("a tick beside the words that one presses", DRAWN_TICK.format(""), ["t"]),
    ("a drawing that is a button nobody reaches", STAR.format("aria-hidden=true tabindex=-1"), ["s"]),
    ("a heading that opens, its link and its arrow", f"<h3 class=l id=h {HAND}><a href=#o>orders</a> <button aria-expanded=true style='width:20px;height:20px'></button></h3>", ["h"]),
    ("a heading with a link elsewhere", f"<h3 class=l id=h {HAND}>orders <a id=a href=/o>more</a></h3>", ["h", "a"]),
    ("a link to here in a button that opens", "<button id=b aria-expanded=false style='width:400px'>GET <a href=#o>/orders</a></button>", ["b"]),
    ("a link elsewhere in a button", "<button id=b style='width:400px'>GET <a id=a href=/o>/orders</a></button>", ["b", "a"]),
    ("a tab written as a link", TAB.format(""), ["t"]),
    ("the cross of such a tab", TAB.format(SIGN), ["t", "x"]),
    ("cells of rows that take the focus", PLANE, ["r0", "r1", "r2"]),
    ("the ground of a row of a tree", GROUND, ["a"]),
    ("a label beside what is drawn for its tick box", DRAWN, ["b"]),
    ("a field that its box tells of as a number", NUMBER, ["less", "f", "more"]),
    ("a list that one writes into, and its arrow", LIST, ["f", "a"]),
    ("the arrow of a select, and what empties it", SELECT, ["s", "c"]),
    ("colours beside a select", COLOURS, ["s", "c0", "c1", "c2", "c3", "c4"]),
    ("a tick box in a button that is one", TICK, ["t"]),
    ("a head that sorts and its sign", HEAD, ["h"]),
    ("a head that sorts and its menu", MENU, ["h", "b"]),
    ("heads, one of them not drawn", "<table class=l><tr><th id=e style='cursor:pointer'><i style='display:none'><b></b></i></th><th id=h style='cursor:pointer'>Name</th></tr></table>", ["h"]),
    ("two arrows in a box that listens", ARROWS, ["f", "u", "d"]),
    ("what opens an item of a tree", TREE.format(DOT, "false"), ["o", "i"]),
    ("the picture of an item with nothing in it", TREE.format(DOT, "").replace("aria-expanded= ", ""), ["i"]),
    ("a letter as cross that says so", CHIP, ["c", "x"]),
    ("the cross beside the part of a tab that is the tab", TABS, ["a", "x", "b"]),
    ("a letter at the end of words", CHIP.replace("title=Close", ""), ["c"]),
    ("an editor and the arrow that folds a line", EDITOR.format("", "", FOLD), ["e", "o"]),
    ("an editor that is only read", EDITOR.format("", "readonly", ""), []),
    ("an editor with a field for its search", EDITOR.format("", "", SEARCH), ["p", "s"]),
    ("the rim of what is covered", COVERED.format(4), []),
    ("the rim of a corner of what is covered", CORNER.format(4, 5), []),
    ("what something clear lies over", CORNER.format(4, 5).replace("background:#fff", "background:#fff;opacity:0"), ["c"]),
    ("a corner of what is covered", CORNER.format(4, 12), ["c"]),
    ("a third of what is covered", COVERED.format(40), ["c"]),
    ("a grid that takes the focus for no mark", "<div role=grid tabindex=0><div role=row><div role=gridcell>a</div></div></div>", []),
    ("a map that is drawn", "<canvas id=m tabindex=0 role=region aria-label=Map width=400 height=300 style='background:#cde'></canvas>", ["m"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_one_thing_has_one_mark(page_of, html, ids) -> None:
    page = await page_of("<!doctype html><style>ul,li{padding:0;margin:0}</style>" + html + HEAR)
    found = (await discover(page)).elements
    assert [one.identity.id for one in found] == ids


async def test_a_component_and_the_field_in_its_shadow_are_one(page_of) -> None:
    page = await page_of(
        """<!doctype html><my-field id=h tabindex=0 style="display:inline-block"></my-field><script>
        document.getElementById('h').attachShadow({mode: 'open', delegatesFocus: true}).innerHTML =
          '<div style="padding:4px 20px;border:1px solid"><input aria-label=City></div>'</script>"""
    )
    [field] = (await discover(page)).elements
    assert (field.tag, field.name) == ("input", "City")
    assert field.bounds.height > 28


async def test_a_table_in_the_head_of_another_names_the_columns(page_of) -> None:
    days = "".join(f"<th role=columnheader>{day}" for day in ("W 11", "Sun", "Mon"))
    page = await page_of(
        f"""<!doctype html><table role=grid><thead><tr role=presentation><th role=presentation>
        <table role=presentation><thead><tr role=row>{days}</table></thead><tbody><tr role=presentation>
        <td role=presentation><table role=presentation><tr role=row><td role=rowheader>all day
        <td role=gridcell><button>A</button><td role=gridcell><button>B</button></table></table>"""
    )
    first, second = (await discover(page)).elements
    assert first.cell is not None
    assert second.cell is not None
    assert [first.cell.column, second.cell.column] == ["Sun", "Mon"]


KIT = "".join(f"<i class='jstree-{word}'></i>" for word in ("node", "leaf", "ocl", "dots", "open"))
GUESSES = [
    ("the name of a kit", f"{KIT}<i class='jstree-icon l' style='display:block;width:20px;height:20px;background:red'></i>", ""),
    ("a word of an icon", "<i class='trash-icon l' style='display:block;width:20px;height:20px;background:red'></i>", "trash"),
    ("an edge that is dragged", "<div class=l style='width:20px;height:20px;background:red;cursor:col-resize'></div>", "resize"),
    ("the tick box of a head", "<table><tr><th><input type=checkbox><th>Name</table>", "all rows"),
    ("what stands in a field", "<div>Name</div><input value=Iris>", "Name"),
    ("a field behind buttons of a kit", "<div><my-button>Save</my-button> <my-button>Help</my-button></div><input value=open>", ""),
    ("a field behind a chip", "<div><div><span class=l>&times;</span> cedar</div><input value=open></div>", ""),
    ("a field behind a sign that does not show", "<table><tr><td>Name<td><div><div style='display:none'>!</div><input value=Iris></div></table>", "Name"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "guess"), [c[1:] for c in GUESSES], ids=[c[0] for c in GUESSES])
async def test_a_guess_says_what_it_is_for(page_of, html, guess) -> None:
    *_, element = (await discover(await page_of("<!doctype html><body>" + html + HEAR))).elements
    assert element.label_hint == guess


async def test_what_opens_an_item_of_a_tree_says_so(page_of) -> None:
    page = await page_of("<!doctype html>" + TREE.format(DOT, "false"))
    opener, _ = (await discover(page)).elements
    assert opener.label_hint == "toggle"
