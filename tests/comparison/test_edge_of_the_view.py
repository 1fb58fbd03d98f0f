"""Elements at the edge of the viewport: listed themselves, or represented by another element."""

from __future__ import annotations

import pytest
from page_over import PageOf

import viewmark

HEAD = "<style>body { margin: 0 }</style><title>T</title><p style='margin: 0'>Head</p>"
GRID = (
    "<style>[role=row] { display: flex; height: 42px } [role=gridcell] { width: 200px; "
    "padding-top: 10px }</style><div id=top></div><div role=grid>"
    + "".join(
        f"<div role=row><div role=gridcell>City {n}</div>"
        "<div role=gridcell><button>Order</button></div></div>"
        for n in range(30)
    )
    + "</div>"
)
MAIL = (
    "<style>.head { height: 40px } a { display: inline } h3 { margin: 0 }</style><div id=top></div>"
    + "".join(
        f"<a href=#><div class=mail><div>.</div><div class=head><h3>Jon {n} <small>4.09 PM</small>"
        f"</h3></div><p>Ut enim ad minim veniam of {n}</p></div></a>"
        for n in range(12)
    )
)
FIELD = (
    "<style>label { display: block } input { width: 300px; height: 38px; box-sizing: border-box }"
    "</style><div id=top></div><div><label for=a>Only a line</label>"
    "<input id=a placeholder=line></div><div style='height: 900px'></div>"
)


async def compare_shifted(page: viewmark.Page, one: int, other: int) -> viewmark.PageComparison:
    """Compare a page with itself after changing the height of the element above the content."""
    await page.evaluate(f"top_ = document.querySelector('#top').style; top_.height = '{one}px'; 0")
    before = await page.checkpoint()
    await page.evaluate(f"top_.height = '{other}px'; 0")
    return await page.compare(before)


@pytest.mark.heavy(5)
@pytest.mark.parametrize("html", [GRID, MAIL])
async def test_a_cell_or_link_is_not_compared_with_what_stands_in_it(
    page_of: PageOf, html: str
) -> None:
    page = viewmark.Page(await page_of(HEAD + html))
    for shift in range(0, 60, 8):
        for other in (shift + 2, shift + 11):
            found = await compare_shifted(page, shift, other)
            kinds = {each.kind for each in found.changes}
            assert kinds <= {"place"}, f"{shift} {other}: {found.lines()}"


async def test_the_label_in_the_box_of_an_empty_field_is_not_its_value(
    page_of: PageOf,
) -> None:
    """If the edge cuts a field, the box around the field and its label is listed instead."""
    page = viewmark.Page(await page_of(FIELD))
    values = set()
    for height in range(640, 700, 3):
        await page.evaluate(f"document.querySelector('#top').style.height = '{height}px'; 0")
        seen = await page.observe()
        fields = [each.element for each in seen.annotations if each.element.role == "textbox"]
        values |= {(each.tag, str(each.state.get("value"))) for each in fields}
    assert {value for _, value in values} == {""}
    assert len(values) > 1


async def test_what_a_scroll_bar_hides_is_not_gone(page_of: PageOf) -> None:
    rows = "".join(f"<p style='margin: 0; height: 20px'>Row {n}</p>" for n in range(20))
    box = "<div style='overflow: auto; width: 300px; height: 107px; border: 1px solid'>"
    style = "<style>::-webkit-scrollbar { width: 15px; height: 15px }</style>"
    page = viewmark.Page(await page_of(f"{HEAD}{style}{box}{rows}</div>"))
    before = await page.checkpoint()
    assert any(entry.words == "Row 5" for entry in before.entries)
    await page.evaluate("document.querySelectorAll('div p')[1].style.width = '900px'; 0")
    found = await page.compare(before)
    assert not {"gone", "new"} & {each.kind for each in found.changes}, found.lines()
    await page.evaluate("document.querySelectorAll('div p')[3].remove(); 0")
    found = await page.compare(before)
    gone = [each.sentence for each in found.changes if each.kind == "gone"]
    assert len(gone) == 1, found.lines()
    assert gone[0].startswith('paragraph "Row 3": gone')


async def test_a_row_that_a_taller_one_pushes_over_the_edge_has_not_gone(
    page_of: PageOf,
) -> None:
    """The edge cuts the cells of the row, and its links are entirely out of view."""
    rows = "".join(
        f"<tr style='height: 33px'><td><a href=#>Row {n}</a><td>City {n}<td>{n}" for n in range(40)
    )
    html = f"{HEAD}<style>td {{ padding: 0 }}</style><div id=top></div><table border>{rows}</table>"
    page = viewmark.Page(await page_of(html))
    for shift in range(0, 36, 3):
        await page.evaluate(
            f"document.querySelector('#top').style.height = '{shift}px';"
            "rows = [...document.querySelectorAll('tr')]; rows.forEach((row) => "
            "{ row.style.height = '33px' }); 0"
        )
        before = await page.checkpoint()
        await page.evaluate(
            "rows.findLast((row) => row.getBoundingClientRect().bottom < innerHeight - 11)"
            ".style.height = '43px'; 0"
        )
        found = await page.compare(before)
        kinds = {each.kind for each in found.changes}
        assert kinds <= {"size", "place"}, f"{shift}: {found.lines()}"
