"""Observations limited to a part of the page, and how results suggest to select that part."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf

import viewmark
from viewmark.errors import ElementNotFound, InvalidOption, InvalidSelector

ROWS = "".join(
    f"<tr><td>Row {i}<td><a href=#v{i} title=View>v</a> <a href=#e{i} title=Edit>e</a>"
    "<td><form><button title=Delete>x</button></form>"
    for i in range(9)
)
PAGE = f"""<button>Out</button><table id=runs>{ROWS}</table>
  <iframe id=f srcdoc='<button>Framed</button><div id=d><button>Deep</button></div>'></iframe>
  <div id=host></div><script>
    host.attachShadow({{ mode: "closed" }}).innerHTML = "<p id=p><button>Closed</button></p>"
  </script>"""


async def names(page: viewmark.Page, within: str | int, **more: Any) -> list[str]:
    return [each.name for each in await page.observe(within=within, **more)]


@pytest.mark.parametrize("annotate", [False, True])
async def test_only_what_lies_inside_gets_marks(page_of: PageOf, annotate: bool) -> None:
    target = await page_of(PAGE)
    await target.settle_frames()
    page = viewmark.Page(target)
    whole = await page.observe(annotate=annotate)
    first_row = ["v", "e", "x"]
    assert await names(page, "#runs tr:nth-child(2)", annotate=annotate) == first_row
    assert await names(page, "#runs", annotate=annotate) == first_row * 9
    assert await names(page, "#f", annotate=annotate) == ["Framed", "Deep"]
    assert await names(page, "#host", annotate=annotate) == ["Closed"]
    out = next(each for each in whole if each.name == "Out")
    assert await names(page, out.ref, annotate=annotate) == []


async def test_a_part_of_a_frame_and_a_number_of_the_look_before(page_of: PageOf) -> None:
    target = await page_of(PAGE)
    await target.settle_frames()
    page = viewmark.Page(target)
    table = await page.observe(target="custom", selector="#runs")
    assert [each.label for each in table] == [1]
    assert len(await names(page, 1)) == 27
    await page.observe(target="custom", selector="#runs")
    assert len(await names(page, "1")) == 27  # as models write it
    framed = await page.observe(target="custom", selector="#d")
    assert await names(page, framed[1].ref) == ["Deep"]


async def test_what_is_not_there_is_refused(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE))
    with pytest.raises(ElementNotFound):
        await page.observe(within="#nothing")
    with pytest.raises(ElementNotFound):
        await page.observe(within=99)
    with pytest.raises(InvalidOption):
        await page.observe(within="#runs", max_annotations="all")  # type: ignore[arg-type]


async def test_every_way_that_an_answer_advises_leads_there(page_of: PageOf) -> None:
    target = await page_of(PAGE)
    await target.settle_frames()
    page = viewmark.Page(target)
    few = await page.observe(max_annotations=6)
    assert few.left_out
    for part in few.left_out:
        if part.selector:
            assert f"within {part.selector}" in few.left_out_line()
            assert len(await names(page, part.selector)) >= part.count
    assert len(await page.observe(max_annotations=500)) == few.total_found


async def test_a_look_leaves_out_what_is_excluded_and_all_that_lies_in_it(
    page: viewmark.Page,
) -> None:
    await page.goto(
        "data:text/html,<nav><button>A</button></nav><p class=x><button>B</button></p>"
        "<button id=c>C</button><div id=h></div>"
        "<iframe class=x srcdoc='<button>D</button>'></iframe>"
        "<script>h.attachShadow({mode: 'open'}).innerHTML = "
        "'<button class=x>E</button><button>F</button>'</script>"
    )
    seen = await page.observe(exclude="nav, .x")
    assert [each.name for each in seen] == ["C", "F"]
    assert [each.name for each in await page.observe(within="body", exclude="#c, .x")] == ["A", "F"]
    with pytest.raises(InvalidSelector, match=r"'\[\[' is not a valid CSS selector"):
        await page.observe(exclude="[[")
