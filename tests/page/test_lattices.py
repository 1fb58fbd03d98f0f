"""Many similar elements in rows and columns are reported as one grid, like the cells of a table."""

from __future__ import annotations

import calendar

import pytest
from case_files import pages_of
from page_over import PageOf

import viewmark
from viewmark.errors import ElementNotFound, InvalidOption

_NOTE = """<script>addEventListener('click', e =>
  document.title = e.target.dataset.told ?? e.target.textContent)</script>"""


def month(year: int, number: int) -> str:
    begin, days = calendar.monthrange(year, number)
    cells = "".join(
        f"<button {f'style=grid-column:{begin + 1}' if day == 1 else ''}>{day}</button>"
        for day in range(1, days + 1)
    )
    name = calendar.month_name[number]
    return f"<section><h4>{name}</h4><div class=days>{cells}</div></section>"


_DAYS = """<style>section{display:inline-block;width:230px;vertical-align:top}h4{margin:0}
  .days{display:grid;grid-template-columns:repeat(7,30px)}
  .days button{width:30px;height:24px;padding:0;font:11px sans-serif}</style>"""
YEAR = _DAYS + "<button>Next</button><div>" + "".join(month(2026, n) for n in range(1, 13))


def palette(rows: int, columns: int) -> str:
    swatches = "".join(
        f"<div data-told={r},{c} style='background:hsl({17 * c} 80% {4 * r}%)' onclick='0'></div>"
        for r in range(1, rows + 1)
        for c in range(1, columns + 1)
    )
    return (
        "<style>#palette div{float:left;width:18px;height:18px;margin:1px;cursor:pointer}</style>"
        f"<button>Cancel</button><div id=palette style='width:{20 * columns}px'>{swatches}</div>"
    )


def emoji(count: int, more: str = "") -> str:
    buttons = "".join(
        f"<button aria-label='the emoji number {n}'>{chr(0x1F600 + n)}</button>"
        for n in range(count)
    )
    return (
        "<style>#all{display:flex;flex-wrap:wrap;width:310px}"
        "#all button{width:30px;height:30px;padding:0}</style><input placeholder=Search>"
        f"<div style='height:200px;width:330px;overflow:auto'>{more}"
        f"<div id=all role=group aria-label=Faces>{buttons}</div></div>"
    )


async def title(page: viewmark.Page) -> str:
    return str((await page.evaluate("document.title")).value)


async def test_two_hundred_swatches_are_one_line_and_each_is_pressed_by_its_place(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(palette(10, 20) + _NOTE))
    seen = await page.observe(annotate=True)
    assert len(seen) == seen.total_found == 2
    grid = seen[2].element.grid
    assert grid is not None
    assert (grid.rows, grid.columns, grid.cells) == (10, 20, 200)
    assert '(grid 10 x 20, cells by @palette[row,column], after "Cancel")' in seen.lines()
    for row, column in ((1, 1), (3, 4), (10, 20)):
        await page.click(f"@palette[{row},{column}]")
        assert await title(page) == f"{row},{column}"
    await page.click("2[7,3]")
    assert await title(page) == "7,3"
    await page.click("#palette[2,9]")
    assert await title(page) == "2,9"
    with pytest.raises(InvalidOption, match="not pressed as a whole"):
        await page.click(2)
    with pytest.raises(ElementNotFound, match="no column 21; columns 1 to 20"):
        await page.click("2[1,21]")


async def test_a_year_is_a_line_for_each_month(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(YEAR + _NOTE))
    seen = await page.observe(annotate=True)
    assert [a.name for a in seen if a.role == "button"] == ["Next"]
    assert len(seen) == 13
    july = seen[8]
    assert f'(grid 5 x 7 under "July", cells by {july.ref}[row,column])' in july.line()
    await page.click(f"{july.ref}[3,4]")  # 1 July 2026 is a Wednesday
    assert await title(page) == "16"
    with pytest.raises(ElementNotFound, match="nothing stands in row 1, column 2"):
        await page.click(f"{july.ref}[1,2]")


