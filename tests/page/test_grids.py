"""Many cells are reported as one grid; actions address a cell by row and column, or fail."""

from __future__ import annotations

import pytest
from case_files import pages_of
from page_over import PageOf

import viewmark
from viewmark.errors import ElementNotFound, InvalidOption, RefStale
from viewmark.page.target import mark

_NOTE = "<script>addEventListener('click', e => document.title = e.target.textContent)</script>"


def table(rows: int, columns: int, more: str = "") -> str:
    head = "".join(f"<th>Head {c}</th>" for c in range(1, columns + 1))
    body = "".join(
        "<tr>"
        + "".join(f"<td onclick='0'>r{r}c{c}</td>" for c in range(1, columns + 1))
        + f"{more}</tr>"
        for r in range(2, rows + 1)
    )
    return (
        f"<style>td,th{{padding:0;font:8px monospace}}</style><table id=runs aria-label=Runs>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{_NOTE}"
    )


async def title(page: viewmark.Page) -> str:
    return str((await page.evaluate("document.title")).value)


async def test_a_table_of_a_thousand_cells_is_one_line(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<a href='#x'>before</a>" + table(51, 20)))
    seen = await page.observe(annotate=True)
    assert [a.role for a in seen] == ["link", "table"]
    assert len(seen.lines().splitlines()) == 2
    grid = seen[2].element.grid
    assert grid is not None
    assert (grid.rows, grid.columns, grid.first, grid.last) == (51, 20, 2, 51)
    assert grid.headings[2] == (3, "Head 3")
    assert f"grid 51 x 20, cells by {seen[2].ref}[row,column]" in seen.lines()
    assert seen.to_json()["annotations"][1]["grid"]["rows"] == 51
    assert seen.total_found == 2


async def test_a_cell_is_pressed_by_row_and_column(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(table(40, 8)))
    ref = (await page.observe())[1].ref
    done = await page.click(f"{ref}[3,4]")
    assert (done.hit is not None, await title(page)) == (True, "r3c4")
    await page.click("#runs[40,8]")
    assert await title(page) == "r40c8"
    await page.click(f"{ref}[1, 2]")
    assert await title(page) == "Head 2"


async def test_a_cell_is_named_by_the_number_on_its_grid(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<a href='#x'>before</a>" + table(40, 8)))
    seen = await page.observe(annotate=True)
    await page.click("2[3,4]")
    assert await title(page) == "r3c4"
    await page.click(mark("2[ 5 , 1 ]", of=seen.frame_id))
    assert await title(page) == "r5c1"
    await page.drag("2[3,4]", "2[6,2]")
    with pytest.raises(ElementNotFound, match="no table or grid"):
        await page.click("1[1,1]")
    with pytest.raises(InvalidOption, match="count from 1"):
        await page.click("2[0,1]")
    with pytest.raises(ElementNotFound, match="no label '9'"):
        await page.click("9[1,1]")


async def test_a_cell_out_of_view_is_scrolled_to_and_a_table_drawn_anew_is_found(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(f"<div id=host>{table(200, 8)}</div>"))
    ref = (await page.observe())[1].ref
    await page.click(f"{ref}[190,3]")
    assert await title(page) == "r190c3"
    await page.evaluate(
        "(() => { const h = document.querySelector('#host'); "
        "h.innerHTML = h.innerHTML.replaceAll('r5c', 'new5c'); })()"
    )
    await page.click(f"{ref}[5,2]")
    assert await title(page) == "new5c2"


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("[42,1]", "there is no row 42; rows 2 to 41 are in the page"),
        ("[3,9]", "there is no column 9; columns 1 to 8 are in the page"),
    ],
)
async def test_a_cell_that_is_not_there_is_refused(
    page_of: PageOf, cell: str, message: str
) -> None:
    page = viewmark.Page(await page_of(table(41, 8)))
    ref = (await page.observe())[1].ref
    with pytest.raises(ElementNotFound, match=message):
        await page.click(f"{ref}{cell}")
    assert await title(page) == ""


async def test_rows_count_from_one_and_the_grid_itself_is_not_pressed(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(table(41, 8)))
    ref = (await page.observe())[1].ref
    with pytest.raises(InvalidOption, match="count from 1"):
        await page.click(f"{ref}[0,1]")
    with pytest.raises(InvalidOption, match="not pressed as a whole") as caught:
        await page.click(ref)
    assert f"{ref}[2,1]" in str(caught.value.hint)
    with pytest.raises(ElementNotFound, match="no table or grid"):
        await viewmark.Page(await page_of("<p>x")).click("p[1,1]")


async def test_a_table_that_is_gone_is_stale(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(table(41, 8)))
    ref = (await page.observe())[1].ref
    await page.evaluate("document.querySelector('#runs').remove()")
    with pytest.raises(RefStale):
        await page.click(f"{ref}[3,4]")


async def test_cells_that_reach_over_rows_and_columns_take_their_places(page_of: PageOf) -> None:
    html = (
        "<table id=t><tr><td rowspan=2>A</td><td colspan=2>B</td><td>C</td></tr>"
        "<tr><td>D</td><td>E</td><td>F</td></tr></table>" + _NOTE
    )
    page = viewmark.Page(await page_of(html))
    wanted = {(1, 1): "A", (2, 1): "A", (1, 2): "B", (1, 3): "B", (1, 4): "C", (2, 2): "D",
              (2, 3): "E", (2, 4): "F"}  # fmt: skip
    for (row, column), words in wanted.items():
        await page.click(f"#t[{row},{column}]")
        assert await title(page) == words


_VIRTUAL = pages_of(__file__)["virtual"]


async def test_a_grid_that_draws_only_what_is_in_view_is_taken_by_its_own_numbers(
    page_of: PageOf,
) -> None:
    html = _VIRTUAL.replace("NUMBER", "row.setAttribute('aria-rowindex', r + 1);")
    page = viewmark.Page(await page_of(html))
    seen = await page.observe()
    assert "grid 5000 x 6" in seen.lines()
    assert "rows 1 to 16 are in the page" in seen.lines()
    ref = seen[1].ref
    with pytest.raises(ElementNotFound, match=r"row 2000 of 5000 is not in the page now") as caught:
        await page.click(f"{ref}[2000,3]")
    assert "Scroll the grid" in str(caught.value.hint)
    await page.scroll(ref, to_y=1990 * 20)
    await page.click(f"{ref}[2000,3]")
    assert await title(page) == "2000.3"
    with pytest.raises(ElementNotFound, match="row 3 of 5000 is not"):
        await page.click(f"{ref}[3,3]")


async def test_controls_in_cells_keep_their_marks_and_say_where_they_stand(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(table(12, 8, "<td><button>Edit</button></td>")))
    seen = await page.observe()
    edits = [a for a in seen if a.name == "Edit"]
    assert len(edits) == 11
    assert edits[2].line().endswith('button "Edit" (row "r4c1")')
    html = (
        "<table><tr><th>Job</th><th>Actions</th></tr>"
        "<tr><th scope=row>Nightly</th><td><button>Run</button></td></tr></table>"
    )
    seen = await viewmark.Page(await page_of(html)).observe()
    assert seen[1].line().endswith('(row "Nightly", column "Actions")')
    assert seen[1].to_json()["cell"] == {"row": "Nightly", "column": "Actions"}
