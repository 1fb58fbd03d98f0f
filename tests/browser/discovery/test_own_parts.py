"""Boxes whose parts are pressed and they are not, and parts that do what the box around them does."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l')) el.addEventListener('click', () => {});
customElements.define('x-radio', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<input type=checkbox style="position:absolute;opacity:0;width:1px"><label>Left</label>';
  this.shadowRoot.querySelector('input').id = 'i'; this.shadowRoot.querySelector('label').htmlFor = 'i'; } })</script>"""
TICK = "<input type=checkbox id=t{0} aria-label='row {0}'>"
ROW = (
    "<tr {1} id=r{0} style='height:30px'><td>"
    + TICK
    + "<td>Anna<td><button id=b{0}>Edit</button></tr>"
)
NODE = "<div role={1} tabindex=0 id=n{0} style='width:200px;padding:6px'><div role=checkbox tabindex=0 aria-checked=false id=t{0} style='width:150px'>Pier {0}</div></div>"
SELECT = "<div role=combobox aria-expanded=false class=l id=s style='cursor:pointer;width:200px;padding:8px;display:flex'>{}<i role=button tabindex=0 aria-expanded=false id=a style='width:18px'>expand_more</i></div>"
ACCORDION = "<div class='acc-{} l' id=h style='cursor:pointer;width:200px;height:24px'>Places<div class=l style='float:right'><a href='javascript:;' class='acc-collapse l' id=f {} style='display:block;width:16px;height:16px;background:red'></a></div></div>"
SPIN = "document.body.firstElementChild.append(...['u', 'd'].map((id) => Object.assign(document.createElement('a'), {id, href: 'javascript:;', style: 'display:block;width:18px;height:11px;background:red'})))"
HEADS = "<div class='list-head'><div class='list-head-inner l' id=all style='cursor:pointer;width:300px;height:20px'>{}</div></div><div class=list-body style='width:300px'>{}</div>"
CELL = "<div id={}{} style='float:left;width:33%;height:20px'><em>{}</em></div>"
TREE = (
    "<ul class='l' style='padding:0'>"
    + "".join(
        f"<li style='list-style:none'><div class=tree-node id=n{i} style='cursor:pointer;height:18px'><span class='tree-hit' id=f{i} style='display:inline-block;width:16px;height:18px;background:linear-gradient(red,red)'></span><span class='tree-checkbox tree-checkbox0' id=t{i} style='display:inline-block;width:16px;height:18px;background:linear-gradient(blue,blue)'></span><span>North {i}</span></div>"
        for i in range(2)
    )
    + "</ul>"
)
HEAD_ROW = "<table><thead><tr>{}</tr></thead><tr><td>1<td>2</table>"

CASES = [
    ("rows that take the focus, with a tick box", "<table>" + ROW.format(0, "tabindex=0 role=row") + ROW.format(1, "tabindex=-1 role=row") + "</table>", ["t0", "b0", "t1", "b1"]),
    ("rows that all listen, with a tick box", "<table>" + ROW.format(0, "class=l") + ROW.format(1, "class=l") + "</table>", ["t0", "b0", "t1", "b1"]),
    ("such rows with the hand", "<style>tr{cursor:pointer}</style><table>" + ROW.format(0, "class=l") + ROW.format(1, "class=l") + "</table>", ["r0", "t0", "b0", "r1", "t1", "b1"]),
    ("rows that answer to the pointer", "<style>tr:hover{background:#eee}</style><table>" + ROW.format(0, "class=l") + ROW.format(1, "class=l") + "</table>", ["r0", "t0", "b0", "r1", "t1", "b1"]),
    ("nodes around their tick box", NODE.format(0, "group") + NODE.format(1, "treeitem"), ["t0", "t1"]),
    ("nodes that are served from above", "<div class=l role=tree>" + NODE.format(0, "treeitem") + NODE.format(1, "treeitem") + "</div>", ["n0", "t0", "n1", "t1"]),
    ("the value and the arrow of a select", SELECT.format("<div class=l id=v style='flex:1'>North</div>"), ["s"]),
    ("a select with the cross of a value", SELECT.format("<div style='flex:1'>North <button id=x aria-label=Remove>x</button></div>"), ["s", "x"]),
    ("the fold of a head", ACCORDION.format("header", ""), ["h"]),
    ("a tool in a head", ACCORDION.format("header", "title=Close"), ["h", "f"]),
    ("the fold of a row", ACCORDION.format("row", ""), ["h", "f"]),
    ("a link around two arrows", "<a href='javascript:;' id=o style='display:block;width:18px'></a><script>" + SPIN + "</script>", ["u", "d"]),
    ("the host of a radio", "<x-radio tabindex=0 id=h class=l></x-radio>", ["i"]),
    ("a line between items", "<div role=menu style='width:200px'><div role=menuitem tabindex=0 id=a>Cut</div><div class=l id=s separator style='height:9px'><hr></div><div role=menuitem tabindex=0 id=b>Copy</div></div>", ["a", "b"]),
    ("what a switch is called by", "<div><input type=checkbox role=switch aria-labelledby=w id=s><div id=w class=l style='display:inline-block;cursor:pointer'>Lights</div></div>", ["s"]),
    ("heads in one box above their columns", HEADS.format("".join(CELL.format("h", i, f"Head {i}") for i in range(3)), "<div>" + "".join(CELL.format("c", i, f"cell {i}") for i in range(3)) + "</div>"), ["h0", "h1", "h2"]),
    ("heads in a box without a height", HEADS.format("".join(CELL.format("h", i, f"Head {i}") for i in range(3)), "<div>" + "".join(CELL.format("c", i, f"cell {i}") for i in range(3)) + "</div>").replace("width:300px;height:20px", "width:300px").replace("<div class='list-head'>", "<div class='list-head' style='height:22px'>"), ["h0", "h1", "h2"]),
    ("a title with a date above a text", HEADS.format("".join(CELL.format("h", i, f"Head {i}") for i in range(2)), "<p>Words</p>"), ["all"]),
    ("folds and ticks of a tree that is served from above", TREE, ["n0", "f0", "t0", "n1", "f1", "t1"]),
    ("the cross of a select", "<x-select class=l style='cursor:pointer;display:inline-flex;width:200px'><span role=combobox tabindex=0 aria-expanded=false id=s style='flex:1'>Lima</span><svg id=x class='x-clear-icon l' style='cursor:pointer' width=16 height=16><rect width=16 height=16 /></svg></x-select>", ["s", "x"]),
    ("a head that does not sort beside those that do", HEAD_ROW.format("<th class=l id=a aria-sort=none style='cursor:pointer'>Name<th class=l id=b aria-sort=none>Berth"), ["a"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_what_is_pressed_has_the_mark(page_of, html, ids) -> None:
    found = (await discover(await page_of("<!doctype html>" + html + HEAR))).elements
    assert sorted(e.identity.id for e in found) == sorted(ids)