async def test_emoji_out_of_view_count_as_rows_and_are_scrolled_to(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(emoji(120) + _NOTE))
    seen = await page.observe(annotate=True)
    assert [a.role for a in seen] == ["textbox", "group"]
    assert "grid 12 x 10, " in seen.lines()
    assert "; rows 1 to 7 are in view)" in seen.lines()
    await page.click("2[12,10]")
    assert await title(page) == chr(0x1F600 + 119)
    seen = await page.observe(annotate=True)
    assert "; rows 6 to 12 are in view)" in seen.lines()
    await page.click("2[7,1]")
    assert await title(page) == chr(0x1F600 + 60)


async def test_a_grid_that_shows_other_cells_than_the_picture_is_refused(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(emoji(120) + _NOTE))
    ref = (await page.observe(annotate=True))[2].ref
    await page.evaluate("document.querySelector('#all').style.width = '280px'")
    with pytest.raises(ElementNotFound, match="shows other cells") as caught:
        await page.click(f"{ref}[2,3]")
    assert "Look again" in str(caught.value.hint)
    await page.observe(annotate=True)
    await page.click(f"{ref}[2,3]")
    assert await title(page) == chr(0x1F600 + 11)
    await page.evaluate("document.querySelector('#all').firstChild.remove()")
    with pytest.raises(ElementNotFound, match="shows other cells"):
        await page.click(f"{ref}[2,3]")


async def test_a_grid_drawn_anew_is_found_again(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(f"<div id=host>{palette(10, 20)}</div>{_NOTE}"))
    ref = (await page.observe())[2].ref
    await page.evaluate(
        "(() => { const h = document.querySelector('#host'); h.innerHTML = h.innerHTML; })()"
    )
    await page.click(f"{ref}[4,5]")
    assert await title(page) == "4,5"


async def test_days_in_the_cells_of_tables_are_taken_by_the_rows_of_their_table(
    page_of: PageOf,
) -> None:
    weeks = "".join(
        "<tr>" + "".join(f"<td><button>{7 * w + d}</button></td>" for d in range(1, 8)) + "</tr>"
        for w in range(4)
    )
    head = "".join(f"<th>{day}</th>" for day in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
    table = f"<table style=float:left><tr>{head}</tr>{weeks}</table>"
    page = viewmark.Page(await page_of(table * 3 + _NOTE))
    seen = await page.observe(annotate=True)
    assert [a.role for a in seen] == ["table"] * 3
    assert '1 "Mo", 2 "Tu"' in seen.lines()
    await page.click("2[3,2]")  # the header row is the first row
    assert await title(page) == "9"


async def test_a_field_of_numbers_to_fill_in_is_typed_into_by_its_place(page_of: PageOf) -> None:
    fields = "<input maxlength=1 style='width:24px;height:24px;box-sizing:border-box'>" * 81
    page = viewmark.Page(
        await page_of(
            f"<div id=s style='display:grid;grid-template-columns:repeat(9,26px)'>{fields}"
        )
    )
    seen = await page.observe(annotate=True)
    assert len(seen) == 1
    await page.type("1[2,3]", "7")
    value = await page.evaluate(
        "[...document.querySelectorAll('input')].map(i => i.value).join('.')"
    )
    assert str(value.value).split(".")[11] == "7"


async def test_columns_of_a_page_from_right_to_left_count_from_the_right(page_of: PageOf) -> None:
    html = palette(10, 20).replace("float:left", "float:right")
    page = viewmark.Page(await page_of(f"<body dir=rtl>{html}{_NOTE}"))
    ref = (await page.observe())[2].ref
    await page.click(f"{ref}[3,4]")
    assert await title(page) == "3,4"


async def test_what_is_found_in_a_grid_is_found_by_its_words_too(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(emoji(120) + _NOTE))
    await page.observe(annotate=True)
    found = await page.find(name="the emoji number 15")
    assert [a.name for a in found] == ["the emoji number 15"]


ONE_BY_ONE = pages_of(__file__)


@pytest.mark.parametrize("kind", ONE_BY_ONE)
async def test_what_one_wants_one_by_one_keeps_its_marks(page_of: PageOf, kind: str) -> None:
    seen = await viewmark.Page(await page_of(ONE_BY_ONE[kind])).observe(max_annotations=200)
    assert [a for a in seen if a.element.grid is not None] == []
    assert len(seen) > 60
