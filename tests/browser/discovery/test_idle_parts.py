"""What listens and does nothing of its own: tips, rows and cells of kits, signs of fields, panels, labels of what is not there."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""
ROW = "<tr class=l><td class=l><input type=checkbox id=c{i}><td class=l {attr} style='width:90px;height:30px'>Tea {i}<td class=l {attr} style='width:90px'>{i}0"
KIT = "<table>{}</table>"


async def test_cells_with_a_hand_stay(page_of) -> None:
    rows = "".join(ROW.format(i=i, attr="onclick='1'") for i in range(3))
    page = await page_of("<!doctype html>" + KIT.format(rows) + HEAR)
    assert len((await discover(page)).elements) > 3


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
