"""What one listener far above serves: things on a plan, parts that say what they do; cells that are only read."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import re
from random import Random

import pytest

from viewmark.browser.discovery.discover import discover

LISTEN = "<script>document.getElementById('list').addEventListener('click', () => 1)</script>"
SIGN = "<style>i { display: inline-block; width: 16px; height: 20px } .p::before { content: '+' }</style>"
ROW = "<div id=n{0} draggable=true style='width:200px;height:22px'><i id=c{0} class='x-checkbox p'></i><i id=e{0} class='x-expander{1}'></i><b>Tea {0}</b></div>"
TREE = f"<div id=list style='width:300px'>{ROW.format(1, ' p')}{ROW.format(2, '')}</div>"
HEAD = "<span class=h style='display:inline-block;width:90px;height:20px'>{}{}</span>"
ON_PLAN = "position:absolute;left:{}px;top:{}px;width:80px;height:24px;background:#cde"
PLAN = "<div id=list style='position:relative;width:400px;height:120px;{}'>{}</div>"
THINGS = "".join(
    f"<div><div id=t{i} class=t style='{ON_PLAN.format(20 + 100 * i, 10 + 30 * i)}'>Sale {i}</div></div>"
    for i in range(3)
)
HELD = "user-select:none"
CELLS = "".join(
    f"<div style='display:flex;height:30px'><div role=rowheader style='width:80px'>Hall {i}</div><div role=gridcell style='width:80px'>a</div><div role=gridcell style='width:80px'>b</div></div>"
    for i in range(3)
)
POINT = (
    "<div class=t id=p style='position:absolute;left:320px;top:10px;user-select:none'>Fair</div>"
)
DEFINED = "<script>for (const [name, inner] of [['x-button', ''], ['z-button', '<button>Go</button>']]) customElements.define(name, class extends HTMLElement { connectedCallback() { if (inner) this.attachShadow({mode: 'open'}).innerHTML = inner } })</script>"
SORTS = "<table id=list><thead><tr>{}</tr></thead><tbody><tr><td>1<td>2</tr></tbody></table>"
TICKED = (
    "<table id=t style='{0}'><tbody>"
    + "".join(
        f"<tr><td class=c>Tea {i}<td class=c id=s{i}>Oslo<td><input type=checkbox id=b{i}></tr>"
        for i in range(2)
    )
    + "</table><script>for (const c of document.querySelectorAll('.c')) c.addEventListener('click', () => 1)</script>"
)
CASES = [
    ("tick boxes and folds of a tree that say so", SIGN + TREE, ["n1", "c1", "e1", "n2", "c2"]),
    ("a part that says its act", f"{SIGN}<style>.h:hover {{ background: #eee }}</style><div id=list>{HEAD.format('Price', '<i id=s data-command=sort class=p></i>')}{HEAD.format('Stock', '<i id=m data-command=menu class=p></i>')}</div>", ["", "s", "", "m"]),
    ("one that shows nothing", f"{SIGN}<style>.h:hover {{ background: #eee }}</style><div id=list>{2 * HEAD.format('Price', '<i data-command=sort></i>')}</div>", ["", ""]),
    ("the drawing of a tick box in a row that is pressed as a whole", f"{SIGN}<style>li:hover {{ background: #eee }}</style><ul id=list>{''.join(f'<li id=l{i}><i class=checkbox></i> Milk {i}</li>' for i in range(2))}</ul>", ["l0", "l1"]),
    ("things on a plan", PLAN.format(HELD, THINGS), ["t0", "t1", "t2"]),
    ("things whose words may be copied", PLAN.format("", THINGS), ["list"]),
    ("one thing alone", PLAN.format(HELD, THINGS.split("</div></div>")[0] + "</div></div>"), ["list"]),
    ("a thing without a ground beside one", PLAN.format(HELD, f"<div>{THINGS.split('</div></div>')[0]}</div>{POINT}</div>"), ["t0", "p"]),
    ("heads that say that they sort", SORTS.format("<th id=a class='h x-sortable'>Good<th id=b class=h>Price"), ["a"]),
    ("heads that say nothing", SORTS.format("<th id=a>Good<th id=b>Price"), ["list"]),
    ("heads that listen in rows with the hand", "<style>tr { cursor: pointer }</style><table><thead><tr id=r><th id=a onclick=1 style='width:400px'>Good<th id=b onclick=1>Price</tr></thead></table><p id=list>x</p>", ["a", "b", "list"]),
    ("cells that all listen in rows with controls", TICKED.format(""), ["t", "b0", "b1"]),
    ("such cells with the hand", "<style>.c { cursor: pointer }</style>" + TICKED.format(""), ["", "s0", "b0", "", "s1", "b1"]),
    ("such cells in rows without a control", TICKED.format("").replace("<td><input", "<!--").replace("type=checkbox id=b0>", "-->").replace("type=checkbox id=b1>", "-->"), ["", "s0", "", "s1"]),
    ("such cells that one is not to copy", TICKED.format(HELD), ["", "s0", "b0", "", "s1", "b1"]),
    ("a cross in a button", "<button id=list>Oslo <i id=x class='p delete-icon' onclick=1></i> <i class='p ok-icon' onclick=1></i></button>" + SIGN, ["list", "x"]),
    ("components that are called buttons", DEFINED + "<x-button id=a>Go</x-button><y-button id=b>Go</y-button><z-button id=c></z-button><p id=list>x</p>", ["a", "", "list"]),
    ("cells that are read", f"<div id=list role=grid style='width:300px'>{CELLS}</div>", ["list"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_a_far_listener_serves_has_marks_by_its_own_signs(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + LISTEN))).elements
    assert [one.identity.id for one in found] == ids


LOOKS = ("", "", "", "cursor:pointer", "user-select:none", "border:1px solid")
SAYS = ("", "", "", "tabindex=0", "aria-selected=false", "onclick=1")
IN_ROW = ("", "<td><button>Edit</button>", "<td><a href=#x>Open</a>")


def _table(random: Random, number: int) -> str:
    look, says, control = random.choice(LOOKS), random.choice(SAYS), random.choice(IN_ROW)
    kinds = [random.choice(("listen", "plain")) for _ in range(3)]
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td class={kind} id=c{number}-{row}-{at} style='{look}' {says}>Tea {row}{at}"
            for at, kind in enumerate(kinds)
        )
        + control
        for row in range(random.randint(1, 3))
    )
    return f"<table id=t{number} style='display:inline-table'>{rows}</table>"


async def test_each_cell_that_hears_a_press_has_a_mark_or_that_of_its_table(page_of) -> None:
    """In tables of any kind: what joins cells takes none away that is painted and pressed."""
    random = Random(27)
    html = "".join(_table(random, number) for number in range(24))
    listen = "<script>for (const c of document.querySelectorAll('.listen')) c.addEventListener('click', () => 1)</script>"
    found = (await discover(await page_of("<!doctype html>" + html + listen))).elements
    marked = {one.identity.id for one in found}
    grids = {one.identity.id for one in found if one.grid is not None}
    cells = re.findall(r"class=listen id=c((\d+)-\d-\d)", html)
    assert len(cells) > 30
    assert grids
    assert [
        cell for cell, table in cells if f"c{cell}" not in marked and f"t{table}" not in grids
    ] == []
