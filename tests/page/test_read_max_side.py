"""Images do not exceed the maximum side that models accept, and coordinates stay correct."""

from __future__ import annotations

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import InvalidOption
from viewmark.page.target import at

CORNER = """<style>body{margin:0} button{position:absolute;left:2700px;top:2000px;width:200px;
height:80px}</style><button onclick="document.title='hit'">Corner</button>"""


async def test_pictures_of_large_viewports_are_as_small_as_models_take(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(CORNER))
    await page.set_viewport(width=3000, height=2200)
    for _ in range(2):  # the first capture determines the viewport
        seen = await page.observe(annotate=True)
        assert seen.image_info is not None
        assert (seen.image_info.width, seen.image_info.height) == (2000, 1466)
    shot = await page.screenshot(format="png")
    assert max(shot.image_info.width, shot.image_info.height) == 2000
    scale = shot.image_info.scale
    await page.click(at(2800 * scale, 2040 * scale, picture=shot.frame_id))
    assert (await page.browser_page.facts()).title == "hit"
    small = await page.screenshot(max_side=500)
    assert max(small.image_info.width, small.image_info.height) == 500
    whole = await page.screenshot(max_side=8_000)
    assert (whole.image_info.width, whole.image_info.height) == (3000, 2200)


async def test_a_side_that_no_picture_can_have_is_refused(page_of: PageOf) -> None:
    page = Page(await page_of(CORNER))
    for side in (0, 99, 16_001, True, "2000"):
        with pytest.raises(InvalidOption, match="max_side"):
            await page.screenshot(max_side=side)  # type: ignore[arg-type]
        with pytest.raises(InvalidOption, match="max_side"):
            await page.observe(max_side=side)  # type: ignore[arg-type]
