"""Plain screenshots of the viewport, and clicks at coordinates read from them."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from page_over import PageOf
from pictures import opened
from PIL import Image

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ElementNotFound, InvalidOption, RestrictedPage
from viewmark.page.target import at

CANVAS = """<body style="margin:0"><canvas width=1280 height=720></canvas><script>
const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d');
pen.fillStyle = '#f00'; pen.fillRect(903, 417, 30, 20);
canvas.onclick = (e) => { document.title = `${e.offsetX} ${e.offsetY}` };</script>"""
TALL = """<body style="margin:0"><div style="height:1000px;background:#fff"></div>
<div style="height:2000px;background:#00f"></div>"""


async def test_a_png_shows_the_viewport_pixel_for_pixel(page_of: PageOf) -> None:
    shot = await viewmark.Page(await page_of(CANVAS)).screenshot(format="png")
    assert Image.open(io.BytesIO(shot.image)).format == "PNG"
    info = shot.image_info
    assert (info.width, info.height, info.scale, info.quality) == (1280, 720, 1.0, None)
    picture = opened(shot.image)
    assert [picture.getpixel(at) for at in ((902, 417), (903, 417), (932, 436), (933, 436))] == [
        *((255, 255, 255), (255, 0, 0), (255, 0, 0), (255, 255, 255))
    ]


async def test_a_picture_is_saved_under_a_name_of_its_format(
    page_of: PageOf, tmp_path: Path
) -> None:
    shot = await viewmark.Page(await page_of(CANVAS)).screenshot(format="png")
    assert shot.save(tmp_path / "page.png").read_bytes() == shot.image
    with pytest.raises(InvalidOption, match="is a PNG"):
        shot.save(tmp_path / "page.jpg")
    assert os.listdir(tmp_path) == ["page.png"]


async def screenshot_at(page: viewmark.Page, y: float, **options: Any) -> viewmark.Screenshot:
    await page.scroll(to_y=y)
    return await page.screenshot(**options)


async def test_a_scroll_offset_comes_before_the_picture_and_is_reported_as_measured(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(TALL))
    above = await page.screenshot(format="png")
    below = await screenshot_at(page, 1100, format="png")
    ended = await screenshot_at(page, 99_999)
    assert opened(above.image).getpixel((10, 10)) == (255, 255, 255)
    assert opened(below.image).getpixel((10, 10)) == (0, 0, 255)
    assert [shot.viewport.scroll_y for shot in (above, below, ended)] == [0, 1100, 3000 - 720]


@pytest.mark.parametrize("scale", [1.0, 0.5])
async def test_a_point_read_from_the_picture_of_a_canvas_is_where_the_click_lands(
    page_of: PageOf, scale: float
) -> None:
    target = await page_of(CANVAS)
    page = viewmark.Page(target)
    shot = await page.screenshot(format="png", scale=scale)
    picture = opened(shot.image)
    red = [
        (x, y)
        for y in range(picture.height)
        for x in range(picture.width)
        if picture.getpixel((x, y)) == (255, 0, 0)
    ]
    x, y = red[len(red) // 2]
    await page.click(at(x, y, picture=shot.frame_id))
    title = await target.call(None, "function () { return document.title }")
    clicked = [int(part) for part in title.split()]
    assert abs(clicked[0] - x / scale) <= 1 / scale
    assert abs(clicked[1] - y / scale) <= 1 / scale


async def test_the_digest_is_the_same_while_the_picture_is(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(TALL))
    first, again = await page.screenshot(), await page.screenshot()
    other = await screenshot_at(page, 1100)
    assert first.digest == again.digest != other.digest
    assert len({first.frame_id, again.frame_id, other.frame_id}) == 3


async def test_an_observation_has_no_picture_where_the_page_looks_as_in_an_earlier_one(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(TALL))
    first = await page.observe(annotate=True)
    again = await page.observe(annotate=True, if_changed=first.frame_id)
    assert (again.image, again.clean_base64, again.picture_error) == (None, None, None)
    assert len(again) == len(first)
    assert (await page.observe(annotate=True, if_changed=again.frame_id)).image is None
    shot = await page.screenshot()
    assert (await page.observe(annotate=True, if_changed=shot.frame_id)).image is None
    await page.scroll(to_y=1100)
    assert (await page.observe(annotate=True, if_changed=again.frame_id)).image
    with pytest.raises(ElementNotFound, match="unknown"):
        await page.observe(annotate=True, if_changed="f_none")


@pytest.mark.full_browser  # chrome://
async def test_what_cannot_be_taken_is_refused(chromium: ChromeBrowser, page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(TALL))
    with pytest.raises(InvalidOption, match="quality"):
        await page.screenshot(quality=0)
    own = await chromium.page("chrome://version")
    try:
        with pytest.raises(RestrictedPage):
            await viewmark.Page(own).screenshot()
    finally:
        await own.close()
