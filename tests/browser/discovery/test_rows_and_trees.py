"""What gets a mark in lists, tables and trees: the row and its own controls, not the boxes that they are made of."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover

SHEET = "<style>td {{ border: 1px solid #999; width: 60px; height: 20px }} .s {{ user-select: none }}</style><div class=s><table id=s style='border-collapse:collapse'><tbody>{}</tbody></table></div>"


def sheet_of(rows: int, columns: int) -> str:
    return SHEET.format(
        "".join(
            f"<tr>{''.join(f'<td id=c{r}{c}>{r}{c}</td>' for c in range(columns))}</tr>"
            for r in range(rows)
        )
    )


async def test_cells_of_a_sheet_are_found_one_by_one_or_as_one(page_of) -> None:
    few = (await discover(await page_of("<!doctype html>" + sheet_of(3, 3)))).elements
    assert [e.identity.id for e in few] == [f"c{r}{c}" for r in range(3) for c in range(3)]
    [many] = (await discover(await page_of("<!doctype html>" + sheet_of(9, 9)))).elements
    assert (many.identity.id, many.role) == ("s", "table")
    assert many.grid is not None
    assert (many.grid.rows, many.grid.columns, many.grid.cells) == (9, 9, 81)
