"""What listens and does nothing of its own: tips, rows and cells of kits, signs of fields, panels, labels of what is not there."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""
ROW = "<tr class=l><td class=l><input type=checkbox id=c{i}><td class=l {attr} style='width:90px;height:30px'>Tea {i}<td class=l {attr} style='width:90px'>{i}0"
KIT = "<table>{}</table>"
TINTED = "<style>tr:hover{{background:#eef}}td{{width:200px;height:40px}}</style><div class=l tabindex=0 role=presentation id=d style='width:700px;height:560px'>{}<table><tbody><tr id=r1><td>18 Mar<td>Lima<tr id=r2><td>30 Mar<td>Oslo</table></div>"


async def test_tinted_rows_right_below_a_listener_are_marked(page_of) -> None:
    page = await page_of("<!doctype html>" + TINTED.format("") + HEAR)
    found = (await discover(page)).elements
    assert {"r1", "r2"} <= {one.identity.id for one in found}


async def test_cells_with_a_hand_stay(page_of) -> None:
    rows = "".join(ROW.format(i=i, attr="onclick='1'") for i in range(3))
    page = await page_of("<!doctype html>" + KIT.format(rows) + HEAR)
    assert len((await discover(page)).elements) > 3


GROUP = "<style>button{{height:30px;border:1px solid;background:none;margin:0;vertical-align:top}}.x{{background:#036;color:#fff}}</style><div style='display:flex;gap:{}px'><button class='b x'>All</button><button class='b y'>Active</button><button class='b y' {}>Paused</button></div>"


@pytest.mark.parametrize(
    ("gap", "style", "chosen"),
    [(0, "", ["All"]), (8, "", []), (0, "style='background:#600'", [])],
    ids=["wall to wall", "apart", "two are filled"],
)
async def test_one_of_a_group_that_is_filled_is_chosen(page_of, gap, style, chosen) -> None:
    page = await page_of("<!doctype html>" + GROUP.format(gap, style))
    found = (await discover(page)).elements
    assert [one.text for one in found if one.state.get("selected")] == chosen


ITEM = "<div class=item data-selected={} style='width:240px;height:28px;display:flex;{}'><a href='#{}' style='flex:auto'>{}</a>{}</div>"
SKIP = "<a href='#main' style='width:1px;height:1px;overflow:hidden;opacity:0'>Skip to content</a>"


async def test_a_link_that_nobody_sees_is_none_beside_the_chosen_one(page_of) -> None:
    page = await page_of(
        "<!doctype html>"
        + ITEM.format("false", "", "a", "Docs", "")
        + ITEM.format("true", "background:#06e", "b", "Plain", SKIP)
        + ITEM.format("false", "", "c", "Short", "")
    )
    found = {one.text: dict(one.state) for one in (await discover(page)).elements}
    assert found["Plain"].get("current") is True
    assert "current" not in found["Docs"]
