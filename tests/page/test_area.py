"""Captures smaller and larger than the viewport: elements, regions, whole pages."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of
from page_over import PageOf
from pictures import opened
from PIL import Image

import viewmark
from viewmark.errors import ElementNotFound, InvalidCoordinates, InvalidOption
from viewmark.page.target import at

BARS = pages_of(__file__)["bars"]
ROW = (
    '<div style="height:100px;background:rgb(0,0,%d)"><button style="height:30px"'
    " onclick=\"document.title='%d'\">Row %d</button></div>"
)


def rows(count: int) -> str:
    return BARS % "".join(ROW % (100 + 5 * i, i, i) for i in range(count))


def colors(picture: Image.Image) -> set[Any]:
    return {color for _, color in picture.getcolors(picture.width * picture.height) or ()}


async def test_a_whole_page_is_shown_once_with_its_bars_at_its_ends(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(rows(20)))
    await page.scroll(dy=300)
    await page.evaluate("heard.length = 0")
    shot = await page.screenshot(area="page", format="png", max_side=3000)
    picture = opened(shot.image)
    assert picture.height == 40 + 20 * 100 + 30
    assert picture.getpixel((900, 20)) == (255, 0, 0)
    assert picture.getpixel((900, picture.height - 10)) == (0, 255, 0)
    # Every row appears completely and exactly once, with no scrollbar in between.
    blues = [picture.getpixel((900, y)) for y in range(41, picture.height - 31)]
    assert blues == [(0, 0, 100 + 5 * (y // 100)) for y in range(1, 1999)]
    assert shot.incomplete == ()
    assert shot.area is not None
    assert shot.area.as_tuple() == (0, 0, shot.area.width, 2070)
    # The page receives only scroll events, and its scroll position does not change.
    heard = (await page.evaluate("heard")).value
    assert set(heard) <= {"scroll"}
    assert (await page.evaluate("scrollY")).value == 300


async def test_marks_of_a_whole_page_lie_on_their_elements_and_can_be_acted_on(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(rows(20)))
    seen = await page.observe(annotate=True, area="page", max_side=3000)
    assert [item.name for item in seen] == [f"Row {i}" for i in range(20)]
    assert [round(item.bounds.y) for item in seen] == [40 + 100 * i for i in range(20)]
    assert all(item.badge is not None for item in seen)
    assert seen.area is not None
    assert seen.area.height == 2070
    await page.click(18)
    assert (await page.evaluate("document.title")).value == "17"
    await page.click(seen[2].ref)
    assert (await page.evaluate("document.title")).value == "1"
    refs = {item.name: item.ref for item in seen}
    assert all(refs[item.name] == item.ref for item in await page.observe())


async def test_a_point_of_a_picture_of_the_whole_page_is_refused_with_the_reason(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(rows(20)))
    shot = await page.screenshot(area="page")
    with pytest.raises(InvalidCoordinates, match="another part of the page"):
        await page.click(at(10, 10, picture=shot.frame_id))


async def test_one_element_is_shown_wherever_it_lies(page_of: PageOf) -> None:
    html = rows(20).replace(
        "<main>", '<main><div id=box style="height:50px;background:#ff0"></div>'
    )
    page = viewmark.Page(await page_of(html))
    await page.scroll(dy=1000)
    shot = await page.screenshot(area="#box", format="png")
    assert opened(shot.image).size[1] == 50
    assert colors(opened(shot.image)) == {(255, 255, 0)}
    padded = opened((await page.screenshot(area=viewmark.around("#box", 10), format="png")).image)
    assert padded.height == 70
    assert padded.getpixel((900, 65)) == (0, 0, 100)
    big = opened((await page.screenshot(area="#box", scale=2, format="png")).image)
    assert big.width == 2000  # limited by max_side
    assert big.height in (78, 79)
    with pytest.raises(ElementNotFound):
        await page.screenshot(area="#none")


async def test_a_region_beyond_the_viewport_is_shown(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(rows(20)))
    picture = opened((await page.screenshot(area=(600, 1540, 100, 900), format="png")).image)
    assert picture.size == (100, 2070 - 1540)
    assert picture.getpixel((5, 5)) == (0, 0, 100 + 5 * 15)
    assert picture.getpixel((5, 105)) == (0, 0, 100 + 5 * 16)
    with pytest.raises(InvalidCoordinates, match="outside of the page"):
        await page.screenshot(area=(0, 5000, 100, 100))


async def test_secrets_are_covered_in_every_part(page_of: PageOf) -> None:
    field = '<input type=password value="%s" style="display:block;font:20px monospace">' % ("W" * 9)
    space = '<div style="height:1500px"></div>'
    page = viewmark.Page(await page_of(f'<body style="margin:0">{space}{field}{space}'))
    for options in ({"area": "page"}, {"area": "input"}, {"area": (0, 1490, 300, 60)}):
        shot = await page.screenshot(format="png", max_side=4000, **options)
        assert shot.image_info.redactions == 1, options
        top = 1500 - (shot.area.y if shot.area else 0)
        inside = opened(shot.image).crop((4, int(top) + 4, 60, int(top) + 16))
        assert colors(inside) == {(127, 127, 127)}, options


async def test_images_that_load_late_and_frames_of_other_sites_are_there(
    page_of: PageOf, site: Any
) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">'
        '<rect width="50" height="50" fill="#f0f"/></svg>'
    )
    site.put("/late.svg", svg, headers={"Content-Type": "image/svg+xml"})
    site.put("/frame.html", '<body style="background:#0ff"><button>Inside</button>')
    html = f"""<body style="margin:0"><div style="height:4000px"></div>
    <img loading=lazy src=/late.svg width=50 height=50 style="display:block">
    <iframe src="{site.url("/frame.html", host="other.localhost")}"
      style="border:0;height:60px;display:block"></iframe>"""
    page = viewmark.Page(await page_of(html))
    seen = await page.observe(annotate=True, area="page", max_side=5000, format="png")
    assert [item.name for item in seen] == ["Inside"]
    clean = opened(seen.image)
    assert clean.getpixel((25, 4025)) == (255, 0, 255)
    assert clean.getpixel((280, 4105)) == (0, 255, 255)


@pytest.mark.parametrize(
    "options",
    [
        {"area": (0, 0, 0, 5)},
        {"area": (0, 0, float("nan"), 5)},
        {"area": (1, 2, 3)},
        {"area": viewmark.around("body", -1)},
        {"area": viewmark.at(5, 5)},
        {"area": None},
    ],
)
async def test_an_area_that_cannot_be_is_refused(page_of: PageOf, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        await viewmark.Page(await page_of("<p>hello")).screenshot(**options)
