"""What gets a mark in what component kits draw: grids of data, maps, dashboards, forms."""

from __future__ import annotations

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


TICKABLE = "<div role=row aria-selected=false style='display:flex;height:30px;width:400px'>{}</div>"
CELL = "<div role=gridcell tabindex=-1 style='width:120px;height:30px'>{}</div>"


async def test_cells_beside_a_tick_box_are_not_pressed(page_of) -> None:
    rows = "".join(
        TICKABLE.format(
            CELL.format("<input type=checkbox>") + CELL.format(f"a {i}") + CELL.format("b")
        )
        for i in range(3)
    )
    page = await page_of(
        "<!doctype html><body style='margin:0'>"
        # Of the last row the edge shows, its tick box does not.
        f"<div class=l role=grid style='height:68px;overflow:hidden'>{rows}</div>{HEAR}"
    )
    found = (await discover(page)).elements
    assert [e.role for e in found if e.role in ("row", "gridcell")] == []
    assert sum(e.role == "checkbox" for e in found) >= 2
