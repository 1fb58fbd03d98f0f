"""Elements served by one distant listener: parts of a plan, named parts; not plain cells."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import re
from random import Random

from viewmark.browser.discovery.discover import discover

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
    """In tables of any kind, joining cells removes no mark of a painted and clickable cell."""
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
