"""What one listener far above serves: things on a plan, parts that say what they do; cells that are only read."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

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
CASES = [
    ("tick boxes and folds of a tree that say so", SIGN + TREE, ["n1", "c1", "e1", "n2", "c2"]),
    ("a part that says its act", f"{SIGN}<style>.h:hover {{ background: #eee }}</style><div id=list>{HEAD.format('Price', '<i id=s data-command=sort class=p></i>')}{HEAD.format('Stock', '<i id=m data-command=menu class=p></i>')}</div>", ["", "s", "", "m"]),
    ("one that shows nothing", f"{SIGN}<style>.h:hover {{ background: #eee }}</style><div id=list>{2 * HEAD.format('Price', '<i data-command=sort></i>')}</div>", ["", ""]),
    ("the drawing of a tick box in a row that is pressed as a whole", f"{SIGN}<style>li:hover {{ background: #eee }}</style><ul id=list>{''.join(f'<li id=l{i}><i class=checkbox></i> Milk {i}</li>' for i in range(2))}</ul>", ["l0", "l1"]),
    ("things on a plan", PLAN.format(HELD, THINGS), ["t0", "t1", "t2"]),
    ("things whose words may be copied", PLAN.format("", THINGS), ["list"]),
    ("one thing alone", PLAN.format(HELD, THINGS.split("</div></div>")[0] + "</div></div>"), ["list"]),
    ("cells that are read", f"<div id=list role=grid style='width:300px'>{CELLS}</div>", ["list"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_a_far_listener_serves_has_marks_by_its_own_signs(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + LISTEN))).elements
    assert [one.identity.id for one in found] == ids
